/*
 * Maps: a buffer's memory is the program's too, so a map is a pointer to it; only for buffers over
 * the program's own memory (CL_MEM_USE_HOST_PTR) are bytes copied. Either way it counts as the
 * transfer that it is on a machine with memory of its own.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

struct map_command {
	struct command command;
	cl_mem memory;
	size_t offset, bytes;
	bool is_copied; /* the program's memory is to be brought up to date, or the device's */
};

static void add_mapping(cl_mem m, uint8_t *pointer, size_t offset, size_t bytes, cl_map_flags flags)
{
	struct mapping *mapping = xmalloc(sizeof(*mapping));

	pthread_mutex_lock(&lock);
	*mapping = (struct mapping){m->mappings, pointer, offset, bytes, flags};
	m->mappings = mapping;
	pthread_mutex_unlock(&lock);
}

/* False: nothing is mapped there. */
static bool take_mapping(cl_mem m, const void *pointer, struct mapping *taken)
{
	struct mapping *found;

	pthread_mutex_lock(&lock);
	for (struct mapping **at = &m->mappings; (found = *at); at = &found->next)
		if (found->pointer == pointer) {
			*at = found->next;
			break;
		}
	pthread_mutex_unlock(&lock);
	if (!found)
		return false;
	*taken = *found;
	free(found);
	return true;
}

cl_uint mapping_count(cl_mem m)
{
	cl_uint count = 0;

	pthread_mutex_lock(&lock);
	for (const struct mapping *mapping = m->mappings; mapping; mapping = mapping->next)
		count++;
	pthread_mutex_unlock(&lock);
	return count;
}

void mapping_free_all(cl_mem m)
{
	for (struct mapping *mapping = m->mappings, *next; mapping; mapping = next) {
		next = mapping->next;
		free(mapping);
	}
}

static cl_int run_map(struct command *command, struct gpu_done *done)
{
	struct map_command *c = (struct map_command *)command;
	cl_mem m = c->memory;

	if (!c->is_copied)
		return CL_SUCCESS;
	if (m->host && m->host != m->at)
		memcpy(m->host + c->offset, m->at + c->offset, c->bytes);
	gpu_copy(c->bytes, COPY_TO_HOST, done);
	return CL_SUCCESS;
}

static cl_int run_unmap(struct command *command, struct gpu_done *done)
{
	struct map_command *c = (struct map_command *)command;
	cl_mem m = c->memory;

	if (!c->is_copied)
		return CL_SUCCESS;
	if (m->host && m->host != m->at)
		memcpy(m->at + c->offset, m->host + c->offset, c->bytes);
	gpu_copy(c->bytes, COPY_TO_DEVICE, done);
	return CL_SUCCESS;
}

static void release_map(struct command *command)
{
	release_memory(((struct map_command *)command)->memory);
}

static struct map_command *new_command(cl_command_queue q, cl_command_type type, cl_mem m,
				       cl_int (*run)(struct command *, struct gpu_done *))
{
	struct map_command *c = command_new(sizeof(*c), q, type, run, release_map);

	c->memory = m;
	object_retain(m);
	return c;
}

static cl_int check_map(cl_command_queue q, cl_mem m, cl_map_flags flags, size_t offset,
			size_t bytes)
{
	const cl_map_flags known = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	if (m->context != q->context)
		return CL_INVALID_CONTEXT;
	if (!bytes || !memory_has(m, offset, bytes) || flags & ~known ||
	    (flags & CL_MAP_WRITE_INVALIDATE_REGION && flags & (CL_MAP_READ | CL_MAP_WRITE)))
		return CL_INVALID_VALUE;
	if ((flags & CL_MAP_READ && m->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) ||
	    (flags & ~CL_MAP_READ && m->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)))
		return CL_INVALID_OPERATION;
	return CL_SUCCESS;
}

void *clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool is_blocking, cl_map_flags flags,
			 size_t offset, size_t bytes, cl_uint wait_count, const cl_event *waits,
			 cl_event *event, cl_int *errcode_ret)
{
	cl_int wrong = check_map(q, m, flags, offset, bytes);
	struct map_command *c;
	uint8_t *pointer;

	if (wrong)
		RETURN_ERROR(wrong);
	pointer = (m->host ? m->host : m->at) + offset;
	c = new_command(q, CL_COMMAND_MAP_BUFFER, m, run_map);
	c->offset = offset;
	c->bytes = bytes;
	c->is_copied = !(flags & CL_MAP_WRITE_INVALIDATE_REGION);
	wrong = command_submit(&c->command, wait_count, waits, is_blocking, event);
	if (wrong)
		RETURN_ERROR(wrong);
	add_mapping(m, pointer, offset, bytes, flags);
	return created(pointer, errcode_ret);
}

cl_int clEnqueueUnmapMemObject(cl_command_queue q, cl_mem m, void *pointer, cl_uint wait_count,
			       const cl_event *waits, cl_event *event)
{
	struct map_command *c;
	struct mapping mapping;

	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	if (m->context != q->context)
		return CL_INVALID_CONTEXT;
	if (!take_mapping(m, pointer, &mapping))
		return CL_INVALID_VALUE;
	c = new_command(q, CL_COMMAND_UNMAP_MEM_OBJECT, m, run_unmap);
	c->offset = mapping.offset;
	c->bytes = mapping.bytes;
	c->is_copied = mapping.flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION);
	return command_submit(&c->command, wait_count, waits, false, event);
}
