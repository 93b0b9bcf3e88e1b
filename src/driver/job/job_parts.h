/* What the parts of a job's reader share. */
#ifndef DRIVER_JOB_JOB_PARTS_H
#define DRIVER_JOB_JOB_PARTS_H

#include "base/yaml.h"
#include "driver/job/element.h"
#include "driver/job/job.h"

enum fill_kind { FILL_ZERO, FILL_VALUE, FILL_LIST, FILL_IOTA, FILL_RANDOM, FILL_FILE };

struct job_buffer {
	const struct yaml_value *at; /* for messages */
	const char *name;
	enum element_type type;
	uint64_t count;                    /* 0: as many as the file or list has */
	const struct yaml_value *count_at; /* what says so; NULL: file or list */
	enum fill_kind fill;
	const struct yaml_value *fill_at;    /* the value, the list, [start, step] */
	const struct yaml_value *low, *high; /* of random; may be NULL */
	uint64_t seed;
	const char *fill_path;
	struct buffer *buffer; /* once made */
	enum buffer_hint hint;

	const struct yaml_value *expect; /* NULL when nothing is expected */
	const char *expect_path;
	double tolerance;
	uint8_t *expected; /* count elements, read before anything runs */

	const struct yaml_value *output;
	const char *output_path;
};

struct job_launch {
	const struct yaml_value *at, *args; /* args may be NULL */
	const struct yaml_value *kernel_at, *workgroup_at;
	const char *kernel;
	unsigned dims, workgroup_dims;
	uint32_t grid[3], workgroup[3]; /* workgroup 0 0 0: not given */
	uint64_t offset[3], repeat;
	struct launch *launch; /* once checked against the kernel */
};

struct job {
	struct workload workload;
	struct yaml_value *yaml; /* the texts above point into it */
	char *path, *folder;     /* folder: "" or ending in a slash */
	const char *source, *cl_std;
	const struct yaml_value *source_at;
	const char **flags; /* NULL-terminated */
	struct job_buffer *buffers;
	size_t buffer_count;
	struct job_launch *launches;
	size_t launch_count;
	size_t next_launch;
	uint64_t next_repeat;
	struct code_object *co;
	struct app *app;
};

/* A path of the job file, seen from its folder; to be freed. */
char *job_path(const struct job *job, const char *path);

/* job_parse.c; takes over the yaml, which may be NULL. */
struct job *job_parse_yaml(struct yaml_value *yaml, const char *path, struct error *err);

/* job_data.c: filling, checking and writing buffers. */
bool job_make_buffers(struct job *job, struct error *err);
bool job_check_results(const struct job *job, struct error *err);
bool job_write_outputs(const struct job *job, struct error *err);

/*
 * job_launch.c. The largest workgroup, in work-items, of launches that only the compiler's default
 * for their kernels forbids; 0 when there are none.
 */
uint32_t job_largest_workgroup(const struct job *job);
/* A launch against its kernel. */
bool job_prepare_launch(const struct job *job, struct job_launch *l, struct error *err);

#endif
