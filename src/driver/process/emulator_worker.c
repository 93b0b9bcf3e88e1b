/* Executes workgroups, one after the other; see emulator.h for what that leaves out. */
#include "driver/process/emulator_worker.h"

#include <stdlib.h>
#include <string.h>

#include "launch/fault_text.h"

/* After so many instructions another wavefront of the workgroup gets its turn. */
enum { TURN_INSTRUCTIONS = 100000 };

void worker_init(struct emulator_worker *e, struct code_object *co,
		 const struct emulator_options *options)
{
	memset(e, 0, sizeof(*e));
	process_init(&e->process, co);
	e->options = options;
	e->waves = xcalloc_lines(WORKGROUP_MAX_WAVES, sizeof(*e->waves));
	e->group.lds = xcalloc_lines(1, LDS_MAX_BYTES + 16);
}

void worker_release(struct emulator_worker *e)
{
	process_release(&e->process);
	free(e->waves);
	free(e->registers);
	free(e->group.lds);
}

static void allocate_registers(struct emulator_worker *e)
{
	size_t dwords = ((size_t)dispatch_vgprs(&e->process.dispatch) + 1) * WAVE_LANES;

	if (dwords > e->register_dwords) {
		free(e->registers);
		e->registers = xcalloc_lines(WORKGROUP_MAX_WAVES * dwords, sizeof(uint32_t));
		e->register_dwords = dwords;
	}
	for (unsigned i = 0; i < WORKGROUP_MAX_WAVES; i++)
		e->waves[i].v = e->registers + i * e->register_dwords;
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
static bool take_turn(struct emulator_worker *e, struct wavefront *w, struct error *err)
{
	uint64_t until = w->executed + TURN_INSTRUCTIONS;
	struct step *step = &e->step;

	if (until > e->options->wavefront_limit)
		until = e->options->wavefront_limit;
	while (w->executed < until) {
		if (!wavefront_step(w, step))
			return fault_text(err, &e->process.dispatch, w);
		e->stats.by_class[step->cls]++;
		switch (step->cls) {
		case CLASS_VMEM:
		case CLASS_LDS:
		case CLASS_SMEM:
			count_memory(&e->stats, step);
			break;
		case CLASS_BARRIER:
			e->waiting[w->id] = true;
			return true;
		case CLASS_END:
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
static bool settle_barrier(struct emulator_worker *e, unsigned waves, struct error *err)
{
	unsigned running = 0, waiting = 0, first_waiting = 0, first_ended = waves;

	for (unsigned i = waves; i-- > 0;) {
		running += !e->waves[i].ended;
		waiting += e->waiting[i];
		if (e->waiting[i])
			first_waiting = i;
		if (e->waves[i].ended)
			first_ended = i;
	}
	if (waiting == 0 || waiting < running)
		return true;
	if (running < waves && !e->options->hardware_barriers)
		return barrier_text(err, &e->process.dispatch, &e->waves[first_waiting], waiting,
				    first_ended);
	memset(e->waiting, 0, sizeof(e->waiting));
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

bool worker_run(struct emulator_worker *e, uint64_t index, struct error *err)
{
	unsigned waves = dispatch_workgroup(&e->process.dispatch, index, &e->group);
	unsigned running = waves;

	memset(e->group.lds, 0, e->group.lds_bytes);
	memset(e->waiting, 0, sizeof(e->waiting));
	for (unsigned i = 0; i < waves; i++)
		dispatch_wavefront(&e->process.dispatch, &e->group, i, i, &e->waves[i]);
	while (running > 0) {
		for (unsigned i = 0; i < waves; i++) {
			struct wavefront *w = &e->waves[i];

			if (w->ended || e->waiting[i])
				continue;
			if (!take_turn(e, w, err))
				return false;
			running -= w->ended;
		}
		if (!settle_barrier(e, waves, err) || !check_interrupt(e, err))
			return false;
	}
	for (unsigned i = 0; i < waves; i++)
		e->stats.instructions += e->waves[i].executed;
	e->stats.workgroups++;
	e->stats.wavefronts += waves;
	return true;
}

bool worker_begin(struct emulator_worker *e, const struct app *app, const struct launch *launch,
		  struct error *err)
{
	/* Wavefronts of one workgroup at a time. */
	if (!process_begin_launch(&e->process, app, launch, WORKGROUP_MAX_WAVES, err))
		return false;
	allocate_registers(e);
	return true;
}

void worker_end(struct emulator_worker *e)
{
	process_end_launch(&e->process);
}
