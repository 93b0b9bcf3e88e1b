/* Building a launch argument by argument. Whether it fits the kernel is checked when it runs. */
#include "launch/launch.h"

#include <string.h>

#include "base/error.h"

const char *const buffer_hint_names[HINT_COUNT] = {"none", "prefetch",    "host",
						   "gpu",  "read-mostly", "pinned"};

enum buffer_hint buffer_hint_find(const char *name)
{
	enum buffer_hint hint = HINT_NONE;

	while (hint < HINT_COUNT && strcmp(name, buffer_hint_names[hint]) != 0)
		hint++;
	return hint;
}

void launch_3d(struct launch *l, const char *kernel, const uint32_t grid[3],
	       const uint32_t workgroup[3])
{
	memset(l, 0, sizeof(*l));
	if (strlen(kernel) >= sizeof(l->kernel))
		BUG("kernel name '%s' is too long for a launch", kernel);
	strcpy(l->kernel, kernel);
	l->dims = 3;
	memcpy(l->grid, grid, sizeof(l->grid));
	memcpy(l->workgroup, workgroup, sizeof(l->workgroup));
}

void launch_2d(struct launch *l, const char *kernel, uint32_t grid_x, uint32_t grid_y,
	       uint32_t workgroup_x, uint32_t workgroup_y)
{
	launch_3d(l, kernel, (uint32_t[3]){grid_x, grid_y, 1},
		  (uint32_t[3]){workgroup_x, workgroup_y, 1});
	l->dims = 2;
}

void launch_1d(struct launch *l, const char *kernel, uint32_t grid, uint32_t workgroup)
{
	launch_3d(l, kernel, (uint32_t[3]){grid, 1, 1}, (uint32_t[3]){workgroup, 1, 1});
	l->dims = 1;
}

static struct launch_arg *add_arg(struct launch *l, enum launch_arg_kind kind, uint32_t bytes)
{
	if (l->arg_count == LAUNCH_MAX_ARGS)
		BUG("kernel '%s': more than %d arguments", l->kernel, LAUNCH_MAX_ARGS);

	struct launch_arg *arg = &l->args[l->arg_count++];

	arg->kind = kind;
	arg->bytes = bytes;
	return arg;
}

/* Nobody has the years that as many take; whoever adds a few of them up does not wrap. */
static const uint64_t most_groups = UINT64_C(1) << 56;

bool launch_check_shape(const struct launch *l, const char *name, struct error *err)
{
	uint64_t groups = 1;

	if (l->dims < 1 || l->dims > 3)
		return error_set(err, "kernel '%s': a grid has 1 to 3 dimensions, not %u", name,
				 l->dims);
	for (unsigned i = 0; i < 3; i++) {
		uint64_t count;

		if (l->grid[i] == 0 || l->workgroup[i] == 0)
			return error_set(err,
					 "kernel '%s': grid and workgroup must be at least 1 in "
					 "dimension %u",
					 name, i);
		count = ((uint64_t)l->grid[i] + l->workgroup[i] - 1) / l->workgroup[i];
		if (count > most_groups / groups)
			return error_set(err,
					 "kernel '%s': a grid of %u x %u x %u work-items has more "
					 "workgroups than can be run",
					 name, l->grid[0], l->grid[1], l->grid[2]);
		groups *= count;
	}
	return true;
}

void launch_buffer(struct launch *l, const struct buffer *buffer)
{
	add_arg(l, LAUNCH_BUFFER, 0)->buffer = buffer;
}

void launch_value(struct launch *l, const void *value, uint32_t bytes)
{
	if (bytes > LAUNCH_MAX_VALUE)
		BUG("kernel '%s': argument %zu has %u bytes, at most %d are possible", l->kernel,
		    l->arg_count, bytes, LAUNCH_MAX_VALUE);
	memcpy(add_arg(l, LAUNCH_VALUE, bytes)->value, value, bytes);
}

void launch_i32(struct launch *l, int32_t value)
{
	launch_value(l, &value, sizeof(value));
}

void launch_u32(struct launch *l, uint32_t value)
{
	launch_value(l, &value, sizeof(value));
}

void launch_i64(struct launch *l, int64_t value)
{
	launch_value(l, &value, sizeof(value));
}

void launch_f32(struct launch *l, float value)
{
	launch_value(l, &value, sizeof(value));
}

void launch_f64(struct launch *l, double value)
{
	launch_value(l, &value, sizeof(value));
}

void launch_local(struct launch *l, uint32_t bytes)
{
	add_arg(l, LAUNCH_LOCAL, bytes);
}
