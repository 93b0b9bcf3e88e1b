/*
 * C = A B with square matrices. Each work-item makes a 4 x 4 tile of C; a workgroup keeps its rows of A
 * in LDS, B streams from memory in float4s.
 */
kernel void mm(global const float4 *a, global const float4 *b, global float4 *c, int n, local float4 *rows)
{
	int quads = n / 4; /* float4s in a row */
	int width = get_local_size(0);
	int lx = get_local_id(0), ly = get_local_id(1);
	int column = get_global_id(0), row = 4 * get_global_id(1);
	float4 sum[4] = {0, 0, 0, 0};

	for (int k = 0; k < quads; k += width) {
		for (int r = 0; r < 4; r++)
			rows[(4 * ly + r) * width + lx] = a[(row + r) * quads + k + lx];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int j = 0; j < width; j++) {
			global const float4 *from = b + 4 * (k + j) * quads + column;
			float4 b0 = from[0], b1 = from[quads];
			float4 b2 = from[2 * quads], b3 = from[3 * quads];

			for (int r = 0; r < 4; r++) {
				float4 t = rows[(4 * ly + r) * width + j];

				sum[r] += t.x * b0 + t.y * b1 + t.z * b2 + t.w * b3;
			}
		}
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	for (int r = 0; r < 4; r++)
		c[(row + r) * quads + column] = sum[r];
}
