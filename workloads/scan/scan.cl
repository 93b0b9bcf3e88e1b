/*
 * Inclusive prefix sums in three kernels. The array is cut in one region per workgroup: first the sum of
 * each region, then the sums before each region, then the sums within them.
 */

/* Regions begin at multiples of four, for the float4s of the last kernel; the last takes what is left. */
int region_begin(int n)
{
	return n / 4 / (int)get_num_groups(0) * 4 * (int)get_group_id(0);
}

int region_end(int n)
{
	int groups = get_num_groups(0), group = get_group_id(0);

	return group == groups - 1 ? n : n / 4 / groups * 4 * (group + 1);
}

/*
 * Sum of the values of all work-items before this one, doubling the reach in each round. The lower half of
 * the LDS holds zeros, which spares the rounds a test.
 */
float sum_before(float value, local float *lds)
{
	int width = get_local_size(0), own = get_local_id(0) + width;

	lds[own - width] = 0;
	lds[own] = value;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int reach = 1; reach < width; reach *= 2) {
		float other = lds[own - reach];

		barrier(CLK_LOCAL_MEM_FENCE);
		lds[own] += other;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	return lds[own - 1];
}

kernel void scan_sums(global const float *in, global float *sums, int n, local float *lds)
{
	int lane = get_local_id(0), width = get_local_size(0), end = region_end(n);
	float sum = 0;

	for (int i = region_begin(n) + lane; i < end; i += width)
		sum += in[i];
	lds[lane] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int half_width = width / 2; half_width > 0; half_width /= 2) {
		if (lane < half_width)
			lds[lane] += lds[lane + half_width];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (lane == 0)
		sums[get_group_id(0)] = lds[0];
}

/* One workgroup for all regions. */
kernel void scan_top(global float *sums, int regions, local float *lds)
{
	int lane = get_local_id(0);
	float before = sum_before(lane < regions ? sums[lane] : 0, lds);

	if (lane < regions)
		sums[lane] = before;
}

/* A window of one float4 per work-item moves over the region and carries its sum along. */
kernel void scan_bottom(global const float4 *in, global const float *sums, global float4 *out, int n,
			local float *lds)
{
	local float last;
	int lane = get_local_id(0), width = get_local_size(0), end = region_end(n) / 4;
	float carry = sums[get_group_id(0)];

	for (int window = region_begin(n) / 4; window < end; window += width) {
		int i = window + lane;
		float4 v = i < end ? in[i] : 0;

		v.y += v.x;
		v.z += v.y;
		v.w += v.z;
		v += sum_before(v.w, lds) + carry;
		if (i < end)
			out[i] = v;
		if (lane == width - 1)
			last = v.w;
		barrier(CLK_LOCAL_MEM_FENCE);
		carry = last;
	}
}
