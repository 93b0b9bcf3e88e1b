/* Events: of commands, and the program's own. Times are the machine's. */
#include <stdlib.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

cl_event new_event(cl_context context, cl_command_queue queue, cl_command_type type)
{
	cl_event e = object_new(OBJECT_EVENT, sizeof(*e));

	e->context = context;
	e->queue = queue;
	e->type = type;
	e->status = queue ? CL_QUEUED : CL_SUBMITTED;
	object_retain(context);
	if (queue)
		object_retain(queue);
	return e;
}

void release_event(cl_event e)
{
	if (!object_release(e))
		return;
	for (struct event_callback *callback = e->callbacks, *next; callback; callback = next) {
		next = callback->next;
		free(callback);
	}
	if (e->queue)
		release_queue(e->queue);
	release_context(e->context);
	object_free(e);
}

cl_int clRetainEvent(cl_event e)
{
	if (!object_is(e, OBJECT_EVENT))
		return CL_INVALID_EVENT;
	object_retain(e);
	return CL_SUCCESS;
}

cl_int clReleaseEvent(cl_event e)
{
	if (!object_is(e, OBJECT_EVENT))
		return CL_INVALID_EVENT;
	release_event(e);
	return CL_SUCCESS;
}

cl_event clCreateUserEvent(cl_context context, cl_int *errcode_ret)
{
	if (!object_is(context, OBJECT_CONTEXT))
		RETURN_ERROR(CL_INVALID_CONTEXT);
	return created(new_event(context, NULL, CL_COMMAND_USER), errcode_ret);
}

cl_int clSetUserEventStatus(cl_event e, cl_int status)
{
	if (!object_is(e, OBJECT_EVENT) || e->queue)
		return CL_INVALID_EVENT;
	if (status > CL_COMPLETE)
		return CL_INVALID_VALUE;
	return schedule_set_user(e, status) ? CL_SUCCESS : CL_INVALID_OPERATION;
}

cl_int clSetEventCallback(cl_event e, cl_int type,
			  void(CL_CALLBACK *call)(cl_event, cl_int, void *), void *data)
{
	struct event_callback *callback;

	if (!object_is(e, OBJECT_EVENT))
		return CL_INVALID_EVENT;
	if (!call || (type != CL_SUBMITTED && type != CL_RUNNING && type != CL_COMPLETE))
		return CL_INVALID_VALUE;
	callback = xmalloc(sizeof(*callback));
	*callback = (struct event_callback){NULL, type, call, data};
	schedule_add_callback(e, callback);
	return CL_SUCCESS;
}

cl_int clWaitForEvents(cl_uint count, const cl_event *events)
{
	cl_int result = CL_SUCCESS;

	if (!count || !events)
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++) {
		if (!object_is(events[i], OBJECT_EVENT))
			return CL_INVALID_EVENT;
		if (events[i]->context != events[0]->context)
			return CL_INVALID_CONTEXT;
	}
	for (cl_uint i = 0; i < count; i++)
		if (schedule_wait(events[i]) < 0)
			result = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	return result;
}

cl_int clGetEventInfo(cl_event e, cl_event_info name, size_t room, void *value, size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(e, OBJECT_EVENT))
		return CL_INVALID_EVENT;
	switch (name) {
	case CL_EVENT_COMMAND_QUEUE:
		return INFO(out, cl_command_queue, e->queue);
	case CL_EVENT_CONTEXT:
		return INFO(out, cl_context, e->context);
	case CL_EVENT_COMMAND_TYPE:
		return INFO(out, cl_command_type, e->type);
	case CL_EVENT_COMMAND_EXECUTION_STATUS:
		return INFO(out, cl_int, schedule_status(e));
	case CL_EVENT_REFERENCE_COUNT:
		return INFO(out, cl_uint, e->head.references);
	default:
		return CL_INVALID_VALUE;
	}
}

cl_int clGetEventProfilingInfo(cl_event e, cl_profiling_info name, size_t room, void *value,
			       size_t *bytes)
{
	const struct info_out *out = INFO_OUT(room, value, bytes);

	if (!object_is(e, OBJECT_EVENT))
		return CL_INVALID_EVENT;
	if (!e->queue || !(e->queue->properties & CL_QUEUE_PROFILING_ENABLE) ||
	    schedule_status(e) != CL_COMPLETE)
		return CL_PROFILING_INFO_NOT_AVAILABLE;
	switch (name) {
	case CL_PROFILING_COMMAND_QUEUED:
		return INFO(out, cl_ulong, e->queued_ns);
	case CL_PROFILING_COMMAND_SUBMIT:
		return INFO(out, cl_ulong, e->submitted_ns);
	case CL_PROFILING_COMMAND_START:
		return INFO(out, cl_ulong, e->begin_ns);
	case CL_PROFILING_COMMAND_END:
	case CL_PROFILING_COMMAND_COMPLETE: /* kernels enqueue no others */
		return INFO(out, cl_ulong, e->end_ns);
	default:
		return CL_INVALID_VALUE;
	}
}
