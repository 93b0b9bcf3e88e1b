/*
 * Sums of absolute differences between blocks of one image and the blocks of another that are up to 16
 * pixels away, as a video encoder needs them: for the 41 blocks of a macroblock of 16 x 16 pixels, from 4 x 4
 * to 16 x 16, and the 33 x 33 positions each. Blocks of one shape lie together, ordered by macroblock; the
 * positions of a block are padded to PADDED.
 */
#define REACH 16
#define SPAN (2 * REACH + 1)
#define POSITIONS (SPAN * SPAN)
#define PADDED 1096
#define PER_ITEM 18

/* Blocks of all smaller numbers before a shape's first, per macroblock; shapes are rows x columns. */
#define AT_16X16 0
#define AT_8X16 1
#define AT_16X8 3
#define AT_8X8 5
#define AT_4X8 9
#define AT_8X4 17
#define AT_4X4 25

/*
 * A workgroup of 61 per block of 4 x 4, a work-item has 18 positions of it. Beyond the border lie the
 * border's pixels.
 */
kernel void sad_4x4(global ushort *sums, global const ushort *image, int macro_columns, int macro_rows,
		    global const ushort *other)
{
	int block_x = get_group_id(0), block_y = get_group_id(1);
	int width = 16 * macro_columns, height = 16 * macro_rows;
	int macroblock = block_y / 4 * macro_columns + block_x / 4;
	int block = 16 * macroblock + block_y % 4 * 4 + block_x % 4;
	int first = get_local_id(0) * PER_ITEM, end = min(first + PER_ITEM, POSITIONS);

	image += 4 * block_y * width + 4 * block_x;
	sums += (AT_4X4 * macro_columns * macro_rows + block) * PADDED;
	for (int position = first; position < end; position++) {
		int left = 4 * block_x - REACH + position % SPAN;
		int top = 4 * block_y - REACH + position / SPAN;
		ushort sum = 0;

		for (int y = 0; y < 4; y++)
			for (int x = 0; x < 4; x++) {
				int there = clamp(top + y, 0, height - 1) * width + clamp(left + x, 0, width - 1);

				sum += abs_diff(image[y * width + x], other[there]);
			}
		sums[position] = sum;
	}
}

/*
 * From four blocks two upright ones, two flat ones and one of twice the size, for two positions: the halves
 * of a word, which never carry. Pointers are to the first block, distances in words.
 */
void join(global const uint *from, int right, int below, global uint *upright, global uint *flat, int next_flat,
	  global uint *both)
{
	uint a = from[0], b = from[right], c = from[below], d = from[right + below];

	upright[0] = a + c;
	upright[PADDED / 2] = b + d;
	flat[0] = a + b;
	flat[next_flat] = c + d;
	both[0] = a + b + c + d;
}

/* A workgroup of 32 x 4 per macroblock; y is the quarter, x strides over pairs of positions. */
kernel void sad_8x8(global uint *sums, int macro_columns, int macro_rows)
{
	int right = get_local_id(1) % 2, down = get_local_id(1) / 2, all = macro_columns * macro_rows;
	int macroblock = get_group_id(1) * macro_columns + get_group_id(0);
	int from = AT_4X4 * all + 16 * macroblock + 8 * down + 2 * right;
	int upright = AT_8X4 * all + 8 * macroblock + 4 * down + 2 * right;
	int flat = AT_4X8 * all + 8 * macroblock + 4 * down + right;
	int both = AT_8X8 * all + 4 * macroblock + 2 * down + right;
	int words = PADDED / 2;

	for (int i = get_local_id(0); i < (POSITIONS + 1) / 2; i += 32)
		join(sums + from * words + i, words, 4 * words, sums + upright * words + i,
		     sums + flat * words + i, 2 * words, sums + both * words + i);
}

/* A workgroup of 32 per macroblock, striding over pairs of positions. */
kernel void sad_16x16(global uint *sums, int macro_columns, int macro_rows)
{
	int all = macro_columns * macro_rows;
	int macroblock = get_group_id(1) * macro_columns + get_group_id(0);
	int from = AT_8X8 * all + 4 * macroblock;
	int upright = AT_16X8 * all + 2 * macroblock;
	int flat = AT_8X16 * all + 2 * macroblock;
	int both = AT_16X16 * all + macroblock;
	int words = PADDED / 2;

	for (int i = get_local_id(0); i < (POSITIONS + 1) / 2; i += 32)
		join(sums + from * words + i, words, 2 * words, sums + upright * words + i,
		     sums + flat * words + i, words, sums + both * words + i);
}
