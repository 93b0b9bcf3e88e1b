/*
 * L1 TLB organisation: clusters that grow and shrink while the program runs, the adaptive scheme
 * that seed 001 leaves as future work (chapter 9).
 *
 * Hardware. Each CU keeps an L1 TLB with its port and MSHRs; 2^level neighbouring ones form a
 * cluster in which a page has one place. That is T = N TLBs in C = N / 2^level clusters of seed
 * 001. Merging TLBs into fewer, larger ones (T = C) would hold the same entries in the same number
 * of sets at the same latency to a cycle, with one port instead of 2^level, so T is not worth
 * changing. A crossbar takes 2 * level cycles each way; at level 0, where it starts, there is none
 * in the way. Which TLB of the cluster has a page is an XOR of fields of the page number: with its
 * lowest bits alone the strides of matrices would leave TLBs idle.
 *
 * What it knows. A table remembers for each page the last miss that left any L1 TLB: which CU's,
 * and how many misses there have been since. When a page is missed again, this tells from which
 * level on the miss would not have been: both CUs must be in one cluster, and the entry must have
 * survived what came in between, so that the cluster must have four times as many entries as there
 * were misses (what was hit in between takes room, too, and TLBs do not fill evenly). The same CU
 * again means a TLB too small, which larger clusters mend by the room of neighbours that need less.
 * A miss while the one before is not answered does not count: it would wait as long in a cluster,
 * joined to the other there instead of below.
 * Beside that it counts lookups, misses, and how long translations wait: the cycles of those that
 * were answered, or of those in queues and under way while few are answered at all.
 *
 * Up, by prediction. As often as there are enough misses: level k costs the waiting, less the share
 * of misses that k avoids, and 4k cycles of the crossbar for each lookup. The cheapest level is
 * taken when it is cheaper than the present one by a sixteenth, two times in a row: at a cold start
 * all CUs miss alike on what they have in common, but only once.
 *
 * Down, by trial. What a smaller cluster would miss cannot be seen. When for some epochs, which are
 * counted by the clock, waiting costs less than a quarter of the crossbar, and what each cluster
 * holds hardly changes and would fit twice into half of it, one level less is tried: some epochs to
 * settle, as many to watch. It stays if translations took less time on average, and the next one is
 * tried soon; else the old level comes back and the next trial is twice as far off.
 *
 * A change costs: for `pause` cycles no translation is taken, while each TLB looks through its
 * entries and sends those whose place is elsewhere now to their new TLB, and of a cluster cut in
 * two copies to the other half, where they take port slots and push out others when there are too
 * many. Translations that waited for an MSHR go back and are sent once more. Misses under way end
 * where they began; they are answered, but installed only if the place is still theirs.
 */
#include <stdlib.h>
#include <string.h>

#include "hw/crossbar.h"
#include "hw/tlb.h"
#include "policy/stock.h"

enum { SETTLING = 8, FIRST_PATIENCE = 32, MOST_PATIENCE = 4096 }; /* epochs */

/* The last miss of a page. */
struct last_miss {
	uint32_t tag;
	uint16_t cu;
	bool answered;
	uint64_t number; /* of the machine's misses, from 1; 0: none */
};

struct unit {
	struct adaptive *adaptive;
	unsigned index; /* in its chiplet */
	struct tx_port down;
};

/* Of all L1 TLBs, up to the beginning of an epoch. */
struct totals {
	uint64_t lookups;
	uint64_t answered; /* cycles from acceptance to answer */
	uint64_t waiting;  /* sum over all cycles of translations that waited */
};

/* An entry on its way to another TLB of its chiplet. */
struct moving {
	struct tlb_entry entry;
	unsigned to;
};

