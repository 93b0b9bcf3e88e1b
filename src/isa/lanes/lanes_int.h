/* What the integer lane functions share beyond lanes.h: their form, and how they are registered. */
#ifndef ISA_LANES_LANES_INT_H
#define ISA_LANES_LANES_INT_H

#include "isa/lanes/lanes.h"

/* Functions of the form d = f(x, y, z) and the same on 64-bit words. */
#define LANE_FN32(name, expression)                                                                \
	LANE_FN(name)                                                                              \
	{                                                                                          \
		EACH_LANE                                                                          \
		{                                                                                  \
			d[i] = (uint32_t)(expression);                                             \
		}                                                                                  \
	}

static inline uint64_t wide(uint32_t low, uint32_t high)
{
	return low | (uint64_t)high << 32;
}

struct lane_row {
	uint16_t op;
	lane_fn *fn;
};

static inline void fill_lane_ops(struct lane_ops *ops, const struct lane_row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		ops->fn[rows[i].op] = rows[i].fn;
}

/* Parts of lanes_int, one per file. */
void LANES(lanes_bits)(struct lane_ops *ops);  /* moves, logic, shifts, bit fields, counts */
void LANES(lanes_short)(struct lane_ops *ops); /* 16-bit arithmetic */
void LANES(lanes_pixel)(struct lane_ops *ops); /* bytes packed into words */
void LANES(lanes_cmp)(struct lane_ops *ops);   /* integer VOPC */
void LANES(lanes_memory)(struct lane_ops *ops);

#endif
