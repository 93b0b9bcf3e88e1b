/* Building programs: with clang, at run time, and once more when a workgroup is larger than clang
 * provides for. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/program.h"

void build_release(struct build *b)
{
	if (b->is_loaded)
		gpu_unload(&b->code);
	free(b->elf);
	memset(b, 0, sizeof(*b));
}

static bool load(cl_program p, struct build *b)
{
	char why[1024];

	b->is_loaded = gpu_load(b->elf, b->bytes, &b->code, why, sizeof(why));
	if (!b->is_loaded)
		program_say(p, why);
	return b->is_loaded;
}

static bool compile(cl_program p, struct build *b, struct compile_options *options)
{
	struct error err = {0};
	char *log;

	options->is_whole = true;
	b->elf = toolchain_build_text(p->source, options, &b->bytes, &log, &err);
	program_say(p, log);
	program_say(p, err.text);
	free(log);
	return b->elf;
}

static cl_int check_devices(cl_uint count, const cl_device_id *devices,
			    void(CL_CALLBACK *notify)(cl_program, void *), const void *data)
{
	if (!count != !devices || (!notify && data))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++)
		if (!object_is(devices[i], OBJECT_DEVICE))
			return CL_INVALID_DEVICE;
	return CL_SUCCESS;
}

/* Forgets what was built before, except what a binary brought. */
static void begin(cl_program p, const char *options)
{
	free(p->log);
	p->log = xstrdup("");
	build_release(&p->wide);
	if (p->is_from_binary)
		return;
	free(p->options);
	p->options = xstrdup(options ? options : "");
	build_release(&p->build);
}

static void end(cl_program p, cl_int result, void(CL_CALLBACK *notify)(cl_program, void *),
		void *data)
{
	p->status = result ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
	if (notify)
		notify(p, data);
}

static cl_int link_bitcode(cl_program p, const struct bitcode *parts, size_t count)
{
	struct error err = {0};
	char *log;

	p->build.elf = toolchain_link_bitcode(parts, count, &p->build.bytes, &log, &err);
	program_say(p, log);
	program_say(p, err.text);
	free(log);
	return p->build.elf && load(p, &p->build) ? CL_SUCCESS : CL_LINK_PROGRAM_FAILURE;
}

