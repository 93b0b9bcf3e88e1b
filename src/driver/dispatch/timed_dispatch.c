/* Launches in order, workgroups to CUs in turn; see timed_dispatch.h. */
#include "driver/dispatch/timed_dispatch.h"

#include <stdlib.h>
#include <string.h>

/*
 * One application. Invariants: ended and memory_done never exceed sent; a launch is over when the
 * policy has no workgroup left and all three are equal.
 */
struct dispatch_app {
	struct event event; /* launch_begins or launch_ends */
	struct dispatcher *d;
	struct app *app;
	struct process process;
	struct launch launch;
	struct workgroup_order order; /* of this launch; index, waves, slot change */
	unsigned full_waves;          /* of a complete workgroup */
	bool running;                 /* a launch has begun and not ended */
	const void *last_kernel;      /* of this launch or the one before */
	uint64_t last_code;           /* likewise; memory of unloaded kernels is used again */
	bool draining;                /* starts anew once nothing of its CUs is out */
	uint64_t sent, ended, memory_done;
	uint16_t *cus; /* numbers in the machine, ascending */
	unsigned first_cu, cu_count;
	uint32_t start_cycles;
	struct app_memory memory;
	struct dispatcher_app_stats stats;
};

/* What sends workgroups to the CUs of one chiplet, or of all. */
struct dispatch_sender {
	struct event event; /* the next workgroup */
	struct dispatcher *d;
	cycle_t free;          /* no workgroup leaves before this cycle */
	unsigned first, count; /* chiplets */
	unsigned next_chiplet; /* whose turn it is, from 0 to count - 1 */
	unsigned next_app;     /* likewise */
};

struct dispatcher {
	struct dispatcher_config config;
	struct dispatch_app *apps; /* config.apps of them */
	struct dispatch_sender *senders;
	uint16_t *turn;   /* chiplet * apps + app: the CU of the machine whose turn it is */
	uint8_t *cu_app;  /* by CU */
	bool *cu_no_room; /* by CU: refused, or has nothing to get, since a workgroup ended there */
	unsigned sender_count; /* one per chiplet, or one */
	unsigned finished;
	struct event end; /* of the run, where it is known */
};

struct dispatcher *dispatcher_new(const struct dispatcher_config *config)
{
	struct dispatcher *d = xcalloc(1, sizeof(*d));
	unsigned cus = config->chiplets * config->cus_per_chiplet;

	d->config = *config;
	d->apps = xcalloc(config->apps, sizeof(*d->apps));
	d->sender_count = config->one_for_all ? 1 : config->chiplets;
	d->senders = xcalloc(d->sender_count, sizeof(*d->senders));
	d->turn = xcalloc((size_t)config->chiplets * config->apps, sizeof(*d->turn));
	d->cu_app = xcalloc(cus, sizeof(*d->cu_app));
	d->cu_no_room = xcalloc(cus, sizeof(*d->cu_no_room));
	for (unsigned i = 0; i < d->sender_count; i++) {
		d->senders[i].d = d;
		d->senders[i].first = i;
		d->senders[i].count = config->chiplets / d->sender_count;
	}
	for (unsigned i = 0; config->start_cycles && i < config->apps; i++)
		d->apps[i].start_cycles = config->start_cycles[i];
	d->config.start_cycles = NULL;
	return d;
}

void dispatcher_free(struct dispatcher *d)
{
	if (!d)
		return;
	for (unsigned i = 0; i < d->config.apps; i++)
		if (d->apps[i].app) {
			process_release(&d->apps[i].process);
			app_memory_release(&d->apps[i].memory);
			free(d->apps[i].cus);
		}
	free(d->apps);
	free(d->senders);
	free(d->turn);
	free(d->cu_app);
	free(d->cu_no_room);
	free(d);
}

static uint8_t asid_of(const struct dispatch_app *a)
{
	return (uint8_t)(a - a->d->apps);
}

