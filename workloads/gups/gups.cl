/*
 * RandomAccess: each work-item walks its own part of the HPCC random sequence and xors each number into
 * the table at the index that its low bits name. Atomic, so that the result does not depend on order.
 */
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

kernel void gups_init(global ulong *table)
{
	table[get_global_id(0)] = get_global_id(0);
}

kernel void gups_update(volatile global ulong *table, global const ulong *starts, ulong mask, uint updates)
{
	ulong random = starts[get_global_id(0)];

	for (uint i = 0; i < updates; i++) {
		random = random << 1 ^ ((long)random < 0 ? 7 : 0);
		atom_xor(&table[random & mask], random);
	}
}
