/* A bug on purpose: the guard is missing, so the last work-items write past the end. */
__kernel void fill(__global int *out, int value)
{
	out[get_global_id(0)] = value;
}
