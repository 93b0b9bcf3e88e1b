/*
 * C = alpha (A B^T + B A^T) + beta C. One work-item per element of C: along a row of C the lanes walk down
 * the rows of A and of B, each its own. The sum lives in memory, as without restrict the compiler must
 * store each partial sum.
 */
kernel void syr2k(global const float *a, global const float *b, global float *c, float alpha, float beta,
		  int n)
{
	int column = get_global_id(0), row = get_global_id(1);

	if (row < n && column < n) {
		c[row * n + column] *= beta;
		for (int k = 0; k < n; k++)
			c[row * n + column] += alpha * a[row * n + k] * b[column * n + k] +
					       alpha * b[row * n + k] * a[column * n + k];
	}
}
