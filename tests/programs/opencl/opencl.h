/* What the OpenCL programs of the tests have in common: every failure ends the program with a line,
 * and the device is the first there is. */
#ifndef TESTS_PROGRAMS_OPENCL_H
#define TESTS_PROGRAMS_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition)) {                                                                \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);            \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)
#define OK(call) CHECK((call) == CL_SUCCESS)

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static inline void begin(cl_command_queue_properties properties)
{
	cl_int error;

	OK(clGetPlatformIDs(1, &platform, NULL));
	OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
	context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
	OK(error);
	queue = clCreateCommandQueue(context, device, properties, &error);
	OK(error);
}

static inline cl_program build(const char *source, const char *options)
{
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
	char log[4096] = "";

	OK(error);
	if (clBuildProgram(program, 1, &device, options, NULL, NULL)) {
		clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log,
				      NULL);
		fprintf(stderr, "%s\n", log);
		exit(1);
	}
	return program;
}

static inline cl_kernel kernel_of(cl_program program, const char *name)
{
	cl_int error;
	cl_kernel kernel = clCreateKernel(program, name, &error);

	OK(error);
	return kernel;
}

static inline cl_mem buffer(cl_mem_flags flags, size_t bytes, void *host)
{
	cl_int error;
	cl_mem m = clCreateBuffer(context, flags, bytes, host, &error);

	OK(error);
	return m;
}

/* Says so, and gives everything back. */
static inline int end(void)
{
	OK(clReleaseCommandQueue(queue));
	OK(clReleaseContext(context));
	puts("PASS");
	return 0;
}

#endif
