/* Events: wait lists, the program's own, callbacks, queues in and out of order. */
#include "opencl.h"

static const char source[] = "kernel void add(global int *v, int n) { v[0] = v[0] * 10 + n; }\n";

static cl_kernel add;
static cl_mem memory;
static int called, called_with;

static void CL_CALLBACK count(cl_event event, cl_int status, void *data)
{
	(void)event;
	called++;
	called_with = status;
	*(int *)data += 1;
}

static void CL_CALLBACK go_on(cl_event event, cl_int status, void *data)
{
	(void)event;
	(void)status;
	OK(clSetUserEventStatus(*(cl_event *)data, CL_COMPLETE));
}

static cl_event enqueue(cl_command_queue q, cl_int n, cl_uint wait_count, const cl_event *waits)
{
	cl_event event;

	OK(clSetKernelArg(add, 0, sizeof(memory), &memory));
	OK(clSetKernelArg(add, 1, sizeof(n), &n));
	OK(clEnqueueTask(q, add, wait_count, waits, &event));
	return event;
}

static cl_int status_of(cl_event event)
{
	cl_int status;

	OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof(status), &status, NULL));
	return status;
}

static int value(void)
{
	int v = 0;

	OK(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, 4, &v, 0, NULL, NULL));
	return v;
}

static void reset(void)
{
	const int zero = 0;

	OK(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, &zero, 0, NULL, NULL));
}

static cl_event user_event(void)
{
	cl_int error;
	cl_event event = clCreateUserEvent(context, &error);

	OK(error);
	return event;
}

/* What waits, waits, and what comes after it too; the arguments are those of then. */
static void in_order(void)
{
	cl_event user = user_event(), first, second;
	int data = 0;

	reset();
	first = enqueue(queue, 1, 1, &user);
	second = enqueue(queue, 2, 0, NULL);
	OK(clSetEventCallback(second, CL_COMPLETE, count, &data));
	OK(clFlush(queue));
	CHECK(status_of(first) > CL_COMPLETE && status_of(second) > CL_COMPLETE && !called);
	OK(clSetUserEventStatus(user, CL_COMPLETE));
	CHECK(clSetUserEventStatus(user, CL_COMPLETE) == CL_INVALID_OPERATION);
	OK(clWaitForEvents(1, &second));
	OK(clFinish(queue));
	CHECK(status_of(first) == CL_COMPLETE && value() == 12);
	/* pocl calls it some time later. */
	for (int i = 0; i < 1000000 && !*(volatile int *)&called; i++)
		clFlush(queue);
	CHECK(called == 1 && called_with == CL_COMPLETE && data == 1);
	OK(clReleaseEvent(user));
	OK(clReleaseEvent(first));
	OK(clReleaseEvent(second));
}

/* Over two queues, the second one waits for the first, which waits for us. */
static void two_queues(void)
{
	cl_int error;
	cl_command_queue other = clCreateCommandQueue(context, device, 0, &error);
	cl_event user = user_event(), first, second;

	OK(error);
	reset();
	first = enqueue(queue, 3, 1, &user);
	second = enqueue(other, 4, 1, &first);
	OK(clSetUserEventStatus(user, CL_COMPLETE));
	OK(clReleaseEvent(user));
	OK(clFinish(other));
	CHECK(value() == 34);
	OK(clReleaseEvent(first));
	OK(clReleaseEvent(second));
	OK(clReleaseCommandQueue(other));
}

/* A later command lets an earlier one go on. */
static void out_of_order(void)
{
	cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
					    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
	cl_int error;
	cl_command_queue other =
		clCreateCommandQueueWithProperties(context, device, properties, &error);
	cl_event user = user_event(), first, second;

	OK(error);
	reset();
	first = enqueue(other, 5, 1, &user);
	second = enqueue(other, 6, 0, NULL);
	OK(clSetEventCallback(second, CL_COMPLETE, go_on, &user));
	OK(clEnqueueBarrierWithWaitList(other, 0, NULL, NULL));
	OK(clFinish(other));
	CHECK(value() == 65);
	OK(clReleaseEvent(user));
	OK(clReleaseEvent(first));
	OK(clReleaseEvent(second));
	OK(clReleaseCommandQueue(other));
}

/* What waits for something that failed, fails. */
static void failure(void)
{
	cl_event user = user_event(), first;

	reset();
	first = enqueue(queue, 7, 1, &user);
	OK(clSetUserEventStatus(user, -7777));
	CHECK(clWaitForEvents(1, &first) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
	CHECK(status_of(first) < 0);
	CHECK(value() == 0);
	OK(clReleaseEvent(user));
	OK(clReleaseEvent(first));
}

int main(void)
{
	cl_program program;

	begin(0);
	program = build(source, "");
	add = kernel_of(program, "add");
	memory = buffer(0, 4, NULL);
	in_order();
	two_queues();
	out_of_order();
	failure();
	OK(clReleaseMemObject(memory));
	OK(clReleaseKernel(add));
	OK(clReleaseProgram(program));
	return end();
}
