/* A step of a two-dimensional electromagnetic field: Ey, then Ex, then Hz, one work-item per cell. Ex has a
 * column more than the others, Ey a row more. */
kernel void fdtd_ey(global const float *source, global float *ey, global const float *hz, int n, int t)
{
	int x = get_global_id(0), y = get_global_id(1);

	if (x >= n || y >= n)
		return;
	if (y == 0)
		ey[x] = source[t];
	else
		ey[y * n + x] -= 0.5f * (hz[y * n + x] - hz[(y - 1) * n + x]);
}

kernel void fdtd_ex(global float *ex, global const float *hz, int n)
{
	int x = get_global_id(0), y = get_global_id(1);

	if (x < n && y < n && x > 0)
		ex[y * (n + 1) + x] -= 0.5f * (hz[y * n + x] - hz[y * n + x - 1]);
}

kernel void fdtd_hz(global const float *ex, global const float *ey, global float *hz, int n)
{
	int x = get_global_id(0), y = get_global_id(1);

	if (x < n && y < n)
		hz[y * n + x] -= 0.7f * (ex[y * (n + 1) + x + 1] - ex[y * (n + 1) + x] + ey[(y + 1) * n + x] -
					 ey[y * n + x]);
}
