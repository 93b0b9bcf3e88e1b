/* The platform, and how the ICD loader finds it. */
#include <string.h>

#include "runtime/opencl/opencl.h"

#define EXPORTED __attribute__((visibility("default")))

struct _cl_platform_id the_platform = {{&dispatch_table, OBJECT_PLATFORM, 1}};

static const char extensions[] = "cl_khr_icd";

EXPORTED cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info name, size_t room,
				  void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(platform, OBJECT_PLATFORM))
		return CL_INVALID_PLATFORM;
	switch (name) {
	case CL_PLATFORM_PROFILE:
		return info_text(out, "FULL_PROFILE");
	case CL_PLATFORM_VERSION:
		return info_text(out, "OpenCL 3.0 warpwalk");
	case CL_PLATFORM_NAME:
	case CL_PLATFORM_VENDOR:
		return info_text(out, "warpwalk");
	case CL_PLATFORM_EXTENSIONS:
		return info_text(out, extensions);
	case CL_PLATFORM_ICD_SUFFIX_KHR:
		return info_text(out, "WARPWALK");
	case CL_PLATFORM_HOST_TIMER_RESOLUTION:
		return INFO(out, cl_ulong, 1);
	case CL_PLATFORM_NUMERIC_VERSION:
		return INFO(out, cl_version, CL_MAKE_VERSION(3, 0, 0));
	case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
		return INFO(out, cl_name_version, CL_MAKE_VERSION(1, 0, 0), "cl_khr_icd");
	default:
		return CL_INVALID_VALUE;
	}
}

/* Without a simulated GPU there is no platform, so that others remain to choose from. */
EXPORTED cl_int clIcdGetPlatformIDsKHR(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
	if ((!platforms && !found) || (platforms && !count))
		return CL_INVALID_VALUE;
	if (!the_device()) {
		if (found)
			*found = 0;
		return CL_PLATFORM_NOT_FOUND_KHR;
	}
	if (platforms)
		platforms[0] = &the_platform;
	if (found)
		*found = 1;
	return CL_SUCCESS;
}

cl_int clGetPlatformIDs(cl_uint count, cl_platform_id *platforms, cl_uint *found)
{
	return clIcdGetPlatformIDsKHR(count, platforms, found);
}

EXPORTED void *clGetExtensionFunctionAddress(const char *name)
{
	if (!strcmp(name, "clIcdGetPlatformIDsKHR"))
		return (void *)clIcdGetPlatformIDsKHR;
	if (!strcmp(name, "clGetPlatformInfo"))
		return (void *)clGetPlatformInfo;
	return NULL;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name)
{
	return object_is(platform, OBJECT_PLATFORM) ? clGetExtensionFunctionAddress(name) : NULL;
}

cl_int clUnloadCompiler(void)
{
	return CL_SUCCESS;
}

cl_int clUnloadPlatformCompiler(cl_platform_id platform)
{
	return object_is(platform, OBJECT_PLATFORM) ? CL_SUCCESS : CL_INVALID_PLATFORM;
}
