/* The hash of shared slices page by page; see home_shared.c. */
#ifndef DESIGNS_MGVM_HOME_FOLD_H
#define DESIGNS_MGVM_HOME_FOLD_H

#include <stdint.h>

/* Bits that name a chiplet. */
static inline unsigned home_fold_bits(unsigned chiplets)
{
	unsigned bits = 0;

	while (1U << bits < chiplets)
		bits++;
	return bits;
}

/* The XOR of four fields of the page number, each of so many bits. */
static inline unsigned home_fold(uint64_t vpn, unsigned bits, unsigned chiplets)
{
	uint64_t fold = vpn ^ vpn >> bits ^ vpn >> 2 * bits ^ vpn >> 3 * bits;

	return (unsigned)((fold & ((UINT64_C(1) << bits) - 1)) % chiplets);
}

#endif
