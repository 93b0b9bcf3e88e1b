/* Means and their confidence intervals. */
#include "experiment/figure/spread.h"

#include <math.h>

#include "base/error.h"
#include "experiment/run/repeat.h"

/* Student's t for 1, 2, ... degrees of freedom: within it lie 95 % on both sides together. */
static const double student_t[] = {
	12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004,
	2.262157,  2.228139, 2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905,
	2.109816,  2.100922, 2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899,
	2.059539,  2.055529, 2.051831, 2.048407, 2.045230,
};

_Static_assert(sizeof(student_t) / sizeof(*student_t) == REPEAT_MOST - 1,
	       "one for each number of repeats from 2 on");

struct spread spread_of(const double *values, size_t count, size_t stride)
{
	struct spread s = {.mean = NAN};
	double first = 0, sum = 0, squares = 0;

	for (size_t i = 0; i < count; i++) {
		double value = values[i * stride];

		if (isnan(value))
			continue;
		/* From the first one on, so that the mean of equal ones is exactly that. */
		first = s.count ? first : value;
		sum += value - first;
		s.count++;
	}
	if (s.count > REPEAT_MOST)
		BUG("%zu repeats", s.count);
	if (!s.count)
		return s;
	s.mean = first + sum / (double)s.count;
	if (s.count < 2)
		return s;
	for (size_t i = 0; i < count; i++) {
		double off = values[i * stride] - s.mean;

		squares += isnan(off) ? 0 : off * off;
	}
	s.half = student_t[s.count - 2] * sqrt(squares / ((double)(s.count - 1) * (double)s.count));
	return s;
}
