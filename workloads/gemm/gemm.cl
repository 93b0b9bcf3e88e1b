/* General matrix multiplication with square matrices, in two published shapes. */

enum { TILE = 16 };

/*
 * D = alpha A B + beta C. One work-item per element of D; a workgroup walks along its rows of A and its
 * columns of B, one tile of each in LDS at a time.
 */
kernel void gemm_tiled(global const float *a, global const float *b, global const float *c,
		       global float *d, float alpha, float beta, int n)
{
	local float rows[TILE][TILE], columns[TILE][TILE];
	int lx = get_local_id(0), ly = get_local_id(1);
	int column = get_global_id(0), row = get_global_id(1);
	float sum = 0;

	for (int first = 0; first < n; first += TILE) {
		int k = first + lx;

		rows[ly][lx] = row < n && k < n ? a[row * n + k] : 0;
		k = first + ly;
		columns[ly][lx] = k < n && column < n ? b[k * n + column] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int j = 0; j < TILE; j++)
			sum += rows[ly][j] * columns[j][lx];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (row < n && column < n)
		d[row * n + column] = alpha * sum + beta * c[row * n + column];
}

/*
 * C = alpha A B + beta C. One work-item per element of C; the sum lives in memory, as without restrict
 * the compiler must store each partial sum.
 */
kernel void gemm_in_place(global const float *a, global const float *b, global float *c, float alpha,
			  float beta, int n)
{
	int column = get_global_id(0), row = get_global_id(1);

	if (row < n && column < n) {
		c[row * n + column] *= beta;
		for (int k = 0; k < n; k++)
			c[row * n + column] += alpha * a[row * n + k] * b[k * n + column];
	}
}
