/*
 * Which command runs when. A command runs as soon as the events that it waits for are complete and,
 * in an ordered queue, it is the first; whoever enqueues it or completes the last of those events
 * runs it. One lock guards queues and the state of events; it is free while a command runs.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/opencl.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void *command_new(size_t bytes, cl_command_queue queue, cl_command_type type,
		  cl_int (*run)(struct command *, struct gpu_done *),
		  void (*release)(struct command *))
{
	struct command *c = xcalloc(1, bytes);

	c->event = new_event(queue->context, queue, type);
	c->run = run;
	c->release = release;
	return c;
}

void command_drop(struct command *c)
{
	if (c->release)
		c->release(c);
	for (cl_uint i = 0; i < c->wait_count; i++)
		release_event(c->waits[i]);
	free(c->waits);
	release_event(c->event);
	free(c);
}

/* With the lock held */

static bool is_ready(const struct command *c, bool is_first)
{
	if (c->waits_for_all && !is_first)
		return false;
	for (cl_uint i = 0; i < c->wait_count; i++)
		if (c->waits[i]->status > CL_COMPLETE)
			return false;
	return true;
}

static void unlink_command(cl_command_queue q, struct command *before, struct command *c)
{
	if (before)
		before->next = c->next;
	else
		q->first = c->next;
	if (q->last == c)
		q->last = before;
}

static struct command *take_ready_of(cl_command_queue q)
{
	struct command *before = NULL;