/* Invariant: an entry of an L1 TLB is in the TLB where the present level wants it. */
struct adaptive {
	struct engine *engine;
	unsigned chiplets, cus; /* of a chiplet */
	unsigned level, top;
	bool cut;                      /* the present change of level is one down */
	uint32_t entries, hop_latency; /* of a TLB; of its crossbar, per level and way */
	uint64_t epoch_cycles, least_misses;
	uint32_t pause;
	struct unit *units;         /* by chiplet and TLB */
	struct crossbar **crossbar; /* by chiplet */
	struct tlb **tlbs;          /* by chiplet: `cus` of them */
	struct moving *moving;      /* room for all entries of a chiplet */
	uint32_t moving_count;
	struct last_miss *table;
	uint32_t table_mask;

	struct event look;
	struct totals before;
	cycle_t began;              /* this epoch */
	struct totals decided;      /* up to the last decision whether to go up */
	uint64_t misses;            /* since then */
	uint64_t *avoided;          /* of these, by the lowest level that would not have had them */
	uint64_t numbered;          /* misses so far */
	uint64_t changed;           /* the number of the first after the last change of level */
	struct occupancy under_way; /* misses without an answer */

	bool wished;              /* for a higher level, in the epoch before */
	bool trying;              /* a level less */
	double mean;              /* cycles of a translation before */
	struct totals watched;    /* up to where the mean of now is taken from */
	uint64_t watched_misses;  /* numbered until then */
	unsigned patience, looks; /* epochs until the next trial, and since the last change */

	uint64_t ups, downs, returns, moved;
	struct occupancy levels;
};

/* Placement */

static unsigned fold(uint64_t vpn)
{
	return (unsigned)(vpn ^ vpn >> 6 ^ vpn >> 12 ^ vpn >> 18 ^ vpn >> 24);
}

static unsigned place(const struct adaptive *a, unsigned cu, uint64_t vpn)
{
	unsigned others = (1u << a->level) - 1;

	return (cu & ~others) | (fold(vpn) & others);
}

static void look(struct event *event);

/* For every translation, which is as good as a clock: epochs begin with the first miss. */
static unsigned route(void *state, unsigned cu, uint64_t vpn)
{
	struct adaptive *a = state;

	if (a->engine->now - a->began >= a->epoch_cycles && a->numbered &&
	    !event_scheduled(&a->look))
		engine_after(a->engine, &a->look, 0, look);
	return place(a, cu, vpn);
}

/*
 * For tlb_sweep: entries whose place is elsewhere now are noted, to be moved there. Of a cluster
 * cut in two each half has a place for them: one is where they are, the other the same in the other
 * half, which gets a copy.
 */
static bool stays(void *unit, const struct tlb_entry *entry)
{
	const struct unit *u = unit;
	struct adaptive *a = u->adaptive;
	unsigned to = place(a, u->index, entry->vpn);
	bool here = to == u->index;

	if (here && a->cut)
		to = u->index ^ 1u << a->level;
	if (to != u->index)
		a->moving[a->moving_count++] = (struct moving){*entry, to};
	return here;
}

static bool may_fill(void *unit, const struct translation *t, const struct translation *merged)
{
	const struct unit *u = unit;

	(void)merged;
	return place(u->adaptive, u->index, t->vpn) == u->index;
}

static const struct l2_fill_ops fill_at_home = {.may_fill = may_fill};

static void change_chiplet(struct adaptive *a, unsigned chiplet)
{
	struct tlb *tlbs = a->tlbs[chiplet];
	struct crossbar *x = a->crossbar[chiplet];
	struct translation *t;

	crossbar_pause(x, a->pause);
	a->moving_count = 0;
	for (unsigned i = 0; i < a->cus; i++) {
		while ((t = tlb_recall(&tlbs[i])) != NULL)
			crossbar_recall(x, t);
		tlb_sweep(&tlbs[i], stays, &a->units[chiplet * a->cus + i]);
	}
	crossbar_recall_blocked(x);
	for (uint32_t i = 0; i < a->moving_count; i++)
		tlb_insert(&tlbs[a->moving[i].to], &a->moving[i].entry);
	a->moved += a->moving_count;
	crossbar_set_latency(x, a->hop_latency * a->level);
}

