/* x1 += A y1 and x2 += A^T y2. Sums live in memory, as in the published benchmark. */

/* One work-item per row. */
kernel void mvt_rows(global const float *a, global float *x1, global const float *y1, int n)
{
	int i = get_global_id(0);

	if (i < n)
		for (int j = 0; j < n; j++)
			x1[i] += a[i * n + j] * y1[j];
}

/* One work-item per column. */
kernel void mvt_columns(global const float *a, global float *x2, global const float *y2, int n)
{
	int i = get_global_id(0);

	if (i < n)
		for (int j = 0; j < n; j++)
			x2[i] += a[j * n + i] * y2[j];
}
