/* What the files that read configurations share. */
#ifndef CONFIG_CONFIG_PARTS_H
#define CONFIG_CONFIG_PARTS_H

#include "base/yaml.h"
#include "config/config.h"

/* The document behind a name or path; NULL with one line in err. */
struct yaml_value *config_read(enum config_kind kind, const char *name, struct error *err);

/* Whether it has the keys a GPU or design file has, each of the right kind. */
bool config_check_file(const struct yaml_value *root, enum config_kind kind, struct error *err);

/* "apu18" for "apu18" and for "/home/me/apu18.yaml". */
void config_base_name(const char *name, char *out, size_t bytes);

/* What a design's file set, and what was there before. */
struct config_layer {
	const char *name; /* kept by params */
	bool set[P_COUNT];
	double value[P_COUNT], before[P_COUNT];
};

/*
 * config_effect.c: whether each design can act in the machine that p now is, and each policy that a
 * single setting chooses in place of settings_before. False with the reason; what a design does in
 * part or not at all without being at fault goes to p's notes.
 */
bool config_check_effect(struct params *p, const struct config_layer *designs, size_t count,
			 const double *before_settings, unsigned apps, struct error *err);

#endif
