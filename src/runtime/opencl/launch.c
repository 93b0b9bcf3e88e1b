/* Launches of kernels: shape, arguments and packet as the HSA ABI wants them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "launch/dispatch.h"
#include "runtime/opencl/opencl.h"

struct launch_command {
	struct command command;
	cl_kernel kernel;
	const struct build *build;
	struct layout layout;
	cl_mem *held; /* what the arguments were */
	size_t held_count;
	uint8_t kernarg[KERNARG_MOST_BYTES];
};
_Static_assert(sizeof(((struct runtime_area *)0)->kernarg) == KERNARG_MOST_BYTES,
	       "arguments of a launch fit");

/* Shape */

/* The largest part of n without a rest, up to most. */
static uint32_t divisor(uint32_t n, uint32_t most)
{
	uint32_t d = n < most ? n : most;

	while (n % d)
		d--;
	return d;
}

static void choose_workgroup(const struct kernel *k, struct layout *l)
{
	uint32_t left = k->max_workgroup_size && k->max_workgroup_size < WORKGROUP_DEFAULT_ITEMS
				? k->max_workgroup_size
				: WORKGROUP_DEFAULT_ITEMS;

	for (int i = 0; i < 3; i++) {
		l->workgroup[i] = k->required_workgroup[0] ? k->required_workgroup[i]
							   : divisor(l->grid[i], left);
		left /= l->workgroup[i];
		left += !left;
	}
}

static cl_int check_workgroup(const struct kernel *k, const struct layout *l)
{
	for (int i = 0; i < 3; i++) {
		if (!l->workgroup[i] || l->grid[i] % l->workgroup[i])
			return CL_INVALID_WORK_GROUP_SIZE;
		if (k->required_workgroup[0] && l->workgroup[i] != k->required_workgroup[i])
			return CL_INVALID_WORK_GROUP_SIZE;
		if (l->workgroup[i] > WORKGROUP_MOST_ITEMS)
			return CL_INVALID_WORK_ITEM_SIZE;
	}
	return CL_SUCCESS;
}

static cl_int read_shape(const struct kernel *k, cl_uint dims, const size_t *offset,
			 const size_t *global, const size_t *local, struct layout *l)
{
	if (dims < 1 || dims > 3)
		return CL_INVALID_WORK_DIMENSION;
	if (!global)
		return CL_INVALID_GLOBAL_WORK_SIZE;
	l->dims = dims;
	for (cl_uint i = 0; i < 3; i++) {
		if (i < dims && global[i] > UINT32_MAX)
			return CL_INVALID_GLOBAL_WORK_SIZE;
		if (i < dims && local && local[i] > UINT32_MAX)
			return CL_INVALID_WORK_ITEM_SIZE;
		l->grid[i] = i < dims ? (uint32_t)global[i] : 1;
		l->workgroup[i] = i < dims && local ? (uint32_t)local[i] : 1;
		l->offset[i] = i < dims && offset ? offset[i] : 0;
	}
	if (!l->grid[0] || !l->grid[1] || !l->grid[2])
		return CL_SUCCESS;
	if (!local)
		choose_workgroup(k, l);
	return check_workgroup(k, l);
}

/* Arguments */

static uint32_t add_lds(struct layout *l, size_t bytes)
{
	uint32_t at = layout_lds_align(l->lds_bytes);

	l->lds_bytes = bytes > LDS_MAX_BYTES ? LDS_MAX_BYTES + 1 : at + (uint32_t)bytes;
	return at;
}

static void put_argument(struct launch_command *c, const struct kernel_arg *want,
			 const struct argument *a)
{
	if (want->kind == ARG_DYNAMIC_SHARED) {
		layout_put(c->kernarg, want->offset, add_lds(&c->layout, a->local_bytes), 4);
	} else if (a->value) {
		memcpy(c->kernarg + want->offset, a->value, want->size);
	} else if (a->memory) {
		layout_put(c->kernarg, want->offset, (uint64_t)(uintptr_t)a->memory->at, 8);
		object_retain(a->memory);
		c->held[c->held_count++] = a->memory;
	}
}

/* Programs rarely say why a launch was refused. How much there is depends on the GPU. */
static cl_int check_local_memory(cl_kernel k, uint32_t bytes)
{
	uint32_t there = the_device()->gpu->lds_bytes;
	uint32_t most = there < LDS_MAX_BYTES ? there : LDS_MAX_BYTES;

	if (bytes <= most)
		return CL_SUCCESS;
	if (!__atomic_exchange_n(&k->is_too_large, true, __ATOMIC_RELAXED))
		fprintf(stderr,
			"warpwalk: kernel '%s' is not launched: a workgroup needs more local "
			"memory than the %u bytes of a CU (lds.bytes)\n",
			k->kernel->name, most);
	return CL_OUT_OF_RESOURCES;
}

