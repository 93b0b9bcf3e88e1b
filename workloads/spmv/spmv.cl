/* y = A x with A in compressed rows: row i has its entries at first[i] .. first[i + 1] - 1. */

/* One work-item per row. */
kernel void spmv_scalar(global const float *restrict value, global const float *restrict x,
			global const int *restrict column, global const int *restrict first, int rows,
			global float *restrict y)
{
	int row = get_global_id(0);

	if (row < rows) {
		int end = first[row + 1];
		float sum = 0;

		for (int e = first[row]; e < end; e++)
			sum += value[e] * x[column[e]];
		y[row] = sum;
	}
}

/* One row for each `width` work-items, a power of two: they stride over it and add up in LDS. */
kernel void spmv_vector(global const float *restrict value, global const float *restrict x,
			global const int *restrict column, global const int *restrict first, int rows,
			int width, local float *sums, global float *restrict y)
{
	int item = get_local_id(0), lane = item & (width - 1);
	int row = (get_group_id(0) * get_local_size(0) + item) / width;
	float sum = 0;

	if (row < rows) {
		int end = first[row + 1];

		for (int e = first[row] + lane; e < end; e += width)
			sum += value[e] * x[column[e]];
	}
	sums[item] = sum;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int apart = width / 2; apart > 0; apart /= 2) {
		if (lane < apart)
			sums[item] += sums[item + apart];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (row < rows && lane == 0)
		y[row] = sums[item];
}
