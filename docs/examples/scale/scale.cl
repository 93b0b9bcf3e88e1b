/* Every element times a factor, one work-item each. */
kernel void scale(global float *data, float factor, int n)
{
	int i = get_global_id(0);

	if (i < n)
		data[i] *= factor;
}
