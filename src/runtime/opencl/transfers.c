/* Copies and fills as commands: the bytes are moved here, the machine is told for the time. */
#include "runtime/opencl/transfers.h"

#include <string.h>

struct copy_command {
	struct command command;
	struct copy copy;
};

struct fill_command {
	struct command command;
	struct fill fill;
};

static void retain(cl_mem m)
{
	if (m)
		object_retain(m);
}

static void release(cl_mem m)
{
	if (m)
		release_memory(m);
}

static cl_int run_copy(struct command *command, struct gpu_done *done)
{
	const struct copy *c = &((struct copy_command *)command)->copy;
	const size_t *region = c->region;

	for (size_t z = 0; z < region[2]; z++)
		for (size_t y = 0; y < region[1]; y++)
			memmove(c->to.at + z * c->to.slice + y * c->to.row,
				c->from.at + z * c->from.slice + y * c->from.row, region[0]);
	gpu_copy(region[0] * region[1] * region[2], c->direction, done);
	return CL_SUCCESS;
}

static void release_copy(struct command *command)
{
	const struct copy *c = &((struct copy_command *)command)->copy;

	release(c->to.memory);
	release(c->from.memory);
}

cl_int transfer_copy(cl_command_queue q, const struct copy *copy, cl_uint wait_count,
		     const cl_event *waits, cl_event *event)
{
	struct copy_command *c = command_new(sizeof(*c), q, copy->type, run_copy, release_copy);

	c->copy = *copy;
	retain(copy->to.memory);
	retain(copy->from.memory);
	return command_submit(&c->command, wait_count, waits, copy->is_blocking, event);
}

static cl_int run_fill(struct command *command, struct gpu_done *done)
{
	const struct fill *f = &((struct fill_command *)command)->fill;

	for (size_t i = 0; i < f->bytes; i += f->pattern_bytes)
		memcpy(f->to.at + i, f->pattern, f->pattern_bytes);
	gpu_copy(f->bytes, COPY_ON_DEVICE, done);
	return CL_SUCCESS;
}

static void release_fill(struct command *command)
{
	release(((struct fill_command *)command)->fill.to.memory);
}

cl_int transfer_fill(cl_command_queue q, const struct fill *fill, const void *pattern,
		     cl_uint wait_count, const cl_event *waits, cl_event *event)
{
	size_t each = fill->pattern_bytes;
	struct fill_command *c;

	if (!pattern || !each || each & (each - 1) || each > PATTERN_MOST_BYTES ||
	    fill->bytes % each || (uintptr_t)fill->to.at % each)
		return CL_INVALID_VALUE;
	c = command_new(sizeof(*c), q, fill->type, run_fill, release_fill);
	c->fill = *fill;
	memcpy(c->fill.pattern, pattern, each);
	retain(fill->to.memory);
	return command_submit(&c->command, wait_count, waits, false, event);
}