/* Decisions */

static struct totals totals(const struct adaptive *a)
{
	cycle_t now = a->engine->now;
	struct totals sum = {.waiting = occupancy_area(&a->under_way, now)};

	for (unsigned i = 0; i < a->chiplets; i++)
		for (unsigned k = 0; k < a->cus; k++) {
			const struct tlb_stats *tlb = &a->tlbs[i][k].stats;

			sum.lookups += tlb->lookups;
			sum.answered += tlb->latency.sum;
			sum.waiting += occupancy_area(&tlb->queue, now);
		}
	return sum;
}

static void begin_epoch(struct adaptive *a, const struct totals *now)
{
	a->began = a->engine->now;
	a->before = *now;
}

static void begin_counting(struct adaptive *a, const struct totals *now)
{
	a->decided = *now;
	a->misses = 0;
	memset(a->avoided, 0, (a->top + 1) * sizeof(*a->avoided));
}

static void change_level(struct adaptive *a, unsigned level, const struct totals *now)
{
	occupancy_change(&a->levels, a->engine->now, (int)level - (int)a->level);
	a->cut = level < a->level;
	a->level = level;
	a->changed = a->numbered + 1;
	begin_counting(a, now);
	for (unsigned i = 0; i < a->chiplets; i++)
		change_chiplet(a, i);
}

/* Both ways. */
static double hop_cycles(const struct adaptive *a, unsigned level)
{
	return 2.0 * a->hop_latency * level;
}

static unsigned cheapest(const struct adaptive *a, double lookups, double waited)
{
	double present = waited + lookups * hop_cycles(a, a->level), least = present;
	double share = waited / (double)a->misses, left = waited;
	unsigned level = a->level;

	for (unsigned k = a->level + 1; k <= a->top; k++) {
		double cost;

		left -= share * (double)a->avoided[k];
		cost = left + lookups * hop_cycles(a, k);
		if (cost < least) {
			least = cost;
			level = k;
		}
	}
	return least * 16 < present * 15 ? level : a->level;
}

/* What translations waited since `before`, and the lookups. */
static double waited_since(const struct totals *now, const struct totals *before)
{
	uint64_t answered = now->answered - before->answered;
	uint64_t waiting = now->waiting - before->waiting;

	return (double)(answered > waiting ? answered : waiting);
}

static double mean_since(const struct adaptive *a, const struct totals *now,
			 const struct totals *before)
{
	double lookups = (double)(now->lookups - before->lookups);

	return waited_since(now, before) / lookups + hop_cycles(a, a->level);
}

static void watch_from(struct adaptive *a, const struct totals *now)
{
	a->watched = *now;
	a->watched_misses = a->numbered;
	a->looks = 0;
}

/* A level less is being tried: first it settles, then it is watched for as long. */
static void try_on(struct adaptive *a, const struct totals *now)
{
	a->looks++;
	if (a->looks == SETTLING)
		a->watched = *now;
	if (a->looks < 2 * SETTLING)
		return;
	a->trying = false;
	if (mean_since(a, now, &a->watched) <= a->mean) {
		a->patience = SETTLING;
	} else {
		a->patience = a->patience < MOST_PATIENCE ? 2 * a->patience : MOST_PATIENCE;
		a->returns++;
		change_level(a, a->level + 1, now);
	}
	watch_from(a, now);
}

/* Whether what each cluster holds would fit twice into half of it, and hardly changes: misses since
 * `watched` are few beside the entries. */
static bool has_room(const struct adaptive *a)
{
	uint64_t all = 0;

	for (unsigned i = 0; i < a->chiplets * a->cus; i += 1u << a->level) {
		uint32_t held = 0;

		for (unsigned k = i; k < i + (1u << a->level); k++)
			held += a->tlbs[k / a->cus][k % a->cus].tags.valid;
		if (held > a->entries << a->level >> 2)
			return false;
		all += held;
	}
	return 16 * (a->numbered - a->watched_misses) <= all;
}

