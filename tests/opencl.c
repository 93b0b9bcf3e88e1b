/* Runs launches on the installed OpenCL implementation. One device, one queue, nothing
 * asynchronous. */
#define CL_TARGET_OPENCL_VERSION 120
#include "opencl.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct opencl {
	cl_device_id device;
	cl_context context;
	cl_command_queue queue;
	char extensions[4096];
};

struct opencl_program {
	struct opencl *cl;
	cl_program program;
};

static char cache_folder[64];

static void remove_cache(void)
{
	char command[96];

	snprintf(command, sizeof(command), "rm -rf '%s'", cache_folder);
	if (system(command))
		fprintf(stderr, "could not remove %s\n", cache_folder);
}

static bool make_cache(struct error *err)
{
	if (cache_folder[0])
		return true;
	strcpy(cache_folder, "/tmp/warpwalk-pocl-XXXXXX");
	if (!mkdtemp(cache_folder)) {
		cache_folder[0] = '\0';
		return error_set(err, "cannot make a folder for pocl's cache");
	}
	atexit(remove_cache);
	setenv("POCL_CACHE_DIR", cache_folder, 1);
	return true;
}

static bool find_device(cl_device_id *device, struct error *err)
{
	cl_platform_id platforms[8];
	cl_uint count = 0;

	if (clGetPlatformIDs(8, platforms, &count) != CL_SUCCESS || !count)
		return error_set(err, "no OpenCL platform is installed");
	for (cl_uint i = 0; i < count && i < 8; i++)
		if (clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, device, NULL) == CL_SUCCESS)
			return true;
	return error_set(err, "no OpenCL platform has a CPU device");
}

struct opencl *opencl_open(struct error *err)
{
	cl_device_id device;
	cl_int status;

	if (!make_cache(err) || !find_device(&device, err))
		return NULL;

	struct opencl *cl = xcalloc(1, sizeof(*cl));

	cl->device = device;
	cl->context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
	if (status == CL_SUCCESS)
		cl->queue = clCreateCommandQueue(cl->context, device, 0, &status);
	if (status == CL_SUCCESS)
		status = clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof(cl->extensions),
					 cl->extensions, NULL);
	if (status != CL_SUCCESS) {
		error_set(err, "the OpenCL device cannot be opened: status %d", status);
		free(cl);
		return NULL;
	}
	return cl;
}

void opencl_close(struct opencl *cl)
{
	if (!cl)
		return;
	clReleaseCommandQueue(cl->queue);
	clReleaseContext(cl->context);
	free(cl);
}

bool opencl_has_extension(const struct opencl *cl, const char *extension)
{
	return strstr(cl->extensions, extension) != NULL;
}

struct opencl_program *opencl_build(struct opencl *cl, const char *source, const char *options,
				    struct error *err)
{
	cl_int status;
	cl_program program = clCreateProgramWithSource(cl->context, 1, &source, NULL, &status);

	if (status == CL_SUCCESS)
		status = clBuildProgram(program, 1, &cl->device, options, NULL, NULL);
	if (status != CL_SUCCESS) {
		size_t bytes = 0;

		clGetProgramBuildInfo(program, cl->device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);

		char *log = xcalloc(1, bytes + 1);

		clGetProgramBuildInfo(program, cl->device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
		error_set(err, "OpenCL: the program does not build: status %d: %s", status, log);
		free(log);
		return NULL;
	}

	struct opencl_program *p = xcalloc(1, sizeof(*p));

	p->cl = cl;
	p->program = program;
	return p;
}

void opencl_program_free(struct opencl_program *p)
{
	if (!p)
		return;
	clReleaseProgram(p->program);
	free(p);
}

/* mems[i] becomes the device's copy of argument i; a buffer passed twice has one copy. */
static cl_int set_arg(struct opencl *cl, cl_kernel kernel, const struct launch *l, cl_uint i,
		      cl_mem *mems)
{
	const struct launch_arg *arg = &l->args[i];
	cl_int status = CL_SUCCESS;

	if (arg->kind == LAUNCH_VALUE)
		return clSetKernelArg(kernel, i, arg->bytes, arg->value);
	if (arg->kind == LAUNCH_LOCAL)
		return clSetKernelArg(kernel, i, arg->bytes, NULL);
	if (!arg->buffer)
		return clSetKernelArg(kernel, i, sizeof(cl_mem), NULL);

	cl_mem mem = NULL;

	for (cl_uint k = 0; k < i && !mem; k++)
		if (mems[k] && l->args[k].buffer == arg->buffer)
			mem = mems[k];
	if (!mem)
		mem = mems[i] = clCreateBuffer(cl->context, CL_MEM_COPY_HOST_PTR,
					       arg->buffer->bytes, arg->buffer->host, &status);
	if (status == CL_SUCCESS)
		status = clSetKernelArg(kernel, i, sizeof(mem), &mem);
	return status;
}

static cl_int run(struct opencl *cl, cl_kernel kernel, const struct launch *l)
{
	cl_mem mems[LAUNCH_MAX_ARGS] = {NULL};
	size_t offset[3], grid[3], workgroup[3];
	cl_int status = CL_SUCCESS;

	for (int d = 0; d < 3; d++) {
		offset[d] = l->offset[d];
		grid[d] = l->grid[d];
		workgroup[d] = l->workgroup[d];
	}
	for (cl_uint i = 0; i < l->arg_count && status == CL_SUCCESS; i++)
		status = set_arg(cl, kernel, l, i, mems);
	if (status == CL_SUCCESS)
		status = clEnqueueNDRangeKernel(cl->queue, kernel, l->dims, offset, grid, workgroup,
						0, NULL, NULL);
	for (cl_uint i = 0; i < l->arg_count; i++) {
		if (!mems[i])
			continue;
		if (status == CL_SUCCESS)
			status = clEnqueueReadBuffer(cl->queue, mems[i], CL_TRUE, 0,
						     l->args[i].buffer->bytes,
						     l->args[i].buffer->host, 0, NULL, NULL);
		clReleaseMemObject(mems[i]);
	}
	if (status == CL_SUCCESS)
		status = clFinish(cl->queue);
	return status;
}

bool opencl_launch(struct opencl_program *p, const struct launch *l, struct error *err)
{
	cl_int status;
	cl_kernel kernel = clCreateKernel(p->program, l->kernel, &status);

	if (status != CL_SUCCESS)
		return error_set(err, "OpenCL: no kernel '%s': status %d", l->kernel, status);
	status = run(p->cl, kernel, l);
	clReleaseKernel(kernel);
	if (status != CL_SUCCESS)
		return error_set(err, "OpenCL: kernel '%s': status %d", l->kernel, status);
	return true;
}
