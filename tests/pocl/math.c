/*
 * Every floating-point function of libclc, in float and double and all widths, against pocl. The
 * bounds are those of the OpenCL 1.2 specification, section 7.4; denormals of float may be flushed.
 */
#include <math.h>

#include "harness.h"
#include "ops.h"

#define ROWS(rows) rows, sizeof(rows) / sizeof(*(rows))

/*
 * The C library's functions of long double: pocl gets some results wrong, others on each kind of
 * CPU. A result passes when it agrees with either.
 */
#define PI 3.14159265358979323846264338327950288L

#define REFERENCE1(name, expression)                                                               \
	static long double name(long double a, long double b, long double c)                       \
	{                                                                                          \
		(void)b;                                                                           \
		(void)c;                                                                           \
		return expression;                                                                 \
	}
#define REFERENCE2(name, expression)                                                               \
	static long double name(long double a, long double b, long double c)                       \
	{                                                                                          \
		(void)c;                                                                           \
		return expression;                                                                 \
	}

/* clang-format off */
#define UNARY(f, ulps) {#f "(a)", "T:T", FLOATS, WIDTHS, "A", ulps, ulps, ref_##f, EITHER}
#define BINARY(f, ulps) {#f "(a, b)", "T:TT", FLOATS, WIDTHS, "A", ulps, ulps, ref_##f, EITHER}

REFERENCE1(ref_ceil, ceill(a))
REFERENCE1(ref_floor, floorl(a))
REFERENCE1(ref_rint, rintl(a))
REFERENCE1(ref_round, roundl(a))
REFERENCE1(ref_trunc, truncl(a))
REFERENCE1(ref_fabs, fabsl(a))
REFERENCE1(ref_sign, isnan(a) ? 0 : a > 0 ? 1 : a < 0 ? -1 : a)
REFERENCE1(ref_sqrt, sqrtl(a))
REFERENCE1(ref_rsqrt, 1 / sqrtl(a))
REFERENCE1(ref_cbrt, cbrtl(a))
REFERENCE1(ref_logb, logbl(a))
REFERENCE1(ref_exponent, a == 0 || !isfinite(a) ? 0 : ilogbl(a) + 1)
REFERENCE1(ref_exp, expl(a))
REFERENCE1(ref_exp2, exp2l(a))
REFERENCE1(ref_exp10, powl(10, a))
REFERENCE1(ref_expm1, expm1l(a))
REFERENCE1(ref_log, logl(a))
REFERENCE1(ref_log2, log2l(a))
REFERENCE1(ref_log10, log10l(a))
REFERENCE1(ref_log1p, log1pl(a))
REFERENCE1(ref_erf, erfl(a))
REFERENCE1(ref_erfc, erfcl(a))
REFERENCE1(ref_acos, acosl(a))
REFERENCE1(ref_acosh, acoshl(a))
REFERENCE1(ref_acospi, acosl(a) / PI)
REFERENCE1(ref_asin, asinl(a))
REFERENCE1(ref_asinh, asinhl(a))
REFERENCE1(ref_asinpi, asinl(a) / PI)
REFERENCE1(ref_atan, atanl(a))
REFERENCE1(ref_atanh, atanhl(a))
REFERENCE1(ref_atanpi, atanl(a) / PI)
REFERENCE1(ref_cos, cosl(a))
REFERENCE1(ref_cosh, coshl(a))
REFERENCE1(ref_cospi, cosl(PI * fmodl(a, 2)))
REFERENCE1(ref_sin, sinl(a))
REFERENCE1(ref_sinh, sinhl(a))
REFERENCE1(ref_sinpi, sinl(PI * fmodl(a, 2)))
REFERENCE1(ref_tan, tanl(a))
REFERENCE1(ref_tanh, tanhl(a))
REFERENCE1(ref_tanpi, tanl(PI * fmodl(a, 1)))
REFERENCE2(ref_copysign, copysignl(a, b))
REFERENCE2(ref_fdim, fdiml(a, b))
REFERENCE2(ref_fmax, fmaxl(a, b))
REFERENCE2(ref_fmin, fminl(a, b))
REFERENCE2(ref_maxmag, fabsl(a) > fabsl(b) ? a : fabsl(b) > fabsl(a) ? b : fmaxl(a, b))
REFERENCE2(ref_minmag, fabsl(a) < fabsl(b) ? a : fabsl(b) < fabsl(a) ? b : fminl(a, b))
REFERENCE2(ref_hypot, hypotl(a, b))
REFERENCE2(ref_ldexp, ldexpl(a, (int)b))
REFERENCE2(ref_atan2, atan2l(a, b))
REFERENCE2(ref_atan2pi, atan2l(a, b) / PI)
REFERENCE2(ref_fmod, fmodl(a, b))
REFERENCE2(ref_remainder, remainderl(a, b))
REFERENCE2(ref_quotient, rintl((a - remainderl(a, b)) / b))
REFERENCE2(ref_pow, powl(a, b))
/* For an odd root of a negative number; the other special cases are left to pocl. */
REFERENCE2(ref_rootn, a < 0 && fmodl(b, 2) != 0 ? -powl(-a, 1 / b) : powl(a, 1 / b))

