/*
 * Tridiagonal systems a x[i-1] + b x[i] + c x[i+1] = d by parallel cyclic reduction: a workgroup per
 * system, a work-item per equation, all of it in LDS. Each round takes the neighbours at a distance out of
 * every equation and so doubles the distance, until pairs of equations are left.
 */
kernel void tridiag(global const float *lower, global const float *diagonal, global const float *upper,
		    global const float *right, global float *solution, local float *lds, int rounds)
{
	int size = get_local_size(0), i = get_local_id(0);
	int at = get_group_id(0) * size + i;
	/* Rows of one more element, so that the same equation of each lies in another bank. */
	local float *a = lds, *b = a + size + 1, *c = b + size + 1, *d = c + size + 1;
	local float *x = d + size + 1;
	int distance = 1;

	a[i] = lower[at];
	b[i] = diagonal[at];
	c[i] = upper[at];
	d[i] = right[at];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int round = 0; round < rounds; round++) {
		float new_a = 0, new_b = b[i], new_c = 0, new_d = d[i];

		if (i >= distance) {
			int up = i - distance;
			float factor = native_divide(a[i], b[up]);

			new_a = -a[up] * factor;
			new_b -= c[up] * factor;
			new_d -= d[up] * factor;
		}
		if (i + distance < size) {
			int down = i + distance;
			float factor = native_divide(c[i], b[down]);

			new_b -= a[down] * factor;
			new_c = -c[down] * factor;
			new_d -= d[down] * factor;
		}
		barrier(CLK_LOCAL_MEM_FENCE);
		a[i] = new_a;
		b[i] = new_b;
		c[i] = new_c;
		d[i] = new_d;
		distance *= 2;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (i < distance) {
		int j = i + distance;
		float determinant = b[j] * b[i] - c[i] * a[j];

		x[i] = native_divide(b[j] * d[i] - c[i] * d[j], determinant);
		x[j] = native_divide(b[i] * d[j] - a[j] * d[i], determinant);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	solution[at] = x[i];
}
