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

#endif
