/* Every wavefront reads one word of each of 4096 pages, 64 at a time: translations and nothing else. */
kernel void stride(global int *pages, global int *out)
{
	int lane = get_local_id(0), sum = 0;

	for (int i = 0; i < 4096; i += 64)
		sum += pages[(i + lane) * 1024];
	out[get_global_id(0)] = sum;
}
