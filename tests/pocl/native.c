/*
 * native_* and half_* functions, whose error is up to the implementation, and the functions that
 * libclc has for half, which pocl lacks: against the C library in long double.
 */
#include <math.h>

#include "harness.h"
#include "ops.h"

#define ROWS(rows) rows, sizeof(rows) / sizeof(*(rows))

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
#define REFERENCE3(name, expression)                                                               \
	static long double name(long double a, long double b, long double c)                       \
	{                                                                                          \
		return expression;                                                                 \
	}

/* clang-format off */
REFERENCE1(ref_cos, cosl(a))
REFERENCE1(ref_sin, sinl(a))
REFERENCE1(ref_tan, tanl(a))
REFERENCE1(ref_exp, expl(a))
REFERENCE1(ref_exp2, exp2l(a))
REFERENCE1(ref_exp10, powl(10, a))
REFERENCE1(ref_log, logl(a))
REFERENCE1(ref_log2, log2l(a))
REFERENCE1(ref_log10, log10l(a))
REFERENCE1(ref_sqrt, sqrtl(a))
REFERENCE1(ref_rsqrt, 1 / sqrtl(a))
REFERENCE1(ref_recip, 1 / a)
REFERENCE2(ref_divide, a / b)
REFERENCE2(ref_powr, powl(a, b))

/*
 * native_*: the hardware's instructions err by about one ulp, but arguments are scaled in float before
 * (for sines by 1 / 2 pi, for exponentials by log2 of the base), which costs up to a few dozen more.
 */
