/*
 * Random and regular streams through a DRAM channel: every request is answered once, the commands
 * keep every rule of the timing set (looked over by a checker of its own), bandwidth, Little's law.
 */
#include "base/rng.h"
#include "harness.h"
#include "hw/memory/dram.h"
#include "memory_rig.h"
#include "policy/registry.h"
#include "policy/stock.h"

enum { MAX_COMMANDS = 1 << 20, MAX_ACCESSES = 60000 };

struct command {
	enum dram_command command;
	unsigned rank, bank;
	uint64_t row, clock;
};

static struct command commands[MAX_COMMANDS];
static size_t command_count;
static struct rig_access list[MAX_ACCESSES];
static struct engine engine;
static struct rig rig;

static void record(void *ctx, enum dram_command command, unsigned rank, unsigned bank, uint64_t row,
		   uint64_t clock)
{
	(void)ctx;
	if (command_count == MAX_COMMANDS)
		FAIL("too many commands");
	commands[command_count++] = (struct command){command, rank, bank, row, clock};
}

/* By time; of one clock, precharges first, then refreshes. */
static int compare(const void *left, const void *right)
{
	static const int order[] = {
		[DRAM_PRE] = 0, [DRAM_REF] = 1, [DRAM_ACT] = 2, [DRAM_RD] = 3, [DRAM_WR] = 3};
	const struct command *a = left, *b = right;

	if (a->clock != b->clock)
		return a->clock < b->clock ? -1 : 1;
	return order[a->command] - order[b->command];
}

static uint64_t earlier_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The first DRAM clock at or after the engine's present cycle. */
static uint64_t end_clock(const struct dram_config *c)
{
	uint64_t khz = c->clock_khz ? c->clock_khz : c->timing->clock_khz;

	return (engine.now * khz + c->core_clock_khz - 1) / c->core_clock_khz;
}

/* Clocks of what happened last, shifted so that 0 is "never". */
struct bank_history {
	uint64_t act, pre, rd, wr;
	bool open;
	uint64_t row;
};

struct rank_history {
	uint64_t acts[4], ref, wr;
	unsigned act_count;
	struct bank_history bank[64];
};

static struct rank_history ranks[16];

