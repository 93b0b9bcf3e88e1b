/* The two products of a BiCG step: q = A p and s = A^T r. Sums live in memory, as published. */

/* One work-item per row. */
kernel void bicg_rows(global const float *a, global const float *p, global float *q, int nx, int ny)
{
	int i = get_global_id(0);

	if (i < nx) {
		q[i] = 0;
		for (int j = 0; j < ny; j++)
			q[i] += a[i * ny + j] * p[j];
	}
}

/* One work-item per column. */
kernel void bicg_columns(global const float *a, global const float *r, global float *s, int nx, int ny)
{
	int j = get_global_id(0);

	if (j < ny) {
		s[j] = 0;
		for (int i = 0; i < nx; i++)
			s[j] += a[i * ny + j] * r[i];
	}
}
