/*
 * One step of a Stockham FFT for a batch of signals, from one array into another: a workgroup per signal, a
 * work-item per butterfly. What is done so far are transforms of done points each, interleaved; two of them
 * become one.
 */
kernel void stockham(int done, global const float2 *from, global float2 *to, int points)
{
	int i = get_local_id(0), place = i % done;

	from += get_group_id(0) * points + i;
	to += get_group_id(0) * points + 2 * i - place;

	float2 even = from[0], odd = from[points / 2];
	float turn = -(float)place / done; /* of half a circle */
	float x = cospi(turn), y = sinpi(turn);

	odd = (float2)(odd.x * x - odd.y * y, odd.x * y + odd.y * x);
	to[0] = even + odd;
	to[done] = even - odd;
}
