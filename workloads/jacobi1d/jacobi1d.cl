/* A step of the one-dimensional Jacobi method: B from A, then A from B, one work-item per element. */
kernel void jacobi1d_average(global const float *a, global float *b, int n)
{
	int i = get_global_id(0);

	if (i > 0 && i < n - 1)
		b[i] = 0.33333f * (a[i - 1] + a[i] + a[i + 1]);
}

kernel void jacobi1d_copy(global float *a, global const float *b, int n)
{
	int i = get_global_id(0);

	if (i > 0 && i < n - 1)
		a[i] = b[i];
}
