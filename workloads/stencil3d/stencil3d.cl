/*
 * Seven-point stencil over a box, from one array into another; the faces stay as they are. A workgroup
 * takes a column of the box, twice its own width, and marches along z: the current plane in LDS, the planes
 * before and after it in registers. Each work-item makes two elements of a plane, a width apart.
 * Neighbours outside the workgroup's part come from memory.
 */
kernel void stencil3d(float c0, float c1, global const float *in, global float *out, int nx, int ny, int nz,
		      local float *tile)
{
	int lx = get_local_id(0), ly = get_local_id(1), width = get_local_size(0);
	int row = 2 * width, plane = nx * ny;
	int x = get_group_id(0) * row + lx, x2 = x + width, y = get_global_id(1);
	int cell = ly * row + lx, cell2 = cell + width;
	bool inside = x < nx && y < ny, inside2 = x2 < nx && y < ny;
	bool makes = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
	bool makes2 = x2 < nx - 1 && y > 0 && y < ny - 1;
	bool first = ly == 0, last = ly == get_local_size(1) - 1;
	float before = 0, before2 = 0, after = 0, after2 = 0;

	tile[cell] = tile[cell2] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (inside) {
		before = in[y * nx + x];
		tile[cell] = in[plane + y * nx + x];
	}
	if (inside2) {
		before2 = in[y * nx + x2];
		tile[cell2] = in[plane + y * nx + x2];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int z = 1; z < nz - 1; z++) {
		int at = z * plane + y * nx + x, at2 = at + width;

		if (inside)
			after = in[at + plane];
		if (makes) {
			float below = last ? in[at + nx] : tile[cell + row];
			float above = first ? in[at - nx] : tile[cell - row];
			float left = lx == 0 ? in[at - 1] : tile[cell - 1];

			out[at] = (after + before + below + above + tile[cell + 1] + left) * c1 -
				  tile[cell] * c0;
		}
		if (inside2)
			after2 = in[at2 + plane];
		if (makes2) {
			float below = last ? in[at2 + nx] : tile[cell2 + row];
			float above = first ? in[at2 - nx] : tile[cell2 - row];
			float right = lx == width - 1 ? in[at2 + 1] : tile[cell2 + 1];

			out[at2] = (after2 + before2 + below + above + right + tile[cell2 - 1]) * c1 -
				   tile[cell2] * c0;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		before = tile[cell];
		tile[cell] = after;
		before2 = tile[cell2];
		tile[cell2] = after2;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
