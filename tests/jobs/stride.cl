/* Every wavefront reads one word of each of some pages, 64 at a time: translations and nothing else. What it writes is in one of these
 * pages, too: all have one base in the compressed tags of an I-cache. */
enum { OUT = 4095 * 1024 + 512 };

kernel void stride(global int *pages, int from, int to)
{
	int lane = get_local_id(0), sum = 0;

	for (int i = from; i < to; i += 64)
		sum += pages[(i + lane) * 1024];
	pages[OUT + get_global_id(0)] = sum;
}

/* Another kernel, whose instructions are in the way of translations until they are flushed. */
kernel void before(global int *pages)
{
	int x = pages[OUT + get_global_id(0)];

#pragma unroll
	for (int i = 1; i < 200; i++)
		x = (x ^ i * 77777) * (i + 12345);
	pages[OUT + get_global_id(0)] = x;
}
