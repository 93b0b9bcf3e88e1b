/*
 * LU decomposition in place, without pivoting, by blocks of 16 x 16: for each step along the diagonal the
 * block on it, then the blocks to its right and below it, then all that is left.
 */
enum { BLOCK = 16 };

/* One workgroup of one work-item per row and column of the block on the diagonal. */
kernel void lud_diagonal(global float *m, int n, int first)
{
	local float tile[BLOCK][BLOCK];
	global float *corner = m + first * n + first;
	int lane = get_local_id(0);

	for (int i = 0; i < BLOCK; i++)
		tile[i][lane] = corner[i * n + lane];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = 0; k < BLOCK - 1; k++) {
		if (lane > k) { /* column k of L, a row each */
			for (int j = 0; j < k; j++)
				tile[lane][k] -= tile[lane][j] * tile[j][k];
			tile[lane][k] /= tile[k][k];
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		if (lane > k) /* row k + 1 of U, a column each */
			for (int j = 0; j <= k; j++)
				tile[k + 1][lane] -= tile[k + 1][j] * tile[j][lane];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int i = 1; i < BLOCK; i++)
		corner[i * n + lane] = tile[i][lane];
}

/*
 * A workgroup per pair of blocks: the first half of its work-items make a block of U to the right of the
 * diagonal, a column each, the second half one of L below it, a row each.
 */
kernel void lud_perimeter(global float *m, int n, int first)
{
	local float diagonal[BLOCK][BLOCK], right[BLOCK][BLOCK], below[BLOCK][BLOCK];
	global float *corner = m + first * n + first;
	int away = (get_group_id(0) + 1) * BLOCK;
	int lane = get_local_id(0) % BLOCK;
	bool upper = get_local_id(0) < BLOCK;

	if (upper) {
		for (int i = 0; i < BLOCK / 2; i++)
			diagonal[i][lane] = corner[i * n + lane];
		for (int i = 0; i < BLOCK; i++)
			right[i][lane] = corner[i * n + away + lane];
	} else {
		for (int i = BLOCK / 2; i < BLOCK; i++)
			diagonal[i][lane] = corner[i * n + lane];
		for (int i = 0; i < BLOCK; i++)
			below[i][lane] = corner[(away + i) * n + lane];
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (upper) {
		for (int i = 1; i < BLOCK; i++)
			for (int j = 0; j < i; j++)
				right[i][lane] -= diagonal[i][j] * right[j][lane];
	} else {
		for (int i = 0; i < BLOCK; i++) {
			for (int j = 0; j < i; j++)
				below[lane][i] -= below[lane][j] * diagonal[j][i];
			below[lane][i] /= diagonal[i][i];
		}
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (upper) {
		for (int i = 1; i < BLOCK; i++)
			corner[i * n + away + lane] = right[i][lane];
	} else {
		for (int i = 0; i < BLOCK; i++)
			corner[(away + i) * n + lane] = below[i][lane];
	}
}

/* A work-item per element right of and below the step: less its row of L times its column of U. */
kernel void lud_internal(global float *m, int n, int first)
{
	local float above[BLOCK][BLOCK], left[BLOCK][BLOCK];
	int lx = get_local_id(0), ly = get_local_id(1);
	int row = first + (get_group_id(1) + 1) * BLOCK + ly;
	int column = first + (get_group_id(0) + 1) * BLOCK + lx;
	float sum = 0;

	above[ly][lx] = m[(first + ly) * n + column];
	left[ly][lx] = m[row * n + first + lx];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = 0; k < BLOCK; k++)
		sum += left[ly][k] * above[k][lx];
	m[row * n + column] -= sum;
}
