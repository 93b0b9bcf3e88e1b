/*
 * What all lane functions share: the loop over 64 lanes that compilers turn into vector code, and
 * the way from 64 flags to a MASK and back. Included only by lanes_*.c.
 */
#ifndef ISA_LANES_LANES_H
#define ISA_LANES_LANES_H

#include "isa/exec/exec.h"

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define UNUSED_ARG __attribute__((unused))

#define LANE_FN(name)                                                                              \
	static void name(UNUSED_ARG uint32_t *d, UNUSED_ARG const uint32_t *a,                     \
			 UNUSED_ARG const uint32_t *b, UNUSED_ARG const uint32_t *c,               \
			 UNUSED_ARG struct lane_env *env)

/*
 * Iterations touch only their own lane, whichever arrays overlap, so the compiler may take them as
 * independent. Where it cannot vectorise one (no variable shifts in SSE2), a plain loop is right.
 */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed"
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

#define EACH_LANE_FROM(first, count)                                                               \
	INDEPENDENT for (unsigned i = (first); i < (first) + (count); i++)
#define EACH_LANE EACH_LANE_FROM(0, WAVE_LANES)

/* One flag per lane, all ones or zero. */
struct lane_flags {
	_Alignas(64) uint32_t lane[WAVE_LANES];
};

static inline uint32_t flag(bool condition)
{
	return -(uint32_t)condition;
}

static inline uint64_t mask_of_flags(const struct lane_flags *flags)
{
	uint64_t mask = 0;

#if defined(__AVX512F__) && defined(__AVX512DQ__)
	for (unsigned i = 0; i < WAVE_LANES; i += 16)
		mask |= (uint64_t)_mm512_movepi32_mask(_mm512_load_si512(&flags->lane[i])) << i;
#elif defined(__AVX2__)
	for (unsigned i = 0; i < WAVE_LANES; i += 8) {
		__m256 lanes = _mm256_load_ps((const float *)&flags->lane[i]);

		mask |= (uint64_t)(unsigned)_mm256_movemask_ps(lanes) << i;
	}
#elif defined(__SSE2__)
	for (unsigned i = 0; i < WAVE_LANES; i += 16) {
		const __m128i *v = (const __m128i *)&flags->lane[i];
		__m128i low = _mm_packs_epi32(v[0], v[1]), high = _mm_packs_epi32(v[2], v[3]);

		mask |= (uint64_t)(unsigned)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << i;
	}
#else
	for (unsigned i = 0; i < WAVE_LANES; i++)
		mask |= (uint64_t)(flags->lane[i] & 1) << i;
#endif
	return mask;
}

/* A table, as SSE2 cannot shift each lane by a count of its own. */
static const uint32_t lane_bit[32] = {
	1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,
	1u << 8,  1u << 9,  1u << 10, 1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15,
	1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21, 1u << 22, 1u << 23,
	1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31,
};

static inline void flags_of_mask(struct lane_flags *flags, uint64_t mask)
{
	const uint32_t low = (uint32_t)mask, high = (uint32_t)(mask >> 32);

	EACH_LANE_FROM(0, 32)
	{
		flags->lane[i] = flag((low & lane_bit[i]) != 0);
	}
	EACH_LANE_FROM(32, 32)
	{
		flags->lane[i] = flag((high & lane_bit[i - 32]) != 0);
	}
}

#endif