#define NATIVE1(f, domain)                                                                         \
	{"native_" #f "(a)", "T:T", 1 << FLOAT, WIDTHS, domain, 256, 0, ref_##f, REFERENCE},       \
	{"half_" #f "(a)", "T:T", 1 << FLOAT, WIDTHS, domain, 8192, 0, ref_##f, REFERENCE}
#define NATIVE2(f, domain)                                                                         \
	{"native_" #f "(a, b)", "T:TT", 1 << FLOAT, WIDTHS, domain, 256, 0, ref_##f, REFERENCE},   \
	{"half_" #f "(a, b)", "T:TT", 1 << FLOAT, WIDTHS, domain, 8192, 0, ref_##f, REFERENCE}

static const struct op_row native[] = {
	NATIVE1(cos, "U"),
	NATIVE1(sin, "U"),
	NATIVE1(tan, "U"),
	NATIVE1(exp, "M"),
	NATIVE1(exp2, "M"),
	NATIVE1(exp10, "M"),
	NATIVE1(log, "P"),
	NATIVE1(log2, "P"),
	NATIVE1(log10, "P"),
	NATIVE1(sqrt, "P"),
	NATIVE1(rsqrt, "P"),
	NATIVE1(recip, "M"),
	NATIVE2(divide, "MP"),
	NATIVE2(powr, "PU"),
};

REFERENCE1(ref_ceil, ceill(a))
REFERENCE1(ref_floor, floorl(a))
REFERENCE1(ref_rint, rintl(a))
REFERENCE1(ref_round, roundl(a))
REFERENCE1(ref_trunc, truncl(a))
REFERENCE1(ref_fabs, fabsl(a))
REFERENCE1(ref_negate, -a)
REFERENCE1(ref_fract, fminl(a - floorl(a), 0x1.ffcp-1))
REFERENCE2(ref_fmax, fmaxl(a, b))
REFERENCE2(ref_fmin, fminl(a, b))
REFERENCE2(ref_maxmag, fabsl(a) > fabsl(b) ? a : fabsl(b) > fabsl(a) ? b : fmaxl(a, b))
REFERENCE2(ref_minmag, fabsl(a) < fabsl(b) ? a : fabsl(b) < fabsl(a) ? b : fminl(a, b))
REFERENCE2(ref_add, a + b)
REFERENCE2(ref_subtract, a - b)
REFERENCE2(ref_multiply, a * b)
REFERENCE2(ref_distance, fabsl(a - b))
REFERENCE3(ref_fma, fmal(a, b, c))
REFERENCE3(ref_mix, a + b * fabsl(c))
REFERENCE3(ref_select, c != 0 ? b : a)
REFERENCE3(ref_clamp, fminl(fmaxl(a, fminl(b, c)), fmaxl(b, c)))
REFERENCE1(ref_true, a == a || a != a)
REFERENCE2(ref_isequal, a == b)
REFERENCE2(ref_isnotequal, a != b)
REFERENCE2(ref_isless, isless(a, b))
REFERENCE2(ref_islessequal, islessequal(a, b))
REFERENCE2(ref_isgreater, isgreater(a, b))
REFERENCE2(ref_isgreaterequal, isgreaterequal(a, b))
REFERENCE2(ref_islessgreater, islessgreater(a, b))
REFERENCE2(ref_isordered, !isunordered(a, b))
REFERENCE2(ref_isunordered, isunordered(a, b))
REFERENCE1(ref_isfinite, isfinite(a) != 0)
REFERENCE1(ref_isinf, isinf(a) != 0)
REFERENCE1(ref_isnan, isnan(a) != 0)
REFERENCE1(ref_isnormal, isfinite(a) && fabsl(a) >= 0x1p-14L)
REFERENCE1(ref_signbit, signbit(a) != 0)

/* Step between neighbours of half around a: 2^-24 among denormals, else 2^-10 of the power of two. */
static long double ref_nextafter(long double a, long double b, long double c)
{
	(void)c;
	if (isnan(a) || isnan(b) || a == b)
		return isnan(a) ? a : b;
	if (a == 0)
		return copysignl(0x1p-24L, b);
	if (isinf(a))
		return copysignl(65504, a);

	bool outwards = (b > a) == (a > 0);
	int exponent = ilogbl(a);

	if (!outwards && fabsl(a) == ldexpl(1, exponent))
		exponent--;

	long double step = ldexpl(1, (exponent < -14 ? -14 : exponent) - 10);
	long double next = fabsl(a) + (outwards ? step : -step);

	return copysignl(next > 65504 ? INFINITY : next, a);
}

#define HALF1(f, ulps) {#f "(a)", "T:T", 1 << HALF, WIDTHS, "A", ulps, 0, ref_##f, REFERENCE}
#define HALF2(f, ulps) {#f "(a, b)", "T:TT", 1 << HALF, WIDTHS, "A", ulps, 0, ref_##f, REFERENCE}
/* What a relational function returns for true depends on the width: only scalars are compared here. */
#define CLASSIFY(f) {#f "(a)", "i:T", 1 << HALF, W1, "A", 0, 0, ref_##f, REFERENCE}
#define RELATIONAL(f) {#f "(a, b)", "i:TT", 1 << HALF, W1, "A", 0, 0, ref_##f, REFERENCE}
#define EXACT(expr, signature, widths, domain, ref)                                                \
	{expr, signature, 1 << HALF, widths, domain, 0, 0, ref, REFERENCE}

/* Without copysign and the fraction of modf, for which libclc returns the wrong argument. */
static const struct op_row half_precision[] = {
	HALF1(ceil, SAME_BITS),
	HALF1(floor, SAME_BITS),
	HALF1(rint, SAME_BITS),
	HALF1(round, 0),
	HALF1(trunc, SAME_BITS),
	HALF1(fabs, SAME_BITS),
	HALF1(sqrt, 1),
	HALF2(fmax, 0),
	HALF2(fmin, 0),
	HALF2(maxmag, 0),
	HALF2(minmag, 0),
	HALF2(nextafter, 0),
	EXACT("fma(a, b, c)", "T:TTT", WIDTHS, "M", ref_fma),
	{"mad(a, b, c)", "T:TTT", 1 << HALF, WIDTHS, "P", 1.5, 0, ref_fma, REFERENCE},
	{"mix(a, a + b, fabs(c))", "T:TTT", 1 << HALF, WIDTHS, "PPU", 4, 0, ref_mix, REFERENCE},
	{"mix(a, a + b, fabs(c))", "T:TTS", 1 << HALF, VECTORS, "PPU", 4, 0, ref_mix, REFERENCE},
	EXACT("clamp(a, min(b, c), max(b, c))", "T:TTT", WIDTHS, "M", ref_clamp),
	EXACT("clamp(a, min(b, c), max(b, c))", "T:TSS", VECTORS, "M", ref_clamp),
	EXACT("max(a, b)", "T:TT", WIDTHS, "M", ref_fmax),
	EXACT("max(a, b)", "T:TS", VECTORS, "M", ref_fmax),
	EXACT("min(a, b)", "T:TT", WIDTHS, "M", ref_fmin),
	EXACT("min(a, b)", "T:TS", VECTORS, "M", ref_fmin),
	EXACT("fmax(a, b)", "T:TS", VECTORS, "M", ref_fmax),
	EXACT("fmin(a, b)", "T:TS", VECTORS, "M", ref_fmin),
	EXACT("select(a, b, c)", "T:TTM", W1, "A", ref_select),
	EXACT("select(a, b, c)", "T:TTU", W1, "A", ref_select),
	EXACT("({ $T q; fract(a, &q); })", "T:T", WIDTHS, "M", ref_fract),
	EXACT("({ local $T *q = shared; fract(a, q); *q; })", "T:T", WIDTHS, "M", ref_floor),
	EXACT("({ global $T *q = kept; fract(a, q); *q; })", "T:T", WIDTHS, "M", ref_floor),
	EXACT("({ local $T *q = shared; modf(a, q); *q; })", "T:T", WIDTHS, "M", ref_trunc),
	EXACT("({ global $T *q = kept; modf(a, q); *q; })", "T:T", WIDTHS, "M", ref_trunc),
	EXACT("a + b", "T:TT", WIDTHS, "A", ref_add),
	EXACT("a - b", "T:TT", WIDTHS, "A", ref_subtract),
	EXACT("a * b", "T:TT", WIDTHS, "A", ref_multiply),
	{"a / b", "T:TT", 1 << HALF, WIDTHS, "A", 1, 0, ref_divide, REFERENCE},
	{"-a", "T:T", 1 << HALF, WIDTHS, "A", SAME_BITS, 0, ref_negate, REFERENCE},
	EXACT("dot(a, b)", "S:TT", W1, "M", ref_multiply),
	{"length(a)", "S:T", 1 << HALF, W1, "M", 4, 0, ref_fabs, REFERENCE},
	{"distance(a, b)", "S:TT", 1 << HALF, W1, "M", 4, 0, ref_distance, REFERENCE},
	/* Sums of small integers are exact. */
	EXACT("dot(rint(a), rint(b)) == rint(a).x * rint(b).x + rint(a).y * rint(b).y", "i:TT", W2, "U",
	      ref_true),
	EXACT("dot(rint(a), rint(b)) == dot(rint(a).xy, rint(b).xy) + rint(a).z * rint(b).z", "i:TT",
	      W3, "U", ref_true),
	EXACT("dot(rint(a), rint(b)) == dot(rint(a).xy, rint(b).xy) + dot(rint(a).zw, rint(b).zw)",
	      "i:TT", W4, "U", ref_true),
	EXACT("fabs(length(a) * length(a) - dot(a, a)) < 0.1h", "i:T", W2 | W3 | W4, "U", ref_true),
	EXACT("fabs(distance(a, b) - length(a - b)) < 0.1h", "i:TT", W2 | W3 | W4, "U", ref_true),
	RELATIONAL(isequal),
	RELATIONAL(isnotequal),
	RELATIONAL(isless),
	RELATIONAL(islessequal),
	RELATIONAL(isgreater),
	RELATIONAL(isgreaterequal),
	RELATIONAL(islessgreater),
	RELATIONAL(isordered),
	RELATIONAL(isunordered),
	CLASSIFY(isfinite),
	CLASSIFY(isinf),
	CLASSIFY(isnan),
	CLASSIFY(isnormal),
	CLASSIFY(signbit),
	/* Of vectors: all bits of the element. */
	EXACT("all(isless(a, b) == (a < b))", "i:TT", VECTORS, "A", ref_true),
	EXACT("all(isnan(a) == (a != a))", "i:T", VECTORS, "A", ref_true),
	EXACT("all(signbit(a) == (as_$M(a) < ($M)0))", "i:T", VECTORS, "A", ref_true),
};
/* clang-format on */

TEST(native_functions)
{
	struct op_list *list = op_list_new();

	op_add_rows(list, ROWS(native));
	op_list_run(list, "native_functions");
}

TEST(half_precision)
{
	struct op_list *list = op_list_new();

	op_add_rows(list, ROWS(half_precision));
	op_list_run(list, "half_precision");
}