static const struct op_row rounding[] = {
	UNARY(ceil, SAME_BITS),
	UNARY(floor, SAME_BITS),
	UNARY(rint, SAME_BITS),
	UNARY(round, 0), /* LLVM's loses the sign of a zero */
	UNARY(trunc, SAME_BITS),
	UNARY(fabs, SAME_BITS),
	UNARY(sqrt, 3),
	UNARY(rsqrt, 2),
	UNARY(cbrt, 2),
	UNARY(logb, 0),
	UNARY(sign, SAME_BITS),
	BINARY(copysign, SAME_BITS),
	BINARY(fdim, 0),
	BINARY(fmax, 0),
	BINARY(fmin, 0),
	{"fmod(a, b)", "T:TT", FLOATS, WIDTHS, "M", 0, 0, ref_fmod, EITHER},
	/* On operands of very different magnitude pocl does not end. */
	{"fmod(a, b)", "T:TT", FLOATS, WIDTHS, "A", 0, 0, ref_fmod, REFERENCE},
	BINARY(maxmag, 0),
	BINARY(minmag, 0),
	{"nextafter(a, b)", "T:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"remainder(a, b)", "T:TT", FLOATS, WIDTHS, "M", 0, 0, ref_remainder, EITHER},
	{"remainder(a, b)", "T:TT", FLOATS, WIDTHS, "A", 0, 0, ref_remainder, REFERENCE},
	{"fmax(a, b)", "T:TS", FLOATS, VECTORS, "A", 0, 0, NULL, POCL},
	{"fmin(a, b)", "T:TS", FLOATS, VECTORS, "A", 0, 0, NULL, POCL},
	{"fma(a, b, c)", "T:TTT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"mad(a, b, c)", "T:TTT", FLOATS, WIDTHS, "P", 1.5, 1.5, NULL, POCL},
	{"ilogb(a)", "I:T", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"ldexp(a, b)", "T:TI", FLOATS, WIDTHS, "AA", 0, 0, ref_ldexp, EITHER},
	{"ldexp(a, b)", "T:TI", FLOATS, WIDTHS, "AM", 0, 0, ref_ldexp, EITHER},
	{"ldexp(a, b)", "T:Ti", FLOATS, VECTORS, "AM", 0, 0, NULL, POCL},
	{"nan(a | 1)", "T:U", FLOATS, WIDTHS, "A", 0, 0, NULL,
	 POCL}, /* libclc's nan(0) is infinite */
};

static const struct op_row exponential[] = {
	UNARY(exp, 3),
	UNARY(exp2, 3),
	UNARY(exp10, 3),
	UNARY(expm1, 3),
	UNARY(log, 3),
	UNARY(log2, 3),
	UNARY(log10, 3),
	UNARY(log1p, 2),
	UNARY(erf, 16),
	UNARY(erfc, 16),
	/* libclc's is exp(lgamma), so it errs by the size of the logarithm; far below zero it is wrong. */
	{"tgamma(fabs(a))", "T:T", FLOATS, WIDTHS, "A", 64, 512, NULL, POCL},
	{"tgamma(a)", "T:T", FLOATS, WIDTHS, "M", 64, 512, NULL, POCL},
	BINARY(hypot, 4),
	BINARY(pow, 16),
	{"powr(a, b)", "T:TT", FLOATS, WIDTHS, "A", 16, 16, ref_pow, EITHER},
	{"pow(a, b)", "T:TT", FLOATS, W1 | W2, "PM", 16, 16, ref_pow, EITHER},
	{"powr(a, b)", "T:TT", FLOATS, W1 | W2, "PM", 16, 16, ref_pow, EITHER},
	{"pown(a, b)", "T:TI", FLOATS, WIDTHS, "AM", 16, 16, ref_pow, EITHER},
	{"pown(a, b)", "T:TI", FLOATS, W1, "AA", 16, 16, NULL, POCL},
	{"rootn(a, b)", "T:TI", FLOATS, WIDTHS, "AM", 16, 16, ref_rootn, EITHER},
	{"rootn(a, b)", "T:TI", FLOATS, W1, "AA", 16, 16, NULL, POCL},
};

static const struct op_row trigonometric[] = {
	UNARY(acos, 4),
	UNARY(acosh, 4),
	UNARY(acospi, 5),
	UNARY(asin, 4),
	UNARY(asinh, 4),
	UNARY(asinpi, 5),
	UNARY(atan, 5),
	UNARY(atanh, 5),
	UNARY(atanpi, 5),
	UNARY(cos, 4),
	UNARY(cosh, 4),
	UNARY(cospi, 4),
	UNARY(sin, 4),
	UNARY(sinh, 4),
	UNARY(sinpi, 4),
	UNARY(tan, 5),
	UNARY(tanh, 5),
	UNARY(tanpi, 6),
	BINARY(atan2, 6),
	BINARY(atan2pi, 6),
	{"acos(a)", "T:T", FLOATS, W1, "U", 4, 4, ref_acos, EITHER},
	{"asin(a)", "T:T", FLOATS, W1, "U", 4, 4, ref_asin, EITHER},
	{"atanh(a)", "T:T", FLOATS, W1, "U", 5, 5, ref_atanh, EITHER},
	{"acospi(a)", "T:T", FLOATS, W1, "U", 5, 5, ref_acospi, EITHER},
	{"asinpi(a)", "T:T", FLOATS, W1, "U", 5, 5, ref_asinpi, EITHER},
};

/* A second result goes through a pointer, in each of the three address spaces. */
#define BOTH(f, pointed, signature, ulps, ref, against, ulps2, ref2, against2, domain)               \
	{"({ " pointed " q; " f "(a, &q); })", "T:T", FLOATS, WIDTHS, domain, ulps, ulps, ref,      \
	 against},                                                                                 \
	{"({ local " pointed " *q = shared; " f "(a, q); *q; })", signature, FLOATS, WIDTHS,       \
	 domain, ulps2, ulps2, ref2, against2},                                                    \
	{"({ global " pointed " *q = kept; " f "(a, q); *q; })", signature, FLOATS, WIDTHS,        \
	 domain, ulps2, ulps2, ref2, against2}

static const struct op_row two_results[] = {
	BOTH("fract", "$T", "T:T", 0, NULL, POCL, 0, NULL, POCL, "A"),
	BOTH("modf", "$T", "T:T", SAME_BITS, NULL, POCL, SAME_BITS, NULL, POCL, "A"),
	BOTH("sincos", "$T", "T:T", 4, ref_sin, EITHER, 4, ref_cos, EITHER, "A"),
	BOTH("frexp", "$I", "I:T", SAME_BITS, NULL, POCL, 0, ref_exponent, EITHER, "A"),
	BOTH("lgamma_r", "$I", "I:T", 16, NULL, POCL, 0, NULL, POCL, "P"),
	{"({ $I q; remquo(a, b, &q); })", "T:TT", FLOATS, WIDTHS, "A", 0, 0, ref_remainder,
	 REFERENCE},
	{"({ local $I *q = shared; remquo(a, b, q); *q; })", "I:TT", FLOATS, WIDTHS, "M", 0, 0,
	 ref_quotient, EITHER},
	{"({ global $I *q = kept; remquo(a, b, q); *q; })", "I:TT", FLOATS, WIDTHS, "M", 0, 0,
	 ref_quotient, EITHER},
	{"lgamma(a)", "T:T", FLOATS, WIDTHS, "P", 16, 16, NULL, POCL},
};

/* OpenCL 1.2 gives no bounds for these; an implementation in the obvious way keeps to a few ulps.
 */
static const struct op_row common[] = {
	{"degrees(a)", "T:T", FLOATS, WIDTHS, "A", 2, 2, NULL, POCL},
	{"radians(a)", "T:T", FLOATS, WIDTHS, "A", 2, 2, NULL, POCL},
	{"clamp(a, min(b, c), max(b, c))", "T:TTT", FLOATS, WIDTHS, "M", 0, 0, NULL, POCL},
	{"clamp(a, min(b, c), max(b, c))", "T:TSS", FLOATS, VECTORS, "M", 0, 0, NULL, POCL},
	{"max(a, b)", "T:TT", FLOATS, WIDTHS, "M", 0, 0, NULL, POCL},
	{"max(a, b)", "T:TS", FLOATS, VECTORS, "M", 0, 0, NULL, POCL},
	{"min(a, b)", "T:TT", FLOATS, WIDTHS, "M", 0, 0, NULL, POCL},
	{"min(a, b)", "T:TS", FLOATS, VECTORS, "M", 0, 0, NULL, POCL},
	{"mix(a, a + b, fabs(c))", "T:TTT", FLOATS, WIDTHS, "PPU", 2, 2, NULL, POCL},
	{"mix(a, a + b, fabs(c))", "T:TTS", FLOATS, VECTORS, "PPU", 2, 2, NULL, POCL},
	{"step(a, b)", "T:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"step(a, b)", "T:ST", FLOATS, VECTORS, "A", 0, 0, NULL, POCL},
	{"smoothstep(a, a + b, a + b * c)", "T:TTT", FLOATS, WIDTHS, "PPP", 64, 64, NULL, POCL},
	{"smoothstep(a, a + b, c)", "T:SST", 1 << FLOAT, VECTORS, "PPP", 64, 64, NULL, POCL},
	{"bitselect(a, b, c)", "T:TTT", FLOATS, WIDTHS, "M", SAME_BITS, SAME_BITS, NULL, POCL},
	{"select(a, b, c)", "T:TTM", FLOATS, WIDTHS, "A", SAME_BITS, SAME_BITS, NULL, POCL},
	{"select(a, b, c)", "T:TTU", FLOATS, WIDTHS, "A", SAME_BITS, SAME_BITS, NULL, POCL},
	{"a + b", "T:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"a - b", "T:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"a * b", "T:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"a / b", "T:TT", FLOATS, WIDTHS, "A", 2.5, 0, NULL, POCL},
	{"1 / a", "T:T", FLOATS, WIDTHS, "A", 2.5, 0, NULL, POCL},
	{"-a", "T:T", FLOATS, WIDTHS, "A", SAME_BITS, SAME_BITS, NULL, POCL},
	{"as_$M(a) ^ as_$M(b)", "M:TT", FLOATS, WIDTHS, "M", 0, 0, NULL, POCL},
	{"a < b ? a : b", "T:TT", FLOATS, WIDTHS, "A", SAME_BITS, SAME_BITS, NULL, POCL},
};

#define RELATIONAL(f) {f "(a, b)", "R:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL}
#define CLASSIFY(f) {f "(a)", "R:T", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL}

static const struct op_row relational[] = {
	RELATIONAL("isequal"),
	RELATIONAL("isnotequal"),
	RELATIONAL("isgreater"),
	RELATIONAL("isgreaterequal"),
	RELATIONAL("isless"),
	RELATIONAL("islessequal"),
	RELATIONAL("islessgreater"),
	RELATIONAL("isordered"),
	RELATIONAL("isunordered"),
	CLASSIFY("isfinite"),
	CLASSIFY("isinf"),
	CLASSIFY("isnan"),
	CLASSIFY("isnormal"),
	CLASSIFY("signbit"),
	{"a == b", "R:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"a != b", "R:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"a <= b", "R:TT", FLOATS, WIDTHS, "A", 0, 0, NULL, POCL},
	{"!a", "R:T", 1 << FLOAT, WIDTHS, "A", 0, 0, NULL, POCL},
	{"a && b", "R:TT", 1 << FLOAT, VECTORS, "A", 0, 0, NULL, POCL},
};

/* Sums of a few products of one sign, where the order of operations is free. */
static const struct op_row geometric[] = {
	{"cross(rint(a), rint(b))", "T:TT", FLOATS, W3 | W4, "M", 0, 0, NULL, POCL},
	{"dot(a, b)", "S:TT", FLOATS, W1 | W2 | W3 | W4, "P", 3, 3, NULL, POCL},
	{"distance(a, b)", "S:TT", FLOATS, W1 | W2 | W3 | W4, "M", 8, 8, NULL, POCL},
	{"length(a)", "S:T", FLOATS, W1 | W2 | W3 | W4, "M", 8, 8, NULL, POCL},
	{"length(a)", "S:T", FLOATS, W1 | W2 | W3 | W4, "A", 8, 8, NULL, POCL},
	{"normalize(a)", "T:T", FLOATS, W1 | W2 | W3 | W4, "M", 8, 8, NULL, POCL},
	{"fast_distance(a, b)", "S:TT", 1 << FLOAT, W1 | W2 | W3 | W4, "P", 8192, 0, NULL, POCL},
	{"fast_length(a)", "S:T", 1 << FLOAT, W1 | W2 | W3 | W4, "P", 8192, 0, NULL, POCL},
	{"fast_normalize(a)", "T:T", 1 << FLOAT, W1 | W2 | W3 | W4, "P", 8192, 0, NULL, POCL},
};

/* clang-format on */

static void run(const struct op_row *rows, size_t count, const char *name)
{
	struct op_list *list = op_list_new();

	op_add_rows(list, rows, count);
	op_list_run(list, name);
}

TEST(rounding_functions)
{
	run(ROWS(rounding), "rounding_functions");
}

TEST(exponential_functions)
{
	run(ROWS(exponential), "exponential_functions");
}

TEST(trigonometric_functions)
{
	run(ROWS(trigonometric), "trigonometric_functions");
}

TEST(functions_with_two_results)
{
	run(ROWS(two_results), "functions_with_two_results");
}

TEST(common_functions)
{
	run(ROWS(common), "common_functions");
}

TEST(relational_functions)
{
	run(ROWS(relational), "relational_functions");
}

TEST(geometric_functions)
{
	run(ROWS(geometric), "geometric_functions");
}
