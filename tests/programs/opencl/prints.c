/* What a kernel prints comes out as C's printf would have it. */
#include "opencl.h"

static const char source[] =
	"kernel void prints(int n, double d)\n"
	"{\n"
	"	if (get_global_id(0) == 1)\n"
	"		printf(\"%d %5.2f %s 100%% %c: %x %lu\\n\", n, 1.5f, \"text\", 'c', 255,\n"
	"		       123456789012345UL);\n"
	"	if (get_global_id(0) == 2)\n"
	"		printf(\"%v4d %g\\n\", (int4)(1, -2, 3, 4), d);\n"
	"}\n";

int main(void)
{
	cl_program program;
	cl_kernel kernel;
	cl_int n = -7;
	cl_double d = 0.25;
	size_t items = 4;

	begin(0);
	program = build(source, "");
	kernel = kernel_of(program, "prints");
	OK(clSetKernelArg(kernel, 0, sizeof(n), &n));
	OK(clSetKernelArg(kernel, 1, sizeof(d), &d));
	OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL));
	OK(clFinish(queue));
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(program));
	return end();
}
