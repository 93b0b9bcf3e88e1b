/* c = a + s b, a work-item per element. */
kernel void triad(global const float *a, global const float *b, global float *c, float s)
{
	int i = get_global_id(0);

	c[i] = a[i] + s * b[i];
}
