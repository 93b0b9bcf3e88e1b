/* Data movement between lane arrays: broadcast of a scalar, masked write. */
#include "isa/exec/exec.h"

static void broadcast(uint32_t *d, uint32_t value)
{
	for (int i = 0; i < WAVE_LANES; i++)
		d[i] = value;
}

static void blend(uint32_t *restrict d, const uint32_t *restrict s, uint64_t mask)
{
	for (int half = 0; half < 2; half++) {
		uint32_t bits = (uint32_t)(mask >> 32 * half);

		for (int i = 0; i < 32; i++) {
			uint32_t keep = (bits >> i & 1) - 1u;

			d[32 * half + i] = (d[32 * half + i] & keep) | (s[32 * half + i] & ~keep);
		}
	}
}

void LANES(lanes_move)(struct lane_ops *ops)
{
	ops->broadcast = broadcast;
	ops->blend = blend;
}
