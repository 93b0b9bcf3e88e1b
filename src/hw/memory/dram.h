/*
 * One DRAM channel: ranks of banks with rows, one queue, priority classes, FR-FCFS or FCFS inside a
 * class, open or closed rows, refresh. Every activate, precharge and column access keeps the timing
 * set; the command bus itself is taken as free, and there is no power-down.
 *
 * Rules. A request waits at its bank. The bank works for its best request: the lowest class (with
 * rows_before_classes the lowest that hits the open row, if any does); inside it row hits first
 * (row_first, at most hit_cap of them while an older request waits), then age. A bank whose best
 * request needs another row precharges as soon as it may and chooses the row when it activates. The
 * data bus goes to the best request of all open banks; one that needs no turnaround of the bus goes
 * before a better one that does, DRAM_BATCH times at most, unless the better one's class is not
 * row_first. With closed rows a bank precharges after an access that leaves no hit behind.
 *
 * A request holds its place in the queue until its column access; its latency counts to the end of
 * its data, for a write the last data taken.
 */
#ifndef HW_MEMORY_DRAM_H
#define HW_MEMORY_DRAM_H

#include <stdio.h>

#include "hw/memory/dram_energy.h"
#include "hw/memory/dram_timing.h"
#include "hw/memory/memory_map.h"
#include "sim/stats.h"
#include "socket/dram_scheduler.h"
#include "socket/request.h"

enum {
	DRAM_MAX_BANKS = 64, /* ranks times banks */
	DRAM_BATCH = 16,
};

enum dram_command { DRAM_ACT, DRAM_PRE, DRAM_RD, DRAM_WR, DRAM_REF };

struct dram_config {
	const struct dram_timing *timing;
	const struct dram_currents *currents; /* copied; NULL: energy is not computed */
	uint32_t clock_khz;                   /* command clock; 0: the timing set's */
	uint32_t core_clock_khz;              /* one engine cycle */
	uint32_t ranks, banks;                /* banks: per rank; ranks * banks <= DRAM_MAX_BANKS */
	uint32_t row_bytes;                   /* a multiple of line_bytes */
	uint32_t line_bytes;                  /* moved by each request */
	uint32_t queue;                       /* requests waiting */
	uint32_t hit_cap;                     /* 0: no limit */
	bool rows_before_classes;             /* what hits an open row goes first */
	bool closed_rows, refresh;
	unsigned channel; /* number, for the scheduler and messages */
	struct dram_scheduler scheduler;
	const struct memory_map *map; /* addresses inside the channel; NULL: physical ones */
	/* Tests: hears each command and its DRAM clock, not in order of time. NULL: nobody. */
	void (*record)(void *ctx, enum dram_command command, unsigned rank, unsigned bank,
		       uint64_t row, uint64_t clock);
	void *record_ctx;
};

struct dram_stats {
	uint64_t reads, writes;
	/* Of reads and writes: the row was open; the bank was idle; another row was open. */
	uint64_t row_hits, row_misses, row_conflicts;
	uint64_t activates, precharges, refreshes;
	uint64_t data_bytes, translation_bytes;
	uint64_t bus_busy_clocks; /* DRAM clocks with data on the bus */
	struct latency data_latency, walk_latency, queue_latency;
	struct occupancy queue;
};

struct dram;

struct dram *dram_new(struct engine *engine, const struct dram_config *config);
void dram_free(struct dram *d);

struct mem_port dram_port(struct dram *d);

/* Completes usage and energy up to now; call before they are read. */
void dram_settle(struct dram *d);

const struct dram_stats *dram_stats(const struct dram *d);
const struct dram_usage *dram_usage(const struct dram *d);
const struct dram_energy *dram_energy(const struct dram *d);
/* energy: the group of its energies. */
void dram_register_stats(struct dram *d, struct stats *stats, const char *group,
			 const char *energy);
void dram_describe(const struct dram *d, FILE *out);

/* Highest bandwidth the bus allows, in GB/s (10^9). */
double dram_peak_gb_per_s(const struct dram *d);

#endif
