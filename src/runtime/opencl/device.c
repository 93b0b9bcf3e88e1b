/* The one device: what it is, as programs ask for it. */
#include <pthread.h>
#include <string.h>

#include "runtime/opencl/opencl.h"

static struct _cl_device_id device = {{&dispatch_table, OBJECT_DEVICE, 1}, NULL};

cl_device_id the_device(void)
{
	device.gpu = gpu_open();
	return device.gpu ? &device : NULL;
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint count,
		      cl_device_id *devices, cl_uint *found)
{
	const cl_device_type ours = CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_DEFAULT;
	bool is_ours = type == CL_DEVICE_TYPE_ALL || type & ours;

	/* The loader of some systems passes none. */
	if (platform && !object_is(platform, OBJECT_PLATFORM))
		return CL_INVALID_PLATFORM;
	if ((!devices && !found) || (devices && !count))
		return CL_INVALID_VALUE;
	if (!type || (type != CL_DEVICE_TYPE_ALL &&
		      type & ~(ours | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_ACCELERATOR |
			       CL_DEVICE_TYPE_CUSTOM)))
		return CL_INVALID_DEVICE_TYPE;
	if (found)
		*found = is_ours;
	if (!is_ours || !the_device())
		return CL_DEVICE_NOT_FOUND;
	if (devices)
		devices[0] = the_device();
	return CL_SUCCESS;
}

cl_int clRetainDevice(cl_device_id d)
{
	return object_is(d, OBJECT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

cl_int clReleaseDevice(cl_device_id d)
{
	return object_is(d, OBJECT_DEVICE) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/* What does not depend on the simulated GPU: so many bytes each. */
static const struct fixed {
	cl_device_info name;
	uint32_t bytes;
	uint64_t value;
} fixed[] = {
	{CL_DEVICE_TYPE, sizeof(cl_device_type), CL_DEVICE_TYPE_GPU},
	{CL_DEVICE_VENDOR_ID, 4, 0x7777},
	{CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 4, 3},
	{CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t), WORKGROUP_DEFAULT_ITEMS},
	{CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), 64},
	{CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 4, 4},
	{CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 4, 2},
	{CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 4, 1},
	{CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 4, 1},
	{CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 4, 1},
	{CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 4, 1},
	{CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 4, 0},
	{CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 4, 4},
	{CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 4, 2},
	{CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 4, 1},
	{CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 4, 1},
	{CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 4, 1},
	{CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 4, 1},
	{CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 4, 0},
	{CL_DEVICE_ADDRESS_BITS, 4, 64},
	{CL_DEVICE_IMAGE_SUPPORT, 4, CL_FALSE},
	{CL_DEVICE_MAX_READ_IMAGE_ARGS, 4, 0},
	{CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 4, 0},
	{CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 4, 0},
	{CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof(size_t), 0},
	{CL_DEVICE_IMAGE2D_MAX_HEIGHT, sizeof(size_t), 0},
	{CL_DEVICE_IMAGE3D_MAX_WIDTH, sizeof(size_t), 0},
	{CL_DEVICE_IMAGE3D_MAX_HEIGHT, sizeof(size_t), 0},
	{CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof(size_t), 0},
	{CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, sizeof(size_t), 0},
	{CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, sizeof(size_t), 0},
	{CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 4, 0},
	{CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 4, 0},
	{CL_DEVICE_MAX_SAMPLERS, 4, 0},
	{CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t), KERNARG_MOST_BYTES - 512},
	{CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4, 1024},
	{CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 4, 128},
	/* gfx803 flushes denormals of single precision: so says clang without being asked. */
	{CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_device_fp_config),
	 CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN | CL_FP_FMA | CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT},
	{CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config),
	 CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF | CL_FP_INF_NAN |
		 CL_FP_FMA | CL_FP_DENORM},
	{CL_DEVICE_HALF_FP_CONFIG, sizeof(cl_device_fp_config), 0},
	{CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, 4, CL_READ_WRITE_CACHE},
	{CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 4, 64},
	{CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 8, 16384},
	{CL_DEVICE_MAX_CONSTANT_ARGS, 4, 64},
	{CL_DEVICE_LOCAL_MEM_TYPE, 4, CL_LOCAL},
	{CL_DEVICE_ERROR_CORRECTION_SUPPORT, 4, CL_FALSE},
	{CL_DEVICE_HOST_UNIFIED_MEMORY, 4, CL_FALSE},
	{CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t), 1},
	{CL_DEVICE_ENDIAN_LITTLE, 4, CL_TRUE},
	{CL_DEVICE_AVAILABLE, 4, CL_TRUE},
	{CL_DEVICE_COMPILER_AVAILABLE, 4, CL_TRUE},
	{CL_DEVICE_LINKER_AVAILABLE, 4, CL_TRUE},
	{CL_DEVICE_EXECUTION_CAPABILITIES, sizeof(cl_device_exec_capabilities), CL_EXEC_KERNEL},
	{CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, sizeof(cl_command_queue_properties),
	 CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE},
	{CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, sizeof(cl_command_queue_properties), 0},
	{CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 4, 0},
	{CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 4, 0},
	{CL_DEVICE_MAX_ON_DEVICE_QUEUES, 4, 0},
	{CL_DEVICE_MAX_ON_DEVICE_EVENTS, 4, 0},
	{CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id), 0},
	{CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 4, 0},
	{CL_DEVICE_PARTITION_PROPERTIES, sizeof(cl_device_partition_property), 0},
	{CL_DEVICE_PARTITION_TYPE, 0, 0},
	{CL_DEVICE_PARTITION_AFFINITY_DOMAIN, sizeof(cl_device_affinity_domain), 0},
	{CL_DEVICE_REFERENCE_COUNT, 4, 1},
	{CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, 4, CL_TRUE},
	{CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof(size_t), PRINTF_BYTES},
	{CL_DEVICE_SVM_CAPABILITIES, sizeof(cl_device_svm_capabilities),
	 CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER},
	{CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 4, 0},
	{CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 4, 0},
	{CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 4, 0},
	{CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof(size_t), 0},
	{CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, sizeof(size_t), 0},
	{CL_DEVICE_MAX_PIPE_ARGS, 4, 0},
	{CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 4, 0},
	{CL_DEVICE_PIPE_MAX_PACKET_SIZE, 4, 0},
	{CL_DEVICE_PIPE_SUPPORT, 4, CL_FALSE},
	{CL_DEVICE_MAX_NUM_SUB_GROUPS, 4, 0},
	{CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 4, CL_FALSE},
	{CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 4, CL_FALSE},
	{CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 4, CL_FALSE},
	{CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 4, CL_FALSE},
	{CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, sizeof(cl_device_device_enqueue_capabilities), 0},
	{CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof(cl_device_atomic_capabilities),
	 CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
	{CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof(cl_device_atomic_capabilities),
	 CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
		 CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP},
	{CL_DEVICE_NUMERIC_VERSION, sizeof(cl_version), CL_MAKE_VERSION(3, 0, 0)},
};

