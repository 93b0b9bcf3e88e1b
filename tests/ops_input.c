/* The element types of OpenCL C and the inputs that ops are applied to. */
#include "ops_private.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/rng.h"

static const struct {
	const char *name;
	size_t bytes;
} elems[ELEM_COUNT] = {
	[CHAR] = {"char", 1},     [UCHAR] = {"uchar", 1},   [SHORT] = {"short", 2},
	[USHORT] = {"ushort", 2}, [INT] = {"int", 4},       [UINT] = {"uint", 4},
	[LONG] = {"long", 8},     [ULONG] = {"ulong", 8},   [HALF] = {"half", 2},
	[FLOAT] = {"float", 4},   [DOUBLE] = {"double", 8},
};

const char *elem_name(enum elem e)
{
	return elems[e].name;
}

size_t elem_bytes(enum elem e)
{
	return elems[e].bytes;
}

bool elem_is_float(enum elem e)
{
	return e >= HALF;
}

static enum elem integer_of(size_t bytes, bool is_signed)
{
	enum elem e = bytes == 1 ? CHAR : bytes == 2 ? SHORT : bytes == 4 ? INT : LONG;

	return (enum elem)(e + !is_signed);
}

enum elem elem_signed(enum elem e)
{
	return integer_of(elems[e].bytes, true);
}

enum elem elem_unsigned(enum elem e)
{
	return integer_of(elems[e].bytes, false);
}

enum elem elem_wider(enum elem e)
{
	return integer_of(2 * elems[e].bytes, e % 2 == 0);
}

double half_to_double(uint16_t h)
{
	int exponent = h >> 10 & 31, mantissa = h & 1023;
	double magnitude = exponent == 31 ? (mantissa ? (double)NAN : (double)INFINITY)
			   : exponent     ? ldexp(1024 + mantissa, exponent - 25)
					  : ldexp(mantissa, -24);

	return h >> 15 ? -magnitude : magnitude;
}

uint16_t half_from_double(double value)
{
	uint16_t sign = signbit(value) ? 0x8000 : 0;
	double magnitude = fabs(value);

	if (isnan(value))
		return 0x7e00;
	if (magnitude >= 65520)
		return sign | 0x7c00;
	if (magnitude == 0)
		return sign;

	int exponent;

	frexp(magnitude, &exponent);
	exponent = exponent < -13 ? -13 : exponent;

	/* In units of the last place; the carry of a rounded mantissa moves into the exponent by
	 * itself. */
	long units = lrint(ldexp(magnitude, 11 - exponent));

	return (uint16_t)(sign | ((exponent + 13) * 1024 + (int)units));
}

double elem_load(enum elem e, const void *data, size_t i)
{
	if (e == HALF)
		return half_to_double(((const uint16_t *)data)[i]);
	if (e == FLOAT)
		return (double)((const float *)data)[i];
	if (e == DOUBLE)
		return ((const double *)data)[i];

	int64_t value = 0;

	memcpy(&value, (const char *)data + i * elems[e].bytes, elems[e].bytes);
	if (e % 2 == 0) {
		unsigned shift = 64 - 8 * (unsigned)elems[e].bytes;

		return (double)((int64_t)((uint64_t)value << shift) >> shift);
	}
	return (double)(uint64_t)value;
}

uint64_t elem_bits(enum elem e, const void *data, size_t i)
{
	uint64_t bits = 0;

	memcpy(&bits, (const char *)data + i * elems[e].bytes, elems[e].bytes);
	return bits;
}

static void store(enum elem e, void *data, size_t i, double value)
{
	if (e == HALF)
		((uint16_t *)data)[i] = half_from_double(value);
	else if (e == FLOAT)
		((float *)data)[i] = (float)value;
	else
		((double *)data)[i] = value;
}

enum { SPECIALS = 16 };

/* Number k of the special values of a float type; some of them differ from type to type. */
static double special(enum elem e, unsigned k)
{
	double tiniest = e == HALF ? 0x1p-24 : e == FLOAT ? 0x1p-149 : 0x1p-1074;
	double smallest = e == HALF ? 0x1p-14 : e == FLOAT ? 0x1p-126 : 0x1p-1022;
	double largest = e == HALF ? 65504 : e == FLOAT ? 0x1.fffffep127 : 0x1.fffffffffffffp1023;
	const double values[SPECIALS] = {
		0,       -0.0,     1,        -1,        INFINITY,    -INFINITY,        NAN,
		largest, -largest, smallest, -smallest, 2 * tiniest, -0.75 * smallest, 0.5,
		-2.5,    3,
	};

	return values[k];
}

