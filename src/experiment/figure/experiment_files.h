/* The files of configs/experiments/ and data/claims.csv, carried in the program by the build. */
#ifndef EXPERIMENT_FIGURE_EXPERIMENT_FILES_H
#define EXPERIMENT_FIGURE_EXPERIMENT_FILES_H

#include <stddef.h>

struct experiment_file {
	const char *name; /* of its file: "fig3" */
	const char *path; /* in the source tree: "configs/experiments/walks/fig3.yaml" */
	const char *bytes;
	size_t size;
};

extern const struct experiment_file experiment_files[]; /* by path */
extern const size_t experiment_file_count;
extern const struct experiment_file experiment_includes[]; /* of include/, by name */
extern const size_t experiment_include_count;
extern const struct experiment_file claims_file;

#endif