static cl_int put_arguments(struct launch_command *c)
{
	cl_kernel k = c->kernel;
	const struct kernel *kernel = &c->build->code.co->kernels[k->index];

	if (kernel->kernarg_bytes > KERNARG_MOST_BYTES)
		return CL_OUT_OF_RESOURCES;
	c->held = xcalloc(k->count + 1, sizeof(*c->held));
	c->layout.lds_bytes = kernel->lds_bytes;
	for (cl_uint i = 0; i < k->count; i++) {
		if (!k->arguments[i].is_set)
			return CL_INVALID_KERNEL_ARGS;
		put_argument(c, &kernel->args[i], &k->arguments[i]);
	}
	c->layout.dynamic_lds_bytes = c->layout.lds_bytes - kernel->lds_bytes;
	return check_local_memory(k, c->layout.lds_bytes);
}

/* As a command */

/* NULL, when there is no room: the kernel prints nothing. */
static uint8_t *begin_printing(cl_command_queue q)
{
	if (!q->prints)
		q->prints = gpu_allocate(PRINTF_BYTES, 1, "printf buffer");
	if (q->prints)
		printf_begin(q->prints);
	return q->prints;
}

static cl_int run_launch(struct command *command, struct gpu_done *done)
{
	struct launch_command *c = (struct launch_command *)command;
	const struct kernel *kernel = &c->build->code.co->kernels[c->kernel->index];
	cl_command_queue q = command->event->queue;
	struct runtime_area *area;

	/* One launch of a queue at a time: it is used again and again. */
	if (!q->area)
		q->area = gpu_allocate(sizeof(*area), 1, "kernel arguments");
	area = (struct runtime_area *)q->area;
	if (!area)
		return CL_OUT_OF_RESOURCES;
	c->layout.private_bytes = kernel->private_bytes;
	c->layout.kernel_object = (uint64_t)(uintptr_t)c->build->code.image + kernel->descriptor;
	c->layout.kernarg = (uint64_t)(uintptr_t)area->kernarg;
	c->layout.queue = (uint64_t)(uintptr_t)area->queue;
	if (printf_is_used(kernel))
		c->layout.printf_buffer = (uint64_t)(uintptr_t)begin_printing(q);
	memcpy(area->kernarg, c->kernarg, kernel->kernarg_bytes);
	layout_hidden(&c->layout, kernel, area->kernarg);
	layout_packet(&c->layout, area->packet);
	layout_queue(area->queue);
	gpu_launch(&c->build->code, c->kernel->index, area->packet, area->queue, done);
	if (c->layout.printf_buffer)
		printf_end(q->prints, c->build->code.co);
	if (done->status == DONE_OK)
		return CL_SUCCESS;
	if (done->status != DONE_REFUSED)
		command->event->context->is_lost = true;
	return CL_OUT_OF_RESOURCES;
}

static void release_launch(struct command *command)
{
	struct launch_command *c = (struct launch_command *)command;

	for (size_t i = 0; i < c->held_count; i++)
		release_memory(c->held[i]);
	free(c->held);
	release_kernel(c->kernel);
}

static cl_int check_launch(cl_command_queue q, cl_kernel k)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!object_is(k, OBJECT_KERNEL))
		return CL_INVALID_KERNEL;
	return k->program->context == q->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static cl_int enqueue(cl_command_queue q, cl_kernel k, const struct layout *shape,
		      cl_command_type type, cl_uint wait_count, const cl_event *waits,
		      cl_event *event)
{
	uint64_t items = (uint64_t)shape->workgroup[0] * shape->workgroup[1] * shape->workgroup[2];
	const struct build *build =
		items <= WORKGROUP_MOST_ITEMS
			? program_build_for(k->program, k->index, (uint32_t)items)
			: NULL;
	struct launch_command *c;
	cl_int wrong;

	if (!build)
		return CL_INVALID_WORK_GROUP_SIZE;
	c = command_new(sizeof(*c), q, type, run_launch, release_launch);
	object_retain(k);
	c->kernel = k;
	c->build = build;
	c->layout = *shape;
	wrong = put_arguments(c);
	if (wrong) {
		command_drop(&c->command);
		return wrong;
	}
	return command_submit(&c->command, wait_count, waits, false, event);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue q, cl_kernel k, cl_uint dims, const size_t *offset,
			      const size_t *global, const size_t *local, cl_uint wait_count,
			      const cl_event *waits, cl_event *event)
{
	struct layout shape = {0};
	cl_int wrong = check_launch(q, k);

	if (!wrong)
		wrong = read_shape(k->kernel, dims, offset, global, local, &shape);
	if (wrong)
		return wrong;
	if (!shape.grid[0] || !shape.grid[1] || !shape.grid[2])
		return command_nothing(q, CL_COMMAND_NDRANGE_KERNEL, wait_count, waits, event);
	return enqueue(q, k, &shape, CL_COMMAND_NDRANGE_KERNEL, wait_count, waits, event);
}

cl_int clEnqueueTask(cl_command_queue q, cl_kernel k, cl_uint wait_count, const cl_event *waits,
		     cl_event *event)
{
	const struct layout shape = {.dims = 1, .grid = {1, 1, 1}, .workgroup = {1, 1, 1}};
	cl_int wrong = check_launch(q, k);

	return wrong ? wrong : enqueue(q, k, &shape, CL_COMMAND_TASK, wait_count, waits, event);
}
