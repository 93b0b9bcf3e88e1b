/* Plain C references that several workloads share, in double precision. */
#ifndef DRIVER_REFERENCE_H
#define DRIVER_REFERENCE_H

#include <stddef.h>

/* y[i] += sum over j of a[i][j] * x[j], and y[j] += sum over i of a[i][j] * x[i]. */
void reference_matvec(const float *a, size_t rows, size_t columns, const double *x, double *y);
void reference_matvec_transposed(const float *a, size_t rows, size_t columns, const double *x,
				 double *y);

/* Copies between precisions, into new memory that the caller frees. */
double *reference_widen(const float *data, size_t count);
float *reference_narrow(const double *data, size_t count);

/*
 * Relative error to allow for a float sum of so many terms of one sign. The rounding errors are
 * independent, so they grow with the square root of the number of terms; four times that is far
 * above any result seen and far below the weight of a single missing term.
 */
double reference_sum_tolerance(size_t terms);

#endif
