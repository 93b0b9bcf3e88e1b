/*
 * Where the cycles of a CU go, by intervals: a cycle is busy when something issues in it, otherwise
 * it belongs to what the oldest wavefront waits for (from the cycle on in which that comes, to
 * execution). Nothing is done per cycle.
 */
#include "hw/compute/cu_parts.h"

static enum cu_stall memory_stall(const struct wave *wave)
{
	return wave->untranslated ? STALL_TRANSLATION : STALL_DATA;
}

static enum cu_stall wait_stall(const struct wave *wave)
{
	if (wave->vm > (wave->wait & 15) || wave->exp > (wave->wait >> 4 & 7) || wave->smem)
		return memory_stall(wave);
	return STALL_LDS;
}

static enum cu_stall issue_stall(const struct wave *wave)
{
	const struct cu *cu = wave->cu;
	bool full = wave->unit == UNIT_VMEM   ? memory_pipe_full(&cu->vmem)
		    : wave->unit == UNIT_SMEM ? memory_pipe_full(&cu->smem)
					      : false;

	if (full && cu->simds[wave->simd].ready[wave->unit] >> wave->slot & 1)
		return STALL_PIPE;
	return STALL_EXECUTION;
}

static enum cu_stall stall_of(const struct wave *wave)
{
	switch (wave->state) {
	case WAVE_FETCH:
		return STALL_FETCH;
	case WAVE_BARRIER:
		return STALL_BARRIER;
	case WAVE_WAIT:
		return wait_stall(wave);
	case WAVE_COUNTER:
		return wave->unit == UNIT_LDS && !wave->smem ? STALL_LDS : memory_stall(wave);
	default:
		return issue_stall(wave);
	}
}

void cu_account(struct cu *cu)
{
	cycle_t now = cu->engine->now;

	if (cu->stall_since >= now)
		return;
	if (cu->oldest)
		cu->stall[stall_of(cu->oldest)] += now - cu->stall_since;
	cu->stall_since = now;
}

void cu_account_issue(struct cu *cu)
{
	cycle_t now = cu->engine->now;

	if (cu->stall_since > now)
		return; /* not the first of this cycle */
	cu_account(cu);
	cu->busy_cycles++;
	cu->stall_since = now + 1;
}

void cu_find_oldest(struct cu *cu)
{
	struct wave *oldest = NULL;

	for (unsigned i = 0; i < cu->config.simds; i++) {
		struct simd *simd = &cu->simds[i];

		for (uint64_t left = simd->resident; left; left &= left - 1) {
			struct wave *wave = &simd->wave[__builtin_ctzll(left)];

			if (!oldest || wave->age < oldest->age)
				oldest = wave;
		}
	}
	cu->oldest = oldest;
}