/* An epoch in which no larger clusters were wanted. */
static void consider_less(struct adaptive *a, const struct totals *now)
{
	double mean;

	if (++a->looks < a->patience)
		return;
	mean = mean_since(a, now, &a->watched);
	if (a->level && mean < 1.25 * hop_cycles(a, a->level) && has_room(a)) {
		a->trying = true;
		a->mean = mean;
		a->downs++;
		change_level(a, a->level - 1, now);
	}
	watch_from(a, now);
}

/* Whether to go up, once there are enough misses to tell; false: no, as far as is known. */
static bool consider_more(struct adaptive *a, const struct totals *now)
{
	double lookups = (double)(now->lookups - a->decided.lookups);
	bool wished = a->wished;
	unsigned level;

	if (a->misses < a->least_misses)
		return a->wished;
	level = cheapest(a, lookups, waited_since(now, &a->decided));
	a->wished = level > a->level;
	begin_counting(a, now);
	if (a->wished && wished) {
		a->wished = false;
		a->ups++;
		change_level(a, level, now);
		watch_from(a, now);
		return true;
	}
	return a->wished;
}

/* An event of its own in the cycle of the translation that is due for it: TLBs are swept here. */
static void look(struct event *event)
{
	struct adaptive *a = container_of(event, struct adaptive, look);
	struct totals now = totals(a);

	if (now.lookups - a->before.lookups < a->least_misses)
		return;
	if (a->trying)
		try_on(a, &now);
	else if (!consider_more(a, &now))
		consider_less(a, &now);
	begin_epoch(a, &now);
}

/* Misses */

static unsigned log2_above(uint64_t number)
{
	return number ? 64 - (unsigned)__builtin_clzll(number) : 0;
}

/* The lowest level at which this miss would have been a hit or merged; top + 1: none. */
static unsigned avoiding_level(const struct adaptive *a, const struct last_miss *last, unsigned cu)
{
	uint64_t between = a->numbered - last->number;
	unsigned common = log2_above(cu ^ last->cu), room = log2_above(4 * between / a->entries);

	if (common < room)
		common = room;
	/* Missed at this level and missed again, though there should have been room. */
	if (common <= a->level && last->number >= a->changed)
		common = a->level + 1;
	return common <= a->top ? common : a->top + 1;
}

static struct last_miss *last_miss_of(struct adaptive *a, const struct translation *t,
				      uint32_t *tag)
{
	uint64_t key = tlb_key(t->who.asid, t->vpn) * UINT64_C(0x9e3779b97f4a7c15);

	*tag = (uint32_t)key;
	return &a->table[key >> 32 & a->table_mask];
}

static void note_miss(struct adaptive *a, const struct translation *t)
{
	uint32_t tag;
	struct last_miss *last = last_miss_of(a, t, &tag);

	if (!a->numbered) {
		struct totals now = totals(a);

		begin_epoch(a, &now);
		begin_counting(a, &now);
		watch_from(a, &now);
	}
	a->misses++;
	if (last->number && last->tag == tag && last->answered) {
		unsigned level = avoiding_level(a, last, t->who.cu);

		if (level <= a->top)
			a->avoided[level]++;
	}
	*last = (struct last_miss){tag, t->who.cu, false, ++a->numbered};
	occupancy_change(&a->under_way, a->engine->now, 1);
}

static void answered(void *owner, struct translation *t)
{
	struct adaptive *a = owner;
	uint32_t tag;
	struct last_miss *last = last_miss_of(a, t, &tag);

	last->answered |= last->tag == tag;
	occupancy_change(&a->under_way, a->engine->now, -1);
	tx_reply(t);
}

