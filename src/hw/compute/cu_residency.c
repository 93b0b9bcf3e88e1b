/*
 * Which workgroups are on the CU: registers by granule and wave slots of each SIMD, LDS as one
 * contiguous piece (first fit), a limit on workgroups that need a barrier. A workgroup is placed
 * whole, its wavefronts on the SIMDs in turn.
 */
#include "hw/compute/cu_parts.h"

#include <stdlib.h>

#include "launch/fault_text.h"
#include "launch/workgroup.h"

static uint32_t round_to_granule(uint32_t value, uint32_t granule)
{
	return (value + granule - 1) / granule * granule;
}

/* What a wavefront and a workgroup of a launch take, and the slots of a SIMD it may use. */
struct needs {
	uint32_t vgprs, sgprs, lds, slots;
};

static struct needs needs_of(const struct cu_config *c, const struct dispatch *d)
{
	return (struct needs){round_to_granule(dispatch_vgprs(d), c->vgpr_granule),
			      round_to_granule(d->kernel->sgprs, c->sgpr_granule),
			      round_to_granule(d->lds_bytes, c->lds.granule),
			      d->private_slots && d->private_slots < c->simd_waves
				      ? d->private_slots
				      : c->simd_waves};
}

static uint32_t at_most(uint32_t total, uint32_t used, uint32_t need, uint32_t limit)
{
	uint32_t fit = need ? (total - used) / need : limit;

	return fit < limit ? fit : limit;
}

static uint32_t simd_room(const struct cu_config *c, const struct simd *simd, struct needs n)
{
	uint32_t slots = n.slots - (uint32_t)__builtin_popcountll(simd->resident);

	slots = at_most(c->vgprs, simd->vgprs_used, n.vgprs, slots);
	return at_most(c->sgprs, simd->sgprs_used, n.sgprs, slots);
}

/* Where in the LDS a piece of this size begins; the piece goes after *place in the list. */
static bool find_lds(struct cu *cu, uint32_t bytes, uint32_t *start, struct group ***place)
{
	uint32_t at = 0;
	struct group **link = &cu->resident_groups;

	for (; *link && (*link)->lds_start - at < bytes; link = &(*link)->next)
		at = (*link)->lds_start + (*link)->lds_bytes;
	*start = at;
	*place = link;
	return bytes <= cu->config.lds.bytes - at;
}

bool cu_could_take(const struct cu_config *c, const struct dispatch *d, struct error *err)
{
	struct needs n = needs_of(c, d);
	struct simd empty = {0};
	uint32_t items = d->workgroup[0] * d->workgroup[1] * d->workgroup[2];
	uint32_t waves = (items + WAVE_LANES - 1) / WAVE_LANES;
	uint32_t room = simd_room(c, &empty, n) * c->simds;

	if (waves > room)
		return error_set(err,
				 "kernel '%s': a workgroup has %u wavefronts of %u vector and %u "
				 "scalar registers and %u bytes of private memory per work-item, "
				 "of which a CU holds %u",
				 d->kernel->name, waves, n.vgprs, n.sgprs, d->private_bytes, room);
	if (n.lds > c->lds.bytes)
		return error_set(err,
				 "kernel '%s': a workgroup takes %u bytes of LDS, of which a CU "
				 "has %u",
				 d->kernel->name, n.lds, c->lds.bytes);
	return true;
}

bool cu_can_take(void *owner, const struct workgroup_order *order)
{
	struct cu *cu = owner;
	struct needs n = needs_of(&cu->config, order->dispatch);
	uint32_t room = 0, start;
	struct group **place;

	if (order->waves > 1 && cu->barrier_groups == cu->config.workgroups)
		return false;
	for (unsigned i = 0; i < cu->config.simds && room < order->waves; i++)
		room += simd_room(&cu->config, &cu->simds[i], n);
	return room >= order->waves && find_lds(cu, n.lds, &start, &place);
}

/* Storage of a launch */

static size_t lds_stride(const struct dispatch *d)
{
	return ((size_t)d->lds_bytes + 16 + 63) & ~(size_t)63;
}

