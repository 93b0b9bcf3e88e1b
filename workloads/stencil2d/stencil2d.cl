/*
 * Nine-point stencil over an array with a halo of one. Dimension 0 of the grid runs over strips of rows,
 * dimension 1 over columns: a work-item makes STRIP elements of its column, and the workgroup keeps the
 * strip and its halo in LDS.
 */
enum { STRIP = 16 };

kernel void stencil2d(global const float *in, global float *out, int pitch, float center, float cardinal,
		      float diagonal, local float *tile)
{
	int lx = get_local_id(1), width = get_local_size(1), row = width + 2;
	int corner = get_group_id(0) * STRIP * pitch + get_group_id(1) * width;

	for (int i = 0; i < STRIP + 2; i++)
		tile[i * row + lx + 1] = in[corner + i * pitch + lx + 1];
	if (lx == 0) {
		for (int i = 0; i < STRIP + 2; i++)
			tile[i * row] = in[corner + i * pitch];
	} else if (lx == width - 1) {
		for (int i = 0; i < STRIP + 2; i++)
			tile[i * row + width + 1] = in[corner + i * pitch + width + 1];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int i = 1; i <= STRIP; i++) {
		local const float *here = tile + i * row + lx + 1;

		out[corner + i * pitch + lx + 1] =
			center * here[0] + cardinal * (here[-row] + here[row] + here[1] + here[-1]) +
			diagonal * (here[1 - row] + here[1 + row] + here[-1 - row] + here[-1 + row]);
	}
}

/* One column of the halo from one array into the other, a work-item per row. */
kernel void stencil2d_halo(global const float *in, global float *out, int pitch, int column, int rows)
{
	int row = get_global_id(0);

	if (row < rows)
		out[row * pitch + column] = in[row * pitch + column];
}
