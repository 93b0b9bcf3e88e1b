/* The table of currents and the sum. */
#include "hw/memory/dram_energy.h"

#include <math.h>
#include <stddef.h>

static const struct dram_currents parts[] = {
	/* ddr3-1600: Micron MT41J512M8 (4 Gb x8), die revisions E and J, as in gem5's
	 * DDR3_1600_8x8; eight of them make the 64-bit bus. */
	{.vdd = 1.5,
	 .idd0 = 55,
	 .idd2n = 32,
	 .idd3n = 38,
	 .idd4r = 157,
	 .idd4w = 125,
	 .idd5b = 235,
	 .devices = 8},
	/* gddr5: SK Hynix H5GQ1H24AFR (1 Gb x32), as in DRAMsim3's GDDR5_1Gb_x32. */
	{.vdd = 1.5,
	 .idd0 = 490,
	 .idd2n = 250,
	 .idd3n = 450,
	 .idd4r = 1080,
	 .idd4w = 1160,
	 .idd5b = 450,
	 .devices = 1},
	/* hbm: one 128-bit channel of a 4 Gb die, as in DRAMsim3's HBM1_4Gb_x128. */
	{.vdd = 1.2,
	 .idd0 = 65,
	 .idd2n = 40,
	 .idd3n = 55,
	 .idd4r = 360,
	 .idd4w = 440,
	 .idd5b = 250,
	 .devices = 1},
};

const struct dram_currents *dram_currents_at(unsigned index)
{
	return index < sizeof(parts) / sizeof(parts[0]) ? &parts[index] : NULL;
}

void dram_energy_of(struct dram_energy *e, const struct dram_usage *usage,
		    const struct dram_currents *c, const struct dram_timing *t, uint32_t clock_khz)
{
	/* V times mA times ns is pJ. */
	double per_ma_clock = c->vdd * c->devices * 1e6 / clock_khz;
	double activate = (c->idd0 - c->idd3n) * t->ras;
	double precharge = (c->idd0 - c->idd2n) * t->rp;
	double read = (c->idd4r - c->idd3n) * t->burst;
	double write = (c->idd4w - c->idd3n) * t->burst;
	double refresh = (c->idd5b - c->idd3n) * t->rfc;

#define ENERGY(count, current) (uint64_t) llround(fmax((double)(count) * (current)*per_ma_clock, 0))
	e->refresh = ENERGY(usage->refreshes, refresh);
	e->active_standby = ENERGY(usage->active_clocks, c->idd3n);
	e->precharged_standby = ENERGY(usage->precharged_clocks, c->idd2n);
	e->total = e->refresh + e->active_standby + e->precharged_standby;
	for (unsigned p = 0; p < DRAM_PURPOSES; p++) {
		e->activate[p] = ENERGY(usage->activates[p], activate);
		e->precharge[p] = ENERGY(usage->precharges[p], precharge);
		e->read[p] = ENERGY(usage->read_bursts[p], read);
		e->write[p] = ENERGY(usage->write_bursts[p], write);
		e->total += e->activate[p] + e->precharge[p] + e->read[p] + e->write[p];
	}
#undef ENERGY
}

void dram_energy_register_stats(const struct dram_energy *e, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "total_pj", &e->total);
	stats_counter(stats, group, "activate_data_pj", &e->activate[DRAM_FOR_DATA]);
	stats_counter(stats, group, "activate_translation_pj", &e->activate[DRAM_FOR_TRANSLATION]);
	stats_counter(stats, group, "precharge_data_pj", &e->precharge[DRAM_FOR_DATA]);
	stats_counter(stats, group, "precharge_translation_pj",
		      &e->precharge[DRAM_FOR_TRANSLATION]);
	stats_counter(stats, group, "read_data_pj", &e->read[DRAM_FOR_DATA]);
	stats_counter(stats, group, "read_translation_pj", &e->read[DRAM_FOR_TRANSLATION]);
	stats_counter(stats, group, "write_data_pj", &e->write[DRAM_FOR_DATA]);
	stats_counter(stats, group, "write_translation_pj", &e->write[DRAM_FOR_TRANSLATION]);
	stats_counter(stats, group, "refresh_pj", &e->refresh);
	stats_counter(stats, group, "active_standby_pj", &e->active_standby);
	stats_counter(stats, group, "precharged_standby_pj", &e->precharged_standby);
}
