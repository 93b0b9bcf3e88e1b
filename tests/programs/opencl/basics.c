/* Kernels with all kinds of arguments, shapes of all dimensions, offsets, profiling. */
#include "opencl.h"

enum { N = 1024 };

static const char source[] =
	"typedef struct { int a; float b; char c; } things;\n"
	"__constant int table[4] = {10, 20, 30, 40};\n"
	"kernel void add(global const float *a, global float *b, float c, things t)\n"
	"{\n"
	"	size_t i = get_global_id(0);\n"
	"	b[i] = a[i] * c + t.a + t.b + t.c + table[i & 3];\n"
	"}\n"
	"kernel void reverse(global int *v, local int *l, local int *m, constant int *plus)\n"
	"{\n"
	"	size_t i = get_local_id(0), n = get_local_size(0);\n"
	"	l[i] = v[get_global_id(0)];\n"
	"	m[i] = plus[0];\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	v[get_global_id(0)] = l[n - 1 - i] + m[n - 1 - i];\n"
	"}\n"
	"kernel void where(global int *v)\n"
	"{\n"
	"	size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1), z = "
	"get_global_id(2);\n"
	"	v[(z * get_global_size(1) + y) * get_global_size(0) + x] =\n"
	"		(int)(get_global_id(0) + 100 * y + 10000 * z + 1000000 * get_work_dim());\n"
	"}\n"
	"kernel void wide(global double *v) { v[get_global_id(0)] = get_local_size(0) + 0.5; }\n"
	"kernel void null(global int *p, global int *out) { *out = p == 0; }\n";

struct things {
	cl_int a;
	cl_float b;
	cl_char c;
};

static void arguments(cl_program program)
{
	static float in[N], out[N];
	struct things things = {1, 0.5f, 2};
	cl_kernel kernel = kernel_of(program, "add");
	cl_float c = 3;
	size_t n = N;
	cl_mem a, b;

	for (int i = 0; i < N; i++)
		in[i] = (float)i;
	a = buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(in), in);
	b = buffer(CL_MEM_WRITE_ONLY, sizeof(out), NULL);
	OK(clSetKernelArg(kernel, 0, sizeof(a), &a));
	OK(clSetKernelArg(kernel, 1, sizeof(b), &b));
	CHECK(clSetKernelArg(kernel, 2, 8, &c) == CL_INVALID_ARG_SIZE);
	OK(clSetKernelArg(kernel, 2, sizeof(c), &c));
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL) ==
	      CL_INVALID_KERNEL_ARGS);
	OK(clSetKernelArg(kernel, 3, sizeof(things), &things));
	CHECK(clSetKernelArg(kernel, 4, 4, &c) == CL_INVALID_ARG_INDEX);
	OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, NULL, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, b, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL));
	for (int i = 0; i < N; i++)
		CHECK(out[i] == in[i] * 3 + 3.5f + (float)(10 * ((i & 3) + 1)));
	OK(clReleaseMemObject(a));
	OK(clReleaseMemObject(b));
	OK(clReleaseKernel(kernel));
}

static void local_memory(cl_program program)
{
	static int v[N];
	cl_kernel kernel = kernel_of(program, "reverse");
	size_t n = N, group = 64;
	cl_int plus = 7;
	cl_mem m, p = buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof(plus), &plus);

	for (int i = 0; i < N; i++)
		v[i] = i;
	m = buffer(CL_MEM_COPY_HOST_PTR, sizeof(v), v);
	OK(clSetKernelArg(kernel, 0, sizeof(m), &m));
	OK(clSetKernelArg(kernel, 1, group * 4, NULL));
	OK(clSetKernelArg(kernel, 2, group * 4, NULL));
	OK(clSetKernelArg(kernel, 3, sizeof(p), &p));
	OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, &group, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL));
	for (int i = 0; i < N; i++)
		CHECK(v[i] == i / 64 * 64 + 63 - i % 64 + 7);
	group = 100;
	CHECK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &n, &group, 0, NULL, NULL) ==
	      CL_INVALID_WORK_GROUP_SIZE);
	OK(clReleaseMemObject(m));
	OK(clReleaseMemObject(p));
	OK(clReleaseKernel(kernel));
}

static void shapes(cl_program program)
{
	static int v[6 * 4 * 2];
	cl_kernel kernel = kernel_of(program, "where");
	size_t global[] = {6, 4, 2}, local[] = {3, 2, 1}, offset[] = {5, 0, 0};
	cl_mem m = buffer(CL_MEM_READ_WRITE, sizeof(v), NULL);
	cl_ulong times[4];
	cl_event event;

	OK(clSetKernelArg(kernel, 0, sizeof(m), &m));
	OK(clEnqueueNDRangeKernel(queue, kernel, 3, offset, global, local, 0, NULL, &event));
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL));
	for (int z = 0; z < 2; z++)
		for (int y = 0; y < 4; y++)
			for (int x = 0; x < 6; x++)
				CHECK(v[(z * 4 + y) * 6 + x] ==
				      x + 5 + 100 * y + 10000 * z + 3000000);
	for (int i = 0; i < 4; i++)
		OK(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + (cl_uint)i, 8,
					   &times[i], NULL));
	CHECK(times[0] <= times[1] && times[1] <= times[2] && times[2] < times[3]);
	OK(clReleaseEvent(event));
	OK(clReleaseMemObject(m));
	OK(clReleaseKernel(kernel));
}

/* Workgroups above 256 work-items, and a null pointer. */
static void others(cl_program program)
{
	static double v[N];
	cl_kernel wide = kernel_of(program, "wide"), null = kernel_of(program, "null");
	size_t n = N, group = 512;
	cl_int is_null = 0;
	cl_mem m = buffer(0, sizeof(v), NULL);

	OK(clSetKernelArg(wide, 0, sizeof(m), &m));
	OK(clEnqueueNDRangeKernel(queue, wide, 1, NULL, &n, &group, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL));
	for (int i = 0; i < N; i++)
		CHECK(v[i] == 512.5);
	OK(clSetKernelArg(null, 0, sizeof(m), NULL));
	OK(clSetKernelArg(null, 1, sizeof(m), &m));
	OK(clEnqueueTask(queue, null, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(is_null), &is_null, 0, NULL, NULL));
	CHECK(is_null == 1);
	OK(clReleaseMemObject(m));
	OK(clReleaseKernel(wide));
	OK(clReleaseKernel(null));
}

int main(void)
{
	cl_program program;

	begin(CL_QUEUE_PROFILING_ENABLE);
	program = build(source, NULL);
	arguments(program);
	local_memory(program);
	shapes(program);
	others(program);
	OK(clFinish(queue));
	OK(clReleaseProgram(program));
	return end();
}
