/*
 * Timing sets of DRAM parts, in clocks of their command clock. Bank groups are left out (the short
 * tCCD and tRRD hold everywhere), so are power-down and the contention for the command bus.
 */
#ifndef HW_MEMORY_DRAM_TIMING_H
#define HW_MEMORY_DRAM_TIMING_H

#include <stdint.h>

/* All times in command clocks. */
struct dram_timing {
	const char *name;     /* as dram.kind chooses it */
	uint32_t clock_khz;   /* nominal */
	uint32_t burst_bytes; /* one column access: bus width times burst length */
	uint32_t burst;       /* clocks of data of one column access */
	uint32_t ccd;         /* column to column */
	uint32_t cl, cwl;     /* read, write command to first data */
	uint32_t rcd, rp;     /* activate to column; precharge to activate */
	uint32_t ras, rc;     /* activate to precharge; to the bank's next activate */
	uint32_t rrd, faw;    /* activates of a rank: two; any five */
	uint32_t wr, wtr;     /* end of write data to precharge; to a read of the rank */
	uint32_t rtp;         /* read to precharge */
	uint32_t rtrs;        /* idle clocks of the data bus between two ranks */
	uint32_t rtw;         /* idle clocks of the data bus between read and write data */
	uint32_t rfc, refi;   /* duration and interval of refreshes */
};

/* NULL when there is no set of this name. */
const struct dram_timing *dram_timing_find(const char *name);

/* All sets, NULL after the last. */
const struct dram_timing *dram_timing_at(unsigned index);

/* Clocks between two column accesses of one kind and rank: what limits the bandwidth. */
static inline uint32_t dram_timing_gap(const struct dram_timing *t)
{
	return t->ccd > t->burst ? t->ccd : t->burst;
}

#endif
