/*
 * Bank conflicts: the LDS takes a few lanes at a time, and as many cycles for them as the busiest
 * bank has different dwords to deliver. Lanes on one dword share it, except for atomics, which are
 * performed one after the other.
 */
#include "hw/compute/lds.h"

#include <string.h>

enum { MAX_BANKS = 64, MAX_DWORDS = 8 };

void lds_init(struct lds *lds, const struct lds_config *config)
{
	memset(lds, 0, sizeof(*lds));
	lds->config = *config;
}

void lds_set_tenant(struct lds *lds, const struct lds_tenant *tenant)
{
	lds->tenant = *tenant;
}

void lds_take(struct lds *lds, uint32_t start, uint32_t bytes, uint32_t requested)
{
	gauge_add(&lds->requested, requested, 1);
	if (bytes && lds->tenant.taken)
		lds->tenant.taken(lds->tenant.state, start, bytes);
}

void lds_give_back(struct lds *lds, uint32_t start, uint32_t bytes)
{
	if (bytes && lds->tenant.given_back)
		lds->tenant.given_back(lds->tenant.state, start, bytes);
}

/* What one pass has asked of each bank: a list of dwords. */
struct pass {
	uint8_t count[MAX_BANKS];
	uint8_t first[MAX_BANKS]; /* entry plus one */
	uint8_t next[WAVE_LANES * MAX_DWORDS / 2];
	uint32_t dword[WAVE_LANES * MAX_DWORDS / 2];
	unsigned entries, longest;
};

static void pass_add(struct pass *pass, uint32_t dword, unsigned banks, bool share)
{
	unsigned bank = dword % banks;

	if (share)
		for (unsigned i = pass->first[bank]; i; i = pass->next[i - 1])
			if (pass->dword[i - 1] == dword)
				return;
	pass->dword[pass->entries] = dword;
	pass->next[pass->entries] = pass->first[bank];
	pass->first[bank] = (uint8_t)++pass->entries;
	if (++pass->count[bank] > pass->longest)
		pass->longest = pass->count[bank];
}

static void pass_add_lane(struct pass *pass, const struct lds_config *config,
			  const struct step *step, unsigned lane, unsigned dwords)
{
	bool share = step->direction != MEM_ATOMIC;

	for (unsigned k = 0; k < dwords; k++) {
		pass_add(pass, (uint32_t)(step->addr[lane] / 4) + k, config->banks, share);
		if (step->two)
			pass_add(pass, (uint32_t)(step->addr2[lane] / 4) + k, config->banks, share);
	}
}

/* All lanes on consecutive dwords: no bank is asked twice when a pass fits the banks. */
static bool lds_is_row(const struct lds_config *config, const struct step *step, uint64_t lanes)
{
	uint64_t apart = 0;

	if (lanes != UINT64_MAX || step->width != 4 || step->two ||
	    config->lanes_per_cycle > config->banks)
		return false;
	for (unsigned i = 0; i < WAVE_LANES; i++)
		apart |= step->addr[i] ^ (step->addr[0] + 4 * i);
	return apart == 0;
}

unsigned lds_cycles(const struct lds_config *config, const struct step *step, uint64_t lanes,
		    unsigned *conflicts)
{
	unsigned dwords = step->width > 4 ? step->width / 4u : 1;
	unsigned wide = dwords << step->two;
	unsigned at_once = config->lanes_per_cycle > wide ? config->lanes_per_cycle / wide : 1;
	unsigned cycles = 0, passes = 0;
	struct pass pass;

	*conflicts = 0;
	/* A lane permute touches no bank, but the crossbar takes its lanes at the same rate. */
	if (!lanes || lds_is_row(config, step, lanes))
		return (WAVE_LANES + config->lanes_per_cycle - 1) / config->lanes_per_cycle;
	for (unsigned from = 0; from < WAVE_LANES; from += at_once) {
		uint64_t mask = at_once == 64 ? UINT64_MAX : (UINT64_C(1) << at_once) - 1;
		uint64_t left = lanes & mask << from;

		if (!left)
			continue;
		memset(pass.count, 0, sizeof(pass.count));
		memset(pass.first, 0, sizeof(pass.first));
		pass.entries = pass.longest = 0;
		for (; left; left &= left - 1)
			pass_add_lane(&pass, config, step, (unsigned)__builtin_ctzll(left), dwords);
		passes++;
		cycles += pass.longest;
	}
	*conflicts = cycles - passes;
	return cycles;
}

cycle_t lds_access(struct lds *lds, cycle_t now, const struct step *step, uint64_t lanes)
{
	unsigned conflicts, cycles = lds_cycles(&lds->config, step, lanes, &conflicts);
	cycle_t start = lds->free_at > now ? lds->free_at : now;

	if (lds->accesses++)
		latency_add(&lds->idle, start - lds->free_at);
	lds->busy_cycles += cycles;
	lds->conflict_cycles += conflicts;
	lds->free_at = start + cycles;
	if (lds->tenant_free > start)
		lds->tenant_free += cycles;
	return lds->free_at - 1 + lds->config.latency;
}

cycle_t lds_tenant_access(struct lds *lds, cycle_t now)
{
	cycle_t start = lds->free_at > now ? lds->free_at : now;

	if (start < lds->tenant_free)
		start = lds->tenant_free;
	lds->tenant_cycles++;
	lds->tenant_free = start + 1;
	return start;
}

void lds_register_stats(const struct lds *lds, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "accesses", &lds->accesses);
	stats_counter(stats, group, "busy_cycles", &lds->busy_cycles);
	stats_counter(stats, group, "conflict_cycles", &lds->conflict_cycles);
	stats_counter(stats, group, "tenant_cycles", &lds->tenant_cycles);
	stats_latency(stats, group, "idle", &lds->idle);
	stats_gauge(stats, group, "requested", &lds->requested);
}