/* The CUs of an application that lie on a chiplet: [*first, *end). */
static void cus_on_chiplet(const struct dispatch_app *a, unsigned chiplet, unsigned *first,
			   unsigned *end)
{
	unsigned per_chiplet = a->d->config.cus_per_chiplet;
	unsigned app_end = a->first_cu + a->cu_count;

	*first = chiplet * per_chiplet;
	*end = *first + per_chiplet;
	if (*first < a->first_cu)
		*first = a->first_cu;
	if (*end > app_end)
		*end = app_end;
}

static bool call_app(void *data, uint32_t what)
{
	struct dispatch_app *a = data;
	struct error err = {0};

	if (!process_call(&a->process, a->app, what))
		return false;
	if (!app_memory_map_placed(&a->memory, &err))
		run_fail(a->d->config.control, &err);
	return true;
}

/* Puts an instance into the place of the last one. */
static bool load_instance(struct dispatch_app *a, const struct app_instance *instance,
			  struct error *err)
{
	const struct dispatcher_config *c = &a->d->config;

	a->app = instance->app;
	a->last_kernel = NULL;
	process_init(&a->process, instance->code);
	a->process.host = (struct wave_host){call_app, a};
	app_memory_init(&a->memory, a->app, instance->code, instance->space, c->chiplets,
			&c->home_slice, &c->advice);
	return app_memory_begin(&a->memory, &a->process, err);
}

bool dispatcher_add_app(struct dispatcher *d, uint8_t asid, const struct app_instance *instance,
			const struct cu_share *cus, struct error *err)
{
	struct dispatch_app *a = &d->apps[asid];

	if (asid >= d->config.apps || a->app || cus->count == 0 ||
	    cus->first + cus->count > d->config.chiplets * d->config.cus_per_chiplet)
		BUG("application %u on CUs %u to %u", asid, cus->first, cus->first + cus->count);
	a->d = d;
	a->first_cu = cus->first;
	a->cu_count = cus->count;
	a->cus = xcalloc(cus->count, sizeof(*a->cus));
	for (unsigned i = 0; i < cus->count; i++) {
		a->cus[i] = (uint16_t)(cus->first + i);
		d->cu_app[cus->first + i] = asid;
	}
	return load_instance(a, instance, err);
}

/* Workgroups */

static void sender_sends(struct event *event);

/* There may be something to send to this chiplet. */
static void kick_chiplet(struct dispatcher *d, unsigned chiplet, cycle_t when)
{
	struct dispatch_sender *s = &d->senders[d->sender_count == 1 ? 0 : chiplet];

	if (event_scheduled(&s->event))
		return;
	engine_at(d->config.engine, &s->event, when > s->free ? when : s->free, sender_sends);
}

/* Sends a workgroup to this CU if it has room and the policy a workgroup for it. */
static bool send_to(struct dispatch_app *a, unsigned cu)
{
	const struct dispatcher_config *c = &a->d->config;
	struct workgroup group;

	a->order.waves = a->full_waves;
	a->order.scratch_slot = (cu - a->first_cu) * c->simds * a->process.dispatch.private_slots;
	if (!c->cu_ops->can_take(c->cus[cu], &a->order))
		return false;
	a->order.index = c->policy.ops->next(c->policy.state, asid_of(a), cu);
	if (a->order.index == UINT64_MAX)
		return false;
	a->order.waves = dispatch_workgroup(&a->process.dispatch, a->order.index, &group);
	a->sent++;
	a->stats.workgroups++;
	c->cu_ops->start(c->cus[cu], &a->order);
	return true;
}

static bool send_one(struct dispatch_app *a, unsigned chiplet)
{
	const struct dispatcher_config *c = &a->d->config;
	uint16_t *turn = &a->d->turn[chiplet * c->apps + asid_of(a)];
	unsigned first, end;

	if (!a->running || !c->policy.ops->has_left(c->policy.state, asid_of(a)))
		return false;
	cus_on_chiplet(a, chiplet, &first, &end);
	for (unsigned tried = first; tried < end; tried++) {
		unsigned cu = *turn >= first && *turn < end ? *turn : first;

		*turn = (uint16_t)(cu + 1);
		if (a->d->cu_no_room[cu])
			continue;
		if (send_to(a, cu))
			return true;
		a->d->cu_no_room[cu] = true;
	}
	return false;
}

