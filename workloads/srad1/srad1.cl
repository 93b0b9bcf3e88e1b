/*
 * Speckle reducing anisotropic diffusion of an image that lies in memory column by column. A work-item per
 * pixel in all kernels; a pixel's neighbours are found by lists of the rows and columns beside each, in
 * which the edges of the image are their own neighbours.
 */
#define WORKGROUP 512

/* Logarithms of the pixels are undone, and in the end taken again. */
kernel void __attribute__((reqd_work_group_size(WORKGROUP, 1, 1)))
srad1_extract(int pixels, global float *image)
{
	int at = get_global_id(0);

	if (at < pixels)
		image[at] = exp(image[at] / 255);
}

kernel void __attribute__((reqd_work_group_size(WORKGROUP, 1, 1)))
srad1_compress(int pixels, global float *image)
{
	int at = get_global_id(0);

	if (at < pixels)
		image[at] = log(image[at]) * 255;
}

kernel void __attribute__((reqd_work_group_size(WORKGROUP, 1, 1)))
srad1_prepare(int pixels, global const float *image, global float *sums, global float *squares)
{
	int at = get_global_id(0);

	if (at < pixels) {
		sums[at] = image[at];
		squares[at] = image[at] * image[at];
	}
}

/*
 * Adds up count sums that lie stride apart, WORKGROUP of them to one that takes the place of the first. A
 * tree takes as many as are a power of two; its last work-item adds the others.
 */
kernel void __attribute__((reqd_work_group_size(WORKGROUP, 1, 1)))
srad1_reduce(int count, int stride, global float *sums, global float *squares)
{
	local float sum[WORKGROUP], square[WORKGROUP];
	int lane = get_local_id(0), first = get_group_id(0) * WORKGROUP;
	int own = min(WORKGROUP, count - first), whole = 1 << (31 - clz(own));

	if (lane < own) {
		sum[lane] = sums[(first + lane) * stride];
		square[lane] = squares[(first + lane) * stride];
	}
	for (int step = 2; step <= whole; step *= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lane < whole && ((lane + 1) & (step - 1)) == 0) {
			sum[lane] += sum[lane - step / 2];
			square[lane] += square[lane - step / 2];
		}
	}
	if (lane == whole - 1) {
		for (int i = first + whole; i < first + own; i++) {
			sum[lane] += sums[i * stride];
			square[lane] += squares[i * stride];
		}
		sums[first * stride] = sum[lane];
		squares[first * stride] = square[lane];
	}
}

kernel void __attribute__((reqd_work_group_size(WORKGROUP, 1, 1)))
srad1_coefficients(int rows, int pixels, global const int *above, global const int *below,
		   global const int *right, global const int *left, global float *north, global float *south,
		   global float *east, global float *west, float q0_squared, global float *coefficient,
		   global const float *image)
{
	int at = get_global_id(0), row = at % rows, column = at / rows;

	if (at >= pixels)
		return;

	float here = image[at];
	float n = image[above[row] + rows * column] - here;
	float s = image[below[row] + rows * column] - here;
	float w = image[row + rows * left[column]] - here;
	float e = image[row + rows * right[column]] - here;
	float gradient = (n * n + s * s + w * w + e * e) / (here * here);
	float laplacian = (n + s + w + e) / here;
	float divisor = 1 + 0.25f * laplacian;
	float q_squared = (0.5f * gradient - 0.0625f * laplacian * laplacian) / (divisor * divisor);
	float excess = (q_squared - q0_squared) / (q0_squared * (1 + q0_squared));

	north[at] = n;
	south[at] = s;
	west[at] = w;
	east[at] = e;
	coefficient[at] = clamp(1 / (1 + excess), 0.0f, 1.0f);
}

kernel void __attribute__((reqd_work_group_size(WORKGROUP, 1, 1)))
srad1_update(float lambda, int rows, int pixels, global const int *below, global const int *right,
	     global const float *north, global const float *south, global const float *east,
	     global const float *west, global const float *coefficient, global float *image)
{
	int at = get_global_id(0), row = at % rows, column = at / rows;

	if (at >= pixels)
		return;

	float here = coefficient[at];
	float s = coefficient[below[row] + rows * column];
	float e = coefficient[row + rows * right[column]];
	float divergence = here * north[at] + s * south[at] + here * west[at] + e * east[at];

	image[at] += 0.25f * lambda * divergence;
}
