/*
 * From names to parameters: defaults, then a GPU file, then design files in the order given, then
 * single settings; later ones win, except that two designs must not disagree. Shipped files are
 * part of the program; a name with a '/' or ending in ".yaml" is a path to a user's own file.
 * Whatever is wrong becomes one line that names file and line.
 */
#ifndef CONFIG_CONFIG_H
#define CONFIG_CONFIG_H

#include "config/params.h"

enum config_kind { CONFIG_GPU, CONFIG_DESIGN };

/* A shipped file; path is where it lies in the source tree ("configs/gpus/apu18.yaml"). */
struct config_file {
	enum config_kind kind;
	const char *name, *path;
	const char *bytes;
	size_t size;
};

/* Made by the build: GPUs, then designs, each by name. */
extern const struct config_file config_files[];
extern const size_t config_file_count;

/* What a file says of itself. */
struct config_about {
	char paper[32]; /* the paper it comes from; may be empty */
	char summary[256];
};

bool config_about(const struct config_file *file, struct config_about *about, struct error *err);

/* Whether there is such a GPU or design; err has the nearest names, or why a file cannot be read.
 */
bool config_exists(enum config_kind kind, const char *name, struct error *err);

struct config_request {
	const char *gpu; /* NULL: the defaults alone */
	const char *const *designs;
	size_t design_count;
	const char *const *settings; /* "key=value" */
	size_t setting_count;
	unsigned apps; /* applications that will share the machine; 0: not known */
};

/*
 * Fills p (release it in any case), checked by config_check. A design that cannot act in the
 * machine is refused: everything that it changes, of sockets where it changes any, is never asked
 * for there (matters.h). One that changes nothing, because the machine is that way already, is not:
 * a note says so. err is unfit where all that was named exists and only the whole does not work.
 */
bool config_load(struct params *p, const struct config_request *request, struct error *err);

/*
 * Whether the values go together: geometries that divide, page sizes that exist. Ways of 0 (fully
 * associative) become the number of entries. The line names the value set last among those that
 * contradict each other.
 */
bool config_check(struct params *p, struct error *err);

#endif
