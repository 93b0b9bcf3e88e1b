/* One work-item reads a word of every stride, the next when the one before is there. */
kernel void touch(global const uint *data, global uint *sum, uint words, uint stride)
{
	uint at = get_local_id(0), all = 0; /* which the compiler takes for different in each lane */

	while (at < words) {
		uint value = data[at];

		all += value;
		at += stride + (value >> 16); /* the upper half is 0 */
	}
	*sum = all;
}
