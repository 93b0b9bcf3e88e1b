/* Command queues. Those that may run out of order do so only when a command waits for something. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

static const cl_command_queue_properties possible =
	CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device,
				      cl_command_queue_properties properties, cl_int *errcode_ret)
{
	cl_command_queue q;

	if (!object_is(context, OBJECT_CONTEXT))
		RETURN_ERROR(CL_INVALID_CONTEXT);
	if (!object_is(device, OBJECT_DEVICE))
		RETURN_ERROR(CL_INVALID_DEVICE);
	if (properties & ~possible)
		RETURN_ERROR(CL_INVALID_VALUE);
	q = object_new(OBJECT_QUEUE, sizeof(*q));
	q->context = context;
	q->properties = properties;
	object_retain(context);
	schedule_add_queue(q);
	return created(q, errcode_ret);
}

cl_command_queue clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
						    const cl_queue_properties *list,
						    cl_int *errcode_ret)
{
	cl_command_queue_properties properties = 0;
	cl_command_queue q;
	size_t count = 0;

	for (; list && list[count]; count += 2) {
		if (list[count] != CL_QUEUE_PROPERTIES)
			RETURN_ERROR(list[count] == CL_QUEUE_SIZE ? CL_INVALID_QUEUE_PROPERTIES
								  : CL_INVALID_VALUE);
		properties = list[count + 1];
	}
	/* Queues on the device are for kernels that enqueue kernels. */
	if (properties & (CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT))
		RETURN_ERROR(CL_INVALID_QUEUE_PROPERTIES);
	q = clCreateCommandQueue(context, device, properties, errcode_ret);
	if (q && list) {
		q->list_count = count + 1;
		q->list = xcalloc(q->list_count, sizeof(*list));
		memcpy(q->list, list, q->list_count * sizeof(*list));
	}
	return q;
}

void release_queue(cl_command_queue q)
{
	if (!object_release(q))
		return;
	schedule_remove_queue(q);
	if (q->area)
		gpu_free(q->area);
	if (q->prints)
		gpu_free(q->prints);
	release_context(q->context);
	free(q->list);
	object_free(q);
}

cl_int clRetainCommandQueue(cl_command_queue q)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	object_retain(q);
	return CL_SUCCESS;
}

cl_int clReleaseCommandQueue(cl_command_queue q)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	release_queue(q);
	return CL_SUCCESS;
}

cl_int clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info name, size_t room,
			     void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	switch (name) {
	case CL_QUEUE_CONTEXT:
		return INFO(out, cl_context, q->context);
	case CL_QUEUE_DEVICE:
		return INFO(out, cl_device_id, the_device());
	case CL_QUEUE_REFERENCE_COUNT:
		return INFO(out, cl_uint, q->head.references);
	case CL_QUEUE_PROPERTIES:
		return INFO(out, cl_command_queue_properties, q->properties);
	case CL_QUEUE_PROPERTIES_ARRAY:
		return info_bytes(out, q->list, q->list_count * sizeof(*q->list));
	case CL_QUEUE_DEVICE_DEFAULT:
		return INFO(out, cl_command_queue, NULL);
	case CL_QUEUE_SIZE: /* only queues on the device have one */
		return CL_INVALID_COMMAND_QUEUE;
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int clSetCommandQueueProperty(cl_command_queue q, cl_command_queue_properties properties,
				 cl_bool enable, cl_command_queue_properties *old)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (properties & ~possible)
		return CL_INVALID_VALUE;
	if (old)
		*old = q->properties;
	if (enable)
		q->properties |= properties;
	else
		q->properties &= ~properties;
	return CL_SUCCESS;
}

cl_int clFlush(cl_command_queue q)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	schedule_run(q->context);
	return CL_SUCCESS;
}

cl_int clFinish(cl_command_queue q)
{
	return object_is(q, OBJECT_QUEUE) ? schedule_finish(q) : CL_INVALID_COMMAND_QUEUE;
}

/* Markers and barriers */

static cl_int stand_in(cl_command_queue q, bool is_barrier, cl_uint wait_count,
		       const cl_event *waits, cl_event *event)
{
	struct command *c;

	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	c = command_new(sizeof(*c), q, is_barrier ? CL_COMMAND_BARRIER : CL_COMMAND_MARKER, NULL,
			NULL);
	c->is_barrier = is_barrier;
	c->waits_for_all = !wait_count;
	return command_submit(c, wait_count, waits, false, event);
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue q, cl_uint wait_count, const cl_event *waits,
				   cl_event *event)
{
	return stand_in(q, false, wait_count, waits, event);
}

cl_int clEnqueueBarrierWithWaitList(cl_command_queue q, cl_uint wait_count, const cl_event *waits,
				    cl_event *event)
{
	return stand_in(q, true, wait_count, waits, event);
}

cl_int clEnqueueMarker(cl_command_queue q, cl_event *event)
{
	return event ? stand_in(q, false, 0, NULL, event) : CL_INVALID_VALUE;
}

cl_int clEnqueueBarrier(cl_command_queue q)
{
	return stand_in(q, true, 0, NULL, NULL);
}

cl_int clEnqueueWaitForEvents(cl_command_queue q, cl_uint wait_count, const cl_event *waits)
{
	return wait_count && waits ? stand_in(q, true, wait_count, waits, NULL) : CL_INVALID_VALUE;
}
