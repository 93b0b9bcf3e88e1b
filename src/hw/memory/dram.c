/* A DRAM channel's outside: requests in, answers out, alarms, statistics. */
#include "hw/memory/dram.h"

#include <stdlib.h>
#include <string.h>

#include "hw/memory/dram_parts.h"

static uint64_t greatest_common_divisor(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static void dram_check_config(const struct dram_config *c)
{
	if (!c->timing || !c->core_clock_khz || !c->queue)
		BUG("dram channel %u: incomplete configuration", c->channel);
	if (!c->ranks || !c->banks || c->ranks * c->banks > DRAM_MAX_BANKS)
		BUG("dram channel %u: %u ranks of %u banks", c->channel, c->ranks, c->banks);
	if (!c->line_bytes || c->row_bytes < c->line_bytes || c->row_bytes % c->line_bytes)
		BUG("dram channel %u: rows of %u bytes for lines of %u", c->channel, c->row_bytes,
		    c->line_bytes);
}

static void init_clocks(struct dram *d)
{
	uint64_t dram = d->config.clock_khz ? d->config.clock_khz : d->timing.clock_khz;
	uint64_t common = greatest_common_divisor(dram, d->config.core_clock_khz);

	divider_init(&d->dram_clock, dram / common);
	divider_init(&d->core_clock, d->config.core_clock_khz / common);
}

static void init_ranks(struct dram *d)
{
	const struct dram_config *c = &d->config;

	d->refresh_due = CLOCK_NEVER;
	for (unsigned r = 0; r < c->ranks; r++) {
		struct dram_rank *rank = &d->ranks_state[r];

		rank->banks = 0;
		for (unsigned b = 0; b < c->banks; b++)
			rank->banks |= UINT64_C(1) << (r * c->banks + b);
		rank->refresh_due = CLOCK_NEVER;
		/* Ranks are refreshed in turn, so that they are not all blocked at once. */
		if (c->refresh)
			rank->refresh_due = d->timing.refi + d->timing.refi * r / c->ranks;
		if (rank->refresh_due < d->refresh_due)
			d->refresh_due = rank->refresh_due;
	}
}

struct dram *dram_new(struct engine *engine, const struct dram_config *config)
{
	struct dram *d = xcalloc(1, sizeof(*d));
	uint32_t places = config->queue, timers;

	dram_check_config(config);
	d->engine = engine;
	d->config = *config;
	d->timing = *config->timing;
	if (config->currents)
		d->currents = *config->currents;
	init_clocks(d);
	d->bank_count = config->ranks * config->banks;
	divider_init(&d->row_bytes, config->row_bytes);
	divider_init(&d->banks_per_rank, config->banks);
	divider_init(&d->ranks, config->ranks);
	d->bursts = (config->line_bytes + d->timing.burst_bytes - 1) / d->timing.burst_bytes;
	d->gap = dram_timing_gap(&d->timing);
	d->banks = xcalloc(d->bank_count, sizeof(*d->banks));
	d->ranks_state = xcalloc(config->ranks, sizeof(*d->ranks_state));
	init_ranks(d);
	wait_list_init(&d->wait[DRAM_CLASSES]);
	for (unsigned c = 0; c < DRAM_CLASSES; c++) {
		wait_list_init(&d->wait[c]);
		if (config->scheduler.ops && config->scheduler.ops->capacity)
			d->capacity[c] =
				config->scheduler.ops->capacity(config->scheduler.state, c);
		places += d->capacity[c];
	}
	d->requests = xcalloc(places, sizeof(*d->requests));
	for (uint32_t i = places; i-- > 0;) {
		d->requests[i].next = d->free_requests;
		d->free_requests = &d->requests[i];
	}
	/* An alarm is set earlier than all others at most once per bank before one of them runs. */
	timers = 2 * (d->bank_count + ALARM_DEPTH);
	d->timers = xcalloc(timers, sizeof(*d->timers));
	for (uint32_t i = 0; i < timers; i++) {
		d->timers[i].dram = d;
		d->timers[i].next_free = d->free_timers;
		d->free_timers = &d->timers[i];
	}
	d->row_alarm.run = dram_row_run;
	d->bus_alarm.run = dram_bus_run;
	dram_bus_init(d);
	return d;
}

void dram_free(struct dram *d)
{
	if (!d)
		return;
	free(d->banks);
	free(d->ranks_state);
	free(d->requests);
	free(d->timers);
	free(d);
}

void dram_alarm_start(struct dram *d, struct dram_alarm *alarm, uint64_t clock)
{
	struct dram_timer *timer = d->free_timers;
	cycle_t cycle;

	if (!timer)
		BUG("cycle %llu: dram channel %u: too many alarms",
		    (unsigned long long)d->engine->now, d->config.channel);
	if (alarm->count < ALARM_DEPTH)
		alarm->count++;
	cycle = dram_to_cycle(d, clock);
	alarm->at[alarm->count - 1] = clock;
	alarm->cycle[alarm->count - 1] = cycle;
	d->free_timers = timer->next_free;
	engine_at(d->engine, &timer->event, cycle, alarm->run);
}

bool dram_alarm_take(struct dram *d, struct dram_alarm *alarm, struct dram_timer *timer,
		     uint64_t *clock)
{
	timer->next_free = d->free_timers;
	d->free_timers = timer;
	if (!alarm->count || alarm->cycle[alarm->count - 1] > d->engine->now)
		return false;
	*clock = alarm->at[--alarm->count];
	return true;
}

/* Whether there is a place for a class. */
static bool dram_has_place(const struct dram *d, unsigned class)
{
	if (d->capacity[class])
		return d->waiting[class] < d->capacity[class];
	return d->waiting_all < d->config.queue;
}

void dram_offer_places(struct dram *d)
{
	struct wait_list *shared = &d->wait[DRAM_CLASSES];

	d->refused = false;
	while (shared->first && d->waiting_all < d->config.queue)
		wait_list_wake(shared);
	for (unsigned c = 0; c < DRAM_CLASSES; c++)
		while (d->wait[c].first && dram_has_place(d, c))
			wait_list_wake(&d->wait[c]);
	for (unsigned c = 0; c <= DRAM_CLASSES; c++)
		d->refused |= d->wait[c].first != NULL;
}

static void dram_done(void *owner, struct mem_access *a)
{
	struct dram *d = owner;

	latency_add(a->kind == KIND_WALK ? &d->stats.walk_latency : &d->stats.data_latency,
		    d->engine->now - a->entered);
	mem_reply(a);
}

static void dram_reply(struct event *event)
{
	mem_reply(container_of(event, struct mem_access, event));
}

void dram_finish(struct dram *d, struct dram_request *r, uint64_t clock)
{
	struct mem_access *a = r->access;
	unsigned class = dram_key_class(r->key);

	latency_add(&d->stats.queue_latency, d->engine->now - a->entered);
	occupancy_change(&d->stats.queue, d->engine->now, -1);
	d->waiting[class]--;
	if (!d->capacity[class])
		d->waiting_all--;
	r->next = d->free_requests;
	d->free_requests = r;
	engine_at(d->engine, &a->event, dram_to_cycle(d, clock), dram_reply);
}

/* Local addresses run through the columns of a row, then banks, ranks, rows. */
static unsigned dram_locate(const struct dram *d, uint64_t address, uint64_t *row)
{
	uint64_t local = d->config.map ? memory_map_local(d->config.map, address) : address;
	uint64_t index = divide(&d->row_bytes, local);
	unsigned bank = (unsigned)remainder_of(&d->banks_per_rank, index);

	index = divide(&d->banks_per_rank, index);
	*row = divide(&d->ranks, index);
	return (unsigned)remainder_of(&d->ranks, index) * d->config.banks + bank;
}

static void dram_enqueue(struct dram *d, struct mem_access *a, unsigned class)
{
	struct dram_request *r = d->free_requests;
	uint64_t t = dram_to_clock(d, d->engine->now), bit;
	unsigned index = dram_locate(d, a->address, &r->row);
	struct dram_bank *bank = &d->banks[index];
	bool hit, settled;

	d->free_requests = r->next;
	r->access = a;
	r->arrival = t;
	r->key = (uint64_t) class << DRAM_KEY_SHIFT | d->sequence++ << DRAM_BANK_BITS | index;
	dram_bank_settle(d, index, t);
	hit = bank->state != BANK_CLOSED && bank->row == r->row;
	dram_list_append(hit ? &bank->hits[class] : &bank->misses[class], r);
	/* The youngest changes nothing behind others of its class or a lower one, but for a hit
	 * that comes before the precharge. */
	settled = bank->pending & ((2u << class) - 1) && !(hit && bank->state == BANK_CLOSING);
	bank->pending |= (uint8_t)(1u << class);
	if (settled)
		return;
	dram_bank_update(d, index, t);
	bit = UINT64_C(1) << index;
	if (d->col_mask & bit)
		dram_bus_alarm(d, index, t);
	else
		dram_row_alarm(d, index, t);
}

static unsigned dram_classify(const struct dram *d, const struct mem_access *a)
{
	const struct dram_scheduler_ops *ops = d->config.scheduler.ops;
	unsigned class, room = 0;

	if (!ops || !ops->classify)
		return 0;
	for (unsigned c = 0; c < DRAM_CLASSES; c++)
		room |= (unsigned)dram_has_place(d, c) << c;
	class = ops->classify(d->config.scheduler.state, d->config.channel, a, room);
	if (class >= DRAM_CLASSES)
		BUG("cycle %llu: dram channel %u: class %u", (unsigned long long)d->engine->now,
		    d->config.channel, class);
	return class;
}

static bool dram_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct dram *d = owner;
	const struct dram_scheduler_ops *ops = d->config.scheduler.ops;
	unsigned class = dram_classify(d, a);

	if (!dram_has_place(d, class)) {
		d->refused = true;
		wait_list_add(&d->wait[d->capacity[class] ? class : DRAM_CLASSES], waiter);
		return false;
	}
	d->waiting[class]++;
	if (!d->capacity[class])
		d->waiting_all++;
	occupancy_change(&d->stats.queue, d->engine->now, 1);
	a->entered = d->engine->now;
	mem_push(a, dram_done, d);
	if (ops && ops->accepted)
		ops->accepted(d->config.scheduler.state, d->config.channel, a, class);
	dram_enqueue(d, a, class);
	return true;
}

