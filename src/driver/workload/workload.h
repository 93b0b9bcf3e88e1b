/*
 * How a workload describes itself. A workload is one folder, workloads/<name>/, with <name>.cl (its
 * kernels) and <name>.c (inputs, launches, reference), the latter defining
 * `const struct workload workload_<name>`.
 *
 * Order of calls: setup, then next until it returns false, then verify, then teardown. Between two
 * calls of next the launch just described has run to its end and its results are in the buffers'
 * host memory. Each call sees only its own struct app, so several may run side by side.
 */
#ifndef DRIVER_WORKLOAD_WORKLOAD_H
#define DRIVER_WORKLOAD_WORKLOAD_H

#include "base/error.h"
#include "base/rng.h"
#include "isa/object/code_object.h"
#include "launch/launch.h"

/* Medium has the inputs of small; figures run them for longer there. */
enum workload_size { SIZE_TINY, SIZE_SMALL, SIZE_MEDIUM, SIZE_PAPER, SIZE_COUNT };

/* What the inputs differ by. */
enum workload_inputs { INPUTS_TINY, INPUTS_SMALL, INPUTS_PAPER, INPUTS_COUNT };

/* A parameter, settable as NAME:param=value; its default depends on the size asked for. */
struct workload_param {
	const char *name;
	const char *help; /* one line, with the unit */
	int64_t value[INPUTS_COUNT];
	int64_t min, max;
};

/* A parameter that holds text, settable in the same way; its default is the same at every size. A
 * value for which there is <workload>_<value>.cl has its kernels there. */
struct workload_text {
	const char *name;
	const char *help;           /* one line */
	const char *value;          /* the default; "" for none */
	const char *const *choices; /* all it may be, ending with NULL; NULL when it may be anything
				     */
};

/* A published evaluation that used the workload: its name, size and class there. */
struct workload_use {
	const char *paper;     /* "walks" */
	const char *called;    /* "BCK" */
	const char *published; /* footprint as stated there: "108.03 MB"; NULL when not stated */
	const char *class;     /* as stated there: "regular"; NULL when it has no classes */
	/* Parameters of the paper's form of it at small and at paper; NULL: the defaults. Also
	 * where small would be out of proportion to what the paper runs beside it. */
	const char *at_small, *at_paper;
	const char *at_tiny; /* at tiny, "" for the defaults; NULL: as at small */
};

/* What a size amounts to with every parameter at its default. */
struct workload_extent {
	uint64_t footprint; /* bytes in buffers */
	uint32_t launches;
	uint32_t lds; /* bytes of a workgroup, in the launch that has most */
};

struct app;

struct workload {
	const char *name;
	const char *suite;   /* where the published benchmark comes from: "Polybench" */
	const char *summary; /* one line */
	const struct workload_param *params; /* ends with a row whose name is NULL; may be NULL */
	const struct workload_text *texts;   /* likewise */
	const struct workload_use *uses;     /* ends with a row whose paper is NULL; may be NULL */
	/* As a run finds it: compared at tiny and small by the tests, at paper by `make
	 * docs-workloads`. */
	struct workload_extent extent[INPUTS_COUNT];
	/* How another OpenCL may round, for the comparison with pocl: numbers after a launch agree
	 * within tolerance times the larger of their size and floor. Zero: the same bits; infinite:
	 * only verify counts. */
	struct {
		double tolerance, floor;
		bool doubles; /* the numbers are, not floats */
	} rounding;

	/* Makes buffers and fills them. May refuse parameters that do not go together. */
	bool (*setup)(struct app *app, struct error *err);
	/* Describes the next launch; false when there is none. */
	bool (*next)(struct app *app, struct launch *launch);
	/* Compares the results with a plain C reference. False with what differs in err. */
	bool (*verify)(struct app *app, struct error *err);
	/* A wavefront of the launch that runs interrupts the host (struct wave_host). May place
	 * buffers, but take none away. NULL: such interrupts go unheard. */
	bool (*called)(struct app *app, uint32_t what);
	/* Frees app->state, also after a setup that failed; called by app_free, not without a
	 * state. */
	void (*teardown)(struct app *app);
};

/* The code object embedded for each workload, and the table of all of them, made by the build. */
struct workload_entry {
	const struct workload *workload;
	const unsigned char *code_object;
	size_t code_object_bytes;
};

extern const struct workload_entry workload_table[];
extern const size_t workload_count;

/* Kernels of a parameter's value: mvt_double.cl is in place of mvt.cl for mvt:type=double. The last
 * name is NULL. */
extern const struct workload_variant {
	const char *name;
	struct workload_entry entry;
} workload_variants[];

/* The workload called name; NULL with the nearest known names in err. */
const struct workload_entry *workload_find(const char *name, struct error *err);

/* The paper's form at a size; NULL: the defaults. */
const char *workload_use_params(const struct workload_use *u, enum workload_size size);

/* What to run for a paper: "kmeans:features=32,workgroup=64". Returns out. */
const char *workload_use_spec(const struct workload *w, const struct workload_use *u,
			      enum workload_size size, char *out, size_t bytes);