static const struct {
	cl_device_info name;
	const char *text;
} texts[] = {
	{CL_DEVICE_NAME, "warpwalk gfx803"},
	{CL_DEVICE_VENDOR, "warpwalk"},
	{CL_DRIVER_VERSION, "1"},
	{CL_DEVICE_PROFILE, "FULL_PROFILE"},
	{CL_DEVICE_VERSION, "OpenCL 3.0 warpwalk"},
	{CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 1.2 warpwalk"},
	{CL_DEVICE_BUILT_IN_KERNELS, ""},
	{CL_DEVICE_IL_VERSION, ""},
	{CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, ""},
};

static const cl_name_version extensions[] = {
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_byte_addressable_store"},
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_fp64"},
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_global_int32_base_atomics"},
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_global_int32_extended_atomics"},
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_local_int32_base_atomics"},
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_local_int32_extended_atomics"},
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_int64_base_atomics"},
	{CL_MAKE_VERSION(1, 0, 0), "cl_khr_int64_extended_atomics"},
};

static const cl_name_version languages[] = {
	{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"},
	{CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
	{CL_MAKE_VERSION(1, 2, 0), "OpenCL C"},
	{CL_MAKE_VERSION(3, 0, 0), "OpenCL C"},
};

static const cl_name_version features[] = {
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_fp64"},
	{CL_MAKE_VERSION(3, 0, 0), "__opencl_c_int64"},
};

static cl_int list_extensions(const struct info_out *out)
{
	char text[sizeof(extensions)] = "";

	for (size_t i = 0; i < sizeof(extensions) / sizeof(*extensions); i++) {
		strcat(text, i ? " " : "");
		strcat(text, extensions[i].name);
	}
	return info_text(out, text);
}

/* What the simulated GPU decides. */
static cl_int gpu_fact(const struct gpu_info *gpu, cl_device_info name, const struct info_out *out)
{
	static const size_t most = WORKGROUP_MOST_ITEMS;

	switch (name) {
	case CL_DEVICE_MAX_COMPUTE_UNITS:
		return INFO(out, cl_uint, gpu->cus);
	case CL_DEVICE_MAX_CLOCK_FREQUENCY:
		return INFO(out, cl_uint, gpu->clock_khz / 1000);
	case CL_DEVICE_GLOBAL_MEM_SIZE:
	case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
	case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE:
		return INFO(out, cl_ulong, gpu->memory_bytes);
	case CL_DEVICE_LOCAL_MEM_SIZE:
		return INFO(out, cl_ulong, gpu->lds_bytes < 65536 ? gpu->lds_bytes : 65536);
	case CL_DEVICE_MAX_WORK_ITEM_SIZES:
		return info_bytes(out, (size_t[]){most, most, most}, 3 * sizeof(size_t));
	case CL_DEVICE_PLATFORM:
		return INFO(out, cl_platform_id, &the_platform);
	case CL_DEVICE_EXTENSIONS:
		return list_extensions(out);
	case CL_DEVICE_EXTENSIONS_WITH_VERSION:
		return info_bytes(out, extensions, sizeof(extensions));
	case CL_DEVICE_OPENCL_C_ALL_VERSIONS:
		return info_bytes(out, languages, sizeof(languages));
	case CL_DEVICE_OPENCL_C_FEATURES:
		return info_bytes(out, features, sizeof(features));
	case CL_DEVICE_ILS_WITH_VERSION:
	case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION:
		return info_bytes(out, NULL, 0);
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int clGetDeviceInfo(cl_device_id d, cl_device_info name, size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(d, OBJECT_DEVICE))
		return CL_INVALID_DEVICE;
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed); i++)
		if (fixed[i].name == name)
			return info_bytes(out, &fixed[i].value, fixed[i].bytes);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		if (texts[i].name == name)
			return info_text(out, texts[i].text);
	return gpu_fact(d->gpu, name, out);
}

/* Time of device and host are one: the simulated. */
cl_int clGetDeviceAndHostTimer(cl_device_id d, cl_ulong *device_time, cl_ulong *host_time)
{
	if (!object_is(d, OBJECT_DEVICE))
		return CL_INVALID_DEVICE;
	if (!device_time || !host_time)
		return CL_INVALID_VALUE;
	*device_time = *host_time = gpu_now();
	return CL_SUCCESS;
}

cl_int clGetHostTimer(cl_device_id d, cl_ulong *host_time)
{
	cl_ulong ignored;

	return clGetDeviceAndHostTimer(d, &ignored, host_time);
}