struct mem_port dram_port(struct dram *d)
{
	return (struct mem_port){.send = dram_send, .owner = d};
}

static uint32_t clock_khz(const struct dram *d)
{
	return d->config.clock_khz ? d->config.clock_khz : d->timing.clock_khz;
}

/* Adds what a rank has done up to `end`. A refresh that is due but has not been made, since nobody
 * asked for anything, has closed its rows and counts. */
static void dram_settle_rank(struct dram *d, const struct dram_rank *rank, uint64_t end)
{
	uint64_t until = dram_rank_closes(d, rank, end), active = rank->active_clocks;
	uint64_t overdue = 0;

	if (rank->refresh_due <= end) {
		overdue = (end - rank->refresh_due) / d->timing.refi + 1;
		until = earlier(until, rank->refresh_due);
	}
	if (until > rank->active_from)
		active += until - rank->active_from;
	d->usage.refreshes += overdue;
	d->usage.active_clocks += active + overdue * d->timing.rfc;
}

void dram_settle(struct dram *d)
{
	uint64_t end = dram_to_clock(d, d->engine->now), all = end * d->config.ranks;

	d->usage.refreshes = d->stats.refreshes;
	d->usage.active_clocks = d->stats.refreshes * d->timing.rfc;
	for (unsigned r = 0; r < d->config.ranks; r++)
		dram_settle_rank(d, &d->ranks_state[r], end);
	d->usage.active_clocks = earlier(d->usage.active_clocks, all); /* a refresh may go on */
	d->usage.precharged_clocks = all - d->usage.active_clocks;
	dram_energy_of(&d->energy, &d->usage, &d->currents, &d->timing, clock_khz(d));
}

