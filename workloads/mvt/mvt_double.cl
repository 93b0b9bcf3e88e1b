/* The kernels of mvt.cl for elements that are doubles. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* One work-item per row. */
kernel void mvt_rows(global const double *a, global double *x1, global const double *y1, int n)
{
	int i = get_global_id(0);

	if (i < n)
		for (int j = 0; j < n; j++)
			x1[i] += a[i * n + j] * y1[j];
}

/* One work-item per column. */
kernel void mvt_columns(global const double *a, global double *x2, global const double *y2, int n)
{
	int i = get_global_id(0);

	if (i < n)
		for (int j = 0; j < n; j++)
			x2[i] += a[j * n + i] * y2[j];
}
