/* Kernels and their arguments, which a launch takes as they are then. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

static cl_kernel new_kernel(cl_program p, size_t index)
{
	cl_kernel k = object_new(OBJECT_KERNEL, sizeof(*k));

	k->program = p;
	k->index = index;
	k->kernel = &p->build.code.co->kernels[index];
	for (size_t i = 0; i < k->kernel->arg_count; i++)
		k->count += !arg_is_hidden(k->kernel->args[i].kind);
	k->arguments = xcalloc(k->count + 1, sizeof(*k->arguments));
	object_retain(p);
	__atomic_add_fetch(&p->kernels, 1, __ATOMIC_RELAXED);
	return k;
}

cl_kernel clCreateKernel(cl_program p, const char *name, cl_int *errcode_ret)
{
	const struct code_object *co;

	if (!object_is(p, OBJECT_PROGRAM))
		RETURN_ERROR(CL_INVALID_PROGRAM);
	if (!p->build.is_loaded)
		RETURN_ERROR(CL_INVALID_PROGRAM_EXECUTABLE);
	if (!name)
		RETURN_ERROR(CL_INVALID_VALUE);
	co = p->build.code.co;
	for (size_t i = 0; i < co->kernel_count; i++)
		if (!strcmp(co->kernels[i].name, name))
			return created(new_kernel(p, i), errcode_ret);
	RETURN_ERROR(CL_INVALID_KERNEL_NAME);
}

cl_int clCreateKernelsInProgram(cl_program p, cl_uint count, cl_kernel *kernels, cl_uint *found)
{
	size_t all;

	if (!object_is(p, OBJECT_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!p->build.is_loaded)
		return CL_INVALID_PROGRAM_EXECUTABLE;
	all = p->build.code.co->kernel_count;
	if (kernels && count < all)
		return CL_INVALID_VALUE;
	for (size_t i = 0; kernels && i < all; i++)
		kernels[i] = new_kernel(p, i);
	if (found)
		*found = (cl_uint)all;
	return CL_SUCCESS;
}

static void clear(struct argument *a)
{
	if (a->memory)
		release_memory(a->memory);
	free(a->value);
	memset(a, 0, sizeof(*a));
}

void release_kernel(cl_kernel k)
{
	if (!object_release(k))
		return;
	for (cl_uint i = 0; i < k->count; i++)
		clear(&k->arguments[i]);
	free(k->arguments);
	__atomic_sub_fetch(&k->program->kernels, 1, __ATOMIC_RELAXED);
	release_program(k->program);
	object_free(k);
}

cl_int clRetainKernel(cl_kernel k)
{
	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	object_retain(k);
	return CL_SUCCESS;
}

cl_int clReleaseKernel(cl_kernel k)
{
	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	release_kernel(k);
	return CL_SUCCESS;
}

static void *copy_of(const void *bytes, size_t count)
{
	return memcpy(xmalloc(count + 1), bytes, count);
}

cl_kernel clCloneKernel(cl_kernel from, cl_int *errcode_ret)
{
	cl_kernel k;

	if (!object_is(from, OBJECT_KERNEL))
		RETURN_ERROR(CL_INVALID_KERNEL);
	k = new_kernel(from->program, from->index);
	for (cl_uint i = 0; i < k->count; i++) {
		k->arguments[i] = from->arguments[i];
		if (k->arguments[i].memory)
			object_retain(k->arguments[i].memory);
		if (k->arguments[i].value)
			k->arguments[i].value =
				copy_of(k->arguments[i].value, k->kernel->args[i].size);
	}
	return created(k, errcode_ret);
}

/* Arguments */

static cl_int set_memory(struct argument *a, size_t bytes, const cl_mem *value)
{
	cl_mem m = value ? *value : NULL;

	if (bytes != sizeof(cl_mem))
		return CL_INVALID_ARG_SIZE;
	if (m && !object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	if (m)
		object_retain(m);
	clear(a);
	a->memory = m;
	a->is_set = true;
	return CL_SUCCESS;
}

static cl_int set_local(struct argument *a, size_t bytes, const void *value)
{
	if (value)
		return CL_INVALID_ARG_VALUE;
	if (!bytes)
		return CL_INVALID_ARG_SIZE;
	clear(a);
	a->local_bytes = bytes;
	a->is_set = true;
	return CL_SUCCESS;
}

static cl_int set_value(struct argument *a, size_t wanted, size_t bytes, const void *value)
{
	if (!value)
		return CL_INVALID_ARG_VALUE;
	if (bytes != wanted)
		return CL_INVALID_ARG_SIZE;
	clear(a);
	a->value = copy_of(value, bytes);
	a->is_set = true;
	return CL_SUCCESS;
}

cl_int clSetKernelArg(cl_kernel k, cl_uint index, size_t bytes, const void *value)
{
	const struct kernel_arg *arg;

	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	if (index >= k->count)
		return CL_INVALID_ARG_INDEX;
	arg = &k->kernel->args[index];
	switch (arg->kind) {
	case ARG_GLOBAL_BUFFER:
		return set_memory(&k->arguments[index], bytes, value);
	case ARG_DYNAMIC_SHARED:
		return set_local(&k->arguments[index], bytes, value);
	case ARG_BY_VALUE:
		return set_value(&k->arguments[index], arg->size, bytes, value);
	default: /* images and samplers, which nobody can have made */
		return CL_INVALID_ARG_VALUE;
	}
}

cl_int clSetKernelArgSVMPointer(cl_kernel k, cl_uint index, const void *pointer)
{
	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	if (index >= k->count)
		return CL_INVALID_ARG_INDEX;
	if (k->kernel->args[index].kind != ARG_GLOBAL_BUFFER)
		return CL_INVALID_ARG_VALUE;
	return set_value(&k->arguments[index], sizeof(pointer), sizeof(pointer), &pointer);
}

/* Kernels see all of it anyway. */
cl_int clSetKernelExecInfo(cl_kernel k, cl_kernel_exec_info name, size_t bytes, const void *value)
{
	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	if (!value || !bytes)
		return CL_INVALID_VALUE;
	switch (name) {
	case CL_KERNEL_EXEC_INFO_SVM_PTRS:
		return bytes % sizeof(void *) ? CL_INVALID_VALUE : CL_SUCCESS;
	case CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM:
		if (bytes != sizeof(cl_bool))
			return CL_INVALID_VALUE;
		return *(const cl_bool *)value ? CL_INVALID_OPERATION : CL_SUCCESS;
	default:
		return CL_INVALID_VALUE;
	}
}