static double random_float(struct rng *rng, enum elem e, enum domain domain)
{
	double unit = rng_unit(rng);
	int range = e == HALF ? 14 : e == FLOAT ? 126 : 1022;

	switch (domain) {
	case MODERATE:
		return rng_below(rng, 4) ? 32 * unit - 16 : (double)rng_below(rng, 33) - 16;
	case UNIT:
		return rng_below(rng, 16) ? 2 * unit - 1 : rng_below(rng, 2) ? 1 : -1;
	case POSITIVE:
		return rng_below(rng, 4) ? 100 * unit + 0x1p-10 : (double)rng_below(rng, 100) + 1;
	default: /* half of them of every magnitude, half near one */
		if (rng_below(rng, 2))
			return 20 * unit - 10;
		unit = ldexp(1 + unit, (int)rng_below(rng, 2 * (uint64_t)range) - range);
		return rng_below(rng, 2) ? unit : -unit;
	}
}

static uint64_t random_integer(struct rng *rng, enum elem e, enum domain domain)
{
	size_t bits = 8 * elems[e].bytes;
	uint64_t small = rng_below(rng, 33);

	if (domain == POSITIVE)
		return small + 1;
	if (domain != ANY)
		return e % 2 ? small : small - 16;
	/* Every length of number, with or without its complement. */
	uint64_t value = rng_u64(rng) >> (64 - bits) >> rng_below(rng, bits);

	return rng_below(rng, 2) ? value : ~value;
}

static uint64_t special_integer(enum elem e, unsigned k)
{
	size_t bits = 8 * elems[e].bytes;
	uint64_t top = UINT64_C(1) << (bits - 1);
	const uint64_t values[SPECIALS] = {
		0,
		1,
		2,
		3,
		~UINT64_C(0),
		~UINT64_C(1),
		top,
		top - 1,
		top + 1,
		top >> 1,
		bits - 1,
		bits,
		bits + 1,
		0x55,
		0xaa,
		0x5a5a5a5a5a5a5a5a,
	};

	return values[k];
}

/* Argument 0 and 1 meet every pair of special values; argument 2 goes through them in another
 * order. */
static unsigned special_number(size_t i, int argument)
{
	return (unsigned)(argument == 0   ? i % SPECIALS
			  : argument == 1 ? i / SPECIALS
					  : i * 7 / 3) %
	       SPECIALS;
}

static void fill(struct rng *rng, enum elem e, enum domain domain, int argument, void *data)
{
	for (size_t i = 0; i < OP_ELEMENTS; i++) {
		bool is_special = domain == ANY && i < SPECIALS * SPECIALS;

		if (elem_is_float(e)) {
			store(e, data, i,
			      is_special ? special(e, special_number(i, argument))
					 : random_float(rng, e, domain));
		} else {
			uint64_t value = is_special
						 ? special_integer(e, special_number(i, argument))
						 : random_integer(rng, e, domain);

			memcpy((char *)data + i * elems[e].bytes, &value, elems[e].bytes);
		}
	}
}

static const enum domain domains[] = {ANY, MODERATE, UNIT, POSITIVE};
enum { DOMAIN_COUNT = sizeof(domains) / sizeof(*domains) };

size_t input_offset(enum elem e, enum domain domain, int argument)
{
	size_t d = 0;

	while (domains[d] != domain)
		if (++d == DOMAIN_COUNT)
			BUG("no input domain '%c'", domain);
	return (((size_t)e * DOMAIN_COUNT + d) * OP_MAX_ARGS + (size_t)argument) * OP_SLOT_BYTES;
}

size_t input_bytes(void)
{
	return (size_t)ELEM_COUNT * DOMAIN_COUNT * OP_MAX_ARGS * OP_SLOT_BYTES;
}

void input_fill(void *data)
{
	struct rng rng;

	rng_seed(&rng, rng_seed_of("ops"));
	for (int e = 0; e < ELEM_COUNT; e++)
		for (size_t d = 0; d < DOMAIN_COUNT; d++)
			for (int a = 0; a < OP_MAX_ARGS; a++)
				fill(&rng, (enum elem)e, domains[d], a,
				     (char *)data + input_offset((enum elem)e, domains[d], a));
}

void input_flush_denormals(void *data)
{
	for (size_t d = 0; d < DOMAIN_COUNT; d++) {
		for (int a = 0; a < OP_MAX_ARGS; a++) {
			float *values = (void *)((char *)data + input_offset(FLOAT, domains[d], a));

			for (size_t i = 0; i < OP_ELEMENTS; i++)
				if (fpclassify(values[i]) == FP_SUBNORMAL)
					values[i] = copysignf(0, values[i]);
		}
	}
}