	for (struct command *c = q->first; c; before = c, c = c->next) {
		if (is_ready(c, !before)) {
			unlink_command(q, before, c);
			q->is_busy = true;
			return c;
		}
		if (c->is_barrier || !(q->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
			return NULL;
	}
	return NULL;
}

static struct command *take_ready(cl_context context)
{
	for (cl_command_queue q = context->queues; q; q = q->next) {
		struct command *c = q->is_busy ? NULL : take_ready_of(q);

		if (c)
			return c;
	}
	return NULL;
}

static struct event_callback *complete(cl_event e, cl_int status)
{
	struct event_callback *callbacks = e->callbacks;

	e->status = status;
	e->callbacks = NULL;
	pthread_cond_broadcast(&changed);
	return callbacks;
}

/* Without it */

static void call_back(cl_event e, cl_int status, struct event_callback *callbacks)
{
	for (struct event_callback *next; callbacks; callbacks = next) {
		next = callbacks->next;
		callbacks->call(e, status < 0 ? status : callbacks->type, callbacks->data);
		free(callbacks);
	}
}

static cl_int run_command(struct command *c, struct gpu_done *done)
{
	for (cl_uint i = 0; i < c->wait_count; i++)
		if (schedule_status(c->waits[i]) < 0)
			return CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
	return c->run ? c->run(c, done) : CL_SUCCESS;
}

/* Takes the command out of the world. */
static void run_and_complete(struct command *c)
{
	struct event_callback *callbacks;
	struct gpu_done done = {.begin_ns = gpu_now()};
	cl_event e = c->event;
	cl_int status;

	done.end_ns = e->submitted_ns = done.begin_ns;
	status = run_command(c, &done);
	pthread_mutex_lock(&lock);
	/* A launch begins with a whole cycle, which may be a little before the end of a copy. */
	e->begin_ns = done.begin_ns > e->submitted_ns ? done.begin_ns : e->submitted_ns;
	e->end_ns = done.end_ns > e->begin_ns ? done.end_ns : e->begin_ns;
	e->queue->is_busy = false;
	if (status < 0)
		e->queue->failed = status;
	callbacks = complete(e, status < 0 ? status : CL_COMPLETE);
	pthread_mutex_unlock(&lock);
	call_back(e, status, callbacks);
	command_drop(c);
}

void schedule_run(cl_context context)
{
	struct command *c;

	/* The last command may hold what keeps the context alive. */
	object_retain(context);
	pthread_mutex_lock(&lock);
	while ((c = take_ready(context))) {
		c->event->status = CL_RUNNING;
		pthread_mutex_unlock(&lock);
		run_and_complete(c);
		pthread_mutex_lock(&lock);
	}
	pthread_mutex_unlock(&lock);
	release_context(context);
}

static cl_int check_waits(cl_context context, cl_uint count, const cl_event *waits)
{
	if (!count != !waits)
		return CL_INVALID_EVENT_WAIT_LIST;
	for (cl_uint i = 0; i < count; i++) {
		if (!object_is(waits[i], OBJECT_EVENT))
			return CL_INVALID_EVENT_WAIT_LIST;
		if (waits[i]->context != context)
			return CL_INVALID_CONTEXT;
	}
	return CL_SUCCESS;
}

static void append(struct command *c)
{
	cl_command_queue q = c->event->queue;

	c->event->queued_ns = gpu_now();
	pthread_mutex_lock(&lock);
	if (q->last)
		q->last->next = c;
	else
		q->first = c;
	q->last = c;
	pthread_mutex_unlock(&lock);
}

cl_int command_submit(struct command *c, cl_uint wait_count, const cl_event *waits,
		      bool is_blocking, cl_event *event)
{
	cl_event e = c->event;
	cl_context context = e->context;
	cl_int status = check_waits(context, wait_count, waits);

	if (!status && context->is_lost)
		status = CL_OUT_OF_RESOURCES;
	if (status) {
		command_drop(c);
		return status;
	}
	if (wait_count) {
		c->waits = xcalloc(wait_count, sizeof(*waits));
		memcpy(c->waits, waits, wait_count * sizeof(*waits));
		c->wait_count = wait_count;
		for (cl_uint i = 0; i < wait_count; i++)
			object_retain(waits[i]);
	}
	object_retain(e);
	append(c);
	schedule_run(context);
	status = is_blocking ? schedule_wait(e) : schedule_status(e);
	/* What went wrong at once is said at once; what others did wrong is in the event. */
	if (status < 0 && (is_blocking || status != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST)) {
		release_event(e);
		return status;
	}
	if (event)
		*event = e;
	else
		release_event(e);
	return CL_SUCCESS;
}

cl_int command_nothing(cl_command_queue queue, cl_command_type type, cl_uint wait_count,
		       const cl_event *waits, cl_event *event)
{
	struct command *c = command_new(sizeof(*c), queue, type, NULL, NULL);

	return command_submit(c, wait_count, waits, false, event);
}

/* Waiting */

cl_int schedule_status(cl_event event)
{
	cl_int status;

	pthread_mutex_lock(&lock);
	status = event->status;
	pthread_mutex_unlock(&lock);
	return status;
}

cl_int schedule_wait(cl_event event)
{
	cl_int status;

	schedule_run(event->context);
	pthread_mutex_lock(&lock);
	while ((status = event->status) > CL_COMPLETE)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	return status;
}

cl_int schedule_finish(cl_command_queue queue)
{
	cl_int failed;

	schedule_run(queue->context);
	pthread_mutex_lock(&lock);
	while (queue->first || queue->is_busy)
		pthread_cond_wait(&changed, &lock);
	failed = queue->failed;
	queue->failed = CL_SUCCESS;
	pthread_mutex_unlock(&lock);
	return failed == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST ? CL_SUCCESS : failed;
}

/* Queues and events */

void schedule_add_queue(cl_command_queue queue)
{
	pthread_mutex_lock(&lock);
	queue->next = queue->context->queues;
	queue->context->queues = queue;
	pthread_mutex_unlock(&lock);
}

void schedule_remove_queue(cl_command_queue queue)
{
	cl_command_queue *at = &queue->context->queues;

	pthread_mutex_lock(&lock);
	while (*at != queue)
		at = &(*at)->next;
	*at = queue->next;
	pthread_mutex_unlock(&lock);
}

bool schedule_set_user(cl_event event, cl_int status)
{
	struct event_callback *callbacks = NULL;
	bool is_first;

	pthread_mutex_lock(&lock);
	is_first = !event->is_set;
	event->is_set = true;
	if (is_first)
		callbacks = complete(event, status);
	pthread_mutex_unlock(&lock);
	call_back(event, status, callbacks);
	if (is_first)
		schedule_run(event->context);
	return is_first;
}

/* Called at once when the event is that far already. */
void schedule_add_callback(cl_event event, struct event_callback *callback)
{
	struct event_callback **at = &event->callbacks;
	cl_int status;
	bool is_past;

	pthread_mutex_lock(&lock);
	status = event->status;
	is_past = status <= callback->type;
	if (!is_past) {
		while (*at)
			at = &(*at)->next;
		*at = callback;
	}
	pthread_mutex_unlock(&lock);
	if (is_past)
		call_back(event, status, callback);
}
