/* Functions that libclc lacks, and that the prelude adds: of OpenCL C 1.2. */
#include "opencl.h"

enum { N = 64 };

static const char c12[] =
	"#if __OPENCL_VERSION__ < 120 || defined(cl_khr_fp16) != HALF\n"
	"#error these are as the device says\n"
	"#endif\n"
	"kernel void run(global int *out, global const char3 *from, local char3 *part)\n"
	"{\n"
	"	size_t i = get_local_id(0);\n"
	"	event_t e = async_work_group_copy(part, from, 64, 0);\n"
	"	short4 hi = mad_hi((short4)(0x4000), (short4)(8), (short4)(1, 2, 3, 4));\n"
	"	double2 s = smoothstep(0.0, 2.0, (double2)(1.0, 3.0));\n"
	"	prefetch(from, 64);\n"
	"	wait_group_events(1, &e);\n"
	"	out[i] = part[63 - i].z;\n"
	"	if (i == 0)\n"
	"		out[0] = mad_hi(1 << 30, 8, 5) * 1000 + hi.w * 100 + (int)(s.x * 20 + "
	"s.y);\n"
	"}\n"
	"kernel void back(global int *out, global char3 *to, local char3 *part)\n"
	"{\n"
	"	size_t i = get_local_id(0);\n"
	"	part[i] = (char3)(i, 1, 2 * i);\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	event_t e = async_work_group_strided_copy(to, part, 32, 2, 0);\n"
	"	wait_group_events(1, &e);\n"
	"	out[i] = to[i & ~1].z;\n"
	"}\n";

static void run(const char *source, const char *options, const char *name, signed char *bytes,
		cl_int *out)
{
	cl_program program = build(source, options);
	cl_kernel kernel = kernel_of(program, name);
	cl_mem results = buffer(0, 2 * N * sizeof(cl_int), NULL);
	cl_mem from = buffer(CL_MEM_COPY_HOST_PTR, 4 * N, bytes);
	size_t n = N;

	OK(clSetKernelArg(kernel, 0, sizeof(results), &results));
	OK(clSetKernelArg(kernel, 1, sizeof(from), &from));
	OK(clSetKernelArg(kernel, 2, N * 4, NULL));
	OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, &n, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, results, CL_TRUE, 0, N * sizeof(cl_int), out, 0, NULL, NULL));
	OK(clReleaseMemObject(results));
	OK(clReleaseMemObject(from));
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(program));
}

int main(void)
{
	cl_int out[N];
	signed char bytes[4 * N];
	char extensions[4096], options[64];

	begin(0);
	for (int i = 0; i < 4 * N; i++)
		bytes[i] = (signed char)(i / 4 + i % 4);
	OK(clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(extensions), extensions, NULL));
	snprintf(options, sizeof(options), "-DHALF=%d", strstr(extensions, "cl_khr_fp16") != NULL);
	run(c12, options, "run", bytes, out);
	CHECK(out[0] == (2 + 5) * 1000 + (2 + 4) * 100 + 11);
	for (int i = 1; i < N; i++)
		CHECK(out[i] == 63 - i + 2);
	run(c12, options, "back", bytes, out);
	for (int i = 0; i < N; i++)
		CHECK(out[i] == 2 * (i / 2));
	return end();
}
