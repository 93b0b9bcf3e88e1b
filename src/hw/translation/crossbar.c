/* Latency out, latency back; a rate per port or one circuit for all, per sink a FIFO of what it did
 * not take at once. */
#include "hw/translation/crossbar.h"

#include <stdlib.h>
#include <string.h>

static void crossbar_left_sink(struct crossbar_sink *s)
{
	const struct crossbar *x = s->crossbar;

	s->held--;
	occupancy_change(&s->occupancy, x->engine->now, -1);
	while (s->held < x->config.queue && wait_list_wake(&s->waiting))
		;
}

static void crossbar_arrive(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct crossbar_sink *s = t->stage;

	if (tx_outbox_send(&s->down, t))
		crossbar_left_sink(s);
}

/* There is room at the sink. In a pause what it refused may be recalled. */
static void crossbar_sink_room(struct waiter *waiter)
{
	struct crossbar_sink *s = container_of(waiter, struct crossbar_sink, down.waiter);

	while (!s->crossbar->pausing && tx_outbox_retry(&s->down))
		crossbar_left_sink(s);
}

static struct crossbar_circuit *crossbar_circuit_of(struct crossbar *x,
						    const struct crossbar_sink *s)
{
	return &x->circuit[(uint32_t)(s - x->sink) / x->config.reach];
}

/* The cycle in which a translation takes hold of the circuit, this one or later. */
static cycle_t crossbar_hold_circuit(const struct crossbar *x, cycle_t *free_from)
{
	cycle_t now = x->engine->now, start = *free_from > now ? *free_from : now;

	*free_from = start + x->config.latency;
	return start;
}

static void crossbar_send_again(struct crossbar_source *source);

/*
 * Whether the page of an answer was shot down since the answer left its sink. The TLB that gave it
 * no longer knows of it. After more shootdowns than are remembered it may have been.
 */
static bool crossbar_is_stale(const struct crossbar *x, const struct translation *t)
{
	const struct crossbar_shootdowns *s = &x->shootdowns;

	for (uint64_t i = s->count; i-- > 0;) {
		unsigned at = (unsigned)(i % CROSSBAR_SHOOTDOWNS);

		if (s->count - i > CROSSBAR_SHOOTDOWNS)
			return true;
		if (s->last[at].when < t->entered)
			return false;
		if (s->last[at].asid == t->who.asid &&
		    (s->last[at].vpn == t->vpn || s->last[at].vpn == UINT64_MAX))
			return true;
	}
	return false;
}

/* An answer has arrived; one that is stale goes out as a request once more. */
static void crossbar_deliver(struct crossbar_source *source, struct translation *t)
{
	struct crossbar *x = source->crossbar;

	if (__builtin_expect(!crossbar_is_stale(x, t), 1)) {
		tx_reply(t);
		return;
	}
	x->repeats++;
	tx_outbox_keep(&source->again, t);
	crossbar_send_again(source);
}

static void crossbar_deliver_event(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);

	crossbar_deliver(t->stage, t);
}

static void crossbar_answer(struct event *event)
{
	tx_reply(container_of(event, struct translation, event));
}

/* An answer leaves its sink. */
static void crossbar_sink_reply(void *owner, struct translation *t)
{
	struct crossbar_sink *s = owner;
	struct crossbar *x = s->crossbar;
	cycle_t slot = x->config.circuit
			       ? crossbar_hold_circuit(x, &crossbar_circuit_of(x, s)->back)
			       : port_reserve(&s->back, x->engine->now);

	x->back_wait_cycles += slot - x->engine->now;
	t->entered = x->engine->now;
	engine_at(x->engine, &t->event, slot + x->config.latency, crossbar_answer);
}

/* An answer is at the port of its source, which may be taken by others. */
static void crossbar_source_reply(void *owner, struct translation *t)
{
	struct crossbar_source *source = owner;
	struct crossbar *x = source->crossbar;
	cycle_t slot = port_reserve(&source->back, x->engine->now);

	x->back_wait_cycles += slot - x->engine->now;
	if (slot == x->engine->now) {
		crossbar_deliver(source, t);
	} else {
		t->stage = source;
		engine_at(x->engine, &t->event, slot, crossbar_deliver_event);
	}
}

