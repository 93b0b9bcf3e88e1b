/*
 * Speckle reducing anisotropic diffusion of an image, an iteration in two kernels: derivatives and
 * diffusion coefficient of each pixel, then the pixels from them. A workgroup holds a tile of 16 x 16 and,
 * for each side, the pixels next to it in LDS; every work-item loads one of each, so that the halo's rows
 * and columns are loaded 16 times over. At the edge of the image its pixels stand for those beyond.
 */
enum { EDGE = 16 };

kernel void srad_coefficients(global const float *image, global float *north, global float *south,
			      global float *west, global float *east, global float *coefficient,
			      int columns, int rows, float q0_squared)
{
	local float tile[EDGE][EDGE], above[EDGE][EDGE], below[EDGE][EDGE];
	local float left[EDGE][EDGE], right[EDGE][EDGE], result[EDGE][EDGE];
	int lx = get_local_id(0), ly = get_local_id(1);
	int x = get_global_id(0), y = get_global_id(1);
	int first_x = x - lx, first_y = y - ly, at = y * columns + x;

	above[ly][lx] = image[max(first_y - 1, 0) * columns + x];
	below[ly][lx] = image[min(first_y + EDGE, rows - 1) * columns + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	left[ly][lx] = image[y * columns + max(first_x - 1, 0)];
	right[ly][lx] = image[y * columns + min(first_x + EDGE, columns - 1)];
	barrier(CLK_LOCAL_MEM_FENCE);
	tile[ly][lx] = image[at];
	barrier(CLK_LOCAL_MEM_FENCE);

	float here = tile[ly][lx];
	float n = (ly == 0 ? above[ly][lx] : tile[ly - 1][lx]) - here;
	float s = (ly == EDGE - 1 ? below[ly][lx] : tile[ly + 1][lx]) - here;
	float w = (lx == 0 ? left[ly][lx] : tile[ly][lx - 1]) - here;
	float e = (lx == EDGE - 1 ? right[ly][lx] : tile[ly][lx + 1]) - here;
	float gradient = (n * n + s * s + w * w + e * e) / (here * here);
	float laplacian = (n + s + w + e) / here;
	float divisor = 1 + 0.25f * laplacian;
	float q_squared = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (divisor * divisor);
	float excess = (q_squared - q0_squared) / (q0_squared * (1 + q0_squared));

	result[ly][lx] = clamp(1 / (1 + excess), 0.0f, 1.0f);
	barrier(CLK_LOCAL_MEM_FENCE);
	coefficient[at] = result[ly][lx];
	east[at] = e;
	west[at] = w;
	south[at] = s;
	north[at] = n;
}

kernel void srad_update(global float *image, global const float *north, global const float *south,
			global const float *west, global const float *east, global const float *coefficient,
			int columns, int rows, float lambda)
{
	local float pixels[EDGE][EDGE], tile[EDGE][EDGE], below[EDGE][EDGE], right[EDGE][EDGE];
	local float result[EDGE][EDGE];
	int lx = get_local_id(0), ly = get_local_id(1);
	int x = get_global_id(0), y = get_global_id(1);
	int first_x = x - lx, first_y = y - ly, at = y * columns + x;

	pixels[ly][lx] = image[at];
	barrier(CLK_LOCAL_MEM_FENCE);
	below[ly][lx] = coefficient[min(first_y + EDGE, rows - 1) * columns + x];
	barrier(CLK_LOCAL_MEM_FENCE);
	right[ly][lx] = coefficient[y * columns + min(first_x + EDGE, columns - 1)];
	barrier(CLK_LOCAL_MEM_FENCE);
	tile[ly][lx] = coefficient[at];
	barrier(CLK_LOCAL_MEM_FENCE);

	float here = tile[ly][lx];
	float s = ly == EDGE - 1 ? below[ly][lx] : tile[ly + 1][lx];
	float e = lx == EDGE - 1 ? right[ly][lx] : tile[ly][lx + 1];
	float divergence = here * north[at] + s * south[at] + here * west[at] + e * east[at];

	result[ly][lx] = pixels[ly][lx] + 0.25f * lambda * divergence;
	barrier(CLK_LOCAL_MEM_FENCE);
	image[at] = result[ly][lx];
}
