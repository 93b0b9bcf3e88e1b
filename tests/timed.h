/* A workload on a whole timed machine, for tests. A mistake in the arguments fails the test. */
#ifndef TESTS_TIMED_H
#define TESTS_TIMED_H

#include "driver/workload/workload.h"
#include "isa/object/code_object.h"
#include "machine/parts.h"

enum { TIMED_MOST_APPS = 32 };

struct timed {
	struct params params;
	struct app *app[TIMED_MOST_APPS];
	struct code_object *code[TIMED_MOST_APPS];
	unsigned apps;
	struct system *system;
	cycle_t cycles; /* after timed_run */
	/* Called when an application has a new address space and is about to start anew. */
	void (*relaunched)(struct timed *t, unsigned app);
	void *relaunched_data;
	char *spec[TIMED_MOST_APPS];
	bool fresh[TIMED_MOST_APPS]; /* launched again and not ended since */
};

/* gpu: a name; settings: "key=value design key=value"; workloads: "atax:n=64 mm@4". Made but not
 * run. Of several, one that ends first is launched again, as the command line does. */
void timed_open(struct timed *t, const char *gpu, const char *settings, const char *workloads);
/* The same with an app of the test's own, set up, and its code; both are the machine's then. */
void timed_open_app(struct timed *t, const char *gpu, const char *settings, struct app *app,
		    struct code_object *code);
/* Runs to the end; results and translations must be right. */
void timed_run(struct timed *t);
void timed_close(struct timed *t);

/* All three; the machine's time. */
cycle_t timed_cycles(const char *gpu, const char *settings, const char *workloads);

uint64_t timed_counter(const struct timed *t, const char *group, const char *name);

#endif