const struct dram_usage *dram_usage(const struct dram *d)
{
	return &d->usage;
}

const struct dram_energy *dram_energy(const struct dram *d)
{
	return &d->energy;
}

const struct dram_stats *dram_stats(const struct dram *d)
{
	return &d->stats;
}

double dram_peak_gb_per_s(const struct dram *d)
{
	return (double)d->timing.burst_bytes / d->gap * clock_khz(d) * 1e3 / 1e9;
}

void dram_register_stats(struct dram *d, struct stats *stats, const char *group, const char *energy)
{
	struct dram_stats *s = &d->stats;

	stats_counter(stats, group, "reads", &s->reads);
	stats_counter(stats, group, "writes", &s->writes);
	stats_counter(stats, group, "row_hits", &s->row_hits);
	stats_counter(stats, group, "row_misses", &s->row_misses);
	stats_counter(stats, group, "row_conflicts", &s->row_conflicts);
	stats_counter(stats, group, "activates", &s->activates);
	stats_counter(stats, group, "precharges", &s->precharges);
	stats_counter(stats, group, "refreshes", &s->refreshes);
	stats_counter(stats, group, "data_bytes", &s->data_bytes);
	stats_counter(stats, group, "translation_bytes", &s->translation_bytes);
	stats_counter(stats, group, "bus_busy_clocks", &s->bus_busy_clocks);
	stats_counter(stats, group, "active_clocks", &d->usage.active_clocks);
	stats_counter(stats, group, "precharged_clocks", &d->usage.precharged_clocks);
	stats_latency(stats, group, "data_latency", &s->data_latency);
	stats_latency(stats, group, "walk_latency", &s->walk_latency);
	stats_latency(stats, group, "queue_latency", &s->queue_latency);
	stats_occupancy(stats, group, "queue", &s->queue);
	dram_energy_register_stats(&d->energy, stats, energy);
}

void dram_describe(const struct dram *d, FILE *out)
{
	static const char *const states[] = {"closed", "open", "closing"};

	if (d->stats.queue.now)
		fprintf(out, "dram channel %u: %u requests wait\n", d->config.channel,
			d->stats.queue.now);
	for (unsigned b = 0; b < d->bank_count; b++) {
		const struct dram_bank *bank = &d->banks[b];

		for (unsigned c = 0; c < DRAM_CLASSES; c++) {
			const struct dram_request *r =
				bank->hits[c].first ? bank->hits[c].first : bank->misses[c].first;

			if (r)
				fprintf(out,
					"dram channel %u: bank %u (%s, row 0x%llx): access to "
					"0x%llx of class %u waits for row 0x%llx\n",
					d->config.channel, b, states[bank->state],
					(unsigned long long)bank->row,
					(unsigned long long)r->access->address, c,
					(unsigned long long)r->row);
		}
	}
	for (unsigned c = 0; c <= DRAM_CLASSES; c++)
		if (d->wait[c].first)
			fprintf(out, "dram channel %u: senders wait for a place\n",
				d->config.channel);
}
