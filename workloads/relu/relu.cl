/* Negative values become zero. One work-item per element. */
kernel void relu(int count, global const float *in, global float *out)
{
	int i = get_global_id(0);

	if (i < count)
		out[i] = in[i] > 0 ? in[i] : 0;
}
