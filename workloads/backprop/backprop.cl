/*
 * A layer of a neural network with 16 hidden units, trained by back propagation. A workgroup of 16 x 16
 * has 16 inputs (rows) and all hidden units (columns). The weights form a matrix of inputs + 1 rows and
 * hidden + 1 columns; row and column 0 belong to the bias.
 */
#define EDGE 16
#define RATE 0.3f
#define MOMENTUM 0.3f

/*
 * Products of inputs and weights, added up in LDS over the 16 rows in a tree whose active rows lie ever
 * farther apart. One sum per workgroup and hidden unit; the host adds those. As in the published
 * benchmark what is left in LDS also goes where the weights were.
 */
kernel void backprop_forward(global const float *inputs, global float *weights, global float *sums,
			     local float *row_input, local float *tile, int hidden)
{
	int column = get_local_id(0), row = get_local_id(1), own = row * EDGE + column;
	int group = get_group_id(1), input = group * EDGE + row + 1;
	int at = input * (hidden + 1) + column + 1;

	if (column == 0)
		row_input[row] = inputs[input];
	barrier(CLK_LOCAL_MEM_FENCE);
	tile[own] = weights[at];
	barrier(CLK_LOCAL_MEM_FENCE);
	tile[own] *= row_input[row];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int apart = 1; apart < EDGE; apart *= 2) {
		if (row % (2 * apart) == 0)
			tile[own] += tile[own + apart * EDGE];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	weights[at] = tile[own];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (column == 0)
		sums[group * hidden + row] = tile[row];
}

/* Each work-item moves one weight by the error of its hidden unit and by its last change. */
kernel void backprop_adjust(global const float *errors, int hidden, global const float *inputs,
			    global float *weights, global float *changes)
{
	int column = get_local_id(0) + 1, row = get_local_id(1), group = get_group_id(1);
	int input = group * EDGE + row + 1, at = input * (hidden + 1) + column;

	weights[at] += RATE * errors[column] * inputs[input] + MOMENTUM * changes[at];
	changes[at] = RATE * errors[column] * inputs[input] + MOMENTUM * changes[at];
	barrier(CLK_LOCAL_MEM_FENCE);
	if (row == 0 && group == 0) {
		weights[column] += RATE * errors[column] + MOMENTUM * changes[column];
		changes[column] = RATE * errors[column] + MOMENTUM * changes[column];
	}
}
