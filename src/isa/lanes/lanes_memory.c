/* Addresses of 64 lanes, and which of them lie outside one stretch of memory. */
#include "isa/lanes/lanes_int.h"

static uint64_t flat_addresses(uint64_t *restrict address, const uint32_t *restrict words,
			       uint64_t base, uint64_t limit)
{
	struct lane_flags outside;

	EACH_LANE
	{
		uint64_t va = wide(words[i], words[64 + i]);

		address[i] = va;
		outside.lane[i] = flag(va - base > limit);
	}
	return mask_of_flags(&outside);
}

static uint64_t lds_addresses(uint64_t *restrict address, const uint32_t *restrict words,
			      uint32_t offset, uint32_t limit)
{
	struct lane_flags outside;

	EACH_LANE
	{
		uint32_t at = words[i] + offset;

		address[i] = at;
		outside.lane[i] = flag(at > limit);
	}
	return mask_of_flags(&outside);
}

static uint64_t private_addresses(uint64_t *restrict address, const uint32_t *restrict words,
				  uint64_t base, uint32_t first, uint32_t limit,
				  uint32_t misaligned)
{
	struct lane_flags wrong;

	EACH_LANE
	{
		uint32_t at = words[i] + first;

		address[i] = base + (uint64_t)(at & ~3u) * WAVE_LANES + 4 * i + (at & 3);
		wrong.lane[i] = flag(words[i] > limit) | flag((at & misaligned) != 0);
	}
	return mask_of_flags(&wrong);
}

void LANES(lanes_memory)(struct lane_ops *ops)
{
	ops->flat_addresses = flat_addresses;
	ops->lds_addresses = lds_addresses;
	ops->private_addresses = private_addresses;
}