#define SINCE(then, clocks)                                                                        \
	do {                                                                                       \
		if ((then) && now < (then) + (clocks))                                             \
			FAIL("command %d of rank %u bank %u at %" PRIu64 ": %s + %s",              \
			     (int)c->command, c->rank, c->bank, c->clock, #then, #clocks);         \
	} while (0)

static void check_row_command(const struct dram_timing *t, const struct command *c, uint64_t now)
{
	struct rank_history *rank = &ranks[c->rank];
	struct bank_history *bank = &rank->bank[c->bank];

	switch (c->command) {
	case DRAM_ACT:
		CHECK(!bank->open);
		SINCE(bank->pre, t->rp);
		SINCE(bank->act, t->rc);
		SINCE(rank->ref, t->rfc);
		if (rank->act_count)
			SINCE(rank->acts[(rank->act_count - 1) % 4], t->rrd);
		SINCE(rank->acts[rank->act_count % 4], t->faw);
		rank->acts[rank->act_count++ % 4] = now;
		bank->act = now;
		bank->open = true;
		bank->row = c->row;
		break;
	case DRAM_PRE:
		CHECK(bank->open);
		SINCE(bank->act, t->ras);
		SINCE(bank->rd, t->rtp);
		SINCE(bank->wr, t->cwl + t->burst + t->wr);
		bank->pre = now;
		bank->open = false;
		break;
	default:
		for (unsigned b = 0; b < 64; b++) {
			CHECK(!rank->bank[b].open);
			SINCE(rank->bank[b].pre, t->rp);
		}
		SINCE(rank->ref, t->rfc);
		rank->ref = now;
	}
}

static void check_commands(const struct dram_timing *t)
{
	uint64_t data_end = 0, last_column = 0;
	unsigned data_rank = 0;
	bool data_write = false;

	memset(ranks, 0, sizeof(ranks));
	qsort(commands, command_count, sizeof(*commands), compare);
	for (size_t i = 0; i < command_count; i++) {
		const struct command *c = &commands[i];
		struct rank_history *rank = &ranks[c->rank];
		struct bank_history *bank = &rank->bank[c->bank];
		uint64_t now = c->clock + 1, data;
		bool write = c->command == DRAM_WR;

		if (c->command != DRAM_RD && c->command != DRAM_WR) {
			check_row_command(t, c, now);
			continue;
		}
		CHECK(bank->open && bank->row == c->row);
		SINCE(bank->act, t->rcd);
		SINCE(last_column, t->ccd);
		if (!write)
			SINCE(rank->wr, t->cwl + t->burst + t->wtr);
		data = now + (write ? t->cwl : t->cl);
		CHECK(data >= data_end);
		if (data_end && data_rank != c->rank)
			CHECK(data >= data_end + t->rtrs || (!data_write && write));
		if (data_end && write && !data_write)
			CHECK(data >= data_end + t->rtw);
		data_end = data + t->burst;
		data_rank = c->rank;
		data_write = write;
		last_column = now;
		if (write)
			bank->wr = rank->wr = now;
		else
			bank->rd = now;
	}
}

/* Clocks with a row open, from the sorted commands. A bank that is about to precharge at the end
 * may not have told so: what its rank did after its last activate is open, up to `end` at most. */
static void check_activity(const struct dram *d, const struct dram_config *config, uint64_t end)
{
	uint64_t sure = 0, most = 0, refreshes = dram_usage(d)->refreshes * config->timing->rfc;

	for (unsigned r = 0; r < config->ranks; r++) {
		uint64_t since = 0, last_act = 0, sum = 0, till_last_act = 0;
		unsigned open = 0;

		for (size_t i = 0; i < command_count; i++) {
			const struct command *c = &commands[i];

			if (c->rank != r || (c->command != DRAM_ACT && c->command != DRAM_PRE))
				continue;
			if (c->command == DRAM_ACT) {
				if (!open++)
					since = c->clock;
				last_act = c->clock;
				till_last_act = sum + c->clock - since;
			} else if (!--open) { /* with closed rows perhaps after the end */
				sum += earlier_of(c->clock, end) - since;
			}
		}
		sure += open ? till_last_act : sum;
		most += open ? till_last_act + (end > last_act ? end - last_act : 0) : sum;
	}
	CHECK(dram_usage(d)->active_clocks >= earlier_of(sure + refreshes, end * config->ranks));
	CHECK(dram_usage(d)->active_clocks <= most + refreshes);
	CHECK_EQ(dram_usage(d)->active_clocks + dram_usage(d)->precharged_clocks,
		 end * config->ranks);
}

static unsigned by_kind(void *state, unsigned channel, const struct mem_access *a, unsigned room)
{
	(void)state, (void)channel, (void)room;
	return a->kind == KIND_WALK ? 0 : a->kind == KIND_SCALAR ? 1 : 2;
}

static uint32_t places(void *state, unsigned class)
{
	(void)state;
	return class == 2 ? 0 : 5 + class;
}

static const struct dram_scheduler_ops classes = {
	.classify = by_kind, .row_first = {false, true, true}, .capacity = places};

static struct dram_config base(const char *timing)
{
	return (struct dram_config){
		.timing = dram_timing_find(timing),
		.core_clock_khz = 1000000,
		.ranks = 1,
		.banks = 8,
		.row_bytes = 2048,
		.line_bytes = 64,
		.queue = 64,
		.refresh = true,
		.scheduler.ops = &dram_fr_fcfs,
	};
}

/* Runs what is in `list`; returns the channel for its statistics. */
static struct dram *run(const struct dram_config *config, size_t count)
{
	struct dram_config c = *config;
	const struct dram_stats *s;
	size_t columns = 0;
	struct dram *d;

	command_count = 0;
	c.record = record;
	engine_init(&engine);
	d = dram_new(&engine, &c);
	rig_run(&rig, &engine, dram_port(d), list, count);
	s = dram_stats(d);
	for (size_t i = 0; i < count; i++)
		CHECK_EQ(list[i].answers, 1);
	for (size_t i = 0; i < command_count; i++)
		columns += commands[i].command == DRAM_RD || commands[i].command == DRAM_WR;
	CHECK_EQ(columns, count * ((c.line_bytes - 1) / c.timing->burst_bytes + 1));
	CHECK_EQ(s->reads + s->writes, count);
	CHECK_EQ(s->row_hits + s->row_misses + s->row_conflicts, count);
	CHECK_EQ(s->data_bytes + s->translation_bytes, count * c.line_bytes);
	CHECK_EQ(s->data_latency.count + s->walk_latency.count, count);
	CHECK_EQ(s->queue.now, 0);
	/* Little's law: time spent waiting is the area under the number that wait. */
	CHECK_EQ(s->queue.area, s->queue_latency.sum);
	CHECK_EQ(s->queue.arrivals, count);
	check_commands(c.timing);
	dram_settle(d);
	check_activity(d, &c, end_clock(&c));
	return d;
}

/* spread: lines of the footprint; gap: mean cycles between requests; writes: per cent. */
static void random_list(uint64_t seed, size_t count, uint64_t spread, unsigned gap, unsigned writes)
{
	struct rng rng;
	cycle_t now = 0;

	rng_seed(&rng, seed);
	memset(list, 0, count * sizeof(*list));
	for (size_t i = 0; i < count; i++) {
		struct mem_access *a = &list[i].access;

		now += rng_below(&rng, 2 * gap + 1);
		list[i].at = now;
		a->op = rng_below(&rng, 100) < writes ? MEM_OP_WRITE : MEM_OP_READ;
		a->kind = (uint8_t[]){KIND_VECTOR, KIND_SCALAR, KIND_WALK}[rng_below(&rng, 3)];
		/* Some locality, so that there are hits. */
		if (i && rng_below(&rng, 2))
			a->address = list[i - 1].access.address ^ 64 << rng_below(&rng, 4);
		else
			a->address = rng_below(&rng, spread) * 64;
	}
}

TEST(random_streams_keep_every_rule)
{
	static const char *const kinds[] = {"ddr3-1600", "gddr5", "hbm"};
	static const struct dram_scheduler_ops *const schedulers[] = {&dram_fr_fcfs, &dram_fcfs,
								      &classes};
	static const uint32_t clocks[] = {800000, 1000000, 1020000, 2000000, 300000};
	struct rng rng;

	rng_seed(&rng, 1);
	for (unsigned i = 0; i < (SANITIZED ? 21 : 60); i++) {
		struct dram_config c = base(kinds[i % 3]);

		c.scheduler.ops = schedulers[rng_below(&rng, 3)];
		c.core_clock_khz = clocks[rng_below(&rng, 5)];
		c.ranks = 1u << rng_below(&rng, 3);
		c.banks = 1u << rng_below(&rng, 5);
		if (rng_below(&rng, 4) == 0)
			c.banks = 5;
		c.queue = 1 + (uint32_t)rng_below(&rng, 100);
		c.closed_rows = rng_below(&rng, 3) == 0;
		c.refresh = rng_below(&rng, 4) > 0;
		c.hit_cap = (uint32_t)rng_below(&rng, 5);
		c.line_bytes = 64u << rng_below(&rng, 2);
		c.rows_before_classes = rng_below(&rng, 2);
		random_list(i, 6000, (uint64_t)1 << (6 + rng_below(&rng, 16)),
			    (unsigned)rng_below(&rng, 12) * (unsigned)rng_below(&rng, 12),
			    (unsigned)rng_below(&rng, 101));
		dram_free(run(&c, 6000));
	}
}

/* The longest a request waited, accepted and not answered. */
static cycle_t longest_wait(size_t count)
{
	cycle_t longest = 0;

	for (size_t i = 0; i < count; i++)
		if (list[i].answered - list[i].accepted > longest)
			longest = list[i].answered - list[i].accepted;
	return longest;
}

/*
 * What every scheduler owes, whatever its order: run() checks that each request is served once and
 * that the commands keep the timing set. Nobody starves as long as the requests that go first leave
 * bandwidth: of a channel that is busy three quarters of the time, no request waits longer than all
 * places of the queues served one after the other, each with a row conflict of its own.
 */
TEST(every_scheduler_keeps_the_contract)
{
	const struct policy_base *policy;
	struct params params;

	params_init(&params);
	for (size_t i = 0; (policy = policy_at(P_DRAM_SCHEDULER, i)); i++) {
		struct plan_facts facts = {
			.engine = &engine, .params = &params, .chiplets = 1, .cus = 30, .apps = 4};

		for (unsigned round = 0; round < 4; round++) {
			struct dram_config c = base("gddr5");

			c.scheduler.ops = (const struct dram_scheduler_ops *)policy;
			c.scheduler.state = policy->make ? policy->make(&facts) : NULL;
			c.closed_rows = round & 1;
			c.rows_before_classes = round & 2;
			c.line_bytes = 128;
			random_list(round, 6000, 1 << 14, round < 2 ? 20 : 1, 30);
			for (size_t k = 0; k < 6000; k++)
				list[k].access.who.asid = (uint8_t)(k * 7 / 3 % 4);
			dram_free(run(&c, 6000));
			if (round < 2)
				CHECK(longest_wait(6000) < (16 + 64 + 192) * 100);
			if (policy->release)
				policy->release(c.scheduler.state);
		}
	}
	params_release(&params);
}

/* Bytes per second of the answers, in GB/s, from the first to the last. */
static double bandwidth(const struct dram_config *c, size_t count)
{
	cycle_t first = UINT64_MAX, last = 0;

	for (size_t i = 0; i < count; i++) {
		if (list[i].answered < first)
			first = list[i].answered;
		if (list[i].answered > last)
			last = list[i].answered;
	}
	return (double)(count - 1) * c->line_bytes / (double)(last - first) * c->core_clock_khz /
	       1e6;
}

TEST(sequential_stream_reaches_the_peak)
{
	enum { COUNT = 60000 };

	for (unsigned i = 0; dram_timing_at(i); i++) {
		struct dram_config c = base(dram_timing_at(i)->name);
		struct dram *d;
		double peak, got;

		c.core_clock_khz = 1400000;
		c.banks = 16;
		memset(list, 0, sizeof(list));
		for (size_t k = 0; k < COUNT; k++)
			list[k].access.address = k * 64;
		d = run(&c, COUNT);
		peak = dram_peak_gb_per_s(d);
		got = bandwidth(&c, COUNT);
		if (got <= 0.9 * peak || got > peak)
			FAIL("%s: %.2f of %.2f GB/s", c.timing->name, got, peak);
		dram_free(d);
	}
}

TEST(random_stream_stays_below_the_peak)
{
	enum { COUNT = 30000 };

	for (unsigned i = 0; dram_timing_at(i); i++) {
		struct dram_config c = base(dram_timing_at(i)->name);
		struct dram *d;

		random_list(7, COUNT, 1 << 20, 0, 30);
		d = run(&c, COUNT);
		CHECK(bandwidth(&c, COUNT) < dram_peak_gb_per_s(d));
		dram_free(d);
	}
}

/* Time in which a stream is done. */
static cycle_t duration(const struct dram_config *c, uint64_t seed)
{
	random_list(seed, 5000, 1 << 14, 0, 0);
	dram_free(run(c, 5000));
	return engine.now;
}

TEST(more_is_not_slower)
{
	struct dram_config c = base("ddr3-1600"), other;
	cycle_t time;

	c.refresh = false;
	time = duration(&c, 3);
	other = c;
	other.banks = 16;
	CHECK(duration(&other, 3) <= time);
	other = c;
	other.queue = 16;
	CHECK(duration(&other, 3) >= time);
	other = c;
	other.scheduler.ops = &dram_fcfs;
	CHECK(duration(&other, 3) >= time);
	other = c;
	other.refresh = true;
	CHECK(duration(&other, 3) >= time);
}

TEST(same_again)
{
	struct dram_config c = base("gddr5");
	cycle_t first = duration(&c, 5);

	CHECK_EQ(duration(&c, 5), first);
}
