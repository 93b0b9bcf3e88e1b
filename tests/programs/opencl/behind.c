/* Kernels that read and write behind a buffer, but in its last page: on a GPU that goes unnoticed.
 */
#include "opencl.h"

static const char source[] = "kernel void sum(global int *v, int n, global int *out)\n"
			     "{\n"
			     "	int s = 0, next = v[0];\n"
			     "	for (int i = 0; i < n; i++) {\n"
			     "		s += next;\n"
			     "		next = v[i + 1];\n"
			     "	}\n"
			     "	out[0] = s;\n"
			     "	out[1] = next;\n"
			     "}\n";

int main(void)
{
	cl_int n = 1000, v[1000], out[2];
	cl_program program;
	cl_kernel sum;
	cl_mem from, to;

	begin(0);
	for (int i = 0; i < n; i++)
		v[i] = i;
	program = build(source, "");
	sum = kernel_of(program, "sum");
	from = buffer(CL_MEM_COPY_HOST_PTR, sizeof(v), v);
	to = buffer(0, sizeof(cl_int), NULL);
	OK(clSetKernelArg(sum, 0, sizeof(from), &from));
	OK(clSetKernelArg(sum, 1, sizeof(n), &n));
	OK(clSetKernelArg(sum, 2, sizeof(to), &to));
	OK(clEnqueueTask(queue, sum, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof(cl_int), out, 0, NULL, NULL));
	CHECK(out[0] == n * (n - 1) / 2);
	OK(clReleaseMemObject(from));
	OK(clReleaseMemObject(to));
	OK(clReleaseKernel(sum));
	OK(clReleaseProgram(program));
	return end();
}
