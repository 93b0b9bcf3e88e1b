/* A wavefront interrupts its program, and goes on with what that gave it. */
__kernel void calls(__global uint *out, __global uint *in)
{
	for (uint i = 0; i < 3; i++) {
		__builtin_amdgcn_s_sendmsg(1, i);
		out[i] = in[i];
	}
}