static cl_int build(cl_program p)
{
	struct build_options options;
	bool ok;

	if (p->build.is_loaded)
		return CL_SUCCESS;
	if (p->build.elf)
		return load(p, &p->build) ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
	if (p->bitcode)
		return link_bitcode(p, &(struct bitcode){p->bitcode, p->bitcode_bytes}, 1);
	if (!build_options_read(&options, p->options)) {
		build_options_release(&options);
		return CL_INVALID_BUILD_OPTIONS;
	}
	ok = compile(p, &p->build, &options.compile) && load(p, &p->build);
	build_options_release(&options);
	return ok ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clBuildProgram(cl_program p, cl_uint count, const cl_device_id *devices, const char *options,
		      void(CL_CALLBACK *notify)(cl_program, void *), void *data)
{
	cl_int result;

	if (!object_is(p, OBJECT_PROGRAM))
		return CL_INVALID_PROGRAM;
	result = check_devices(count, devices, notify, data);
	if (result)
		return result;
	if (p->kernels || (!p->source && !p->bitcode && !p->build.elf))
		return CL_INVALID_OPERATION;
	begin(p, options);
	result = build(p);
	if (!result)
		p->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
	end(p, result, notify, data);
	return result;
}

static cl_int compile_object(cl_program p, cl_uint count, const cl_program *headers,
			     const char **names)
{
	struct text_header *texts = xcalloc(count + 1, sizeof(*texts));
	struct build_options options;
	struct error err = {0};
	char *log = NULL;
	bool ok = build_options_read(&options, p->options);

	for (cl_uint i = 0; i < count; i++)
		texts[i] = (struct text_header){names[i], headers[i]->source};
	free(p->bitcode);
	p->bitcode = NULL;
	if (ok) {
		p->bitcode = toolchain_compile_text(p->source, texts, count, &options.compile,
						    &p->bitcode_bytes, &log, &err);
		program_say(p, log);
		program_say(p, err.text);
	}
	build_options_release(&options);
	free(log);
	free(texts);
	if (!ok)
		return CL_INVALID_COMPILER_OPTIONS;
	return p->bitcode ? CL_SUCCESS : CL_COMPILE_PROGRAM_FAILURE;
}

cl_int clCompileProgram(cl_program p, cl_uint count, const cl_device_id *devices,
			const char *options, cl_uint header_count, const cl_program *headers,
			const char **names, void(CL_CALLBACK *notify)(cl_program, void *),
			void *data)
{
	cl_int result;

	if (!object_is(p, OBJECT_PROGRAM))
		return CL_INVALID_PROGRAM;
	result = check_devices(count, devices, notify, data);
	if (result)
		return result;
	if (!header_count != !headers || !header_count != !names)
		return CL_INVALID_VALUE;
	if (p->kernels || !p->source || p->is_from_binary)
		return CL_INVALID_OPERATION;
	for (cl_uint i = 0; i < header_count; i++)
		if (!object_is(headers[i], OBJECT_PROGRAM) || !headers[i]->source)
			return CL_INVALID_PROGRAM;
	begin(p, options);
	result = compile_object(p, header_count, headers, names);
	p->type = result ? CL_PROGRAM_BINARY_TYPE_NONE : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
	end(p, result, notify, data);
	return result;
}

/* A library is linked only when a program is: it keeps the first part and must be the only one. */
cl_program clLinkProgram(cl_context context, cl_uint count, const cl_device_id *devices,
			 const char *options, cl_uint part_count, const cl_program *parts,
			 void(CL_CALLBACK *notify)(cl_program, void *), void *data,
			 cl_int *errcode_ret)
{
	cl_int result = check_devices(count, devices, notify, data);
	struct bitcode *bitcode;
	cl_program p;

	if (!object_is(context, OBJECT_CONTEXT))
		RETURN_ERROR(CL_INVALID_CONTEXT);
	if (result || !part_count || !parts)
		RETURN_ERROR(result ? result : CL_INVALID_VALUE);
	for (cl_uint i = 0; i < part_count; i++)
		if (!object_is(parts[i], OBJECT_PROGRAM) || !parts[i]->bitcode)
			RETURN_ERROR(object_is(parts[i], OBJECT_PROGRAM) ? CL_INVALID_OPERATION
									 : CL_INVALID_PROGRAM);
	if (options && strstr(options, "-create-library"))
		RETURN_ERROR(CL_INVALID_OPERATION);
	p = new_program(context);
	begin(p, options);
	bitcode = xcalloc(part_count, sizeof(*bitcode));
	for (cl_uint i = 0; i < part_count; i++)
		bitcode[i] = (struct bitcode){parts[i]->bitcode, parts[i]->bitcode_bytes};
	result = link_bitcode(p, bitcode, part_count);
	free(bitcode);
	p->type = result ? CL_PROGRAM_BINARY_TYPE_NONE : CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
	end(p, result, notify, data);
	if (errcode_ret)
		*errcode_ret = result;
	return p;
}

/* Workgroups above the default size */

static bool build_wide(cl_program p)
{
	struct build_options options;
	bool ok = build_options_read(&options, p->options);

	options.compile.max_workgroup = WORKGROUP_MOST_ITEMS;
	ok = ok && compile(p, &p->wide, &options.compile) && load(p, &p->wide);
	build_options_release(&options);
	if (!ok)
		build_release(&p->wide);
	return ok;
}

const struct build *program_build_for(cl_program p, size_t kernel, uint32_t items)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	const struct kernel *k = &p->build.code.co->kernels[kernel];
	uint32_t most = k->max_workgroup_size ? k->max_workgroup_size : WORKGROUP_DEFAULT_ITEMS;
	bool ok;

	if (items <= most)
		return &p->build;
	if (items > WORKGROUP_MOST_ITEMS || !p->source)
		return NULL;
	pthread_mutex_lock(&lock);
	ok = p->wide.is_loaded || build_wide(p);
	pthread_mutex_unlock(&lock);
	/* The same source has the same kernels; one may still insist on fewer work-items. */
	ok = ok && kernel < p->wide.code.co->kernel_count &&
	     !strcmp(p->wide.code.co->kernels[kernel].name, k->name) &&
	     items <= p->wide.code.co->kernels[kernel].max_workgroup_size;
	return ok ? &p->wide : NULL;
}
