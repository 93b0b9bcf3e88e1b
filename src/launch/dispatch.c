/*
 * Turns a launch into what the hardware and the packet processor of a gfx803 hand to a kernel
 * (LLVM's AMDGPU user guide, "Kernel Dispatch" and "Initial Kernel Execution State").
 */
#include "launch/dispatch.h"

#include <stdio.h>
#include <string.h>

#include "launch/layout.h"

#define AREA_ADDRESS(field) (ADDRESS_RUNTIME + offsetof(struct runtime_area, field))

/* Shape */

static bool check_shape(const struct kernel *k, const struct launch *l, struct error *err)
{
	uint64_t items = 1;
	uint32_t limit = k->max_workgroup_size ? k->max_workgroup_size : WORKGROUP_MAX_ITEMS;

	if (!launch_check_shape(l, k->name, err))
		return false;
	for (int i = 0; i < 3; i++) {
		if (l->workgroup[i] > UINT16_MAX)
			return error_set(err,
					 "kernel '%s': workgroup of %u work-items in dimension %d; "
					 "at most %d are possible",
					 k->name, l->workgroup[i], i, WORKGROUP_MAX_ITEMS);
		if (k->required_workgroup[i] && k->required_workgroup[i] != l->workgroup[i])
			return error_set(err,
					 "kernel '%s': workgroup is %u x %u x %u, but the kernel "
					 "requires %u x %u x %u",
					 k->name, l->workgroup[0], l->workgroup[1], l->workgroup[2],
					 k->required_workgroup[0], k->required_workgroup[1],
					 k->required_workgroup[2]);
		items *= l->workgroup[i];
	}
	if (items > limit)
		return error_set(
			err,
			"kernel '%s': workgroup of %llu work-items; it was compiled for at "
			"most %u (an attribute such as reqd_work_group_size raises that)",
			k->name, (unsigned long long)items, limit);
	return true;
}

static void set_shape(struct dispatch *d, const struct launch *l)
{
	d->dims = l->dims;
	for (int i = 0; i < 3; i++) {
		d->grid[i] = l->grid[i];
		d->workgroup[i] = l->workgroup[i];
		d->groups[i] =
			(uint32_t)(((uint64_t)l->grid[i] + l->workgroup[i] - 1) / l->workgroup[i]);
	}
}

/* Arguments */

static const char *const launch_kind_names[] = {
	[LAUNCH_BUFFER] = "a buffer", [LAUNCH_VALUE] = "a value", [LAUNCH_LOCAL] = "local memory"};

static enum launch_arg_kind expected_kind(enum arg_kind kind)
{
	switch (kind) {
	case ARG_GLOBAL_BUFFER:
		return LAUNCH_BUFFER;
	case ARG_DYNAMIC_SHARED:
		return LAUNCH_LOCAL;
	default:
		return LAUNCH_VALUE;
	}
}

static bool check_arg(const struct kernel *k, size_t index, const struct kernel_arg *want,
		      const struct launch_arg *got, struct error *err)
{
	char what[96];

	snprintf(what, sizeof(what), "kernel '%s': argument %zu%s%s%s", k->name, index,
		 want->name[0] ? " '" : "", want->name, want->name[0] ? "'" : "");
	if (want->kind == ARG_UNSUPPORTED)
		return error_set(err,
				 "%s is an image, sampler, pipe or queue, which are not supported",
				 what);
	if (got->kind != expected_kind(want->kind))
		return error_set(err, "%s is %s, but %s was given", what,
				 launch_kind_names[expected_kind(want->kind)],
				 launch_kind_names[got->kind]);
	if (got->kind == LAUNCH_VALUE && got->bytes != want->size)
		return error_set(err, "%s has %u bytes, but %u were given", what, want->size,
				 got->bytes);
	return true;
}

/* Dynamic LDS arguments follow the static LDS. */
static uint32_t allocate_lds(struct dispatch *d, uint32_t bytes)
{
	uint32_t offset = layout_lds_align(d->lds_bytes);

	d->lds_bytes = bytes > LDS_MAX_BYTES ? LDS_MAX_BYTES + 1 : offset + bytes;
	return offset;
}

static uint64_t arg_address(const struct launch_arg *arg)
{
	return arg->buffer ? arg->buffer->address : 0;
}

static bool put_explicit_args(struct dispatch *d, const struct launch *l, uint8_t *kernarg,
			      struct error *err)
{
	const struct kernel *k = d->kernel;
	size_t given = 0, wanted = 0;