static bool send(void *owner, struct translation *t, struct waiter *waiter)
{
	const struct unit *u = owner;

	tx_push(t, answered, u->adaptive);
	if (!tx_send(&u->down, t, waiter)) {
		t->depth--;
		return false;
	}
	note_miss(u->adaptive, t);
	return true;
}

/* Wiring */

static struct tx_port below(void *state, unsigned chiplet, unsigned tlb, struct tx_port down)
{
	struct adaptive *a = state;
	struct unit *u = &a->units[chiplet * a->cus + tlb];

	*u = (struct unit){a, tlb, down};
	return (struct tx_port){send, u};
}

static void attach(void *state, unsigned chiplet, struct crossbar *crossbar, struct tlb *tlbs)
{
	struct adaptive *a = state;

	a->crossbar[chiplet] = crossbar;
	a->tlbs[chiplet] = tlbs;
	for (unsigned i = 0; i < a->cus; i++)
		tlb_set_fill(&tlbs[i], &fill_at_home, &a->units[chiplet * a->cus + i]);
}

static bool has_crossbar(void *state, uint32_t *latency)
{
	(void)state;
	*latency = 0;
	return true;
}

static void geometry(void *state, unsigned cus, unsigned *tlbs, uint32_t *entries, uint32_t *ways,
		     uint32_t *mshrs, uint32_t *latency)
{
	struct adaptive *a = state;

	(void)ways, (void)mshrs, (void)latency;
	*tlbs = cus;
	a->entries = *entries;
	free(a->moving); /* every chiplet's is the same */
	a->moving = xcalloc((size_t)cus * *entries, sizeof(*a->moving));
}

static void *make(const struct plan_facts *facts)
{
	struct adaptive *a = xcalloc(1, sizeof(*a));
	const struct params *p = facts->params;
	uint32_t table = (uint32_t)param(p, P_ADAPTIVE_TABLE);

	a->engine = facts->engine;
	a->chiplets = facts->chiplets;
	a->cus = facts->cus / facts->chiplets;
	a->top = (unsigned)__builtin_ctz(a->cus);
	a->hop_latency = 2; /* log2(M) + log2(N) of M x N, M = N = 2^level (5.1) */
	a->epoch_cycles = (uint64_t)param(p, P_ADAPTIVE_EPOCH);
	a->least_misses = (uint64_t)param(p, P_ADAPTIVE_MISSES);
	a->pause = (uint32_t)param(p, P_ADAPTIVE_PAUSE);
	a->units = xcalloc(facts->cus, sizeof(*a->units));
	a->crossbar = xcalloc(a->chiplets, sizeof(struct crossbar *));
	a->tlbs = xcalloc(a->chiplets, sizeof(struct tlb *));
	a->table = xcalloc(table, sizeof(*a->table));
	a->table_mask = table - 1;
	a->avoided = xcalloc(a->top + 1, sizeof(*a->avoided));
	a->patience = FIRST_PATIENCE;
	return a;
}

static void release(void *state)
{
	struct adaptive *a = state;

	free(a->units);
	free(a->crossbar);
	free(a->tlbs);
	free(a->moving);
	free(a->table);
	free(a->avoided);
	free(a);
}

static void register_stats(void *state, struct stats *stats)
{
	const struct adaptive *a = state;

	stats_counter(stats, "l1_adaptive", "ups", &a->ups);
	stats_counter(stats, "l1_adaptive", "downs", &a->downs);
	stats_counter(stats, "l1_adaptive", "returns", &a->returns);
	stats_counter(stats, "l1_adaptive", "moved", &a->moved);
	stats_occupancy(stats, "l1_adaptive", "level", &a->levels);
}

const struct l1_org_ops l1_adaptive = {
	.base = {.name = "adaptive",
		 .summary = "private at first, then in clusters as large as misses are worth",
		 .make = make,
		 .release = release,
		 .register_stats = register_stats},
	.geometry = geometry,
	.route = route,
	.crossbar = has_crossbar,
	.below = below,
	.attach = attach,
};
