/*
 * One channel of a plain memory: a fixed latency, a bandwidth, and a limit of requests in flight,
 * for the machines whose papers have no more. No banks, no rows, no order but that of arrival.
 */
#ifndef HW_MEMORY_PLAIN_MEMORY_H
#define HW_MEMORY_PLAIN_MEMORY_H

#include <stdio.h>

#include "sim/stats.h"
#include "socket/request.h"

/* A request takes the channel as long as its line needs, and is answered `latency` cycles after it
 * got the channel. */
struct plain_memory_config {
	uint32_t latency; /* cycles */
	uint32_t line_bytes;
	/* Bandwidth as a fraction; bytes 0: no limit. */
	uint64_t bandwidth_bytes, bandwidth_cycles;
	uint32_t in_flight; /* requests accepted and not answered; 0: no limit */
};

struct plain_memory_stats {
	uint64_t reads, writes;
	uint64_t data_bytes, translation_bytes;
	struct latency data_latency, walk_latency;
	struct occupancy in_flight;
};

struct plain_memory {
	struct engine *engine;
	struct plain_memory_config config;
	/* When the channel is free: a cycle and a fraction of it in 1/bandwidth_bytes. */
	cycle_t free_cycle;
	uint64_t free_part;
	struct wait_list waiting;
	struct plain_memory_stats stats;
};

void plain_memory_init(struct plain_memory *m, struct engine *engine,
		       const struct plain_memory_config *config);
void plain_memory_release(struct plain_memory *m);

struct mem_port plain_memory_port(struct plain_memory *m);

void plain_memory_register_stats(struct plain_memory *m, struct stats *stats, const char *group);
void plain_memory_describe(const struct plain_memory *m, FILE *out);

/* In GB/s (10^9) at this core clock; 0 without a limit. */
double plain_memory_peak_gb_per_s(const struct plain_memory *m, double core_mhz);

#endif
