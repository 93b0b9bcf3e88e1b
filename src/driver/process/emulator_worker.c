/* Executes workgroups, one after the other; see emulator.h for what that leaves out. */
#include "driver/process/emulator_worker.h"

#include <stdlib.h>
#include <string.h>

#include "launch/fault_text.h"

/*
 * A workgroup usually runs alone. When it goes on for long it may wait for another that has not
 * begun (a barrier of the whole grid), as it can on a GPU, where many run at a time: then as many
 * again are begun, and so on, up to what a large GPU holds. Turns are shorter the more there are.
 */
enum {
	WAVE_INSTRUCTIONS = 32,     /* then the next wavefront of the workgroup gets its turn */
	TURN_INSTRUCTIONS = 100000, /* of each, then another workgroup does */
	TURN_LEAST_INSTRUCTIONS = 1000,
	PATIENCE_TURNS = 10, /* of a wavefront, before a second workgroup is begun */
	LATER_TURNS = 2,
	MOST_WAVES = 64 * 40,
};

/* Kernels that call run on one thread (code_has_atomics). */
static bool call_app(void *data, uint32_t what)
{
	struct emulator_worker *e = data;

	return process_call(&e->process, e->app, what);
}

void worker_init(struct emulator_worker *e, struct code_object *co,
		 const struct emulator_options *options)
{
	memset(e, 0, sizeof(*e));
	process_init(&e->process, co);
	e->process.host = (struct wave_host){call_app, e};
	e->options = options;
}

static void free_groups(struct emulator_worker *e)
{
	for (size_t i = 0; i < e->made; i++) {
		free(e->groups[i]->waves);
		free(e->groups[i]->registers);
		free(e->groups[i]->group.lds);
		free(e->groups[i]);
	}
	free(e->groups);
	e->groups = NULL;
	e->count = e->made = 0;
}

void worker_release(struct emulator_worker *e)
{
	process_release(&e->process);
	free_groups(e);
}

static struct running_group *make_group(const struct emulator_worker *e)
{
	struct running_group *g = xcalloc(1, sizeof(*g));

	g->waves = xcalloc_lines(e->most.waves, sizeof(*g->waves));
	g->registers = xcalloc_lines(e->most.waves * e->most.register_dwords, sizeof(uint32_t));
	g->group.lds = xcalloc_lines(1, e->most.lds_bytes + 16);
	for (size_t i = 0; i < e->most.waves; i++)
		g->waves[i].v = g->registers + i * e->most.register_dwords;
	return g;
}

static bool raise_to(size_t *most, size_t need)
{
	bool raised = need > *most;

	if (raised)
		*most = need;
	return raised;
}

/* Workgroups that were made for smaller ones are not to be used. */
static void fit_groups(struct emulator_worker *e)
{
	const struct dispatch *d = &e->process.dispatch;
	size_t items = (size_t)d->workgroup[0] * d->workgroup[1] * d->workgroup[2];
	bool raised;

	e->group_waves = (items + WAVE_LANES - 1) / WAVE_LANES;
	raised = raise_to(&e->most.waves, e->group_waves);
	raised |= raise_to(&e->most.register_dwords, ((size_t)dispatch_vgprs(d) + 1) * WAVE_LANES);
	raised |= raise_to(&e->most.lds_bytes, d->lds_bytes);
	if (raised)
		free_groups(e);
	for (size_t i = 0; i < e->made; i++)
		e->groups[i]->slot = (uint32_t)i;
}

static void count_memory(struct emulator_stats *stats, const struct step *step)
{
	unsigned lanes = (unsigned)__builtin_popcountll(step->lanes);

	switch (step->cls) {
	case CLASS_VMEM:
		stats->lane_accesses += lanes;
		break;
	case CLASS_LDS:
		stats->lds_lane_accesses += lanes << step->two;
		break;
	case CLASS_SMEM:
		stats->scalar_accesses += lanes;
		break;
	default:
		break;
	}
}

/* Runs a wavefront until it ends, waits, has had its turn or cannot go on (false). */
static bool take_turn(struct emulator_worker *e, struct running_group *g, struct wavefront *w,
		      uint64_t instructions, struct error *err)
{
	const struct emulator_watcher *watcher = &e->options->watcher;
	uint64_t until = w->executed + instructions;
	struct step *step = &e->step;

	if (until > e->options->wavefront_limit)
		until = e->options->wavefront_limit;
	while (w->executed < until) {
		if (!wavefront_step(w, step))
			return fault_text(err, &e->process.dispatch, w);
		e->stats.by_class[step->cls]++;
		if (__builtin_expect(watcher->executed != NULL, 0))
			watcher->executed(watcher->data, g->index, w, step);
		switch (step->cls) {
		case CLASS_VMEM:
		case CLASS_LDS:
		case CLASS_SMEM:
			count_memory(&e->stats, step);
			break;
		case CLASS_BARRIER:
			g->waiting[w->id] = true;
			return true;
		case CLASS_END:
			g->running--;
			return true;
		default:
			break;
		}
	}
	if (w->executed >= e->options->wavefront_limit)
		return endless_text(err, &e->process.dispatch, w, e->options->wavefront_limit);
	return true;
}

/* When every wavefront still running waits, the barrier is met, unless one ended without reaching
 * it. */
