/*
 * The whole machine: made from the resolved parameters and a list of applications, run to the end,
 * asked for its statistics. system.c is the schematic; only it and the files beside it make and
 * wire parts.
 */
#ifndef MACHINE_SYSTEM_H
#define MACHINE_SYSTEM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "config/params.h"
#include "driver/paging/pager.h"
#include "driver/workload/workload.h"
#include "isa/object/code_object.h"
#include "sim/engine.h"
#include "sim/stats.h"

struct tlb;

/* An application to run: app set up, code object read; both outlive the system. */
struct system_app {
	const char *name; /* for messages and results */
	struct app *app;
	struct code_object *code;
	unsigned cus; /* CUs it asks for; 0: an even share of those that nobody asks for */
};

struct system_options {
	uint64_t max_instructions; /* stop after so many wavefront instructions; 0: no limit */
	uint64_t wavefront_limit;  /* instructions before a wavefront counts as endless */
	bool hardware_barriers;    /* see emulator.h */
	/* Called every few milliseconds of host time; true interrupts the run. May be NULL. */
	bool (*progress)(void *data);
	void *progress_data;
	/* Called for every L1 (level 1) and L2 TLB (level 2) as it is made, to listen to it
	 * (tlb_listen of hw/translation/tlb.h). May be NULL. */
	void (*listen_tlb)(void *data, unsigned level, struct tlb *tlb);
	void *listen_data;
	/*
	 * With several applications: a fresh instance of one that has ended while others have not
	 * ended once; the old one is not looked at any more. False with one line in err. NULL: each
	 * runs once.
	 */
	bool (*relaunch)(void *data, unsigned app, struct app **next, struct code_object **code,
			 struct error *err);
	void *relaunch_data;
};

/* Lookups of one application in all TLBs of a level. */
struct system_tlb_result {
	uint64_t lookups, hits, mshr_hits, misses;
	uint64_t aside_hits; /* part of the hits: found beside the TLB by a fill policy */
};

/* What one application did. */
struct system_app_result {
	uint64_t instructions;   /* of complete runs; of all when there is none */
	uint64_t issued;         /* of all its runs, the incomplete last one too */
	cycle_t cycles;          /* from its start to the end of the last complete run */
	uint64_t launches, runs; /* kernels of all runs; complete runs */
	unsigned first_cu, cus;
	bool finished; /* false when it was cut short before its first end */
	struct system_tlb_result l1_tlb, l2_tlb;
	struct gauge concurrent_walks; /* see measure/concurrent_walks.h */
};

struct launch;
struct process;
struct step;
struct wavefront;
struct system;

/* NULL with one line in err when the parameters and applications do not go together. */
struct system *system_new(const struct params *params, const struct system_app *apps,
			  unsigned app_count, const struct system_options *options,
			  struct error *err);
void system_free(struct system *s);

/*
 * Runs all applications to their ends, up to max_instructions, or until it is interrupted. False
 * with one line in err: a kernel went wrong, or nothing can happen any more (then what each part
 * waits for has been written to stderr).
 */
bool system_run(struct system *s, struct error *err);
/* Whether the progress hook ended it: the results are those of a part. */
bool system_interrupted(const struct system *s);

cycle_t system_cycles(const struct system *s);
uint64_t system_events(const struct system *s);
uint64_t system_instructions(const struct system *s); /* so far, for a progress display too */
uint64_t system_app_issued(const struct system *s, unsigned app); /* likewise, of one application */
const struct stats *system_stats(const struct system *s);
const struct system_app_result *system_result(const struct system *s, unsigned app);

struct oracle_result {
	uint64_t checked, mismatches;
	const char *first; /* a line about the first mismatch, NULL when there is none */
};

struct oracle_result system_oracle(const struct system *s);

/* What each buffer caused, with demand paging; 0: there is none. */
size_t system_paged_buffers(const struct system *s, const struct paged_buffer **buffers);

/* Highest bandwidth of all DRAM channels together, in bytes per cycle. */
double system_dram_peak(const struct system *s);

/*
 * Launches of an application that run functionally, outside of time, between its timed ones: they
 * leave in TLBs and page walk caches, and with lines in caches too, what they would have left there
 * in the order in which their instructions are executed. begins: false with one line in err when
 * there is no room for what the launch needs.
 */
bool system_warm_begins(struct system *s, unsigned app, const struct launch *launch,
			const struct process *process, struct error *err);
void system_warm(struct system *s, unsigned app, uint64_t workgroup, const struct wavefront *w,
		 const struct step *step, bool lines);

/* Unmaps a page, or moves it to another frame, and shoots it down everywhere; for tests. */
void system_unmap(struct system *s, uint8_t asid, uint64_t va);
void system_migrate(struct system *s, uint8_t asid, uint64_t va);

/* One line per thing that some part waits for. */
void system_describe(const struct system *s, FILE *out);

#endif