/* The applications in turn. */
static bool send_to_chiplet(struct dispatch_sender *s, unsigned chiplet)
{
	struct dispatcher *d = s->d;

	for (unsigned tried = 0; tried < d->config.apps; tried++) {
		struct dispatch_app *a = &d->apps[s->next_app];

		s->next_app = (s->next_app + 1) % d->config.apps;
		if (send_one(a, chiplet))
			return true;
	}
	return false;
}

/* One workgroup, to a CU of the next chiplet that takes one. */
static void sender_sends(struct event *event)
{
	struct dispatch_sender *s = container_of(event, struct dispatch_sender, event);
	struct dispatcher *d = s->d;

	for (unsigned tried = 0; tried < s->count; tried++) {
		unsigned chiplet = s->first + s->next_chiplet;

		s->next_chiplet = (s->next_chiplet + 1) % s->count;
		if (!send_to_chiplet(s, chiplet))
			continue;
		s->free = d->config.engine->now + d->config.interval_cycles;
		kick_chiplet(d, chiplet, s->free);
		return;
	}
}

/* Launches */

static bool is_last_kernel(struct dispatch_app *a, const struct launch *launch, const void *kernel)
{
	const struct ready_launch *ready = &launch->ready;
	uint64_t code = ready->packet ? a->app->codes[ready->code].serial : 0;
	bool same = kernel == a->last_kernel && code == a->last_code;

	a->last_kernel = kernel;
	a->last_code = code;
	return same;
}

/* Caches and the dispatch policy hear of it. */
static void announce_launch(struct dispatch_app *a, const struct launch *launch,
			    const struct dispatch *dispatch)
{
	const struct dispatcher_config *c = &a->d->config;

	if (c->kernel_begins)
		c->kernel_begins(c->owner, asid_of(a), a->first_cu, a->cu_count,
				 is_last_kernel(a, launch, dispatch->kernel));
	if (c->policy.ops->advise)
		c->policy.ops->advise(c->policy.state, asid_of(a), a->memory.advice.split);
	c->policy.ops->launch(c->policy.state, asid_of(a), dispatch->groups, a->cus, a->cu_count);
}

bool dispatcher_place(struct dispatcher *d, uint8_t asid, const struct launch *launch,
		      const struct process *process, uint16_t *cus, struct error *err)
{
	struct dispatch_app *a = &d->apps[asid];
	const struct workgroup_dispatch *policy = &d->config.policy;

	app_memory_prepare(&a->memory, launch);
	if (!app_memory_map(&a->memory, process, err))
		return false;
	announce_launch(a, launch, &process->dispatch);
	for (unsigned i = 0; policy->ops->has_left(policy->state, asid);
	     i = (i + 1) % a->cu_count) {
		uint64_t group = policy->ops->next(policy->state, asid, a->cus[i]);

		if (group != UINT64_MAX)
			cus[group] = a->cus[i];
	}
	return true;
}

static void launch_begins(struct event *event)
{
	struct dispatch_app *a = container_of(event, struct dispatch_app, event);
	struct dispatcher *d = a->d;
	const struct dispatcher_config *c = &d->config;

	announce_launch(a, &a->launch, &a->process.dispatch);
	a->running = true;
	for (unsigned i = 0; i < a->cu_count; i++)
		d->cu_no_room[a->first_cu + i] = false;
	for (unsigned i = 0; i < c->chiplets; i++) {
		unsigned first, end;

		cus_on_chiplet(a, i, &first, &end);
		d->turn[i * c->apps + asid_of(a)] = (uint16_t)first;
		if (first < end)
			kick_chiplet(d, i, c->engine->now);
	}
}

