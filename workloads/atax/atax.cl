/*
 * y = A^T (A x). Sums live in memory, as in the published benchmark: without restrict the compiler
 * must store each partial sum.
 */

/* One work-item per row: the 64 lanes of a wavefront walk 64 rows. */
kernel void atax_rows(global const float *a, global const float *x, global float *tmp, int nx, int ny)
{
	int i = get_global_id(0);

	if (i < nx)
		for (int j = 0; j < ny; j++)
			tmp[i] += a[i * ny + j] * x[j];
}

/* One work-item per column. */
kernel void atax_columns(global const float *a, global float *y, global const float *tmp, int nx,
			 int ny)
{
	int j = get_global_id(0);

	if (j < ny)
		for (int i = 0; i < nx; i++)
			y[j] += a[i * ny + j] * tmp[i];
}
