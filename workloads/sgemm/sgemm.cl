/*
 * C = alpha A B + beta C, all of them column by column, B transposed: element (row, column) of A is
 * a[column * lda + row], of B b[row * ldb + column]. A workgroup makes HEIGHT x WIDTH elements of C, each
 * work-item a row of them in registers. A few rows of B at a time are in LDS; A comes from memory.
 */
#define WIDTH 16
#define DEPTH 8
#define HEIGHT (WIDTH * DEPTH)

kernel void __attribute__((reqd_work_group_size(WIDTH, DEPTH, 1)))
sgemm(global const float *a, int lda, global const float *b, int ldb, global float *c, int ldc, int k,
      float alpha, float beta)
{
	local float rows[DEPTH][WIDTH];
	int lx = get_local_id(0), ly = get_local_id(1);
	int row = get_group_id(0) * HEIGHT + ly * WIDTH + lx, column = get_group_id(1) * WIDTH;
	float sum[WIDTH];

	for (int j = 0; j < WIDTH; j++)
		sum[j] = 0;
	for (int i = 0; i < k; i += DEPTH) {
		rows[ly][lx] = b[(i + ly) * ldb + column + lx];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int d = 0; d < DEPTH; d++) {
			float value = a[(i + d) * lda + row];

			for (int j = 0; j < WIDTH; j++)
				sum[j] += value * rows[d][j];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int j = 0; j < WIDTH; j++) {
		global float *to = c + (column + j) * ldc + row;

		*to = *to * beta + alpha * sum[j];
	}
}
