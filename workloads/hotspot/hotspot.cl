/*
 * Steps of a chip's temperature on a grid of cells. A workgroup loads a tile of cells into LDS and makes
 * several steps on it; each step the outermost ring of what is left becomes unusable, so that the tiles
 * overlap by two rings per step.
 */
enum { EDGE = 16 };
constant float ambient = 80;

kernel void hotspot(global const float *power, global const float *from, global float *to, int columns,
		    int rows, int steps, float capacity, float rx, float ry, float rz, float time)
{
	local float heat[EDGE][EDGE], source[EDGE][EDGE], result[EDGE][EDGE];
	int lx = get_local_id(0), ly = get_local_id(1), inner = EDGE - 2 * steps;
	int x = (int)get_group_id(0) * inner - steps + lx;
	int y = (int)get_group_id(1) * inner - steps + ly;
	int at = y * columns + x;
	bool inside = x >= 0 && x < columns && y >= 0 && y < rows, made = false;
	/* Neighbours; at the edge of the chip the cell itself. */
	int west = x > 0 ? lx - 1 : lx, east = x < columns - 1 ? lx + 1 : lx;
	int north = y > 0 ? ly - 1 : ly, south = y < rows - 1 ? ly + 1 : ly;
	float per_capacity = time / capacity, per_rx = 1 / rx, per_ry = 1 / ry, per_rz = 1 / rz;

	if (inside) {
		heat[ly][lx] = from[at];
		source[ly][lx] = power[at];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int ring = 0; ring < steps; ring++) {
		made = inside && lx > ring && lx < EDGE - 1 - ring && ly > ring && ly < EDGE - 1 - ring;
		if (made) {
			float here = heat[ly][lx];

			result[ly][lx] =
				here +
				per_capacity *
					(source[ly][lx] +
					 (heat[south][lx] + heat[north][lx] - 2 * here) * per_ry +
					 (heat[ly][east] + heat[ly][west] - 2 * here) * per_rx +
					 (ambient - here) * per_rz);
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if (ring == steps - 1)
			break;
		if (made)
			heat[ly][lx] = result[ly][lx];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (made)
		to[at] = result[ly][lx];
}
