/* Buffers and parts of them. Device memory is visible to the program, but it is told so only when
 * it maps a buffer. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

enum { SUB_BUFFER_ALIGN = 128 };

static const cl_mem_flags kernel_access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY;
static const cl_mem_flags host_access =
	CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS;
static const cl_mem_flags host_pointer =
	CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

static bool more_than_one(cl_mem_flags flags)
{
	return flags & (flags - 1);
}

static cl_int check_buffer(cl_context context, cl_mem_flags flags, size_t bytes, const void *host)
{
	if (!object_is(context, OBJECT_CONTEXT))
		return CL_INVALID_CONTEXT;
	if (flags & ~(kernel_access | host_access | host_pointer) ||
	    more_than_one(flags & kernel_access) || more_than_one(flags & host_access) ||
	    (flags & CL_MEM_USE_HOST_PTR && flags & host_pointer & ~CL_MEM_USE_HOST_PTR))
		return CL_INVALID_VALUE;
	if (!bytes || bytes > the_device()->gpu->memory_bytes)
		return CL_INVALID_BUFFER_SIZE;
	if (!host != !(flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
		return CL_INVALID_HOST_PTR;
	return CL_SUCCESS;
}

static bool take_room(cl_context context, size_t bytes)
{
	if (__atomic_add_fetch(&context->memory_bytes, bytes, __ATOMIC_RELAXED) <=
	    the_device()->gpu->memory_bytes)
		return true;
	__atomic_sub_fetch(&context->memory_bytes, bytes, __ATOMIC_RELAXED);
	return false;
}

/* Shared virtual memory as a buffer is the same memory. */
static bool is_svm(const void *host, size_t bytes)
{
	struct gpu_range range;

	return host && gpu_find(host, &range) && !range.is_shared &&
	       (size_t)((const uint8_t *)range.base + range.bytes - (const uint8_t *)host) >= bytes;
}

static bool give_memory(cl_mem m, void *host)
{
	struct gpu_done ignored;

	if (m->flags & CL_MEM_USE_HOST_PTR)
		m->host = host;
	if (m->host && is_svm(host, m->bytes)) {
		m->at = host;
		m->is_borrowed = true;
		return true;
	}
	if (!take_room(m->context, m->bytes))
		return false;
	m->at = gpu_allocate(m->bytes, 1, "buffer");
	if (!m->at) {
		__atomic_sub_fetch(&m->context->memory_bytes, m->bytes, __ATOMIC_RELAXED);
		return false;
	}
	if (host) {
		memcpy(m->at, host, m->bytes);
		gpu_copy(m->bytes, COPY_TO_DEVICE, &ignored);
	}
	return true;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host,
		      cl_int *errcode_ret)
{
	cl_int wrong = check_buffer(context, flags, bytes, host);
	cl_mem m;

	if (wrong)
		RETURN_ERROR(wrong);
	m = object_new(OBJECT_MEMORY, sizeof(*m));
	m->context = context;
	m->flags = flags & kernel_access ? flags : flags | CL_MEM_READ_WRITE;
	m->bytes = bytes;
	if (!give_memory(m, host)) {
		object_free(m);
		RETURN_ERROR(CL_MEM_OBJECT_ALLOCATION_FAILURE);
	}
	object_retain(context);
	return created(m, errcode_ret);
}

cl_mem clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
				    cl_mem_flags flags, size_t bytes, void *host,
				    cl_int *errcode_ret)
{
	cl_mem m;

	if (properties && *properties)
		RETURN_ERROR(CL_INVALID_PROPERTY);
	m = clCreateBuffer(context, flags, bytes, host, errcode_ret);
	if (m && properties) {
		m->properties = xcalloc(1, sizeof(*properties));
		m->property_count = 1;
	}
	return m;
}

/* What the parent allows, narrowed by what is asked for; false: more than it allows. */
static bool inherit_flags(cl_mem parent, cl_mem_flags asked, cl_mem_flags *flags)
{
	cl_mem_flags access = asked & kernel_access, host = asked & host_access;

	if (asked & ~(kernel_access | host_access) || more_than_one(access) || more_than_one(host))
		return false;
	if (access && access != (parent->flags & kernel_access) &&
	    !(parent->flags & CL_MEM_READ_WRITE))
		return false;
	if (host && parent->flags & host_access && host != (parent->flags & host_access) &&
	    host != CL_MEM_HOST_NO_ACCESS)
		return false;
	*flags = (access ? access : parent->flags & kernel_access) |
		 (host ? host : parent->flags & host_access) | (parent->flags & host_pointer);
	return true;
}