/* Lays out what the launch needs; false with one line when it is impossible. */
static bool lay_out_launch(struct dispatch_app *a, struct error *err)
{
	const struct dispatcher_config *c = &a->d->config;
	const struct dispatch *dispatch = &a->process.dispatch;
	const struct process_waves waves = {a->cu_count * c->simds, c->simd_waves};
	uint64_t items;

	/* Before anybody divides by a part of it. */
	if (!launch_check_shape(&a->launch, a->launch.kernel, err))
		return false;
	app_memory_prepare(&a->memory, &a->launch);
	if (!process_begin_launch(&a->process, a->app, &a->launch, waves, err) ||
	    (c->could_take && !c->could_take(c->owner, dispatch, err)) ||
	    !app_memory_map(&a->memory, &a->process, err))
		return false;
	items = (uint64_t)dispatch->workgroup[0] * dispatch->workgroup[1] * dispatch->workgroup[2];
	a->full_waves = (unsigned)((items + WAVE_LANES - 1) / WAVE_LANES);
	a->order = (struct workgroup_order){.dispatch = dispatch, .asid = asid_of(a)};
	a->sent = a->ended = a->memory_done = 0;
	return true;
}

static void next_launch(struct dispatch_app *a);

static void relaunch_event(struct event *event)
{
	struct dispatch_app *a = container_of(event, struct dispatch_app, event);
	const struct dispatcher_config *c = &a->d->config;
	struct app_instance instance;
	struct error err = {0};

	a->draining = false;
	process_release(&a->process);
	app_memory_release(&a->memory);
	if (!c->relaunch(c->owner, asid_of(a), &instance, &err) ||
	    !load_instance(a, &instance, &err)) {
		run_fail(c->control, &err);
		return;
	}
	a->stats.relaunches++;
	next_launch(a);
}

/* Changing the address space of a CU waits for all its requests [Ausavarungnirun18 §5.1]. */
static void relaunch_when_drained(struct dispatch_app *a)
{
	const struct dispatcher_config *c = &a->d->config;

	for (unsigned i = 0; c->cu_ops->drained && i < a->cu_count; i++)
		if (!c->cu_ops->drained(c->cus[a->cus[i]]))
			return;
	if (!event_scheduled(&a->event))
		engine_after(c->engine, &a->event, 0, relaunch_event);
}

static void run_ended(struct dispatch_app *a)
{
	struct dispatcher *d = a->d;
	const struct dispatcher_config *c = &d->config;

	d->finished += !a->stats.finished;
	a->stats.finished = true;
	a->stats.runs++;
	a->stats.ended = c->engine->now;
	if (c->app_ended)
		c->app_ended(c->owner, asid_of(a));
	if (!c->relaunch)
		return;
	if (!c->cycles && dispatcher_finished(d)) {
		c->control->stop = true;
		return;
	}
	a->draining = true;
	relaunch_when_drained(a);
}

static void next_launch(struct dispatch_app *a)
{
	const struct dispatcher_config *c = &a->d->config;
	struct error err = {0};

	if (!a->app->workload->next(a->app, &a->launch)) {
		run_ended(a);
		return;
	}
	if (!lay_out_launch(a, &err)) {
		run_fail(c->control, &err);
		return;
	}
	engine_after(c->engine, &a->event, c->launch_cycles + a->launch.ready.after_cycles,
		     launch_begins);
}

static void start_app(struct event *event)
{
	next_launch(container_of(event, struct dispatch_app, event));
}

static void launch_ends(struct event *event)
{
	struct dispatch_app *a = container_of(event, struct dispatch_app, event);

	a->running = false;
	a->stats.launches++;
	process_end_launch(&a->process);
	next_launch(a);
}

/* In an event of its own: the CU that reports still looks at the launch. */
static void check_end(struct dispatch_app *a)
{
	const struct dispatcher_config *c = &a->d->config;

	if (a->ended == a->sent && a->memory_done == a->sent &&
	    !c->policy.ops->has_left(c->policy.state, asid_of(a)))
		engine_after(c->engine, &a->event, 0, launch_ends);
}

