/* Buffers: maps, fills, copies, rectangles, sub-buffers, memory of the program's own, SVM. */
#include "opencl.h"

enum { N = 4096 };

static const char source[] = "kernel void twice(global int *v) { v[get_global_id(0)] *= 2; }\n";

static cl_kernel twice;

static void run(cl_mem m, size_t n)
{
	OK(clSetKernelArg(twice, 0, sizeof(m), &m));
	OK(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &n, NULL, 0, NULL, NULL));
}

static void maps(void)
{
	cl_mem m = buffer(CL_MEM_ALLOC_HOST_PTR, N * 4, NULL);
	cl_uint count;
	cl_int error;
	int *v = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 0, N * 4, 0,
				    NULL, NULL, &error);

	OK(error);
	for (int i = 0; i < N; i++)
		v[i] = i;
	OK(clGetMemObjectInfo(m, CL_MEM_MAP_COUNT, sizeof(count), &count, NULL));
	CHECK(count == 1);
	OK(clEnqueueUnmapMemObject(queue, m, v, 0, NULL, NULL));
	run(m, N);
	v = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 400, 40, 0, NULL, NULL, &error);
	OK(error);
	for (int i = 0; i < 10; i++)
		CHECK(v[i] == 2 * (100 + i));
	OK(clEnqueueUnmapMemObject(queue, m, v, 0, NULL, NULL));
	OK(clFinish(queue));
	CHECK(!clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, N * 4 - 4, 8, 0, NULL, NULL,
				  &error));
	CHECK(error == CL_INVALID_VALUE);
	OK(clReleaseMemObject(m));
}

/* The program's memory is up to date while it is mapped. */
static void own_memory(void)
{
	static int v[N];
	cl_int error;
	cl_mem m;
	int *mapped;

	for (int i = 0; i < N; i++)
		v[i] = i;
	m = buffer(CL_MEM_USE_HOST_PTR, sizeof(v), v);
	run(m, N);
	mapped = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, sizeof(v), 0,
				    NULL, NULL, &error);
	OK(error);
	CHECK(mapped == v);
	for (int i = 0; i < N; i++)
		CHECK(v[i] == 2 * i);
	v[3] = 1000;
	OK(clEnqueueUnmapMemObject(queue, m, mapped, 0, NULL, NULL));
	run(m, N);
	mapped = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 0, sizeof(v), 0, NULL, NULL,
				    &error);
	OK(error);
	CHECK(v[3] == 2000 && v[4] == 16);
	OK(clEnqueueUnmapMemObject(queue, m, mapped, 0, NULL, NULL));
	OK(clFinish(queue));
	OK(clReleaseMemObject(m));
}

static void fills(void)
{
	cl_mem m = buffer(0, N * 4, NULL), n = buffer(0, N * 4, NULL);
	const int pattern[2] = {1, 2};
	static int v[N];

	OK(clEnqueueFillBuffer(queue, m, pattern, sizeof(pattern), 0, N * 4, 0, NULL, NULL));
	OK(clEnqueueFillBuffer(queue, m, &pattern[1], 4, 64, 64, 0, NULL, NULL));
	CHECK(clEnqueueFillBuffer(queue, m, pattern, 3, 0, N * 4, 0, NULL, NULL) ==
	      CL_INVALID_VALUE);
	OK(clEnqueueCopyBuffer(queue, m, n, 0, 8, 1024, 0, NULL, NULL));
	CHECK(clEnqueueCopyBuffer(queue, m, m, 0, 8, 1024, 0, NULL, NULL) == CL_MEM_COPY_OVERLAP);
	OK(clEnqueueReadBuffer(queue, n, CL_TRUE, 8, 1024, v, 0, NULL, NULL));
	for (int i = 0; i < 256; i++)
		CHECK(v[i] == (i >= 16 && i < 32 ? 2 : 1 + i % 2));
	OK(clReleaseMemObject(m));
	OK(clReleaseMemObject(n));
}

