/*
 * Sums of an array, one per workgroup. Work-items stride over the whole input two elements at a time,
 * then the workgroup adds its partial sums in a tree in LDS.
 */
kernel void reduction(global const float *in, global float *out, local float *sums, uint n)
{
	uint lane = get_local_id(0), width = get_local_size(0);
	uint stride = 2 * width * get_num_groups(0);

	sums[lane] = 0;
	for (uint i = 2 * width * get_group_id(0) + lane; i < n; i += stride)
		sums[lane] += in[i] + in[i + width];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint half_width = width / 2; half_width > 0; half_width >>= 1) {
		if (lane < half_width)
			sums[lane] += sums[lane + half_width];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (lane == 0)
		out[get_group_id(0)] = sums[0];
}
