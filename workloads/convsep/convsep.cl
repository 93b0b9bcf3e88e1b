/*
 * Separable convolution: along rows, then along columns, with a filter of 2 RADIUS + 1 weights. Outside
 * the image all is 0. A workgroup loads RESULTS + 2 pieces of its own width (or height) into LDS, the first
 * and the last as halo; each work-item makes RESULTS pixels.
 */
enum { RADIUS = 8, RESULTS = 8 };
enum { ROWS_WIDTH = 16, ROWS_HEIGHT = 4 };
enum { COLUMNS_WIDTH = 16, COLUMNS_HEIGHT = 8 };

kernel void convsep_rows(global const float *in, global float *out, constant float *filter, int width)
{
	local float tile[ROWS_HEIGHT][(RESULTS + 2) * ROWS_WIDTH];
	int lx = get_local_id(0), ly = get_local_id(1);
	int x = ((int)get_group_id(0) * RESULTS - 1) * ROWS_WIDTH + lx;
	int at = get_global_id(1) * width + x;

	for (int i = 1; i <= RESULTS; i++)
		tile[ly][i * ROWS_WIDTH + lx] = in[at + i * ROWS_WIDTH];
	tile[ly][lx] = x >= 0 ? in[at] : 0;
	tile[ly][(RESULTS + 1) * ROWS_WIDTH + lx] =
		x + (RESULTS + 1) * ROWS_WIDTH < width ? in[at + (RESULTS + 1) * ROWS_WIDTH] : 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 1; i <= RESULTS; i++) {
		float sum = 0;

		for (int j = -RADIUS; j <= RADIUS; j++)
			sum += filter[RADIUS - j] * tile[ly][i * ROWS_WIDTH + lx + j];
		out[at + i * ROWS_WIDTH] = sum;
	}
}

kernel void convsep_columns(global const float *in, global float *out, constant float *filter, int width,
			    int height)
{
	/* One more per column against bank conflicts. */
	local float tile[COLUMNS_WIDTH][(RESULTS + 2) * COLUMNS_HEIGHT + 1];
	int lx = get_local_id(0), ly = get_local_id(1);
	int y = ((int)get_group_id(1) * RESULTS - 1) * COLUMNS_HEIGHT + ly;
	int at = y * width + get_global_id(0), step = COLUMNS_HEIGHT * width;

	for (int i = 1; i <= RESULTS; i++)
		tile[lx][i * COLUMNS_HEIGHT + ly] = in[at + i * step];
	tile[lx][ly] = y >= 0 ? in[at] : 0;
	tile[lx][(RESULTS + 1) * COLUMNS_HEIGHT + ly] =
		y + (RESULTS + 1) * COLUMNS_HEIGHT < height ? in[at + (RESULTS + 1) * step] : 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 1; i <= RESULTS; i++) {
		float sum = 0;

		for (int j = -RADIUS; j <= RADIUS; j++)
			sum += filter[RADIUS - j] * tile[lx][i * COLUMNS_HEIGHT + ly + j];
		out[at + i * step] = sum;
	}
}