/* On its way to the sink that the organisation wants. */
static bool crossbar_forward(void *owner, struct translation *t, struct waiter *waiter)
{
	struct crossbar_source *source = owner;
	struct crossbar *x = source->crossbar;
	unsigned to = x->config.route(x->config.route_state, source->index, t, false);
	struct crossbar_sink *s = &x->sink[to];
	cycle_t slot;

	if (__builtin_expect(to >= x->config.sinks, 0))
		BUG("cycle %llu: crossbar: no sink for page 0x%llx",
		    (unsigned long long)x->engine->now, (unsigned long long)t->vpn);
	if (!x->config.latency) { /* wires: nobody else comes this way */
		if (!tx_send(&s->down.port, t, waiter))
			return false;
		source->sent++;
		return true;
	}
	if (s->held == x->config.queue) {
		wait_list_add(&s->waiting, waiter);
		x->refused++;
		return false;
	}
	x->passed++;
	source->sent++;
	s->held++;
	occupancy_change(&s->occupancy, x->engine->now, 1);
	t->stage = s;
	tx_push(t, crossbar_source_reply, source);
	tx_push(t, crossbar_sink_reply, s);
	slot = x->config.circuit ? crossbar_hold_circuit(x, &crossbar_circuit_of(x, s)->there)
				 : port_reserve(&s->port, x->engine->now);
	x->wait_cycles += slot - x->engine->now;
	engine_at(x->engine, &t->event, slot + x->config.latency, crossbar_arrive);
	return true;
}

static bool crossbar_is_open(const struct crossbar_source *source)
{
	return !source->crossbar->pausing && !tx_outbox_first(&source->again);
}

static bool crossbar_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct crossbar_source *source = owner;

	if (__builtin_expect(!crossbar_is_open(source), 0)) {
		wait_list_add(&source->waiting, waiter);
		source->crossbar->refused++;
		return false;
	}
	return crossbar_forward(source, t, waiter);
}

static void crossbar_warm(void *owner, struct translation *t)
{
	const struct crossbar_source *source = owner;
	const struct crossbar *x = source->crossbar;
	unsigned to = x->config.route(x->config.route_state, source->index, t, true);

	tx_warm(&x->sink[to].down.port, t);
}

/* Pauses and recalls */

static void crossbar_send_again(struct crossbar_source *source)
{
	while (!source->crossbar->pausing && tx_outbox_retry(&source->again))
		;
	while (crossbar_is_open(source) && wait_list_wake(&source->waiting))
		;
}

static void crossbar_again_room(struct waiter *waiter)
{
	crossbar_send_again(container_of(waiter, struct crossbar_source, again.waiter));
}

static void crossbar_resume(struct event *event)
{
	struct crossbar *x = container_of(event, struct crossbar, resume);

	x->pausing = false;
	for (unsigned i = 0; i < x->config.sinks; i++)
		crossbar_sink_room(&x->sink[i].down.waiter);
	for (unsigned i = 0; i < x->config.sources; i++)
		crossbar_send_again(&x->source[i]);
}

void crossbar_recall(struct crossbar *x, struct translation *t)
{
	struct crossbar_source *source = &x->source[t->who.cu % x->config.sources];

	if (!x->pausing)
		BUG("cycle %llu: crossbar: a recall outside a pause",
		    (unsigned long long)x->engine->now);
	/* The way back that it was given here; one that came by wires has none. */
	if (t->hop[t->depth - 1].reply == crossbar_sink_reply) {
		tx_pop(t);
		tx_pop(t);
	}
	x->recalled++;
	tx_outbox_keep(&source->again, t);
}

void crossbar_recall_blocked(struct crossbar *x)
{
	for (unsigned i = 0; i < x->config.sinks; i++) {
		struct crossbar_sink *s = &x->sink[i];
		struct translation *t;

		while ((t = tx_fifo_take(&s->down.waiting))) {
			crossbar_recall(x, t);
			crossbar_left_sink(s);
		}
	}
}

