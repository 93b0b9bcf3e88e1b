/* Leaves nothing idle: a workgroup takes all 16 KB of LDS of a CU of apu21, the loop is nearly as
 * long as its I-cache of 16 KB, and each turn visits more pages than an L1 TLB holds. */
#define FOUR(x) x x x x
#define SIXTEEN(x) FOUR(FOUR(x))
#define STEP                                                                                       \
	v = v * a + b;                                                                             \
	w = w * b + a;

kernel __attribute__((reqd_work_group_size(1024, 1, 1))) void crowded(global float *pages, global float *out, float a, float b, int turns, int stride)
{
	local float all[4096];
	int item = get_local_id(0), group = get_group_id(0);
	float v = item, w = group;

	all[item] = v;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int turn = 0; turn < turns; turn++) {
		/* Each wavefront in a page of its own, and in another one every turn. */
		int page = (group * 16 + item / 64 + turn * 16) % 256;

		v += pages[page * stride + item % 64];
		SIXTEEN(SIXTEEN(STEP STEP STEP))
		w += pages[(page ^ 85) * stride + item % 64];
		SIXTEEN(FOUR(STEP STEP))
		w += all[(item * 4 + turn) % 4096];
	}
	out[get_global_id(0)] = v + w;
}
