/*
 * Finite differences of order eight in a box, from one array into another. A workgroup marches along z:
 * the current plane of its column in LDS, with HALO elements around it, the four planes before and after
 * in registers. Of the halo only RADIUS elements count, but all are loaded, and 2 HALO planes are not
 * made. Rows lie end to end: those beside the first element of a row are the last of the row before.
 */
#define WIDTH 32
#define HEIGHT 8
#define HALO 8
#define RADIUS 4

kernel void __attribute__((reqd_work_group_size(WIDTH, HEIGHT, 1)))
fd3d(global float *out, global const float *in, global const float *weights, int nx, int ny, int nz)
{
	local float tile[HEIGHT + 2 * HALO][WIDTH + 2 * HALO];
	int lx = get_local_id(0), ly = get_local_id(1), x = lx + HALO, y = ly + HALO;
	int plane = nx * ny, at = get_global_id(1) * nx + get_global_id(0);
	float column[2 * RADIUS + 1]; /* the planes around the current one */

	for (int i = 0; i < 2 * RADIUS; i++)
		column[i + 1] = in[i * plane + at];
	at += (RADIUS - 1) * plane;
	for (int z = HALO; z < nz - HALO; z++) {
		for (int i = 0; i < 2 * RADIUS; i++)
			column[i] = column[i + 1];
		at += plane;
		column[2 * RADIUS] = in[at + RADIUS * plane];
		barrier(CLK_LOCAL_MEM_FENCE);
		if (ly < HALO) {
			tile[ly][x] = in[at - HALO * nx];
			tile[y + HEIGHT][x] = in[at + HEIGHT * nx];
		}
		if (lx < HALO) {
			tile[y][lx] = in[at - HALO];
			tile[y][x + WIDTH] = in[at + WIDTH];
		}
		tile[y][x] = column[RADIUS];
		barrier(CLK_LOCAL_MEM_FENCE);

		float sum = weights[0] * column[RADIUS];

		for (int r = 1; r <= RADIUS; r++)
			sum += weights[r] * (column[RADIUS + r] + column[RADIUS - r] + tile[y - r][x] +
					     tile[y + r][x] + tile[y][x - r] + tile[y][x + r]);
		out[at] = sum;
	}
}
