/* What can be asked of kernels: mostly what the code object's metadata says. */
#include <stdio.h>

#include "launch/layout.h"
#include "runtime/opencl/opencl.h"

static bool is_fixed(const struct kernel *k)
{
	return k->required_workgroup[0];
}

static cl_int attributes(const struct kernel *k, const struct info_out *out)
{
	char text[96] = "";

	if (is_fixed(k))
		snprintf(text, sizeof(text), "reqd_work_group_size(%u,%u,%u)",
			 k->required_workgroup[0], k->required_workgroup[1],
			 k->required_workgroup[2]);
	return info_text(out, text);
}

cl_int clGetKernelInfo(cl_kernel k, cl_kernel_info name, size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	switch (name) {
	case CL_KERNEL_FUNCTION_NAME:
		return info_text(out, k->kernel->name);
	case CL_KERNEL_NUM_ARGS:
		return INFO(out, cl_uint, k->count);
	case CL_KERNEL_REFERENCE_COUNT:
		return INFO(out, cl_uint, k->head.references);
	case CL_KERNEL_CONTEXT:
		return INFO(out, cl_context, k->program->context);
	case CL_KERNEL_PROGRAM:
		return INFO(out, cl_program, k->program);
	case CL_KERNEL_ATTRIBUTES:
		return attributes(k->kernel, out);
	default:
		return CL_INVALID_VALUE;
	}
}

/* With what the arguments ask for as they are now. */
static uint64_t local_bytes(cl_kernel k)
{
	uint64_t sum = k->kernel->lds_bytes;

	for (cl_uint i = 0; i < k->count; i++)
		if (k->arguments[i].local_bytes)
			sum = layout_lds_align((uint32_t)sum) + k->arguments[i].local_bytes;
	return sum;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel k, cl_device_id device, cl_kernel_work_group_info name,
				size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);
	const uint32_t *fixed;

	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	if (device && !object_is(device, OBJECT_DEVICE))
		return CL_INVALID_DEVICE;
	fixed = k->kernel->required_workgroup;
	switch (name) {
	case CL_KERNEL_WORK_GROUP_SIZE:
		return INFO(out, size_t,
			    k->kernel->max_workgroup_size ? k->kernel->max_workgroup_size
							  : WORKGROUP_DEFAULT_ITEMS);
	case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
		return info_bytes(out, (size_t[]){fixed[0], fixed[1], fixed[2]},
				  3 * sizeof(size_t));
	case CL_KERNEL_LOCAL_MEM_SIZE:
		return INFO(out, cl_ulong, local_bytes(k));
	case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE:
		return INFO(out, size_t, 64);
	case CL_KERNEL_PRIVATE_MEM_SIZE:
		return INFO(out, cl_ulong, k->kernel->private_bytes);
	default: /* CL_KERNEL_GLOBAL_WORK_SIZE is for built-in kernels */
		return CL_INVALID_VALUE;
	}
}

static cl_kernel_arg_address_qualifier address_of(const struct kernel_arg *arg)
{
	if (arg->kind == ARG_DYNAMIC_SHARED)
		return CL_KERNEL_ARG_ADDRESS_LOCAL;
	if (arg->kind == ARG_BY_VALUE)
		return CL_KERNEL_ARG_ADDRESS_PRIVATE;
	return arg->is_constant ? CL_KERNEL_ARG_ADDRESS_CONSTANT : CL_KERNEL_ARG_ADDRESS_GLOBAL;
}

static cl_kernel_arg_type_qualifier qualifiers_of(const struct kernel_arg *arg)
{
	return (arg->is_const || arg->is_constant ? CL_KERNEL_ARG_TYPE_CONST : 0) |
	       (arg->is_restrict ? CL_KERNEL_ARG_TYPE_RESTRICT : 0) |
	       (arg->is_volatile ? CL_KERNEL_ARG_TYPE_VOLATILE : 0);
}

cl_int clGetKernelArgInfo(cl_kernel k, cl_uint index, cl_kernel_arg_info name, size_t room,
			  void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);
	const struct kernel_arg *arg;

	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	if (index >= k->count)
		return CL_INVALID_ARG_INDEX;
	arg = &k->kernel->args[index];
	switch (name) {
	case CL_KERNEL_ARG_ADDRESS_QUALIFIER:
		return INFO(out, cl_kernel_arg_address_qualifier, address_of(arg));
	case CL_KERNEL_ARG_ACCESS_QUALIFIER:
		return INFO(out, cl_kernel_arg_access_qualifier, CL_KERNEL_ARG_ACCESS_NONE);
	case CL_KERNEL_ARG_TYPE_NAME:
		return info_text(out, arg->type_name);
	case CL_KERNEL_ARG_TYPE_QUALIFIER:
		return INFO(out, cl_kernel_arg_type_qualifier, qualifiers_of(arg));
	case CL_KERNEL_ARG_NAME:
		return info_text(out, arg->name);
	default:
		return CL_INVALID_VALUE;
	}
}

/* Without sub-groups there is nothing to know of them. */
cl_int clGetKernelSubGroupInfo(cl_kernel k, cl_device_id device, cl_kernel_sub_group_info name,
			       size_t input_bytes, const void *input, size_t room, void *value,
			       size_t *bytes)
{
	(void)device;
	(void)name;
	(void)input_bytes;
	(void)input;
	(void)room;
	(void)value;
	(void)bytes;
	return object_is(k, OBJECT_KERNEL) ? CL_INVALID_OPERATION : CL_INVALID_KERNEL;
}
