/* What each work-item knows of its place in the grid, and arguments of every kind. */
kernel void places(global ulong *out, uint width, uint height)
{
	/* The offset is not part of where the result goes. */
	size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
	       z = get_global_id(2) - get_global_offset(2);
	global ulong *to = out + 16 * ((z * height + y) * width + x);

	for (uint d = 0; d < 3; d++) {
		*to++ = get_global_id(d);
		*to++ = get_local_id(d);
		*to++ = get_group_id(d);
		*to++ = get_global_size(d);
		*to++ = get_num_groups(d) + 100 * get_global_offset(d);
	}
	*to = get_work_dim();
}

kernel void group_sizes(global ulong *out)
{
	out[get_global_id(0)] = get_local_size(0) + 1000 * get_local_size(1) + 1000000 * get_local_size(2);
}

/* Work-items that have no number of their own in the last workgroup must not run. */
kernel void mark(global int *out, int n)
{
	int id = get_global_id(1) * get_global_size(0) + get_global_id(0);

	atomic_inc(&out[id]);
	if (id >= n)
		atomic_inc(&out[n]);
}

struct settings {
	int a;
	double b;
	char c[5];
	float4 d;
};

kernel void arguments(global double *out, char a, uchar b, short c, ushort d, int e, uint f, long g, ulong h,
		      float i, double j, float3 k, int8 l, struct settings m, local int *p, local double *q,
		      global int *nothing, constant float *table)
{
	int id = get_global_id(0), me = get_local_id(0), size = get_local_size(0);

	p[me] = id;
	q[me] = id * 0.5;
	barrier(CLK_LOCAL_MEM_FENCE);
	out[id] = a + 2.0 * b + 3.0 * c + 4.0 * d + 5.0 * e + 6.0 * f + 7.0 * g + 8.0 * h + 9.0 * i + 10 * j +
		  k.x + k.y * k.z + l.s0 + l.s7 + m.a + m.b + m.c[4] + m.d.w + p[(me + 1) % size] +
		  q[(me + 3) % size] + (nothing ? 1000000 : 0) + table[id % 8];
}
