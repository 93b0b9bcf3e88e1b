/* OpenCL C 2.0 and 3.0, of which libclc knows nothing: atomic functions, pointers to anywhere. */
#include "opencl.h"

enum { N = 64 };

static const char c20[] =
	"void at_pointer(float *whole, float *part, int *power)\n"
	"{\n"
	"	*part = modf(*whole, whole);\n"
	"	*part += frexp(8.0f, power);\n"
	"}\n"
	"kernel void run(global int *out, local int *counts)\n"
	"{\n"
	"	size_t i = get_local_id(0);\n"
	"	global atomic_int *sum = (global atomic_int *)out;\n"
	"	local atomic_int *near = (local atomic_int *)counts;\n"
	"	local float whole;\n"
	"	float part;\n"
	"	int power, expected = 0;\n"
	"	if (i == 0) {\n"
	"		atomic_init(sum + 1, 100);\n"
	"		atomic_init(near, 0);\n"
	"		whole = 5.25f;\n"
	"	}\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n"
	"	atomic_fetch_add_explicit(sum + 1, 2, memory_order_relaxed,\n"
	"				  memory_scope_work_group);\n"
	"	atomic_fetch_max(near, (int)get_local_linear_id());\n"
	"	atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel,\n"
	"			       memory_scope_work_group);\n"
	"	work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);\n"
	"	if (i == 0) {\n"
	"		int4 v;\n"
	"		at_pointer(&whole, &part, &power);\n"
	"		out[0] = (int)(whole * 1000 + part * 100) + power;\n"
	"		out[2] = atomic_load(near);\n"
	"		out[3] = ctz(40) + 10 * ctz((uchar)0);\n"
	"		atomic_store_explicit(sum + 4, 7, memory_order_release);\n"
	"		out[5] = atomic_compare_exchange_strong(sum + 4, &expected, 9) * 10 +\n"
	"			 expected;\n"
	"		out[6] = get_enqueued_local_size(0) + get_global_linear_id();\n"
	"		vstore4((int4)(1, 2, 3, 4), 2, out);\n"
	"		v = vload4(2, out);\n"
	"		out[7] = v.w;\n"
	"	}\n"
	"}\n";

static const char c30[] =
	"kernel void run(global int *out, local int *part)\n"
	"{\n"
	"	size_t i = get_local_linear_id();\n"
	"	if (i == 0)\n"
	"		atomic_init((global atomic_int *)out, 0);\n"
	"	work_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
	"	atomic_fetch_or_explicit((global atomic_int *)out, 1 << (i & 15),\n"
	"				 memory_order_relaxed, memory_scope_work_group);\n"
	"	out[i + 1] = ctz((ulong)1 << (i & 63));\n"
	"}\n";

static void run(const char *source, const char *options, cl_int *out)
{
	cl_program program = build(source, options);
	cl_kernel kernel = kernel_of(program, "run");
	cl_mem results = buffer(0, 2 * N * sizeof(cl_int), NULL);
	size_t n = N;

	OK(clSetKernelArg(kernel, 0, sizeof(results), &results));
	OK(clSetKernelArg(kernel, 1, N * 4, NULL));
	OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, &n, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, results, CL_TRUE, 0, N * sizeof(cl_int), out, 0, NULL, NULL));
	OK(clReleaseMemObject(results));
	OK(clReleaseKernel(kernel));
	OK(clReleaseProgram(program));
}

int main(void)
{
	cl_int out[N];

	begin(0);
	run(c20, "-cl-std=CL2.0", out);
	CHECK(out[0] == 5000 + 25 + 50 + 4);
	CHECK(out[1] == 100 + 2 * N && out[2] == N - 1 && out[3] == 3 + 80);
	CHECK(out[4] == 7 && out[5] == 7 && out[6] == N && out[7] == 4 && out[8] == 1);

	run(c30, "-cl-std=CL3.0", out);
	CHECK(out[0] == 0xffff);
	for (int i = 1; i < N; i++)
		CHECK(out[i] == i - 1);
	return end();
}
