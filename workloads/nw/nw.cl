/*
 * Needleman-Wunsch: scores of the best alignments of all prefixes of two sequences. The matrix is cut into blocks of
 * 16 x 16; the blocks of one antidiagonal are independent, one launch does them, one workgroup of 16 each.
 */
#define BLOCK 16

/* The score at (row, column) of the block, from its three neighbours above and to the left. */
void score_cell(local int (*score)[BLOCK + 1], local int (*similarity)[BLOCK], int row, int column, int penalty)
{
	int diagonal = score[row][column] + similarity[row][column];
	int gap = max(score[row + 1][column], score[row][column + 1]) - penalty;

	score[row + 1][column + 1] = max(diagonal, gap);
}

/* One block, with its upper left corner at (first_row, first_column) of the inner matrix. */
void score_block(global const int *similarities, global int *scores, local int (*score)[BLOCK + 1],
		 local int (*similarity)[BLOCK], int first_row, int first_column, int columns, int penalty)
{
	int i = get_local_id(0);
	int corner = first_row * columns + first_column; /* the matrices have a border row and column */
	int inner = corner + columns + 1 + i;

	if (i == 0)
		score[0][0] = scores[corner];
	for (int row = 0; row < BLOCK; row++)
		similarity[row][i] = similarities[inner + row * columns];
	barrier(CLK_LOCAL_MEM_FENCE);
	score[i + 1][0] = scores[corner + (i + 1) * columns];
	barrier(CLK_LOCAL_MEM_FENCE);
	score[0][i + 1] = scores[corner + i + 1];
	barrier(CLK_LOCAL_MEM_FENCE);

	/* Antidiagonals of the block: growing, then shrinking. Work-item i has a column of its own. */
	for (int length = 1; length <= BLOCK; length++) {
		if (i < length)
			score_cell(score, similarity, length - 1 - i, i, penalty);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int length = BLOCK - 1; length >= 1; length--) {
		if (i < length)
			score_cell(score, similarity, BLOCK - 1 - i, BLOCK - length + i, penalty);
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int row = 0; row < BLOCK; row++)
		scores[inner + row * columns] = score[row + 1][i + 1];
}

/* Antidiagonals of blocks from the upper left corner to the longest. */
kernel void nw_grow(global const int *similarities, global int *scores, global int *unused, int columns,
		    int penalty, int blocks)
{
	local int score[BLOCK + 1][BLOCK + 1], similarity[BLOCK][BLOCK];
	int x = get_group_id(0), y = blocks - 1 - x;

	score_block(similarities, scores, score, similarity, y * BLOCK, x * BLOCK, columns, penalty);
}

/* From the longest to the lower right corner; a matrix has width x width blocks. */
kernel void nw_shrink(global const int *similarities, global int *scores, global int *unused, int columns,
		      int penalty, int blocks, int width)
{
	local int score[BLOCK + 1][BLOCK + 1], similarity[BLOCK][BLOCK];
	int x = get_group_id(0) + width - blocks, y = width - 1 - get_group_id(0);

	score_block(similarities, scores, score, similarity, y * BLOCK, x * BLOCK, columns, penalty);
}