	for (size_t i = 0; i < k->arg_count; i++)
		wanted += !arg_is_hidden(k->args[i].kind);
	if (l->arg_count != wanted)
		return error_set(err, "kernel '%s' takes %zu arguments, %zu given", k->name, wanted,
				 l->arg_count);
	for (size_t i = 0; i < k->arg_count; i++) {
		const struct kernel_arg *want = &k->args[i];
		const struct launch_arg *got;

		if (arg_is_hidden(want->kind))
			continue;
		got = &l->args[given++];
		if (!check_arg(k, given, want, got, err))
			return false;
		if (got->kind == LAUNCH_VALUE)
			memcpy(kernarg + want->offset, got->value, got->bytes);
		else if (got->kind == LAUNCH_BUFFER)
			layout_put(kernarg, want->offset, arg_address(got), want->size);
		else
			layout_put(kernarg, want->offset, allocate_lds(d, got->bytes), 4);
	}
	return true;
}

/* A code object without metadata does not say where its arguments go: C's layout rules do. */
static bool put_args_without_metadata(struct dispatch *d, const struct launch *l, uint8_t *kernarg,
				      struct error *err)
{
	uint32_t offset = 0;

	for (size_t i = 0; i < l->arg_count; i++) {
		const struct launch_arg *arg = &l->args[i];
		uint32_t bytes = arg->kind == LAUNCH_BUFFER  ? 8
				 : arg->kind == LAUNCH_LOCAL ? 4
							     : arg->bytes;
		uint32_t align = bytes & (0 - bytes);

		offset = (offset + align - 1) & ~(align - 1);
		if (offset + bytes > d->kernel->kernarg_bytes)
			return error_set(err,
					 "kernel '%s' has room for %u bytes of arguments; argument "
					 "%zu ends at byte %u",
					 d->kernel->name, d->kernel->kernarg_bytes, i + 1,
					 offset + bytes);
		if (arg->kind == LAUNCH_VALUE)
			memcpy(kernarg + offset, arg->value, bytes);
		else if (arg->kind == LAUNCH_BUFFER)
			layout_put(kernarg, offset, arg_address(arg), 8);
		else
			layout_put(kernarg, offset, allocate_lds(d, arg->bytes), 4);
		offset += bytes;
	}
	return true;
}

static bool check_lds(const struct dispatch *d, struct error *err)
{
	if (d->lds_bytes > LDS_MAX_BYTES)
		return error_set(
			err,
			"kernel '%s': a workgroup would need more than the %d bytes of LDS "
			"that exist (%u static, the rest by arguments)",
			d->kernel->name, LDS_MAX_BYTES, d->kernel->lds_bytes);
	return true;
}

static bool put_args(struct dispatch *d, const struct launch *l, uint8_t *kernarg,
		     struct error *err)
{
	const struct kernel *k = d->kernel;

	if (k->kernarg_bytes > sizeof(((struct runtime_area *)0)->kernarg))
		return error_set(
			err, "kernel '%s': %u bytes of arguments; at most %zu are possible",
			k->name, k->kernarg_bytes, sizeof(((struct runtime_area *)0)->kernarg));
	d->lds_bytes = k->lds_bytes;
	if (k->arg_count == 0 ? !put_args_without_metadata(d, l, kernarg, err)
			      : !put_explicit_args(d, l, kernarg, err))
		return false;
	return check_lds(d, err);
}

/* A kernel whose call depth the compiler cannot bound gets this much stack on top. */
enum { DYNAMIC_STACK_BYTES = 16 * 1024 };

/* Packet, queue and arguments as a runtime lays them out. */
static bool lay_out(struct dispatch *d, const struct launch *launch, struct runtime_area *area,
		    struct error *err)
{
	struct layout layout;

	d->packet = AREA_ADDRESS(packet);
	d->queue = AREA_ADDRESS(queue);
	d->kernarg = AREA_ADDRESS(kernarg);
	if (!put_args(d, launch, area->kernarg, err))
		return false;
	layout = (struct layout){
		.dims = d->dims,
		.lds_bytes = d->lds_bytes,
		.dynamic_lds_bytes = d->lds_bytes - d->kernel->lds_bytes,
		.private_bytes = d->private_bytes,
		.kernel_object = d->program->base + d->kernel->descriptor,
		.kernarg = d->kernarg,
		.queue = d->queue,
	};
	memcpy(layout.grid, d->grid, sizeof(layout.grid));
	memcpy(layout.workgroup, d->workgroup, sizeof(layout.workgroup));
	memcpy(layout.offset, launch->offset, sizeof(layout.offset));
	layout_hidden(&layout, d->kernel, area->kernarg);
	layout_packet(&layout, area->packet);
	layout_queue(area->queue);
	return true;
}

