/* Kernels that want as much local memory as there is, which runs, and more, which is refused. */
#include "opencl.h"

static const char source[] = "kernel void turn(local int *l, global int *v)\n"
			     "{\n"
			     "	uint i = get_local_id(0), n = get_local_size(0);\n"
			     "	l[n - 1 - i] = v[i];\n"
			     "	barrier(CLK_LOCAL_MEM_FENCE);\n"
			     "	v[i] = l[i];\n"
			     "}\n"
			     "kernel void fixed(global int *v)\n"
			     "{\n"
			     "	local int l[4096 + 64];\n"
			     "	uint i = get_local_id(0);\n"
			     "	l[4096 + 63 - i] = v[i];\n"
			     "	barrier(CLK_LOCAL_MEM_FENCE);\n"
			     "	v[i] = l[4096 + i];\n"
			     "}\n";

int main(void)
{
	const size_t items = 64;
	cl_int v[64], i;
	cl_ulong there;
	cl_program program;
	cl_kernel turn, fixed;
	cl_mem m;

	begin(0);
	OK(clGetDeviceInfo(device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof(there), &there, NULL));
	program = build(source, "");
	turn = kernel_of(program, "turn");
	fixed = kernel_of(program, "fixed");
	for (i = 0; i < 64; i++)
		v[i] = i;
	m = buffer(CL_MEM_COPY_HOST_PTR, sizeof(v), v);
	OK(clSetKernelArg(turn, 0, there, NULL));
	OK(clSetKernelArg(turn, 1, sizeof(m), &m));
	OK(clSetKernelArg(fixed, 0, sizeof(m), &m));
	OK(clEnqueueNDRangeKernel(queue, turn, 1, NULL, &items, &items, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL));
	for (i = 0; i < 64; i++)
		CHECK(v[i] == 63 - i);

	/* Twice: who asks again is not told again. */
	OK(clSetKernelArg(turn, 0, there + 4, NULL));
	for (i = 0; i < 2; i++)
		CHECK(clEnqueueNDRangeKernel(queue, turn, 1, NULL, &items, &items, 0, NULL, NULL) ==
		      CL_OUT_OF_RESOURCES);
	CHECK(clEnqueueNDRangeKernel(queue, fixed, 1, NULL, &items, &items, 0, NULL, NULL) ==
	      (there < sizeof(v) * 65 ? CL_OUT_OF_RESOURCES : CL_SUCCESS));
	OK(clFinish(queue));
	OK(clReleaseMemObject(m));
	OK(clReleaseKernel(turn));
	OK(clReleaseKernel(fixed));
	OK(clReleaseProgram(program));
	return end();
}
