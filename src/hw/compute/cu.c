/* A compute unit as a whole: made, asked, described. What it does is in cu_*.c. */
#include "hw/compute/cu.h"

#include <stdlib.h>

#include "hw/compute/cu_parts.h"

static void wave_init(struct wave *wave, struct cu *cu, unsigned simd, unsigned slot)
{
	wave->cu = cu;
	wave->simd = (uint8_t)simd;
	wave->slot = (uint8_t)slot;
	wave->who.cu = cu->config.index;
	wave->who.chiplet = cu->config.chiplet;
	wave->who.wave = (uint16_t)(simd * cu->config.simd_waves + slot);
}

struct cu *cu_new(const struct cu_config *config, const struct cu_shared *shared,
		  const struct cu_ports *ports, const struct cu_hooks *hooks)
{
	struct cu *cu = xcalloc_lines(1, sizeof(*cu));

	cu->config = *config;
	cu->hooks = *hooks;
	cu->shared = *shared;
	cu->engine = shared->engine;
	cu->control = shared->control;
	if ((config->simds & (config->simds - 1)) == 0)
		cu->turn_mask = config->simds - 1;
	cu->valu_cycles = (WAVE_LANES + config->simd_width - 1) / config->simd_width;
	cu->slow_valu_cycles = cu->valu_cycles * config->f64_factor;
	cu->waves = xcalloc_lines((size_t)config->simds * config->simd_waves, sizeof(*cu->waves));
	cu->simds = xcalloc(config->simds, sizeof(*cu->simds));
	for (unsigned i = 0; i < config->simds; i++) {
		simd_init(&cu->simds[i], cu, i);
		for (unsigned j = 0; j < config->simd_waves; j++)
			wave_init(&cu->simds[i].wave[j], cu, i, j);
	}
	cu_memory_init(cu, ports);
	cu_residency_init(cu);
	return cu;
}

void cu_free(struct cu *cu)
{
	if (!cu)
		return;
	cu_memory_release(cu);
	cu_residency_release(cu);
	for (unsigned i = 0; i < cu->config.simds; i++)
		free(cu->simds[i].age);
	free(cu->simds);
	free(cu->waves);
	free(cu);
}

bool cu_idle(const void *owner)
{
	const struct cu *cu = owner;

	return cu->resident == 0 && cu->vmem.stats.in_flight.now == 0 &&
	       cu->smem.stats.in_flight.now == 0 && cu->fetch.out == 0;
}

struct lds *cu_lds(struct cu *cu)
{
	return &cu->lds;
}

uint64_t cu_instructions(const struct cu *cu)
{
	return cu->issued;
}

void cu_shootdown(struct cu *cu, uint8_t asid, uint64_t vpn)
{
	for (unsigned i = 0; i < cu->config.simds * cu->config.simd_waves; i++)
		if (cu->waves[i].state != WAVE_FREE && cu->waves[i].who.asid == asid)
			fetch_shootdown(&cu->waves[i], vpn);
}

void cu_settle(struct cu *cu)
{
	cycle_t now = cu->engine->now;

	cu_account(cu);
	if (cu->resident && cu->active_since < now) {
		cu->active_cycles += now - cu->active_since;
		cu->active_since = now;
	}
}

void cu_register_stats(const struct cu *cu, struct stats *stats, const char *group)
{
	static const char *const classes[CLASS_END + 1] = {
		[CLASS_VALU] = "valu",       [CLASS_SALU] = "salu",    [CLASS_VMEM] = "vmem",
		[CLASS_SMEM] = "smem",       [CLASS_LDS] = "lds",      [CLASS_BRANCH] = "branch",
		[CLASS_BARRIER] = "barrier", [CLASS_WAIT] = "waitcnt", [CLASS_END] = "endpgm",
	};
	static const char *const stalls[STALL_COUNT] = {
		[STALL_TRANSLATION] = "stall_translation",
		[STALL_DATA] = "stall_data",
		[STALL_LDS] = "stall_lds",
		[STALL_FETCH] = "stall_fetch",
		[STALL_BARRIER] = "stall_barrier",
		[STALL_EXECUTION] = "stall_execution",
		[STALL_PIPE] = "stall_pipe",
	};

	stats_counter(stats, group, "instructions", &cu->issued);
	for (unsigned i = 0; i <= CLASS_END; i++)
		stats_counter(stats, group, classes[i], &cu->by_class[i]);
	stats_counter(stats, group, "workgroups", &cu->workgroups);
	stats_counter(stats, group, "wavefronts", &cu->wavefronts);
	stats_counter(stats, group, "barriers", &cu->barriers);
	stats_occupancy(stats, group, "residency", &cu->residency);
	stats_counter(stats, group, "active_cycles", &cu->active_cycles);
	stats_counter(stats, group, "busy_cycles", &cu->busy_cycles);
	for (unsigned i = 0; i < STALL_COUNT; i++)
		stats_counter(stats, group, stalls[i], &cu->stall[i]);
	memory_pipe_register_stats(&cu->vmem, stats, "vmem");
	memory_pipe_register_stats(&cu->smem, stats, "smem");
	fetch_register_stats(&cu->fetch, stats, "fetch");
	lds_register_stats(&cu->lds, stats, "lds");
}

void cu_describe(const struct cu *cu, FILE *out)
{
	static const char *const waits[] = {
		[WAVE_ISSUING] = "its turn",  [WAVE_FETCH] = "instructions",
		[WAVE_WAIT] = "s_waitcnt",    [WAVE_COUNTER] = "its memory counter",
		[WAVE_BARRIER] = "a barrier",
	};

	for (unsigned i = 0; i < cu->config.simds * cu->config.simd_waves; i++) {
		const struct wave *wave = &cu->waves[i];

		if (wave->state != WAVE_FREE)
			fprintf(out,
				"CU %u: wave %u at 0x%llx waits for %s (vmcnt %u, lgkmcnt %u, "
				"expcnt %u)\n",
				cu->config.index, i, (unsigned long long)wave->w.pc,
				waits[wave->state], wave->vm, wave_lgkm(wave), wave->exp);
	}
	memory_pipe_describe(&cu->vmem, out);
	memory_pipe_describe(&cu->smem, out);
	fetch_describe(&cu->fetch, out);
}