const char *workload_size_name(enum workload_size size);
const char *workload_inputs_name(enum workload_inputs inputs);
enum workload_inputs workload_size_inputs(enum workload_size size);
bool workload_size_parse(const char *name, enum workload_size *size, struct error *err);

/* A code object at an address that the program chose; a buffer there holds its image. */
struct app_code {
	struct code_object *co;
	uint64_t address;
	uint64_t serial; /* no other has it, nor had it */
};

/* One running instance of a workload: what its functions work on. */
struct app {
	const struct workload *workload;
	void *state;     /* the workload's own */
	int64_t *values; /* of the parameters, in the order of workload->params */
	char **texts;    /* likewise, of workload->texts; ends with NULL */
	struct buffer **buffers;
	size_t buffer_count, buffer_capacity;
	uint64_t next_address; /* simulated address of the next buffer */
	uint64_t layout; /* another number, of all there are, whenever a buffer comes, goes or moves
			  */
	struct app_code *codes; /* that the program has loaded itself; co NULL: unloaded again */
	size_t code_count;
	uint64_t held_bytes, most_bytes; /* in buffers: now, and at any time */
	bool is_placed;                  /* addresses are the program's own */
	uint64_t *gone; /* addresses of buffers that had pages when they were dropped */
	size_t gone_count, gone_capacity;
	struct rng rng; /* seeded from the workload's name: same inputs on every machine */
};

/*
 * An app with the parameter values of that size and no buffers yet: then come app_set_param, as
 * often as wanted, and app_setup.
 */
struct app *app_new(const struct workload *w, enum workload_size size);
bool app_set_param(struct app *app, const char *assignment, struct error *err); /* "name=value" */
bool app_setup(struct app *app, struct error *err);
void app_free(struct app *app); /* NULL is fine */

/* All three for "NAME" or "NAME:param=value,param=value"; NULL with one line in err. */
struct app *app_open(const char *spec, enum workload_size size, const struct workload_entry **entry,
		     struct error *err);

/* The same without app_setup: an app that knows its parameters' values and has no buffers. */
struct app *app_parse(const char *spec, enum workload_size size,
		      const struct workload_entry **entry, struct error *err);

/* Value of a parameter; naming one that does not exist is a BUG. */
int64_t app_param(const struct app *app, const char *name);
const char *app_param_text(const struct app *app, const char *name);

/*
 * A zero-filled buffer. Lives until the app ends; its host pointer is aligned to 64 bytes. Buffers
 * lie at increasing simulated addresses, each aligned to 2 MB with an unmapped gap after it.
 */
struct buffer *app_buffer(struct app *app, const char *name, uint64_t bytes);

/* A buffer whose memory and address are given, by a program that knows them as pointers: such an
 * app's buffers are never moved. */
struct buffer *app_place(struct app *app, const char *name, uint64_t address, uint64_t bytes,
			 uint64_t reach, void *host);
/* The reach of such a buffer on a GPU, which sees pages and not bytes: to the end of the smallest
 * one there is. Programs do read behind their buffers. */
uint64_t app_page_end(uint64_t bytes);
/* The buffer that holds all of [address, address + bytes), or NULL. */
struct buffer *app_holding(const struct app *app, uint64_t address, uint64_t bytes);
/* Takes a buffer away, with the code objects in it; between launches only. */
void app_drop(struct app *app, struct buffer *b);
/* Kernels of the code objects that it has loaded itself. */
size_t app_kernels(const struct app *app);
/* Relocates the code object, which is the app's from now on, and copies its image to host. Returns
 * its number, the one that ready_launch has. */
size_t app_load(struct app *app, struct code_object *co, uint64_t address, void *host);
void app_unload(struct app *app, size_t code);

/* For whoever moved one. */
void app_layout_changed(struct app *app);

/* Sum of the buffers' sizes. */
uint64_t app_footprint(const struct app *app);

/*
 * Comparison helpers for verify: false with "buffer 'y': element 17 is 3.5, expected 4" in err.
 * Floats pass when |got - want| <= tolerance * max(|want|, floor).
 */
bool check_f32(const struct buffer *b, const float *want, size_t count, double tolerance,
	       double floor, struct error *err);
bool check_f64(const struct buffer *b, const double *want, size_t count, double tolerance,
	       double floor, struct error *err);
bool check_u32(const struct buffer *b, const uint32_t *want, size_t count, struct error *err);
bool check_u64(const struct buffer *b, const uint64_t *want, size_t count, struct error *err);

/* Likewise, for the elements from first on: a large result row by row, without a copy of it all. */
bool check_f32_from(const struct buffer *b, size_t first, const float *want, size_t count,
		    double tolerance, double floor, struct error *err);
bool check_u32_from(const struct buffer *b, size_t first, const uint32_t *want, size_t count,
		    struct error *err);

/* For what next has checked as it came: true unless that failed, then with its line in err. */
bool check_earlier(const struct error *earlier, struct error *err);

/* Filling buffers. */
void fill_f32_uniform(struct rng *rng, float *data, size_t count, float low, float high);

#endif
