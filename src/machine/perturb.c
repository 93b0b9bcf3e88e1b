/*
 * What the parameter `perturb` changes. Values 2k - 1 and 2k go the same way in opposite
 * directions, so that the means over 0, 1, 2 are those of latencies as the configuration has them.
 */
#include "machine/perturb.h"

#include "base/rng.h"

/* Those between a CU and memory; a part that the machine lacks does not ask for its own. */
static const enum param latencies[] = {
	P_L2_TLB_LATENCY, P_IOMMU_HOP, P_WALK_FIXED,   P_L2_LATENCY, P_L2_HOP,
	P_DRAM_LATENCY,   P_DRAM_HOP,  P_LINK_LATENCY, P_L2_PIPE,
};

enum { MOST_MOVED_CYCLES = 2, LEAST_PART = 10 };

static void seed(struct rng *rng, const char *what, int64_t perturb)
{
	rng_seed(rng, rng_seed_of(what) + (uint64_t)(perturb + 1) / 2);
}

/* By one or two cycles, but by no more than a tenth, which leaves short ones alone. */
static int64_t moved_cycles(struct rng *rng, int64_t perturb, double cycles)
{
	int64_t by = 1 + (int64_t)rng_below(rng, MOST_MOVED_CYCLES);
	bool up = rng_below(rng, 2) == (uint64_t)perturb % 2;

	while ((double)by * LEAST_PART > cycles)
		by--;
	return up ? by : -by;
}

static void move_latency(struct params *p, enum param id, struct rng *rng, int64_t perturb)
{
	bool is_ns = param_rows[id].type == PARAM_REAL;
	double ns_cycles = is_ns ? p->f[P_CLOCK] / 1000 : 1; /* cycles of the parameter's unit */
	int64_t by = moved_cycles(rng, perturb, p->f[id] * ns_cycles);
	double value = p->f[id] + (double)by / ns_cycles;

	if (value > param_rows[id].max)
		return;
	p->f[id] = value;
	p->i[id] += is_ns ? 0 : by;
}

void perturb_params(struct params *p)
{
	int64_t perturb = param(p, P_PERTURB);
	struct rng rng;

	if (!perturb)
		return;
	/* Beyond every seed that memory.frame_seed can have, and those of other chiplets. */
	p->i[P_FRAME_SEED] += perturb << 32;
	seed(&rng, "latencies", perturb);
	for (size_t i = 0; i < sizeof(latencies) / sizeof(*latencies); i++)
		move_latency(p, latencies[i], &rng, perturb);
}

void perturb_starts(const struct params *p, unsigned apps, uint32_t *starts)
{
	int64_t perturb = param(p, P_PERTURB);
	uint32_t first = PERTURB_MOST_START;
	struct rng rng;

	seed(&rng, "starts", perturb);
	for (unsigned i = 0; i < apps; i++) {
		uint32_t at = (uint32_t)rng_below(&rng, PERTURB_MOST_START + 1);

		starts[i] = !perturb ? 0 : perturb % 2 ? at : PERTURB_MOST_START - at;
		if (starts[i] < first)
			first = starts[i];
	}
	for (unsigned i = 0; i < apps; i++)
		starts[i] -= first;
}
