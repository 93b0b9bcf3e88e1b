/* References that several workloads share. Rows are walked in memory order in both products. */
#include "driver/workload/reference.h"

#include <math.h>

#include "base/error.h"

void reference_matvec(const float *a, size_t rows, size_t columns, const double *x, double *y)
{
	for (size_t i = 0; i < rows; i++) {
		double sum = 0;

		for (size_t j = 0; j < columns; j++)
			sum += (double)a[i * columns + j] * x[j];
		y[i] += sum;
	}
}

void reference_matvec_transposed(const float *a, size_t rows, size_t columns, const double *x,
				 double *y)
{
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			y[j] += (double)a[i * columns + j] * x[i];
}

double *reference_widen(const float *data, size_t count)
{
	double *wide = xcalloc(count, sizeof(*wide));

	for (size_t i = 0; i < count; i++)
		wide[i] = (double)data[i];
	return wide;
}

float *reference_narrow(const double *data, size_t count)
{
	float *narrow = xcalloc(count, sizeof(*narrow));

	for (size_t i = 0; i < count; i++)
		narrow[i] = (float)data[i];
	return narrow;
}

void reference_fill_integers(struct rng *rng, float *data, size_t count)
{
	for (size_t i = 0; i < count; i++)
		data[i] = (float)((int)(rng_u64(rng) >> 60) - 8);
}

uint64_t *reference_random_vector(struct rng *rng, size_t count)
{
	uint64_t *v = xcalloc(count, sizeof(*v));

	for (size_t i = 0; i < count; i++)
		v[i] = rng_u64(rng);
	return v;
}

void reference_matvec_integer(const float *a, size_t rows, size_t columns, int64_t factor,
			      const uint64_t *x, uint64_t *y)
{
	for (size_t i = 0; i < rows; i++) {
		uint64_t sum = 0;

		for (size_t j = 0; j < columns; j++)
			sum += (uint64_t)(int64_t)a[i * columns + j] * x[j];
		y[i] += (uint64_t)factor * sum;
	}
}

void reference_matvec_integer_transposed(const float *a, size_t rows, size_t columns,
					 int64_t factor, const uint64_t *x, uint64_t *y)
{
	for (size_t i = 0; i < rows; i++)
		for (size_t j = 0; j < columns; j++)
			y[j] += (uint64_t)factor * (uint64_t)(int64_t)a[i * columns + j] * x[i];
}

/* A whole number as 64 bits; anything else, which would be a wrong result, as a mark. */
static uint64_t as_integer(float value)
{
	return value >= -0x1p30f && value <= 0x1p30f && value == (float)(int32_t)value
		       ? (uint64_t)(int64_t)value
		       : UINT64_C(0x8000000000000001);
}

size_t reference_wrong_row(const float *c, size_t rows, size_t columns, const uint64_t *v,
			   const uint64_t *want)
{
	for (size_t i = 0; i < rows; i++) {
		uint64_t got = 0;

		for (size_t j = 0; j < columns; j++)
			got += as_integer(c[i * columns + j]) * v[j];
		if (got != want[i])
			return i;
	}
	return rows;
}

double reference_sum_tolerance(size_t terms)
{
	return 4 * sqrt((double)terms) * 0x1p-24;
}