cl_mem clCreateSubBuffer(cl_mem parent, cl_mem_flags asked, cl_buffer_create_type type,
			 const void *info, cl_int *errcode_ret)
{
	const cl_buffer_region *region = info;
	cl_mem_flags flags;
	cl_mem m;

	if (!object_is(parent, OBJECT_MEMORY) || parent->parent)
		RETURN_ERROR(CL_INVALID_MEM_OBJECT);
	if (type != CL_BUFFER_CREATE_TYPE_REGION || !region ||
	    !inherit_flags(parent, asked, &flags) ||
	    !memory_has(parent, region->origin, region->size))
		RETURN_ERROR(CL_INVALID_VALUE);
	if (!region->size)
		RETURN_ERROR(CL_INVALID_BUFFER_SIZE);
	if (region->origin % SUB_BUFFER_ALIGN)
		RETURN_ERROR(CL_MISALIGNED_SUB_BUFFER_OFFSET);
	m = object_new(OBJECT_MEMORY, sizeof(*m));
	m->context = parent->context;
	m->parent = parent;
	m->flags = flags;
	m->offset = region->origin;
	m->bytes = region->size;
	m->at = parent->at + region->origin;
	m->host = parent->host ? parent->host + region->origin : NULL;
	m->is_borrowed = true;
	object_retain(m->context);
	object_retain(parent);
	return created(m, errcode_ret);
}

bool memory_has(cl_mem m, size_t offset, size_t bytes)
{
	return offset <= m->bytes && bytes <= m->bytes - offset;
}

void release_memory(cl_mem m)
{
	if (!object_release(m))
		return;
	for (struct memory_callback *callback = m->callbacks, *next; callback; callback = next) {
		next = callback->next;
		callback->call(m, callback->data);
		free(callback);
	}
	mapping_free_all(m);
	if (!m->is_borrowed) {
		gpu_free(m->at);
		__atomic_sub_fetch(&m->context->memory_bytes, m->bytes, __ATOMIC_RELAXED);
	}
	if (m->parent)
		release_memory(m->parent);
	release_context(m->context);
	free(m->properties);
	object_free(m);
}

cl_int clRetainMemObject(cl_mem m)
{
	if (!object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	object_retain(m);
	return CL_SUCCESS;
}

cl_int clReleaseMemObject(cl_mem m)
{
	if (!object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	release_memory(m);
	return CL_SUCCESS;
}

/* Called in the reverse order of their coming. */
cl_int clSetMemObjectDestructorCallback(cl_mem m, void(CL_CALLBACK *call)(cl_mem, void *),
					void *data)
{
	struct memory_callback *callback;

	if (!object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	if (!call)
		return CL_INVALID_VALUE;
	callback = xmalloc(sizeof(*callback));
	*callback = (struct memory_callback){m->callbacks, call, data};
	m->callbacks = callback;
	return CL_SUCCESS;
}

cl_int clGetMemObjectInfo(cl_mem m, cl_mem_info name, size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	switch (name) {
	case CL_MEM_TYPE:
		return INFO(out, cl_mem_object_type, CL_MEM_OBJECT_BUFFER);
	case CL_MEM_FLAGS:
		return INFO(out, cl_mem_flags, m->flags);
	case CL_MEM_SIZE:
		return INFO(out, size_t, m->bytes);
	case CL_MEM_HOST_PTR:
		return INFO(out, void *, m->host);
	case CL_MEM_MAP_COUNT:
		return INFO(out, cl_uint, mapping_count(m));
	case CL_MEM_REFERENCE_COUNT:
		return INFO(out, cl_uint, m->head.references);
	case CL_MEM_CONTEXT:
		return INFO(out, cl_context, m->context);
	case CL_MEM_ASSOCIATED_MEMOBJECT:
		return INFO(out, cl_mem, m->parent);
	case CL_MEM_OFFSET:
		return INFO(out, size_t, m->offset);
	case CL_MEM_USES_SVM_POINTER:
		return INFO(out, cl_bool, m->host && is_svm(m->host, m->bytes));
	case CL_MEM_PROPERTIES:
		return info_bytes(out, m->properties, m->property_count * sizeof(*m->properties));
	default:
		return CL_INVALID_VALUE;
	}
}
