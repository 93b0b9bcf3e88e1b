/* What all objects and all questions about them have in common. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

void *object_new(enum object_kind kind, size_t bytes)
{
	struct object *o = xcalloc(1, bytes);

	o->dispatch = &dispatch_table;
	o->kind = kind;
	o->references = 1;
	return o;
}

bool object_is(const void *object, enum object_kind kind)
{
	return object && ((const struct object *)object)->kind == kind;
}

void object_retain(void *object)
{
	__atomic_add_fetch(&((struct object *)object)->references, 1, __ATOMIC_RELAXED);
}

bool object_release(void *object)
{
	return !__atomic_sub_fetch(&((struct object *)object)->references, 1, __ATOMIC_ACQ_REL);
}

void object_free(void *object)
{
	/* A program that goes on using it is told so, as long as the memory is not used again. */
	((struct object *)object)->kind = 0;
	free(object);
}

cl_int info_bytes(const struct info_out *out, const void *value, size_t bytes)
{
	if (out->value && out->room < bytes)
		return CL_INVALID_VALUE;
	if (out->value && bytes)
		memcpy(out->value, value, bytes);
	if (out->bytes)
		*out->bytes = bytes;
	return CL_SUCCESS;
}

cl_int info_text(const struct info_out *out, const char *text)
{
	return info_bytes(out, text, strlen(text) + 1);
}
