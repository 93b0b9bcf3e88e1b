/* Shared virtual memory: all device memory is, so that little remains to be done. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/transfers.h"

void *clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t bytes, cl_uint align)
{
	const cl_svm_mem_flags known = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY |
				       CL_MEM_SVM_FINE_GRAIN_BUFFER;

	if (!object_is(context, OBJECT_CONTEXT) || flags & ~known || !bytes ||
	    bytes > the_device()->gpu->memory_bytes || align & (align - 1))
		return NULL;
	return gpu_allocate(bytes, align ? align : 1, "shared virtual memory");
}

void clSVMFree(cl_context context, void *pointer)
{
	if (object_is(context, OBJECT_CONTEXT) && pointer)
		gpu_free(pointer);
}

/* Frees later */

struct free_command {
	struct command command;
	cl_uint count;
	void **pointers;
	void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void *[], void *);
	void *data;
};

static cl_int run_free(struct command *command, struct gpu_done *done)
{
	struct free_command *c = (struct free_command *)command;

	(void)done;
	if (c->call)
		c->call(command->event->queue, c->count, c->pointers, c->data);
	for (cl_uint i = 0; !c->call && i < c->count; i++)
		clSVMFree(command->event->context, c->pointers[i]);
	return CL_SUCCESS;
}

static void release_free(struct command *command)
{
	free(((struct free_command *)command)->pointers);
}

cl_int clEnqueueSVMFree(cl_command_queue q, cl_uint count, void *pointers[],
			void(CL_CALLBACK *call)(cl_command_queue, cl_uint, void *[], void *),
			void *data, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
	struct free_command *c;

	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!count || !pointers)
		return CL_INVALID_VALUE;
	c = command_new(sizeof(*c), q, CL_COMMAND_SVM_FREE, run_free, release_free);
	c->count = count;
	c->pointers = xcalloc(count, sizeof(*pointers));
	memcpy(c->pointers, pointers, count * sizeof(*pointers));
	c->call = call;
	c->data = data;
	return command_submit(&c->command, wait_count, waits, false, event);
}

/* Copies */

static bool is_device(const void *pointer)
{
	struct gpu_range range;

	return gpu_find(pointer, &range);
}

cl_int clEnqueueSVMMemcpy(cl_command_queue q, cl_bool is_blocking, void *to, const void *from,
			  size_t bytes, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
	struct copy copy = {.type = CL_COMMAND_SVM_MEMCPY,
			    .to = {.at = to},
			    .from = {.at = (uint8_t *)from},
			    .region = {bytes, 1, 1},
			    .is_blocking = is_blocking};

	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!to || !from)
		return CL_INVALID_VALUE;
	if (copy.to.at < copy.from.at + bytes && copy.from.at < copy.to.at + bytes)
		return CL_MEM_COPY_OVERLAP;
	copy.direction = !is_device(to)    ? COPY_TO_HOST
			 : is_device(from) ? COPY_ON_DEVICE
					   : COPY_TO_DEVICE;
	return transfer_copy(q, &copy, wait_count, waits, event);
}

cl_int clEnqueueSVMMemFill(cl_command_queue q, void *pointer, const void *pattern,
			   size_t pattern_bytes, size_t bytes, cl_uint wait_count,
			   const cl_event *waits, cl_event *event)
{
	const struct fill fill = {.type = CL_COMMAND_SVM_MEMFILL,
				  .to = {.at = pointer},
				  .pattern_bytes = pattern_bytes,
				  .bytes = bytes};

	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	return pointer ? transfer_fill(q, &fill, pattern, wait_count, waits, event)
		       : CL_INVALID_VALUE;
}

/* Nothing needs to move. */
cl_int clEnqueueSVMMap(cl_command_queue q, cl_bool is_blocking, cl_map_flags flags, void *pointer,
		       size_t bytes, cl_uint wait_count, const cl_event *waits, cl_event *event)
{
	struct command *c;

	(void)flags;
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!pointer || !bytes)
		return CL_INVALID_VALUE;
	c = command_new(sizeof(*c), q, CL_COMMAND_SVM_MAP, NULL, NULL);
	return command_submit(c, wait_count, waits, is_blocking, event);
}

cl_int clEnqueueSVMUnmap(cl_command_queue q, void *pointer, cl_uint wait_count,
			 const cl_event *waits, cl_event *event)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!pointer)
		return CL_INVALID_VALUE;
	return command_nothing(q, CL_COMMAND_SVM_UNMAP, wait_count, waits, event);
}

cl_int clEnqueueSVMMigrateMem(cl_command_queue q, cl_uint count, const void **pointers,
			      const size_t *sizes, cl_mem_migration_flags flags, cl_uint wait_count,
			      const cl_event *waits, cl_event *event)
{
	(void)sizes;
	(void)flags;
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!count || !pointers)
		return CL_INVALID_VALUE;
	return command_nothing(q, CL_COMMAND_SVM_MIGRATE_MEM, wait_count, waits, event);
}
