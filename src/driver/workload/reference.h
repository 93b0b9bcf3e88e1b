/* Plain C references that several workloads share, in double precision. */
#ifndef DRIVER_WORKLOAD_REFERENCE_H
#define DRIVER_WORKLOAD_REFERENCE_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

/* y[i] += sum over j of a[i][j] * x[j], and y[j] += sum over i of a[i][j] * x[i]. */
void reference_matvec(const float *a, size_t rows, size_t columns, const double *x, double *y);
void reference_matvec_transposed(const float *a, size_t rows, size_t columns, const double *x,
				 double *y);

/* Copies between precisions, into new memory that the caller frees. */
double *reference_widen(const float *data, size_t count);
float *reference_narrow(const double *data, size_t count);

/*
 * Products of matrices of whole numbers, proven in n^2 steps instead of n^3 (Freivalds): C = A B
 * holds when C v = A (B v) for a random v, each row but for a chance in the order of 2^-32. All
 * vectors are modulo 2^64.
 */

/* Whole numbers from -8 to 7, so small that sums of their products are exact in a float. */
void reference_fill_integers(struct rng *rng, float *data, size_t count);

/* A random vector in new memory that the caller frees. */
uint64_t *reference_random_vector(struct rng *rng, size_t count);

/* As reference_matvec, with the products times factor. */
void reference_matvec_integer(const float *a, size_t rows, size_t columns, int64_t factor,
			      const uint64_t *x, uint64_t *y);
void reference_matvec_integer_transposed(const float *a, size_t rows, size_t columns,
					 int64_t factor, const uint64_t *x, uint64_t *y);

/*
 * First row of a result c for which c v is not as wanted; rows when there is none. The entries may
 * be anything: one that is no whole number below 2^30 counts as wrong.
 */
size_t reference_wrong_row(const float *c, size_t rows, size_t columns, const uint64_t *v,
			   const uint64_t *want);

/*
 * Relative error to allow for a float sum of so many terms of one sign. The rounding errors are
 * independent, so they grow with the square root of the number of terms; four times that is far
 * above any result seen and far below the weight of a single missing term.
 */
double reference_sum_tolerance(size_t terms);

#endif
