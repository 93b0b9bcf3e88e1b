/*
 * Energy of a DRAM channel from its commands and the currents of its parts, as DRAMPower and the
 * vendors' calculators do it (Micron TN-41-01): what a command draws above the standby current, for
 * as long as it takes, and the standby current of each rank by its state. Leaves out: termination
 * and drivers of the bus, power-down, self refresh.
 */
#ifndef HW_MEMORY_DRAM_ENERGY_H
#define HW_MEMORY_DRAM_ENERGY_H

#include <stdint.h>

#include "hw/memory/dram_timing.h"
#include "sim/stats.h"

/* Of one device, in mA. */
struct dram_currents {
	double vdd;          /* V */
	double idd0;         /* one bank activates and precharges, tRC apart */
	double idd2n, idd3n; /* standby: all banks precharged; a row open */
	double idd4r, idd4w; /* bursts without gaps */
	double idd5b;        /* refresh */
	uint32_t devices;    /* of a rank, which work as one */
};

/* Those of the parts whose timing set is at this index of dram_timing.h. */
const struct dram_currents *dram_currents_at(unsigned index);

/* On whose behalf a command is given; a row's activate and precharge are its first request's. */
enum dram_purpose { DRAM_FOR_DATA, DRAM_FOR_TRANSLATION, DRAM_PURPOSES };

/* What a channel has done. Clocks are summed over its ranks. */
struct dram_usage {
	uint64_t activates[DRAM_PURPOSES], precharges[DRAM_PURPOSES];
	uint64_t read_bursts[DRAM_PURPOSES], write_bursts[DRAM_PURPOSES];
	uint64_t refreshes;
	uint64_t active_clocks; /* with a row open, or in refresh */
	uint64_t precharged_clocks;
};

/* In picojoules. */
struct dram_energy {
	uint64_t activate[DRAM_PURPOSES], precharge[DRAM_PURPOSES];
	uint64_t read[DRAM_PURPOSES], write[DRAM_PURPOSES];
	uint64_t refresh, active_standby, precharged_standby;
	uint64_t total;
};

void dram_energy_of(struct dram_energy *e, const struct dram_usage *usage,
		    const struct dram_currents *currents, const struct dram_timing *timing,
		    uint32_t clock_khz);
void dram_energy_register_stats(const struct dram_energy *e, struct stats *stats,
				const char *group);

#endif
