/* A kernel that writes where nothing is: the program is told, and nothing runs after it. */
#include "opencl.h"

static const char source[] = "kernel void astray(global int *v, long far) { v[far] = 1; }\n"
			     "kernel void fine(global int *v) { v[0] = 1; }\n";

int main(void)
{
	cl_program program;
	cl_kernel astray, fine;
	cl_long far = 1L << 40;
	cl_mem m;

	begin(0);
	program = build(source, "");
	astray = kernel_of(program, "astray");
	fine = kernel_of(program, "fine");
	m = buffer(0, 4096, NULL);
	OK(clSetKernelArg(astray, 0, sizeof(m), &m));
	OK(clSetKernelArg(astray, 1, sizeof(far), &far));
	OK(clSetKernelArg(fine, 0, sizeof(m), &m));
	OK(clEnqueueTask(queue, fine, 0, NULL, NULL));
	CHECK(clEnqueueTask(queue, astray, 0, NULL, NULL) == CL_OUT_OF_RESOURCES);
	CHECK(clFinish(queue) == CL_OUT_OF_RESOURCES);
	CHECK(clEnqueueTask(queue, fine, 0, NULL, NULL) == CL_OUT_OF_RESOURCES);
	OK(clReleaseMemObject(m));
	OK(clReleaseKernel(astray));
	OK(clReleaseKernel(fine));
	OK(clReleaseProgram(program));
	return end();
}
