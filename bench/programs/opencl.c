/* What it costs an OpenCL program to run its kernels functionally: seconds of the host for a matrix
 * multiplication, for sums over entries anywhere in a table, and for one of many launches of a
 * kernel that does next to nothing, each waited for. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const char source[] =
	"kernel void multiply(global const float *a, global const float *b, global float *c, uint "
	"n)\n"
	"{\n"
	"	uint x = get_global_id(0), y = get_global_id(1);\n"
	"	float sum = 0;\n"
	"	for (uint k = 0; k < n; k++)\n"
	"		sum += a[y * n + k] * b[k * n + x];\n"
	"	c[y * n + x] = sum;\n"
	"}\n"
	"kernel void gather(global const float *table, global float *sums, uint mask)\n"
	"{\n"
	"	uint i = get_global_id(0), at = i;\n"
	"	float sum = 0;\n"
	"	for (uint k = 0; k < 256; k++) {\n"
	"		at = at * 1664525 + 1013904223;\n"
	"		sum += table[at & mask];\n"
	"	}\n"
	"	sums[i] = sum;\n"
	"}\n"
	"kernel void touch(global uint *counter)\n"
	"{\n"
	"	if (get_local_id(0) == 0)\n"
	"		counter[0]++;\n"
	"}\n";

enum { N = 512, LAUNCHES = 2000, REPEATS = 5 };

static cl_context context;
static cl_command_queue queue;
static cl_program program;

static void check(cl_int status, const char *what)
{
	if (status == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: error %d\n", what, (int)status);
	exit(1);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cl_mem zeros(size_t bytes)
{
	const cl_uint zero = 0;
	cl_int status;
	cl_mem b = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &status);

	check(status, "clCreateBuffer");
	check(clEnqueueFillBuffer(queue, b, &zero, sizeof(zero), 0, bytes, 0, NULL, NULL),
	      "clEnqueueFillBuffer");
	return b;
}

static cl_kernel kernel_named(const char *name)
{
	cl_int status;
	cl_kernel k = clCreateKernel(program, name, &status);

	check(status, name);
	return k;
}

static void set_up(void)
{
	const char *text = source;
	cl_platform_id platform;
	cl_device_id device;
	cl_int status;

	check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "clGetDeviceIDs");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	check(status, "clCreateContext");
	queue = clCreateCommandQueue(context, device, 0, &status);
	check(status, "clCreateCommandQueue");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	check(status, "clCreateProgramWithSource");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
}

/* The best of a few. */
static double seconds(cl_kernel k, cl_uint dims, const size_t *grid, const size_t *group, int count)
{
	double best = 1e9;

	for (int i = 0; i < REPEATS; i++) {
		double begin = now(), took;

		for (int j = 0; j < count; j++) {
			check(clEnqueueNDRangeKernel(queue, k, dims, NULL, grid, group, 0, NULL,
						     NULL),
			      "clEnqueueNDRangeKernel");
			check(clFinish(queue), "clFinish");
		}
		took = now() - begin;
		best = took < best ? took : best;
	}
	return best / count;
}

static void set_buffer(cl_kernel k, cl_uint index, cl_mem buffer)
{
	check(clSetKernelArg(k, index, sizeof(buffer), &buffer), "clSetKernelArg");
}

static void set_number(cl_kernel k, cl_uint index, cl_uint number)
{
	check(clSetKernelArg(k, index, sizeof(number), &number), "clSetKernelArg");
}

int main(void)
{
	const size_t grid[] = {N, N}, group[] = {16, 16};
	const size_t line[] = {N * N}, line_group[] = {256}, one[] = {64};
	cl_kernel multiply, gather, touch;
	cl_mem matrix[3];

	set_up();
	multiply = kernel_named("multiply");
	gather = kernel_named("gather");
	touch = kernel_named("touch");
	for (cl_uint i = 0; i < 3; i++) {
		matrix[i] = zeros(N * N * sizeof(float));
		set_buffer(multiply, i, matrix[i]);
	}
	set_number(multiply, 3, N);
	set_buffer(gather, 0, matrix[0]);
	set_buffer(gather, 1, matrix[2]);
	set_number(gather, 2, N * N - 1);
	set_buffer(touch, 0, zeros(sizeof(cl_uint)));
	check(clFinish(queue), "clFinish");
	printf("multiply %.6f\n", seconds(multiply, 2, grid, group, 1));
	printf("gather %.6f\n", seconds(gather, 1, line, line_group, 1));
	printf("touch %.9f\n", seconds(touch, 1, one, one, LAUNCHES));
	return 0;
}
