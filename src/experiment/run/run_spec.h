/*
 * One run: what was asked for (names and settings, as on the command line) and, once resolved, what
 * that determines. Two runs with the same key have the same outcome: the key covers every
 * parameter that is not at its default, each workload with its code, parameter values and the
 * content of its input files, the instruction limit and the model's number. How a GPU or design is
 * called, or whether a value was set or is the default, is not part of it.
 */
#ifndef EXPERIMENT_RUN_RUN_SPEC_H
#define EXPERIMENT_RUN_RUN_SPEC_H

#include <stdint.h>

#include "config/params.h"
#include "driver/dispatch/partition.h"
#include "driver/workload/workload.h"

enum { RUN_KEY_DIGITS = 64, RUN_MOST_APPS = 64 };

struct configuration;

struct text_list {
	char **items; /* NULL after the last; never NULL once something was added */
	size_t count;
};

void text_list_add(struct text_list *list, const char *text);
void text_list_release(struct text_list *list);
/* "a b c"; the caller frees it. */
char *text_list_join(const struct text_list *list, const char *between);

/* Invariant: key, account and inputs are set by run_spec_resolve, params by it or
 * run_spec_configure. */
struct run_spec {
	char *gpu;
	struct text_list designs;
	struct text_list settings; /* "key=value" */
	struct text_list
		workloads; /* of applications: "NAME[:p=v,...][@CUS]" or "JOB.yaml[@CUS]" */
	enum workload_size size;
	uint64_t max_instructions; /* 0: no limit */

	char key[RUN_KEY_DIGITS + 1]; /* hexadecimal */
	char *account; /* what determines the outcome, line by line; key is its digest */
	const struct configuration *configuration;
	const struct params *params; /* its own */
	char *inputs; /* the workloads with every parameter's value, one space between */
};

/* Nothing but a GPU (copied; may be NULL until later) and a size. */
void run_spec_init(struct run_spec *spec, const char *gpu, enum workload_size size);
void run_spec_release(struct run_spec *spec);

/* What was asked for, without what was resolved. */
void run_spec_copy(struct run_spec *to, const struct run_spec *from);

/* The CUs of each application, once configured; RUN_MOST_APPS places in shares. */
bool run_spec_shares(const struct run_spec *spec, struct cu_share *shares, struct error *err);

/* Loads the configuration alone, and checks that every application gets a CU. */
bool run_spec_configure(struct run_spec *spec, struct error *err);

/* A digest of the machine alone, once configured: of every parameter that is not at its default.
 * RUN_KEY_DIGITS + 1 bytes in out. */
void run_spec_machine(const struct run_spec *spec, char *out);

/*
 * Loads the configuration, checks that everything named exists and goes together as far as can be
 * told without making inputs, and computes the key. False with one line in err.
 */
bool run_spec_resolve(struct run_spec *spec, struct error *err);

/* For a configured spec whose applications are programs: what determines their part of the outcome,
 * line by line, and their inputs for people. */
void run_spec_resolve_programs(struct run_spec *spec, const char *determines, const char *inputs);

/* "apu18, ideal, atax, small, l2_tlb.entries=1024": for people. Returns out. */
char *run_spec_text(const struct run_spec *spec, char *out, size_t bytes);

/* Digest of a workload's own source and machine code, made by the build; NULL: no such workload. */
const char *workload_version(const char *name);

#endif
