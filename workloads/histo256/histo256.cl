/*
 * How often each value of a byte occurs. Every 32 work-items count in 256 bins of their own in LDS; a
 * workgroup then adds up what its counted, and a second kernel what all workgroups did.
 */
#define BINS 256
#define WORKGROUP 192
#define SHARERS 32 /* of bins */
#define MERGE_WORKGROUP 256

/* Four bytes to a word. */
kernel void __attribute__((reqd_work_group_size(WORKGROUP, 1, 1)))
histo256_count(global const uint *data, uint words, global uint *partial)
{
	local uint counts[WORKGROUP / SHARERS * BINS];
	uint lane = get_local_id(0);
	local uint *own = counts + lane / SHARERS * BINS;

	for (uint i = lane; i < WORKGROUP / SHARERS * BINS; i += WORKGROUP)
		counts[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint i = get_global_id(0); i < words; i += get_global_size(0)) {
		uint word = data[i];

		atomic_inc(&own[word & 255]);
		atomic_inc(&own[word >> 8 & 255]);
		atomic_inc(&own[word >> 16 & 255]);
		atomic_inc(&own[word >> 24]);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint bin = lane; bin < BINS; bin += WORKGROUP) {
		uint sum = 0;

		for (uint i = 0; i < WORKGROUP / SHARERS; i++)
			sum += counts[i * BINS + bin];
		partial[get_group_id(0) * BINS + bin] = sum;
	}
}

/* A workgroup per bin, by a tree in LDS. */
kernel void __attribute__((reqd_work_group_size(MERGE_WORKGROUP, 1, 1)))
histo256_merge(global const uint *partial, uint groups, global uint *histogram)
{
	local uint sums[MERGE_WORKGROUP];
	uint lane = get_local_id(0), bin = get_group_id(0), sum = 0;

	for (uint i = lane; i < groups; i += MERGE_WORKGROUP)
		sum += partial[i * BINS + bin];
	sums[lane] = sum;
	for (uint left = MERGE_WORKGROUP / 2; left > 0; left /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lane < left)
			sums[lane] += sums[lane + left];
	}
	if (lane == 0)
		histogram[bin] = sums[0];
}
