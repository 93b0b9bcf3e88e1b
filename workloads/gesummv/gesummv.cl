/*
 * y = alpha A x + beta B x. One work-item per row, so that each wavefront walks 64 rows of two
 * matrices at once. Sums live in memory, as in the published benchmark.
 */
kernel void gesummv(global const float *a, global const float *b, global const float *x,
		    global float *y, global float *tmp, float alpha, float beta, int n)
{
	int i = get_global_id(0);

	if (i < n) {
		for (int j = 0; j < n; j++) {
			tmp[i] += a[i * n + j] * x[j];
			y[i] += b[i * n + j] * x[j];
		}
		y[i] = alpha * tmp[i] + beta * y[i];
	}
}
