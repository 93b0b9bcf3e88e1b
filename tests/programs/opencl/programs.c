/* Programs: logs, options, binaries, several sources, headers, what is known of kernels. */
#include "opencl.h"

static const char source[] =
	"#ifndef VALUE\n"
	"#define VALUE 1\n"
	"#endif\n"
	"kernel __attribute__((reqd_work_group_size(8, 2, 1)))\n"
	"void fixed(global int *v) { v[get_global_id(0)] = VALUE; }\n"
	"kernel void value(global int *out, constant float *c, local int *l, const int n)\n"
	"{\n"
	"	*out = VALUE + n;\n"
	"}\n";

static void bad_source(void)
{
	const char *text = "kernel void broken(global int *v) { v[0] = nonsense; }\n";
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
	cl_build_status status;
	char log[4096];

	CHECK(clBuildProgram(program, 0, NULL, "", NULL, NULL) == CL_BUILD_PROGRAM_FAILURE);
	OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL));
	CHECK(strstr(log, "nonsense"));
	OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof(status), &status,
				 NULL));
	CHECK(status == CL_BUILD_ERROR);
	CHECK(!clCreateKernel(program, "broken", &error));
	CHECK(error == CL_INVALID_PROGRAM_EXECUTABLE);
	OK(clReleaseProgram(program));
}

static int run(cl_program program, const char *name, cl_int n)
{
	cl_kernel kernel = kernel_of(program, name);
	cl_mem m = buffer(0, 64, NULL);
	int v;

	OK(clSetKernelArg(kernel, 0, sizeof(m), &m));
	OK(clSetKernelArg(kernel, 1, sizeof(m), NULL));
	OK(clSetKernelArg(kernel, 2, 64, NULL));
	OK(clSetKernelArg(kernel, 3, sizeof(n), &n));
	OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
	OK(clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &v, 0, NULL, NULL));
	OK(clReleaseKernel(kernel));
	OK(clReleaseMemObject(m));
	return v;
}

static void binaries(cl_program program)
{
	unsigned char *binary;
	size_t bytes;
	cl_int status, error;
	cl_program again;

	OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(bytes), &bytes, NULL));
	CHECK(bytes > 0);
	binary = malloc(bytes);
	OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(binary), &binary, NULL));
	again = clCreateProgramWithBinary(context, 1, &device, &bytes,
					  (const unsigned char **)&binary, &status, &error);
	OK(error);
	OK(status);
	OK(clBuildProgram(again, 1, &device, "", NULL, NULL));
	CHECK(run(again, "value", 3) == 45);
	OK(clReleaseProgram(again));
	memset(binary, 7, bytes);
	CHECK(!clCreateProgramWithBinary(context, 1, &device, &bytes,
					 (const unsigned char **)&binary, &status, &error));
	CHECK(error == CL_INVALID_BINARY);
	free(binary);
}

static void questions(cl_program program)
{
	cl_kernel kernels[2], fixed = kernel_of(program, "fixed"),
			      value = kernel_of(program, "value");
	cl_kernel_arg_address_qualifier address;
	size_t sizes[3], global[] = {8, 2}, bytes;
	char text[64];
	cl_uint count;

	OK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof(bytes), &bytes, NULL));
	CHECK(bytes == 2);
	OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof(text), text, NULL));
	CHECK(!strcmp(text, "fixed;value") || !strcmp(text, "value;fixed"));
	OK(clCreateKernelsInProgram(program, 2, kernels, &count));
	CHECK(count == 2);
	OK(clGetKernelInfo(value, CL_KERNEL_NUM_ARGS, sizeof(count), &count, NULL));
	CHECK(count == 4);
	OK(clGetKernelArgInfo(value, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address), &address,
			      NULL));
	CHECK(address == CL_KERNEL_ARG_ADDRESS_CONSTANT);
	OK(clGetKernelArgInfo(value, 2, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof(address), &address,
			      NULL));
	CHECK(address == CL_KERNEL_ARG_ADDRESS_LOCAL);
	OK(clGetKernelArgInfo(value, 0, CL_KERNEL_ARG_TYPE_NAME, sizeof(text), text, NULL));
	CHECK(!strcmp(text, "int*"));
	OK(clGetKernelArgInfo(value, 3, CL_KERNEL_ARG_NAME, sizeof(text), text, NULL));
	CHECK(!strcmp(text, "n"));
	OK(clGetKernelWorkGroupInfo(fixed, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof(sizes),
				    sizes, NULL));
	CHECK(sizes[0] == 8 && sizes[1] == 2 && sizes[2] == 1);
	OK(clGetKernelWorkGroupInfo(value, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof(bytes), &bytes,
				    NULL));
	CHECK(bytes >= 256);
	CHECK(clEnqueueNDRangeKernel(queue, fixed, 2, NULL, global, global + 1, 0, NULL, NULL));
	CHECK(clGetKernelInfo(value, CL_KERNEL_FUNCTION_NAME, 2, text, NULL) == CL_INVALID_VALUE);
	for (int i = 0; i < 2; i++)
		OK(clReleaseKernel(kernels[i]));
	OK(clReleaseKernel(fixed));
	OK(clReleaseKernel(value));
}

static cl_program compile(const char *text, cl_program header)
{
	const char *name = "part/number.h";
	cl_int error;
	cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);

	OK(error);
	OK(clCompileProgram(program, 1, &device, "", header ? 1 : 0, header ? &header : NULL,
			    header ? &name : NULL, NULL, NULL));
	return program;
}

static void in_parts(void)
{
	const char *text = "#define NUMBER 40\n";
	char log[4096] = "";
	cl_int error;
	cl_program parts[2], linked,
		header = clCreateProgramWithSource(context, 1, &text, NULL, &error);

	parts[0] =
		compile("int other(int);\n"
			"kernel void value(global int *out, global int *a, local int *b, int n)\n"
			"{ *out = other(n); }\n",
			NULL);
	parts[1] = compile("#include \"part/number.h\"\n"
			   "int other(int n) { return n + NUMBER + (int)get_global_size(0); }\n",
			   header);
	linked = clLinkProgram(context, 1, &device, "", 2, parts, NULL, NULL, &error);
	if (error) {
		clGetProgramBuildInfo(linked, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
		fprintf(stderr, "%s\n", log);
	}
	OK(error);
	CHECK(run(linked, "value", 1) == 42);
	for (int i = 0; i < 2; i++)
		OK(clReleaseProgram(parts[i]));
	OK(clReleaseProgram(linked));
	OK(clReleaseProgram(header));
}

/* The language of each version, and what it is called. */
static void versions(void)
{
	static const char text[] =
		"kernel void value(global int *out, global int *a, local int *b, int n)\n"
		"{ *out = mad_hi(n, n, __OPENCL_C_VERSION__); }\n";
	static const struct {
		const char *options;
		int version;
	} all[] = {{"-cl-std=CL1.1", 110}, {"-cl-std=CL1.2", 120}};

	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		cl_program program = build(text, all[i].options);

		CHECK(run(program, "value", 1) == all[i].version);
		OK(clReleaseProgram(program));
	}
}

int main(void)
{
	cl_program program;

	begin(0);
	bad_source();
	program = build(source,
			"-D VALUE=42 -cl-kernel-arg-info -cl-fast-relaxed-math -cl-std=CL1.2");
	CHECK(run(program, "value", 1) == 43);
	questions(program);
	binaries(program);
	in_parts();
	versions();
	OK(clReleaseProgram(program));
	return end();
}
