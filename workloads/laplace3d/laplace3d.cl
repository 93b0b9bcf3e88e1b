/*
 * A Jacobi step of Laplace's equation in a box; the faces stay as they are. A workgroup takes a column of
 * the box and marches along z with three planes of it, and a halo around each, in LDS. Every work-item
 * loads its own element and at most one of the halo.
 */
enum { WIDTH = 32, HEIGHT = 4, ROW = WIDTH + 2, PLANE = ROW * (HEIGHT + 2) };

kernel void laplace3d(global const float *in, global float *out, int nx, int ny, int nz, int pitch)
{
	local float planes[3 * PLANE]; /* z - 1, z, z + 1 */
	int lx = get_local_id(0), ly = get_local_id(1), item = ly * WIDTH + lx;
	int x = get_global_id(0), y = get_global_id(1);
	int left = get_group_id(0) * WIDTH, top = get_group_id(1) * HEIGHT;
	int cell = PLANE + (ly + 1) * ROW + lx + 1, at = y * pitch + x;
	int halo_cell = 0, halo_at = 0;
	bool inside = x < nx && y < ny, halo = item < 2 * (WIDTH + HEIGHT + 2);

	if (halo) {
		int hx, hy; /* from the workgroup's first element */

		if (ly < 2) { /* the rows above and below */
			hx = lx;
			hy = ly * (HEIGHT + 1) - 1;
		} else { /* the columns at the sides, with the corners */
			hx = item % 2 * (WIDTH + 1) - 1;
			hy = item / 2 - WIDTH - 1;
		}
		halo_cell = PLANE + (hy + 1) * ROW + hx + 1;
		hx += left;
		hy += top;
		halo_at = hy * pitch + hx;
		halo = hx >= 0 && hx < nx && hy >= 0 && hy < ny;
	}
	if (inside)
		planes[cell + PLANE] = in[at];
	if (halo)
		planes[halo_cell + PLANE] = in[halo_at];
	for (int z = 0; z < nz; z++) {
		int here = at;

		if (inside) {
			at += ny * pitch;
			planes[cell - PLANE] = planes[cell];
			planes[cell] = planes[cell + PLANE];
			if (z < nz - 1)
				planes[cell + PLANE] = in[at];
		}
		if (halo) {
			halo_at += ny * pitch;
			planes[halo_cell - PLANE] = planes[halo_cell];
			planes[halo_cell] = planes[halo_cell + PLANE];
			if (z < nz - 1)
				planes[halo_cell + PLANE] = in[halo_at];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if (inside) {
			bool face = x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 ||
				    z == nz - 1;

			if (face)
				out[here] = planes[cell];
			else
				out[here] = (planes[cell - 1] + planes[cell + 1] +
					     planes[cell - ROW] + planes[cell + ROW] +
					     planes[cell - PLANE] + planes[cell + PLANE]) *
					    (1 / 6.0f);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
}
