/*
 * PageRank in two ways. Pull: one round of the power method, a wavefront per node, which adds up
 * what the edges into it bring. Push: every node adds its share to each of its neighbours.
 */

/* Row i of the matrix has its entries at first[i] .. first[i + 1] - 1. */
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
pagerank_pull(uint rows, global const uint *first, global const uint *column,
	      global const float *value, local float *sums, global const float *rank,
	      global float *new_rank)
{
	uint item = get_local_id(0), lane = item % 64, row = get_global_id(0) / 64;
	float sum = 0;

	if (row < rows) {
		uint end = first[row + 1];

		for (uint e = first[row] + lane; e < end; e += 64)
			sum += value[e] * rank[column[e]];
	}
	sums[item] = sum;
	for (uint apart = 32; apart > 0; apart /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lane < apart)
			sums[item] += sums[item + apart];
	}
	if (row < rows && lane == 0)
		new_rank[row] = sums[item];
}

/* OpenCL 1.2 adds floats atomically only by trying until nobody else was faster. */
void atomic_add_float(volatile global float *place, float value)
{
	volatile global uint *bits = (volatile global uint *)place;
	uint seen = as_uint(*place), expected;

	do {
		expected = seen;
		seen = atomic_cmpxchg(bits, expected, as_uint(as_float(expected) + value));
	} while (seen != expected);
}

kernel void pagerank_push_init(global float *rank, global float *gathered, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes) {
		rank[i] = 1 / (float)nodes;
		gathered[i] = 0;
	}
}

/* Node i has its neighbours at first[i] .. first[i + 1] - 1. */
kernel void pagerank_push_spread(global const int *first, global const int *column,
				 global float *rank, global float *gathered, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes) {
		int start = first[i], end = first[i + 1];

		for (int e = start; e < end; e++)
			atomic_add_float(&gathered[column[e]], rank[i] / (float)(end - start));
	}
}

kernel void pagerank_push_settle(global float *rank, global float *gathered, int nodes)
{
	int i = get_global_id(0);

	if (i < nodes) {
		rank[i] = 0.15f / (float)nodes + 0.85f * gathered[i];
		gathered[i] = 0;
	}
}
