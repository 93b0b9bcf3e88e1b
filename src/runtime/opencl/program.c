/* Programs: from sources or binaries, and what can be asked of them. How they are built: build.c.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/program.h"

cl_program new_program(cl_context context)
{
	cl_program p = object_new(OBJECT_PROGRAM, sizeof(*p));

	p->context = context;
	p->options = xstrdup("");
	p->log = xstrdup("");
	p->status = CL_BUILD_NONE;
	object_retain(context);
	return p;
}

void release_program(cl_program p)
{
	if (!object_release(p))
		return;
	build_release(&p->build);
	build_release(&p->wide);
	release_context(p->context);
	free(p->bitcode);
	free(p->source);
	free(p->options);
	free(p->log);
	object_free(p);
}

void program_say(cl_program p, const char *text)
{
	char *log = xasprintf("%s%s%s", p->log, *p->log && *text ? "\n" : "", text);

	free(p->log);
	p->log = log;
}

cl_program clCreateProgramWithSource(cl_context context, cl_uint count, const char **texts,
				     const size_t *lengths, cl_int *errcode_ret)
{
	size_t bytes = 0;
	cl_program p;

	if (!object_is(context, OBJECT_CONTEXT))
		RETURN_ERROR(CL_INVALID_CONTEXT);
	for (cl_uint i = 0; i < count; i++)
		if (!texts || !texts[i])
			RETURN_ERROR(CL_INVALID_VALUE);
	if (!count)
		RETURN_ERROR(CL_INVALID_VALUE);
	p = new_program(context);
	p->source = xstrdup("");
	for (cl_uint i = 0; i < count; i++) {
		/* Lengths may count the NUL. */
		size_t length =
			lengths && lengths[i] ? strnlen(texts[i], lengths[i]) : strlen(texts[i]);

		p->source = xrealloc(p->source, bytes + length + 1);
		memcpy(p->source + bytes, texts[i], length);
		bytes += length;
		p->source[bytes] = '\0';
	}
	return created(p, errcode_ret);
}

cl_program clCreateProgramWithBinary(cl_context context, cl_uint count, const cl_device_id *devices,
				     const size_t *lengths, const unsigned char **binaries,
				     cl_int *status, cl_int *errcode_ret)
{
	cl_program p;
	bool ok;

	if (!object_is(context, OBJECT_CONTEXT))
		RETURN_ERROR(CL_INVALID_CONTEXT);
	if (count != 1 || !devices || !lengths || !binaries || !lengths[0] || !binaries[0])
		RETURN_ERROR(CL_INVALID_VALUE);
	if (!object_is(devices[0], OBJECT_DEVICE))
		RETURN_ERROR(CL_INVALID_DEVICE);
	p = new_program(context);
	ok = binary_read(p, binaries[0], lengths[0]);
	if (status)
		*status = ok ? CL_SUCCESS : CL_INVALID_BINARY;
	if (!ok) {
		release_program(p);
		RETURN_ERROR(CL_INVALID_BINARY);
	}
	return created(p, errcode_ret);
}

cl_int clRetainProgram(cl_program p)
{
	if (!object_is(p, OBJECT_PROGRAM))
		return CL_INVALID_PROGRAM;
	object_retain(p);
	return CL_SUCCESS;
}

cl_int clReleaseProgram(cl_program p)
{
	if (!object_is(p, OBJECT_PROGRAM))
		return CL_INVALID_PROGRAM;
	release_program(p);
	return CL_SUCCESS;
}

/* "a;b;c" */
static cl_int kernel_names(cl_program p, const struct info_out *out)
{
	char *text = xstrdup("");
	cl_int result;

	if (!p->build.is_loaded) {
		free(text);
		return CL_INVALID_PROGRAM_EXECUTABLE;
	}
	for (size_t i = 0; i < p->build.code.co->kernel_count; i++) {
		char *longer =
			xasprintf("%s%s%s", text, i ? ";" : "", p->build.code.co->kernels[i].name);

		free(text);
		text = longer;
	}
	result = info_text(out, text);
	free(text);
	return result;
}

/* The value is an array of places to put binaries to, here of one, which may be none. */
static cl_int put_binaries(cl_program p, const struct info_out *out)
{
	size_t bytes;
	void *binary;

	if (out->bytes)
		*out->bytes = sizeof(unsigned char *);
	if (!out->value)
		return CL_SUCCESS;
	if (out->room < sizeof(unsigned char *))
		return CL_INVALID_VALUE;
	binary = binary_write(p, &bytes);
	if (*(unsigned char **)out->value)
		memcpy(*(unsigned char **)out->value, binary, bytes);
	free(binary);
	return CL_SUCCESS;
}

cl_int clGetProgramInfo(cl_program p, cl_program_info name, size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(p, OBJECT_PROGRAM))
		return CL_INVALID_PROGRAM;
	switch (name) {
	case CL_PROGRAM_REFERENCE_COUNT:
		return INFO(out, cl_uint, p->head.references);
	case CL_PROGRAM_CONTEXT:
		return INFO(out, cl_context, p->context);
	case CL_PROGRAM_NUM_DEVICES:
		return INFO(out, cl_uint, 1);
	case CL_PROGRAM_DEVICES:
		return INFO(out, cl_device_id, the_device());
	case CL_PROGRAM_SOURCE:
		return info_text(out, p->source && !p->is_from_binary ? p->source : "");
	case CL_PROGRAM_IL:
		return info_bytes(out, NULL, 0);
	case CL_PROGRAM_BINARY_SIZES:
		return INFO(out, size_t, binary_bytes(p));
	case CL_PROGRAM_BINARIES:
		return put_binaries(p, out);
	case CL_PROGRAM_NUM_KERNELS:
		if (!p->build.is_loaded)
			return CL_INVALID_PROGRAM_EXECUTABLE;
		return INFO(out, size_t, p->build.code.co->kernel_count);
	case CL_PROGRAM_KERNEL_NAMES:
		return kernel_names(p, out);
	case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
	case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT:
		return INFO(out, cl_bool, CL_FALSE);
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int clGetProgramBuildInfo(cl_program p, cl_device_id device, cl_program_build_info name,
			     size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(p, OBJECT_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!object_is(device, OBJECT_DEVICE))
		return CL_INVALID_DEVICE;
	switch (name) {
	case CL_PROGRAM_BUILD_STATUS:
		return INFO(out, cl_build_status, p->status);
	case CL_PROGRAM_BUILD_OPTIONS:
		return info_text(out, p->options);
	case CL_PROGRAM_BUILD_LOG:
		return info_text(out, p->log);
	case CL_PROGRAM_BINARY_TYPE:
		return INFO(out, cl_program_binary_type, p->type);
	case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
		return INFO(out, size_t, 0);
	default:
		return CL_INVALID_VALUE;
	}
}