static void end_run(struct event *event)
{
	struct run_control *control = container_of(event, struct dispatcher, end)->config.control;

	control->cut_short = true;
	control->stop = true;
}

void dispatcher_start(struct dispatcher *d)
{
	if (d->config.cycles)
		engine_after(d->config.engine, &d->end, d->config.cycles, end_run);
	for (unsigned i = 0; i < d->config.apps; i++) {
		struct dispatch_app *a = &d->apps[i];

		if (!a->app)
			BUG("application %u was not added", i);
		a->stats.started = d->config.engine->now + a->start_cycles;
		engine_at(d->config.engine, &a->event, a->stats.started, start_app);
	}
}

static struct dispatch_app *app_of(struct dispatcher *d, unsigned cu)
{
	struct dispatch_app *a = &d->apps[d->cu_app[cu]];

	if (!a->running)
		BUG("cycle %llu: CU %u reports a workgroup, but no launch runs",
		    (unsigned long long)d->config.engine->now, cu);
	return a;
}

void dispatcher_workgroup_ended(struct dispatcher *d, unsigned cu)
{
	struct dispatch_app *a = app_of(d, cu);

	if (a->ended++ == a->sent)
		BUG("CU %u: more workgroups ended than were sent", cu);
	d->cu_no_room[cu] = false;
	/* Room is used from the next cycle on, whatever else this cycle brings. */
	if (d->config.policy.ops->has_left(d->config.policy.state, asid_of(a)))
		kick_chiplet(d, cu / d->config.cus_per_chiplet, d->config.engine->now + 1);
	check_end(a);
}

void dispatcher_memory_done(struct dispatcher *d, unsigned cu)
{
	struct dispatch_app *a = app_of(d, cu);

	if (a->memory_done++ == a->sent)
		BUG("CU %u: the memory of more workgroups is done than were sent", cu);
	check_end(a);
}

void dispatcher_drained(struct dispatcher *d, unsigned cu)
{
	struct dispatch_app *a = &d->apps[d->cu_app[cu]];

	if (a->draining)
		relaunch_when_drained(a);
}

/* Reports */

bool dispatcher_finished(const struct dispatcher *d)
{
	return d->finished == d->config.apps;
}

bool dispatcher_idle(const struct dispatcher *d)
{
	for (unsigned i = 0; i < d->config.apps; i++) {
		const struct dispatcher_app_stats *stats = &d->apps[i].stats;

		if (d->apps[i].draining || stats->runs <= stats->relaunches)
			return false;
	}
	return true;
}

const struct dispatcher_app_stats *dispatcher_app(const struct dispatcher *d, uint8_t asid)
{
	return &d->apps[asid].stats;
}

void dispatcher_register_stats(const struct dispatcher *d, struct stats *stats, const char *group)
{
	for (unsigned i = 0; i < d->config.apps; i++) {
		stats_counter(stats, group, "launches", &d->apps[i].stats.launches);
		stats_counter(stats, group, "workgroups", &d->apps[i].stats.workgroups);
		if (d->config.relaunch)
			stats_counter(stats, group, "relaunches", &d->apps[i].stats.relaunches);
	}
}

void dispatcher_describe(const struct dispatcher *d, FILE *out)
{
	for (unsigned i = 0; i < d->config.apps; i++) {
		const struct dispatch_app *a = &d->apps[i];

		if (!a->running)
			continue;
		fprintf(out,
			"dispatcher: application %u, kernel '%s': of %llu workgroups %llu sent, "
			"%llu ended, %llu with all memory accesses done\n",
			i, a->process.dispatch.kernel->name,
			(unsigned long long)dispatch_group_count(&a->process.dispatch),
			(unsigned long long)a->sent, (unsigned long long)a->ended,
			(unsigned long long)a->memory_done);
	}
}
