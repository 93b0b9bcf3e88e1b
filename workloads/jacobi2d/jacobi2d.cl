/* A step of the two-dimensional Jacobi method: B from A, then A from B, one work-item per element. */
kernel void jacobi2d_average(global const float *a, global float *b, int n)
{
	int x = get_global_id(0), y = get_global_id(1);

	if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
		b[y * n + x] = 0.2f * (a[y * n + x] + a[y * n + x - 1] + a[y * n + x + 1] +
				       a[(y + 1) * n + x] + a[(y - 1) * n + x]);
}

kernel void jacobi2d_copy(global float *a, global const float *b, int n)
{
	int x = get_global_id(0), y = get_global_id(1);

	if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
		a[y * n + x] = b[y * n + x];
}
