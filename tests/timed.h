/* A workload on a whole timed machine, for tests. A mistake in the arguments fails the test. */
#ifndef TESTS_TIMED_H
#define TESTS_TIMED_H

#include "driver/workload.h"
#include "isa/code_object.h"
#include "system_parts.h"

enum { TIMED_MOST_APPS = 8 };

struct timed {
	struct params params;
	struct app *app[TIMED_MOST_APPS];
	struct code_object *code[TIMED_MOST_APPS];
	unsigned apps;
	struct system *system;
	cycle_t cycles; /* after timed_run */
};

/* gpu: a name; settings: "key=value key=value"; workloads: "atax:n=64 mm". Made but not run. */
void timed_open(struct timed *t, const char *gpu, const char *settings, const char *workloads);
/* Runs to the end; results and translations must be right. */
void timed_run(struct timed *t);
void timed_close(struct timed *t);

/* All three; the machine's time. */
cycle_t timed_cycles(const char *gpu, const char *settings, const char *workloads);

uint64_t timed_counter(const struct timed *t, const char *group, const char *name);

#endif
