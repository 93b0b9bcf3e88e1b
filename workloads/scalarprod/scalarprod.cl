/*
 * Scalar products of pairs of vectors. A workgroup takes a pair after the other and adds its products in
 * 1024 sums in LDS, four for each of its 256 work-items, then these in a tree.
 */
#define SUMS 1024

kernel void scalarprod(global float *products, global const float *a, global const float *b, int vectors,
		       int elements)
{
	local float sums[SUMS];
	int lane = get_local_id(0), width = get_local_size(0);

	for (int v = get_group_id(0); v < vectors; v += get_num_groups(0)) {
		int begin = v * elements, end = begin + elements;

		for (int own = lane; own < SUMS; own += width) {
			float sum = 0;

			for (int i = begin + own; i < end; i += SUMS)
				sum += a[i] * b[i];
			sums[own] = sum;
		}
		for (int left = SUMS / 2; left > 0; left /= 2) {
			barrier(CLK_LOCAL_MEM_FENCE);
			for (int own = lane; own < left; own += width)
				sums[own] += sums[own + left];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lane == 0)
			products[v] = sums[0];
	}
}
