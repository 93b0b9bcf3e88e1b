/*
 * Transpose of a square matrix. A work-item moves 4 x 4 elements, as four float4s of four rows, to LDS and
 * from there to their place. Workgroups of one x take different columns at different y, so that those that
 * run together do not all write to the same channels.
 */
kernel void mt(global float4 *out, global const float4 *in, local float4 *tile, uint quads, uint groups_x)
{
	uint lx = get_local_id(0), ly = get_local_id(1), edge = get_local_size(0);
	uint group_y = get_group_id(0), group_x = (get_group_id(0) + get_group_id(1)) % groups_x;
	uint from = 4 * (group_y * edge + ly) * quads + group_x * edge + lx;
	uint to = 4 * (group_x * edge + ly) * quads + group_y * edge + lx;
	uint cell = 4 * ly * edge + lx;

	tile[cell] = in[from];
	tile[cell + edge] = in[from + quads];
	tile[cell + 2 * edge] = in[from + 2 * quads];
	tile[cell + 3 * edge] = in[from + 3 * quads];
	barrier(CLK_LOCAL_MEM_FENCE);
	cell = 4 * lx * edge + ly;

	float4 a = tile[cell], b = tile[cell + edge];
	float4 c = tile[cell + 2 * edge], d = tile[cell + 3 * edge];

	out[to] = (float4)(a.x, b.x, c.x, d.x);
	out[to + quads] = (float4)(a.y, b.y, c.y, d.y);
	out[to + 2 * quads] = (float4)(a.z, b.z, c.z, d.z);
	out[to + 3 * quads] = (float4)(a.w, b.w, c.w, d.w);
}