static void cu_prepare_launch(struct cu *cu, const struct dispatch *d)
{
	const struct cu_config *c = &cu->config;
	struct needs n = needs_of(c, d);
	size_t registers, lds = n.lds ? c->lds.bytes / n.lds * lds_stride(d) : 64;

	cu->dispatch = d;
	cu->slots = at_most(c->vgprs, 0, n.vgprs, n.slots);
	cu->register_dwords = ((size_t)dispatch_vgprs(d) + 1) * WAVE_LANES;
	registers = c->simds * cu->slots * cu->register_dwords;
	if (registers > cu->registers_allocated) {
		free(cu->registers);
		cu->registers = xmalloc_lines(registers * sizeof(uint32_t));
		cu->registers_allocated = registers;
	}
	if (lds > cu->lds_allocated) {
		free(cu->lds_memory);
		cu->lds_memory = xmalloc_lines(lds);
		cu->lds_allocated = lds;
	}
}

/* Starting */

static struct group *take_group(struct cu *cu, const struct workgroup_order *order)
{
	const struct dispatch *d = order->dispatch;
	uint32_t bytes = needs_of(&cu->config, d).lds;
	struct group *group = cu->free_groups, **place;

	if (!group || !find_lds(cu, bytes, &group->lds_start, &place))
		BUG("cycle %llu: CU %u has no room for a workgroup",
		    (unsigned long long)cu->engine->now, cu->config.index);
	cu->free_groups = group->next;
	group->next = *place;
	*place = group;
	group->lds_bytes = bytes;
	lds_take(&cu->lds, group->lds_start, bytes, d->lds_bytes);
	group->waves = group->running =
		(uint16_t)dispatch_workgroup(d, order->index, &group->workgroup);
	group->waiting = 0;
	group->memory_ops = 0;
	/* Pieces of one launch are of one size, so the piece's number gives its host memory. */
	group->workgroup.lds = cu->lds_memory;
	if (bytes)
		group->workgroup.lds += group->lds_start / bytes * lds_stride(d);
	memset(group->workgroup.lds, 0, d->lds_bytes);
	cu->barrier_groups += group->waves > 1;
	cu->workgroups++;
	return group;
}

static struct simd *next_simd(struct cu *cu, struct needs n)
{
	for (unsigned tried = 0; tried < cu->config.simds; tried++) {
		struct simd *simd = &cu->simds[cu->next_simd];

		cu->next_simd = (cu->next_simd + 1) % cu->config.simds;
		if (simd_room(&cu->config, simd, n))
			return simd;
	}
	BUG("cycle %llu: CU %u has no room for a wavefront", (unsigned long long)cu->engine->now,
	    cu->config.index);
}

static void start_wave(struct cu *cu, struct group *group, unsigned id,
		       const struct workgroup_order *order)
{
	struct needs n = needs_of(&cu->config, order->dispatch);
	struct simd *simd = next_simd(cu, n);
	unsigned slot = (unsigned)__builtin_ctzll(~simd->resident);
	struct wave *wave = &simd->wave[slot];
	size_t block = simd->phase * cu->slots + slot;

	simd->resident |= UINT64_C(1) << slot;
	simd->vgprs_used += n.vgprs;
	simd->sgprs_used += n.sgprs;
	simd->age[slot] = wave->age = cu->next_age++;
	wave->group = group;
	group->wave[id] = wave;
	wave->who.asid = order->asid;
	wave->vm = wave->lds = wave->smem = 0;
	wave->exp = wave->untranslated = 0;
	wave->vm_done = 0;
	wave->w.v = cu->registers + block * cu->register_dwords;
	dispatch_wavefront(order->dispatch, &group->workgroup, id,
			   order->scratch_slot + wave->simd * n.slots + slot, &wave->w);
	wave->state = WAVE_FETCH;
	wave->ready_at = cu->engine->now + 1;
	cu->wavefronts++;
	cu->resident++;
	occupancy_change(&cu->residency, cu->engine->now, 1);
	if (cu->hooks.wave)
		cu->hooks.wave(cu->hooks.ctx, &wave->who, true);
	fetch_start(&cu->fetch, wave);
}