/* A 64 x 64 matrix of int; its rectangle of 8 x 4 from (16, 8), which goes to (0, 1) of 32 x 8. */
static void rectangles(void)
{
	static int v[N], small[32 * 8];
	cl_mem m, n = buffer(0, sizeof(small), NULL);
	const size_t from[] = {16 * 4, 8, 0}, to[] = {0, 1, 0}, zero[] = {0, 0, 0};
	const size_t region[] = {8 * 4, 4, 1}, all[] = {sizeof(small), 1, 1};

	for (int i = 0; i < N; i++)
		v[i] = i;
	m = buffer(CL_MEM_COPY_HOST_PTR, sizeof(v), v);
	OK(clEnqueueReadBufferRect(queue, m, CL_TRUE, from, to, region, 64 * 4, 0, 32 * 4, 0, small,
				   0, NULL, NULL));
	for (int y = 0; y < 4; y++)
		for (int x = 0; x < 8; x++)
			CHECK(small[(y + 1) * 32 + x] == (y + 8) * 64 + 16 + x);
	OK(clEnqueueCopyBufferRect(queue, m, n, from, to, region, 64 * 4, 0, 32 * 4, 0, 0, NULL,
				   NULL));
	memset(small, 0, sizeof(small));
	OK(clEnqueueReadBufferRect(queue, n, CL_TRUE, zero, zero, all, 0, 0, 0, 0, small, 0, NULL,
				   NULL));
	CHECK(small[32] == 8 * 64 + 16 && small[4 * 32 + 7] == 11 * 64 + 23);
	OK(clEnqueueWriteBufferRect(queue, m, CL_TRUE, zero, to, region, 64 * 4, 0, 32 * 4, 0,
				    small, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL));
	CHECK(v[0] == 8 * 64 + 16 && v[8] == 8 && v[3 * 64 + 7] == 11 * 64 + 23);
	OK(clReleaseMemObject(m));
	OK(clReleaseMemObject(n));
}

static void parts(void)
{
	static int v[N];
	cl_mem m, part, parent;
	cl_buffer_region region = {1024, 2048}, crooked = {4, 8};
	size_t offset;
	cl_int error;

	for (int i = 0; i < N; i++)
		v[i] = i;
	m = buffer(CL_MEM_COPY_HOST_PTR, sizeof(v), v);
	part = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
	OK(error);
	CHECK(!clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &crooked, &error));
	CHECK(error == CL_MISALIGNED_SUB_BUFFER_OFFSET);
	OK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof(offset), &offset, NULL));
	OK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(m), &parent, NULL));
	CHECK(offset == 1024 && parent == m);
	run(part, 512);
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof(v), v, 0, NULL, NULL));
	for (int i = 0; i < N; i++)
		CHECK(v[i] == (i >= 256 && i < 768 ? 2 * i : i));
	OK(clReleaseMemObject(m));
	OK(clReleaseMemObject(part));
}

static void shared_virtual(void)
{
	int *v = clSVMAlloc(context, CL_MEM_READ_WRITE, N * 4, 0), copy[4], pattern = 5;
	size_t n = N;

	CHECK(v);
	OK(clEnqueueSVMMemFill(queue, v, &pattern, sizeof(pattern), N * 4, 0, NULL, NULL));
	OK(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, v, N * 4, 0, NULL, NULL));
	CHECK(v[N - 1] == 5);
	v[1] = 7;
	OK(clEnqueueSVMUnmap(queue, v, 0, NULL, NULL));
	OK(clSetKernelArgSVMPointer(twice, 0, v));
	OK(clEnqueueNDRangeKernel(queue, twice, 1, NULL, &n, NULL, 0, NULL, NULL));
	OK(clEnqueueSVMMemcpy(queue, CL_TRUE, copy, v, sizeof(copy), 0, NULL, NULL));
	CHECK(copy[0] == 10 && copy[1] == 14);
	OK(clFinish(queue));
	clSVMFree(context, v);
}

int main(void)
{
	cl_program program;

	begin(0);
	program = build(source, "");
	twice = kernel_of(program, "twice");
	maps();
	own_memory();
	fills();
	rectangles();
	parts();
	shared_virtual();
	OK(clReleaseKernel(twice));
	OK(clReleaseProgram(program));
	return end();
}
