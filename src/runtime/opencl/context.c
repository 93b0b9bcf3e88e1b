/* Contexts: all have the one device. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

struct context_callback {
	struct context_callback *next;
	void(CL_CALLBACK *call)(cl_context, void *);
	void *data;
};

/* Pairs, then 0; only the platform is known to us. */
static cl_int check_properties(const cl_context_properties *properties, size_t *count)
{
	*count = 0;
	if (!properties)
		return CL_SUCCESS;
	for (; properties[*count]; *count += 2) {
		switch (properties[*count]) {
		case CL_CONTEXT_PLATFORM:
			if (!object_is((void *)properties[*count + 1], OBJECT_PLATFORM))
				return CL_INVALID_PLATFORM;
			break;
		case CL_CONTEXT_INTEROP_USER_SYNC:
			break;
		default:
			return CL_INVALID_PROPERTY;
		}
	}
	++*count;
	return CL_SUCCESS;
}

cl_context clCreateContext(const cl_context_properties *properties, cl_uint count,
			   const cl_device_id *devices,
			   void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
			   void *data, cl_int *errcode_ret)
{
	size_t property_count;
	cl_int wrong = check_properties(properties, &property_count);
	cl_context c;

	if (wrong)
		RETURN_ERROR(wrong);
	if (!devices || !count || (!notify && data))
		RETURN_ERROR(CL_INVALID_VALUE);
	for (cl_uint i = 0; i < count; i++)
		if (!object_is(devices[i], OBJECT_DEVICE))
			RETURN_ERROR(CL_INVALID_DEVICE);
	c = object_new(OBJECT_CONTEXT, sizeof(*c));
	c->property_count = property_count;
	if (property_count) {
		c->properties = xcalloc(property_count, sizeof(*properties));
		memcpy(c->properties, properties, property_count * sizeof(*properties));
	}
	return created(c, errcode_ret);
}

cl_context clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
				   void(CL_CALLBACK *notify)(const char *, const void *, size_t,
							     void *),
				   void *data, cl_int *errcode_ret)
{
	cl_device_id device;
	cl_int wrong = clGetDeviceIDs(&the_platform, type, 1, &device, NULL);

	if (wrong)
		RETURN_ERROR(wrong);
	return clCreateContext(properties, 1, &device, notify, data, errcode_ret);
}

void release_context(cl_context c)
{
	if (!object_release(c))
		return;
	for (struct context_callback *callback = c->callbacks, *next; callback; callback = next) {
		next = callback->next;
		callback->call(c, callback->data);
		free(callback);
	}
	free(c->properties);
	object_free(c);
}

cl_int clRetainContext(cl_context c)
{
	if (!object_is(c, OBJECT_CONTEXT))
		return CL_INVALID_CONTEXT;
	object_retain(c);
	return CL_SUCCESS;
}

cl_int clReleaseContext(cl_context c)
{
	if (!object_is(c, OBJECT_CONTEXT))
		return CL_INVALID_CONTEXT;
	release_context(c);
	return CL_SUCCESS;
}

/* Called in the reverse order of their coming. */
cl_int clSetContextDestructorCallback(cl_context c, void(CL_CALLBACK *call)(cl_context, void *),
				      void *data)
{
	struct context_callback *callback;

	if (!object_is(c, OBJECT_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (!call)
		return CL_INVALID_VALUE;
	callback = xmalloc(sizeof(*callback));
	*callback = (struct context_callback){c->callbacks, call, data};
	c->callbacks = callback;
	return CL_SUCCESS;
}

cl_int clGetContextInfo(cl_context c, cl_context_info name, size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(c, OBJECT_CONTEXT))
		return CL_INVALID_CONTEXT;
	switch (name) {
	case CL_CONTEXT_REFERENCE_COUNT:
		return INFO(out, cl_uint, c->head.references);
	case CL_CONTEXT_NUM_DEVICES:
		return INFO(out, cl_uint, 1);
	case CL_CONTEXT_DEVICES:
		return INFO(out, cl_device_id, the_device());
	case CL_CONTEXT_PROPERTIES:
		return info_bytes(out, c->properties, c->property_count * sizeof(*c->properties));
	default:
		return CL_INVALID_VALUE;
	}
}