void cu_start(void *owner, const struct workgroup_order *order)
{
	struct cu *cu = owner;
	cycle_t now = cu->engine->now;
	struct group *group;

	if (cu->resident == 0) {
		cu_prepare_launch(cu, order->dispatch);
		cu->active_since = now > cu->active_until ? now : cu->active_until;
		if (cu->stall_since < now)
			cu->stall_since = now;
	} else if (order->dispatch != cu->dispatch) {
		BUG("cycle %llu: CU %u has two launches at a time", (unsigned long long)now,
		    cu->config.index);
	}
	group = take_group(cu, order);
	for (unsigned i = 0; i < group->waves; i++)
		start_wave(cu, group, i, order);
	if (!cu->oldest)
		cu_find_oldest(cu);
}

/* Barriers and ends */

static void barrier_failed(struct cu *cu, const struct group *group)
{
	unsigned first = 0, ended = 0;
	struct error err;

	while (!group->wave[first])
		first++;
	while (group->wave[ended])
		ended++;
	barrier_text(&err, cu->dispatch, &group->wave[first]->w, group->waiting, ended);
	cu_fail(cu, &err);
}

/* When every wavefront that still runs waits, the barrier is met, unless one ended before it. */
static void cu_settle_barrier(struct cu *cu, struct group *group)
{
	if (group->waiting == 0 || group->waiting < group->running)
		return;
	if (group->running < group->waves && !cu->config.hardware_barriers &&
	    !cu->dispatch->hardware_barriers) {
		barrier_failed(cu, group);
		return;
	}
	group->waiting = 0;
	cu->barriers++;
	for (unsigned i = 0; i < group->waves; i++)
		if (group->wave[i])
			wave_proceed(group->wave[i], cu->engine->now + 1);
}

void cu_barrier(struct wave *wave)
{
	wave->state = WAVE_BARRIER;
	wave->group->waiting++;
	cu_settle_barrier(wave->cu, wave->group);
}

void group_release_if_done(struct cu *cu, struct group *group)
{
	if (group->running || group->memory_ops)
		return;
	group->next = cu->free_groups;
	cu->free_groups = group;
	cu->hooks.memory_done(cu->hooks.ctx, cu->config.index);
}

static void group_ended(struct cu *cu, struct group *group)
{
	struct group **link = &cu->resident_groups;

	while (*link != group)
		link = &(*link)->next;
	*link = group->next;
	lds_give_back(&cu->lds, group->lds_start, group->lds_bytes);
	cu->barrier_groups -= group->waves > 1;
	if (cu->resident == 0) {
		cu->active_until = cu->engine->now + 1;
		cu->active_cycles += cu->active_until - cu->active_since;
	}
	cu->hooks.workgroup_ended(cu->hooks.ctx, cu->config.index);
	group_release_if_done(cu, group);
}

void cu_wave_ended(struct wave *wave)
{
	struct cu *cu = wave->cu;
	struct group *group = wave->group;
	struct simd *simd = &cu->simds[wave->simd];
	struct needs n = needs_of(&cu->config, cu->dispatch);

	wave->state = WAVE_FREE;
	wave->generation++;
	fetch_stop(wave);
	simd->resident &= ~(UINT64_C(1) << wave->slot);
	simd->vgprs_used -= n.vgprs;
	simd->sgprs_used -= n.sgprs;
	cu->resident--;
	occupancy_change(&cu->residency, cu->engine->now, -1);
	if (cu->hooks.wave)
		cu->hooks.wave(cu->hooks.ctx, &wave->who, false);
	if (wave == cu->oldest)
		cu_find_oldest(cu);
	group->wave[wave->w.id] = NULL;
	if (--group->running == 0)
		group_ended(cu, group);
	else
		cu_settle_barrier(cu, group);
}

void cu_residency_init(struct cu *cu)
{
	const struct cu_config *c = &cu->config;
	/* Groups outlive their wavefronts while memory instructions are out. */
	size_t count = (size_t)c->simds * c->simd_waves + c->vmem_queue + c->smem_queue;

	cu->groups = xcalloc(count, sizeof(*cu->groups));
	for (size_t i = count; i-- > 0;) {
		cu->groups[i].next = cu->free_groups;
		cu->free_groups = &cu->groups[i];
	}
}

void cu_residency_release(struct cu *cu)
{
	free(cu->groups);
	free(cu->registers);
	free(cu->lds_memory);
}
