/* 3 x 3 convolution of an image of n x n. One work-item per pixel; the border is left alone. */
kernel void conv2d(global const float *a, global float *b, int n)
{
	int x = get_global_id(0), y = get_global_id(1);

	if (x > 0 && x < n - 1 && y > 0 && y < n - 1)
		b[y * n + x] = 0.25f * a[(y - 1) * n + x - 1] - 0.375f * a[(y - 1) * n + x] +
			       0.5f * a[(y - 1) * n + x + 1] + 0.625f * a[y * n + x - 1] +
			       0.75f * a[y * n + x] - 0.5f * a[y * n + x + 1] -
			       0.875f * a[(y + 1) * n + x - 1] + 0.375f * a[(y + 1) * n + x] +
			       0.125f * a[(y + 1) * n + x + 1];
}
