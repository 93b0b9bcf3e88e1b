/* One wavefront and two pages, A and B: all lanes read A; the upper 48 read B, the others A again; all read A. Each load waits for the
 * one before. What is read is 0. */
kernel void lanes(global const int *pages, global int *out)
{
	int lane = get_local_id(0);
	int first = pages[lane];
	int second = pages[(lane < 16 ? 0 : 1024) + first];
	int third = pages[lane + second];

	out[lane] = third;
}
