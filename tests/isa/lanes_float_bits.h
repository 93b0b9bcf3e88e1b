/* Floats by their bits, as tests of lane functions name them. */
#ifndef TESTS_ISA_LANES_FLOAT_BITS_H
#define TESTS_ISA_LANES_FLOAT_BITS_H

#include "lanes_check.h"

#define ONE 0x3f800000u
#define TWO 0x40000000u
#define INF 0x7f800000u
#define NEG 0x80000000u
#define SIGNAL 0x7f812345u
#define QNAN 0x7fc12345u
#define QNAN2 0xffc54321u
#define DENORM 0x00400000u
#define MIN_NORMAL 0x00800000u
#define MAX_NORMAL 0x7f7fffffu
#define INVALID 0xffc00000u

#define D_ONE 0x3ff0000000000000u
#define D_INF 0x7ff0000000000000u
#define D_NEG 0x8000000000000000u
#define D_SIGNAL 0x7ff0000000012345u
#define D_QNAN 0x7ff8000000012345u
#define D_QUIET 0x0008000000000000u

/* A finite f16 as a count of 2^-24. */
static inline int64_t count_of_f16(uint32_t half)
{
	int64_t m = half & 0x3ff;
	int e = half >> 10 & 31;

	m = e ? (m | 0x400) << (e - 1) : m;
	return half & 0x8000 ? -m : m;
}

#endif