/* What somebody else has laid out: a program that was written for a real GPU, so the hardware's
 * rules hold where they are milder than ours. */
static bool take_ready(struct dispatch *d, const struct ready_launch *ready, struct error *err)
{
	d->packet = ready->packet;
	d->queue = ready->queue;
	d->kernarg = ready->kernarg;
	d->lds_bytes =
		ready->lds_bytes > d->kernel->lds_bytes ? ready->lds_bytes : d->kernel->lds_bytes;
	if (ready->private_bytes > UINT32_MAX - 3)
		return error_set(err, "kernel '%s': %u bytes of private memory are not possible",
				 d->kernel->name, ready->private_bytes);
	if (ready->private_bytes > d->private_bytes)
		d->private_bytes = (ready->private_bytes + 3) & ~3u;
	d->hardware_barriers = true;
	if (!check_lds(d, err))
		return false;
	d->lds_bytes = (d->lds_bytes + LDS_GRANULE_BYTES - 1) & ~(LDS_GRANULE_BYTES - 1u);
	return true;
}

bool dispatch_init(struct dispatch *d, const struct kernel *kernel, const struct launch *launch,
		   struct program *program, struct memory *memory, struct runtime_area *area,
		   struct error *err)
{
	memset(d, 0, sizeof(*d));
	memset(area, 0, sizeof(*area));
	d->kernel = kernel;
	d->program = program;
	d->memory = memory;
	d->private_bytes = (kernel->private_bytes + 3) & ~3u;
	if (kernel->properties & KERNEL_DYNAMIC_STACK)
		d->private_bytes += DYNAMIC_STACK_BYTES;
	if (!check_shape(kernel, launch, err))
		return false;
	set_shape(d, launch);
	return launch->ready.packet ? take_ready(d, &launch->ready, err)
				    : lay_out(d, launch, area, err);
}

/* Workgroups and wavefronts */

/* Size of this group in dimension i: the last one may be partial. */
static uint32_t group_size(const struct dispatch *d, const struct workgroup *group, int i)
{
	uint32_t left = d->grid[i] - group->id[i] * d->workgroup[i];

	return left < d->workgroup[i] ? left : d->workgroup[i];
}

static uint32_t group_items(const struct dispatch *d, const struct workgroup *group)
{
	return group_size(d, group, 0) * group_size(d, group, 1) * group_size(d, group, 2);
}

unsigned dispatch_workgroup(const struct dispatch *d, uint64_t index, struct workgroup *group)
{
	group->id[0] = (uint32_t)(index % d->groups[0]);
	group->id[1] = (uint32_t)(index / d->groups[0] % d->groups[1]);
	group->id[2] = (uint32_t)(index / d->groups[0] / d->groups[1]);
	group->lds_bytes = d->lds_bytes;
	return (group_items(d, group) + WAVE_LANES - 1) / WAVE_LANES;
}

/* COMPUTE_PGM_RSRC1 and 2. */
enum {
	RSRC1_FLOAT_MODE_SHIFT = 12,
	RSRC1_DX10_CLAMP = 1 << 21,
	RSRC1_IEEE = 1 << 23,
	RSRC2_PRIVATE_SEGMENT = 1 << 0,
	RSRC2_USER_SGPRS_SHIFT = 1,
	RSRC2_WORKGROUP_ID_X = 1 << 7,
	RSRC2_WORKGROUP_INFO = 1 << 10,
	RSRC2_WORKITEM_ID_SHIFT = 11,
};

/* V# of the private segment: swizzled by 4-byte elements over 64 lanes, indexed by the lane. */
static void put_scratch_resource(uint32_t *s, uint64_t base)
{
	enum {
		SWIZZLE_ENABLE = 1u << 31,
		ELEMENT_4_BYTES = 1 << 19,
		STRIDE_64 = 3 << 21,
		ADD_TID = 1 << 23
	};

	s[0] = (uint32_t)base;
	s[1] = (uint32_t)(base >> 32) | SWIZZLE_ENABLE;
	s[2] = UINT32_MAX;
	s[3] = ELEMENT_4_BYTES | STRIDE_64 | ADD_TID;
}

