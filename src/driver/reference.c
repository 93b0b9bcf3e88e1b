/* References that several workloads share. Rows are walked in memory order in both products. */
#include "driver/reference.h"

#include <math.h>

#include "sim/error.h"

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

double reference_sum_tolerance(size_t terms)
{
	return 4 * sqrt((double)terms) * 0x1p-24;
}