static bool settle_barrier(struct emulator_worker *e, struct running_group *g, struct error *err)
{
	unsigned waiting = 0, first_waiting = 0, first_ended = g->wave_count;

	for (unsigned i = g->wave_count; i-- > 0;) {
		waiting += g->waiting[i];
		if (g->waiting[i])
			first_waiting = i;
		if (g->waves[i].ended)
			first_ended = i;
	}
	if (waiting == 0 || waiting < g->running)
		return true;
	if (g->running < g->wave_count && !e->options->hardware_barriers &&
	    !e->process.dispatch.hardware_barriers)
		return barrier_text(err, &e->process.dispatch, &g->waves[first_waiting], waiting,
				    first_ended);
	memset(g->waiting, 0, sizeof(g->waiting));
	return true;
}

static bool check_interrupt(const struct emulator_worker *e, struct error *err)
{
	if (!e->options->is_interrupted || !e->options->is_interrupted())
		return true;
	error_set(err, "interrupted");
	err->exit_status = 130;
	return false;
}

static uint64_t turn_instructions(const struct emulator_worker *e)
{
	uint64_t instructions = e->count ? TURN_INSTRUCTIONS / e->count : TURN_INSTRUCTIONS;

	return instructions < TURN_LEAST_INSTRUCTIONS ? TURN_LEAST_INSTRUCTIONS : instructions;
}

/* One turn of each wavefront. *longest: what one of them has executed, at least. */
static bool run_waves(struct emulator_worker *e, struct running_group *g, uint64_t instructions,
		      uint64_t *longest, struct error *err)
{
	uint64_t most = 0;

	for (unsigned i = 0; i < g->wave_count; i++) {
		struct wavefront *w = &g->waves[i];
		uint64_t before = w->executed;

		if (w->ended || g->waiting[i])
			continue;
		if (!take_turn(e, g, w, instructions, err))
			return false;
		if (w->executed - before > most)
			most = w->executed - before;
	}
	*longest += most;
	return settle_barrier(e, g, err);
}

static bool run_group(struct emulator_worker *e, struct running_group *g, uint64_t *longest,
		      struct error *err)
{
	uint64_t until = turn_instructions(e), executed = 0;
	uint64_t turn = g->wave_count > 1 ? WAVE_INSTRUCTIONS : until;

	while (executed < until && g->running)
		if (!run_waves(e, g, turn, &executed, err))
			return false;
	if (executed > *longest)
		*longest = executed;
	return true;
}

static void end_group(struct emulator_worker *e, size_t i)
{
	struct running_group *g = e->groups[i];

	for (unsigned k = 0; k < g->wave_count; k++)
		e->stats.instructions += g->waves[k].executed;
	e->stats.workgroups++;
	e->stats.wavefronts += g->wave_count;
	e->count--;
	memmove(&e->groups[i], &e->groups[i + 1], (e->count - i) * sizeof(struct running_group *));
	e->groups[e->count] = g;
	e->spent = 0;
}

bool worker_run(struct emulator_worker *e, struct error *err)
{
	uint64_t longest = 0;

	for (size_t i = 0; i < e->count;) {
		struct running_group *g = e->groups[i];

		if (!run_group(e, g, &longest, err) || !check_interrupt(e, err)) {
			e->failed = g->index;
			e->count = 0;
			return false;
		}
		if (g->running) {
			i++;
			continue;
		}
		end_group(e, i);
		longest = 0;
	}
	e->spent += longest;
	return true;
}

/* Another workgroup at a time takes registers, and private memory where the kernel has any. */
static bool make_room(struct emulator_worker *e)
{
	if (e->count == e->made) {
		e->groups = xrealloc(e->groups, (e->made + 1) * sizeof(struct running_group *));
		e->groups[e->made] = make_group(e);
		e->groups[e->made]->slot = (uint32_t)e->made;
		e->made++;
	}
	while (e->process.scratch_bytes &&
	       e->groups[e->count]->slot > e->process.more_scratch_count)
		if (!process_add_scratch(&e->process))
			return false;
	return true;
}

bool worker_has_room(struct emulator_worker *e)
{
	uint64_t turns = e->width == 1 ? PATIENCE_TURNS : LATER_TURNS;

	if (e->count == e->width && e->spent >= turns * turn_instructions(e)) {
		e->width *= 2;
		e->spent = 0;
	}
	return e->count < e->width && (e->count + 1) * e->group_waves <= MOST_WAVES && make_room(e);
}

void worker_add(struct emulator_worker *e, uint64_t index)
{
	const struct dispatch *d = &e->process.dispatch;
	struct running_group *g = e->groups[e->count++];

	g->index = index;
	g->wave_count = g->running = dispatch_workgroup(d, index, &g->group);
	memset(g->group.lds, 0, g->group.lds_bytes);
	memset(g->waiting, 0, sizeof(g->waiting));
	for (unsigned i = 0; i < g->wave_count; i++)
		dispatch_wavefront(d, &g->group, i, g->slot * WORKGROUP_MAX_WAVES + i,
				   &g->waves[i]);
}

bool worker_begin(struct emulator_worker *e, struct app *app, const struct launch *launch,
		  struct error *err)
{
	/* One workgroup at a time, whole. */
	const struct process_waves waves = {.simds = WORKGROUP_MAX_WAVES, .slots = 1};

	if (!process_begin_launch(&e->process, app, launch, waves, err))
		return false;
	fit_groups(e);
	e->app = app;
	e->width = 1;
	e->spent = 0;
	return true;
}

void worker_end(struct emulator_worker *e)
{
	process_end_launch(&e->process);
}