static void set_scalar_registers(const struct dispatch *d, const struct workgroup *group,
				 uint32_t scratch_offset, struct wavefront *w)
{
	const struct kernel *k = d->kernel;
	uint32_t *s = w->s;

	if (k->properties & KERNEL_PRIVATE_SEGMENT_BUFFER) {
		put_scratch_resource(s, ADDRESS_SCRATCH);
		s += 4;
	}
	const struct {
		uint32_t property;
		uint64_t address;
	} pointers[] = {
		{KERNEL_DISPATCH_PTR, d->packet},
		{KERNEL_QUEUE_PTR, d->queue},
		{KERNEL_KERNARG_PTR, d->kernarg},
		{KERNEL_DISPATCH_ID, 0},
	};
	for (size_t i = 0; i < sizeof(pointers) / sizeof(*pointers); i++)
		if (k->properties & pointers[i].property) {
			*s++ = (uint32_t)pointers[i].address;
			*s++ = (uint32_t)(pointers[i].address >> 32);
		}
	if (k->properties & KERNEL_FLAT_SCRATCH_INIT) {
		*s++ = 0;
		*s++ = d->private_bytes;
	}
	if (k->properties & KERNEL_PRIVATE_SEGMENT_SIZE)
		*s++ = d->private_bytes;
	for (int i = 0; i < 3; i++)
		if (k->properties & (uint32_t)KERNEL_GRID_COUNT_X << i)
			*s++ = d->groups[i];

	/* The system's registers follow the user's, whose number the descriptor states. */
	s = w->s + (k->rsrc2 >> RSRC2_USER_SGPRS_SHIFT & 31);
	for (int i = 0; i < 3; i++)
		if (k->rsrc2 & (uint32_t)RSRC2_WORKGROUP_ID_X << i)
			*s++ = group->id[i];
	if (k->rsrc2 & RSRC2_WORKGROUP_INFO)
		*s++ = 0;
	if (k->rsrc2 & RSRC2_PRIVATE_SEGMENT)
		*s++ = scratch_offset;
}

/* Work-items fill the lanes with x fastest; EXEC covers those that exist. */
static void set_vector_registers(const struct dispatch *d, const struct workgroup *group,
				 struct wavefront *w)
{
	unsigned last_id = d->kernel->rsrc2 >> RSRC2_WORKITEM_ID_SHIFT & 3;
	uint32_t size_x = group_size(d, group, 0), size_y = group_size(d, group, 1);
	uint32_t items = group_items(d, group);
	uint64_t exec = 0;

	for (unsigned lane = 0; lane < WAVE_LANES; lane++) {
		uint32_t item = w->id * (uint32_t)WAVE_LANES + lane;
		uint32_t id[3] = {item % size_x, item / size_x % size_y, item / size_x / size_y};

		if (item >= items)
			break;
		exec |= UINT64_C(1) << lane;
		for (unsigned i = 0; i <= last_id && i < 3 && i < w->vgprs; i++)
			wave_vgpr(w, i)[lane] = id[i];
	}
	wave_set_s64(w, SREG_EXEC, exec);
}

void dispatch_wavefront(const struct dispatch *d, struct workgroup *group, unsigned id,
			uint32_t scratch_slot, struct wavefront *w)
{
	const struct kernel *k = d->kernel;
	uint64_t scratch_offset = scratch_slot * dispatch_scratch_bytes(d);
	uint32_t *registers = w->v;

	memset(w, 0, sizeof(*w));
	w->v = registers;
	w->vgprs = (uint16_t)dispatch_vgprs(d);
	w->id = (uint16_t)id;
	w->group = group;
	w->program = d->program;
	w->memory = d->memory;
	w->host = d->host;
	w->pc = d->program->base + k->entry;
	w->scratch_base = ADDRESS_SCRATCH + scratch_offset;
	w->private_bytes = d->private_bytes;
	w->lds_aperture_hi = APERTURE_LDS_HI;
	w->private_aperture_hi = APERTURE_PRIVATE_HI;
	wave_set_mode(w, (k->rsrc1 >> RSRC1_FLOAT_MODE_SHIFT & 0xff) |
				 (k->rsrc1 & RSRC1_DX10_CLAMP ? MODE_DX10_CLAMP : 0) |
				 (k->rsrc1 & RSRC1_IEEE ? MODE_IEEE : 0));
	memset(w->v, 0, (size_t)w->vgprs * WAVE_LANES * sizeof(uint32_t));
	set_vector_registers(d, group, w);
	set_scalar_registers(d, group, (uint32_t)scratch_offset, w);
}
