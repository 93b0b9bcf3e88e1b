/* The table of timing sets. */
#include "hw/memory/dram_timing.h"

#include <stddef.h>
#include <string.h>

static const struct dram_timing sets[] = {
	{
		/* JESD79-3F, DDR3-1600K (11-11-11), 4 Gb x8 parts, 64-bit bus, burst of 8. tRRD and
		 * tFAW of 1 KB pages (6 ns, 30 ns), tRFC 260 ns, tREFI 7.8 us. */
		.name = "ddr3-1600",
		.clock_khz = 800000,
		.burst_bytes = 64,
		.burst = 4,
		.ccd = 4,
		.cl = 11,
		.cwl = 8,
		.rcd = 11,
		.rp = 11,
		.ras = 28,
		.rc = 39,
		.rrd = 5,
		.faw = 24,
		.wr = 12,
		.wtr = 6,
		.rtp = 6,
		.rtrs = 2,
		.rtw = 2,
		.rfc = 208,
		.refi = 6240,
	},
	{
		/* SK Hynix H5GQ1H24AFR in clocks as GPGPU-Sim configures it (nbk=16:CCD=2:RRD=6:
		 * RCD=12:RAS=28:RP=12:RC=40:CL=12:WL=4:CDLR=5:WR=12:RTPL=2), 32-bit channel, burst
		 * of 8 at four beats a clock. tFAW 23 and tRFC 65 ns: gem5's GDDR5_4000_2x32 of the
		 * same part; tREFI 3.9 us: JESD212. Clock: [Ausavarungnirun18 Table 1]. */
		.name = "gddr5",   .clock_khz = 1674000,
		.burst_bytes = 32, .burst = 2,
		.ccd = 2,          .cl = 12,
		.cwl = 4,          .rcd = 12,
		.rp = 12,          .ras = 28,
		.rc = 40,          .rrd = 6,
		.faw = 23,         .wr = 12,
		.wtr = 5,          .rtp = 2,
		.rtrs = 2,         .rtw = 2,
		.rfc = 109,        .refi = 6528,
	},
	{
		/* JESD235 at 1 GHz as GPGPU-Sim configures it (CCD=1:RRD=4:RCD=14:RAS=33:RP=14:
		 * RC=47:CL=14:WL=2:CDLR=3:WR=12:RTPL=4), 128-bit channel, burst of 2. tFAW 16,
		 * tRFC 260 ns (4 Gb), tREFI 3.9 us: JESD235, as in Ramulator 2. */
		.name = "hbm",     .clock_khz = 1000000,
		.burst_bytes = 32, .burst = 1,
		.ccd = 1,          .cl = 14,
		.cwl = 2,          .rcd = 14,
		.rp = 14,          .ras = 33,
		.rc = 47,          .rrd = 4,
		.faw = 16,         .wr = 12,
		.wtr = 3,          .rtp = 4,
		.rtrs = 1,         .rtw = 2,
		.rfc = 260,        .refi = 3900,
	},
};

const struct dram_timing *dram_timing_at(unsigned index)
{
	return index < sizeof(sets) / sizeof(sets[0]) ? &sets[index] : NULL;
}

const struct dram_timing *dram_timing_find(const char *name)
{
	for (unsigned i = 0; dram_timing_at(i); i++)
		if (!strcmp(sets[i].name, name))
			return &sets[i];
	return NULL;
}
