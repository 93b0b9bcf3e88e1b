/* Transposes a matrix in two ways and times both by OpenCL's profiling events. A row is a page:
 * what a column touches is a page for each of its elements. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 1024, TILE = 16 };

static const char source[] =
	"kernel void plain(global float *out, global const float *in, uint n)\n"
	"{\n"
	"	uint x = get_global_id(0), y = get_global_id(1);\n"
	"	out[x * n + y] = in[y * n + x];\n"
	"}\n"
	"kernel void tiled(global float *out, global const float *in, uint n)\n"
	"{\n"
	"	local float tile[16][17];\n"
	"	uint lx = get_local_id(0), ly = get_local_id(1);\n"
	"	uint bx = get_group_id(0) * 16, by = get_group_id(1) * 16;\n"
	"	tile[ly][lx] = in[(by + ly) * n + bx + lx];\n"
	"	barrier(CLK_LOCAL_MEM_FENCE);\n"
	"	out[(bx + ly) * n + by + lx] = tile[lx][ly];\n"
	"}\n";

static cl_context context;
static cl_command_queue queue;
static cl_mem in, out;
static float from[N * N], to[N * N];

static void check(cl_int status, const char *what)
{
	if (status == CL_SUCCESS)
		return;
	fprintf(stderr, "%s: error %d\n", what, (int)status);
	exit(1);
}

static cl_program set_up(void)
{
	const char *text = source;
	cl_platform_id platform;
	cl_device_id device;
	cl_program program;
	cl_int status;

	check(clGetPlatformIDs(1, &platform, NULL), "platform");
	check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "device");
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	check(status, "context");
	queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
	check(status, "queue");
	in = clCreateBuffer(context, CL_MEM_READ_ONLY, sizeof(from), NULL, &status);
	check(status, "buffer");
	out = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof(to), NULL, &status);
	check(status, "buffer");
	program = clCreateProgramWithSource(context, 1, &text, NULL, &status);
	check(status, "program");
	check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
	return program;
}

/* Microseconds from the beginning of the kernel to its end. */
static double transpose(cl_program program, const char *name)
{
	const size_t grid[] = {N, N}, group[] = {TILE, TILE};
	const cl_uint n = N;
	cl_ulong begin, end;
	cl_event event;
	cl_int status;
	cl_kernel kernel = clCreateKernel(program, name, &status);

	check(status, name);
	check(clSetKernelArg(kernel, 0, sizeof(out), &out), "argument");
	check(clSetKernelArg(kernel, 1, sizeof(in), &in), "argument");
	check(clSetKernelArg(kernel, 2, sizeof(n), &n), "argument");
	check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, grid, group, 0, NULL, &event), name);
	check(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof(to), to, 0, NULL, NULL), "read");
	check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof(begin), &begin,
				      NULL),
	      "event");
	check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof(end), &end, NULL),
	      "event");
	return (double)(end - begin) / 1e3;
}

int main(void)
{
	static const char *const names[] = {"plain", "tiled"};
	cl_program program = set_up();

	for (int i = 0; i < N * N; i++)
		from[i] = (float)i;
	check(clEnqueueWriteBuffer(queue, in, CL_TRUE, 0, sizeof(from), from, 0, NULL, NULL),
	      "write");
	for (int k = 0; k < 2; k++) {
		double us = transpose(program, names[k]);

		for (int i = 0; i < N * N; i++)
			if (to[i] != from[i % N * N + i / N]) {
				printf("%s: wrong at %d\n", names[k], i);
				return 1;
			}
		printf("%s: right, in %.1f us\n", names[k], us);
	}
	return 0;
}