void crossbar_pause(struct crossbar *x, uint32_t cycles)
{
	if (x->pausing)
		BUG("cycle %llu: crossbar: a pause in a pause", (unsigned long long)x->engine->now);
	x->pausing = true;
	engine_after(x->engine, &x->resume, cycles, crossbar_resume);
}

void crossbar_shootdown(struct crossbar *x, uint8_t asid, uint64_t vpn)
{
	unsigned at = (unsigned)(x->shootdowns.count++ % CROSSBAR_SHOOTDOWNS);

	x->shootdowns.last[at].when = x->engine->now;
	x->shootdowns.last[at].asid = asid;
	x->shootdowns.last[at].vpn = vpn;
}

void crossbar_reshape(struct crossbar *x, uint32_t latency, uint32_t reach)
{
	x->config.latency = latency;
	x->config.reach = reach;
}

void crossbar_init(struct crossbar *x, struct engine *engine, const struct crossbar_config *config)
{
	memset(x, 0, sizeof(*x));
	x->engine = engine;
	x->config = *config;
	x->source = xcalloc(config->sources, sizeof(*x->source));
	x->sink = xcalloc(config->sinks, sizeof(*x->sink));
	x->circuit = xcalloc(config->sinks, sizeof(*x->circuit));
	for (unsigned i = 0; i < config->sources; i++) {
		x->source[i].crossbar = x;
		x->source[i].index = i;
		tx_outbox_init(&x->source[i].again,
			       (struct tx_port){.send = crossbar_forward, .owner = &x->source[i]},
			       crossbar_again_room);
		wait_list_init(&x->source[i].waiting);
		port_init(&x->source[i].back, config->per_cycle);
	}
	for (unsigned i = 0; i < config->sinks; i++) {
		struct crossbar_sink *s = &x->sink[i];

		s->crossbar = x;
		tx_outbox_init(&s->down, (struct tx_port){0}, crossbar_sink_room);
		port_init(&s->port, config->per_cycle);
		port_init(&s->back, config->per_cycle);
		wait_list_init(&s->waiting);
	}
}

void crossbar_release(struct crossbar *x)
{
	free(x->source);
	free(x->sink);
	free(x->circuit);
	x->source = NULL;
	x->sink = NULL;
	x->circuit = NULL;
}

void crossbar_connect(struct crossbar *x, unsigned sink, struct tx_port down)
{
	x->sink[sink].down.port = down;
}

struct tx_port crossbar_port(struct crossbar *x, unsigned source)
{
	return (struct tx_port){crossbar_send, &x->source[source], crossbar_warm};
}

uint64_t crossbar_sent(const struct crossbar *x, unsigned source)
{
	return x->source[source].sent;
}

uint64_t crossbar_waited(const struct crossbar *x)
{
	return x->wait_cycles + x->back_wait_cycles;
}

void crossbar_register_stats(struct crossbar *x, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "passed", &x->passed);
	stats_counter(stats, group, "refused", &x->refused);
	stats_counter(stats, group, "recalled", &x->recalled);
	stats_counter(stats, group, "repeats", &x->repeats);
	stats_counter(stats, group, "wait_cycles", &x->wait_cycles);
	stats_counter(stats, group, "back_wait_cycles", &x->back_wait_cycles);
	for (unsigned i = 0; i < x->config.sinks; i++)
		stats_occupancy(stats, group, "queue", &x->sink[i].occupancy);
}

void crossbar_describe(const struct crossbar *x, FILE *out)
{
	const struct translation *t;

	for (unsigned i = 0; i < x->config.sources; i++) {
		t = tx_outbox_first(&x->source[i].again);
		if (t)
			fprintf(out, "crossbar: source %u sends page 0x%llx once more\n", i,
				(unsigned long long)t->vpn);
	}
	for (unsigned i = 0; i < x->config.sinks; i++) {
		t = tx_outbox_first(&x->sink[i].down);
		if (t)
			fprintf(out,
				"crossbar: %u translations for sink %u, the first of page 0x%llx, "
				"wait for room there\n",
				x->sink[i].held, i, (unsigned long long)t->vpn);
	}
}
