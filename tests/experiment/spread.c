/* Means of repeated runs and their intervals, against hand and the table of Student's t. */
#include "experiment/figure/spread.h"

#include <math.h>

#include "harness.h"

static void check(const struct spread *s, size_t count, double mean, double half)
{
	CHECK_EQ(s->count, count);
	if (fabs(s->mean - mean) > 1e-9 || fabs(s->half - half) > 1e-4)
		FAIL("%.9g +- %.9g, expected %.9g +- %.9g", s->mean, s->half, mean, half);
}

/* 1, 2, 3: a standard deviation of 1, and t is 4.303. Two values: t is 12.71. */
TEST(by_hand)
{
	static const double values[] = {1, 2, 3, 7};
	struct spread s = spread_of(values, 3, 1);

	check(&s, 3, 2, 4.302653 / sqrt(3));
	s = spread_of(values, 2, 2); /* 1 and 3 */
	check(&s, 2, 2, 12.706205);
	s = spread_of(values, 4, 1); /* squares 5.0625 + 1.5625 + 0.0625 + 14.0625, over 3 */
	check(&s, 4, 3.25, 3.182446 * sqrt(20.75 / 3 / 4));
}

TEST(of_one_or_none)
{
	static const double values[] = {NAN, 5, NAN};
	struct spread s = spread_of(values, 3, 1);

	check(&s, 1, 5, 0);
	s = spread_of(values, 1, 1);
	CHECK(s.count == 0 && isnan(s.mean) && s.half == 0);
}

TEST(what_is_missing_is_left_out)
{
	static const double values[] = {1, NAN, 3, NAN, 2};
	struct spread s = spread_of(values, 5, 1);

	check(&s, 3, 2, 4.302653 / sqrt(3));
}

/* A configuration that is the same in every run must stay exactly that. */
TEST(equal_values_are_their_mean)
{
	double values[30];

	for (size_t count = 1; count <= 30; count++) {
		struct spread s;

		for (size_t i = 0; i < 30; i++)
			values[i] = 0.1 + (double)count / 7;
		s = spread_of(values, count, 1);
		CHECK(s.mean == values[0] && s.half == 0);
	}
}

/* With 29 degrees of freedom t is 2.045: 15 values of 0 and 15 of 1. */
TEST(as_many_as_there_can_be)
{
	double values[30];
	struct spread s;

	for (size_t i = 0; i < 30; i++)
		values[i] = (double)(i % 2);
	s = spread_of(values, 30, 1);
	check(&s, 30, 0.5, 2.045230 * sqrt(7.5 / 29 / 30));
}
