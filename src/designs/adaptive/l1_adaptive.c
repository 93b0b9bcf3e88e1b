/*
 * L1 TLB organisation: clusters that grow and shrink while the program runs, the adaptive scheme
 * left as future work [Choudhary22 ch. 9].
 *
 * Hardware. Each CU has an L1 TLB with its MSHRs; 2^level neighbouring ones form a cluster in which
 * a page has one place and all MSHRs are everybody's. At level 0, where it starts, nothing is in
 * the way. Above it there are two ways to build the same 2^level sets, equal in latency to a cycle,
 * and the kind of crossbar decides which is better:
 * - pipelined crossbars: 2^level TLBs with a port each behind 2^level x 2^level ports, 2 * level
 *   cycles each way (T = N TLBs in C = N / 2^level clusters);
 * - circuits, which one translation holds at a time: the smaller the better, so the TLBs become the
 *   sets of one larger TLB (T = C = N / 2^level) behind 2^level x 1, level cycles each way, and a
 *   lookup takes 2 * level.
 * Which TLB of the cluster has a page is an XOR of fields of the page number: with its lowest bits
 * alone the strides of matrices would leave TLBs idle.
 *
 * What it knows. Which CUs share a page, seen at their misses, and from which level on a miss would
 * not have been (l1_sharing.h).
 * Beside that it counts lookups of each CU, misses, and how long translations wait: the cycles of
 * those that were answered, or of those in queues and under way while few are answered at all.
 *
 * Up, by prediction. As often as there are enough misses: at level k the same translations wait as
 * long as now, less the share of misses that k avoids, and 4k cycles on the way for each lookup;
 * and as many of them are under way at a time, so that the time they take changes in proportion.
 * The circuit of the busiest cluster is a lower bound of that time, with as many lookups as there
 * were lately, if now there are fewer. The shortest time is taken when it is shorter than the
 * present one by a sixteenth, two times in a row: at a cold start all CUs miss alike on what they
 * have in common, but only once.
 *
 * Down, by trial. What a smaller cluster would miss cannot be seen. One level less is tried when
 * for some epochs, which are counted by the clock, either waiting costs less than a quarter of the
 * way there and back, and what each cluster holds hardly changes and would fit twice into half of
 * it; or the busiest circuit was held for more than half of the time. It has some epochs to settle
 * and as many to be watched, fewer when it is plainly slower or faster. It stays if more
 * translations were answered per cycle, or as many after less time each; else the old level comes
 * back. The next trial is twice as far off when one has failed, or has succeeded and the level then
 * went up all the same; it is as near as the first when the level goes up otherwise.
 *
 * A change costs: for `pause` cycles no translation is taken, while each TLB looks through its
 * entries and sends those whose place is elsewhere now to their new TLB, and of a cluster cut in
 * two copies to the other half, where they take port slots and push out others when there are too
 * many. Translations that waited for an MSHR go back and are sent once more. Misses under way end
 * where they began; they are answered, but installed only if the place is still theirs.
 */
#include <stdlib.h>
#include <string.h>

#include "hw/translation/crossbar.h"
#include "hw/translation/tlb.h"
#include "designs/adaptive/l1_sharing.h"
#include "designs/adaptive/adaptive.h"

enum { LATELY = 4, SETTLING = 32, MOST_PATIENCE = 65536 }; /* epochs */

struct unit {
	struct adaptive *adaptive;
	unsigned index; /* in its chiplet */
	struct tx_port down;
};

/* Of all L1 TLBs, up to the beginning of an epoch. */
struct totals {
	cycle_t cycle;
	uint64_t lookups;
	uint64_t answered; /* cycles from acceptance to answer */
	uint64_t waiting;  /* sum over all cycles of translations that waited */
	uint64_t passing;  /* cycles that translations waited for a crossbar */
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
	bool cut;                /* the present change of level is one down */
	bool circuit;            /* one translation at a time holds a crossbar */
	uint32_t latency, mshrs; /* of a private TLB */
	uint64_t epoch_cycles, least_misses;
	uint32_t pause;
	struct unit *units;         /* by chiplet and TLB */
	struct crossbar **crossbar; /* by chiplet */
	struct tlb **tlbs;          /* by chiplet: `cus` of them */
	struct tlb_pool *pools;     /* MSHRs of clusters, by chiplet and first TLB */
	struct moving *moving;      /* room for all entries of a chiplet */
	uint32_t moving_count;
	struct l1_sharing sharing;

	struct event look;
	struct totals before;
	struct totals decided;      /* up to the last decision whether to go up */
	uint64_t misses;            /* since then */
	uint64_t *sent;             /* translations until then, by CU of all chiplets */
	uint64_t *avoided;          /* of these, by the lowest level that would not have had them */
	struct occupancy under_way; /* misses without an answer */

	double lately;            /* translations per cycle, over the last epochs */
	bool wished;              /* for a higher level, in the epoch before */
	bool trying;              /* a level less */
	bool fell;                /* the last change of level was a trial that succeeded */
	double mean, rate;        /* cycles of a translation, translations per cycle before */
	struct totals watched;    /* up to where the mean of now is taken from */
	uint64_t watched_misses;  /* numbered until then */
	unsigned patience, looks; /* epochs until the next trial, and since the last change */

	uint64_t ups, downs, returns, moved;
	struct occupancy levels;
};

/* Shape */

/* One way. M x N crossbars: log2(M) + log2(N) cycles [Choudhary22 §5.1]. */
static uint32_t crossbar_latency(const struct adaptive *a, unsigned level)
{
	return a->circuit ? level : 2 * level;
}

/* 2^level sets are decoded in 2 * level cycles (5.1). */
static uint32_t lookup_latency(const struct adaptive *a, unsigned level)
{
	return a->circuit && 2 * level > a->latency ? 2 * level : a->latency;
}

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

	if (a->engine->now - a->before.cycle >= a->epoch_cycles && a->sharing.misses &&
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

static const struct tlb_fill_ops fill_at_home = {.may_fill = may_fill};

/* [Choudhary22 §5.1]: MSHRs are merged as entries are. */
static void share_mshrs(struct adaptive *a, unsigned chiplet)
{
	unsigned size = 1u << a->level;

	for (unsigned i = 0; i < a->cus; i += size)
		tlb_share_mshrs(&a->pools[chiplet * a->cus + i], &a->tlbs[chiplet][i], size,
				a->mshrs << a->level);
}

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
		tlb_set_latency(&tlbs[i], lookup_latency(a, a->level));
	}
	crossbar_recall_blocked(x);
	share_mshrs(a, chiplet);
	for (uint32_t i = 0; i < a->moving_count; i++)
		tlb_insert(&tlbs[a->moving[i].to], &a->moving[i].entry);
	a->moved += a->moving_count;
	crossbar_reshape(x, crossbar_latency(a, a->level), 1u << a->level);
}

/* Decisions */

static struct totals totals(const struct adaptive *a)
{
	cycle_t now = a->engine->now;
	struct totals sum = {.cycle = now, .waiting = occupancy_area(&a->under_way, now)};

	for (unsigned i = 0; i < a->chiplets; i++) {
		sum.passing += a->crossbar[i]->wait_cycles + a->crossbar[i]->back_wait_cycles;
		for (unsigned k = 0; k < a->cus; k++) {
			const struct tlb_stats *tlb = &a->tlbs[i][k].stats;

			sum.lookups += tlb->lookups;
			sum.answered += tlb->latency.sum;
			sum.waiting += occupancy_area(&tlb->queue, now);
		}
	}
	return sum;
}

static uint64_t sent_by(const struct adaptive *a, unsigned cu)
{
	return a->crossbar[cu / a->cus]->source[cu % a->cus].sent;
}

static void begin_counting(struct adaptive *a, const struct totals *now)
{
	l1_sharing_renew(&a->sharing);
	a->decided = *now;
	a->misses = 0;
	for (unsigned i = 0; i < a->chiplets * a->cus; i++)
		a->sent[i] = sent_by(a, i);
	memset(a->avoided, 0, (a->top + 1) * sizeof(*a->avoided));
}

static void change_level(struct adaptive *a, unsigned level, const struct totals *now)
{
	occupancy_change(&a->levels, a->engine->now, (int)level - (int)a->level);
	a->cut = level < a->level;
	a->level = level;
	begin_counting(a, now);
	for (unsigned i = 0; i < a->chiplets; i++)
		change_chiplet(a, i);
}

/* Both ways. */
static double crossing(const struct adaptive *a, unsigned level)
{
	return 2.0 * crossbar_latency(a, level);
}

/* Cycles for which so many translations, from the CUs that have asked of late, hold the circuit of
 * the busiest cluster at a level. */
static double circuit_held(const struct adaptive *a, unsigned level, double lookups)
{
	uint64_t all = 0, most = 0, cluster = 0;

	if (!a->circuit)
		return 0;
	for (unsigned i = 0; i < a->chiplets * a->cus; i++) {
		uint64_t sent = sent_by(a, i) - a->sent[i];

		if (!(i & ((1u << level) - 1)))
			cluster = 0;
		cluster += sent;
		all += sent;
		if (cluster > most)
			most = cluster;
	}
	return all ? lookups * (double)most / (double)all * crossbar_latency(a, level) : 0;
}

/* The level at which the lookups of the last `cycles`, which waited as long, take the least time.
 */
static unsigned fastest(const struct adaptive *a, double cycles, double lookups, double waited)
{
	double present = waited + lookups * crossing(a, a->level), least = cycles;
	double share = waited / (double)a->misses, saved = 0;
	double demand = lookups > a->lately * cycles ? lookups : a->lately * cycles;
	unsigned level = a->level;

	for (unsigned k = a->level + 1; k <= a->top; k++) {
		double way = crossing(a, k) - crossing(a, a->level) + lookup_latency(a, k) -
			     lookup_latency(a, a->level);
		double held = circuit_held(a, k, demand), time;

		saved += share * (double)a->avoided[k];
		time = cycles * (present - saved + lookups * way) / present;
		if (time < held)
			time = held;
		if (time < least) {
			least = time;
			level = k;
		}
	}
	return least * 16 < cycles * 15 ? level : a->level;
}

/* What translations waited since `before`. */
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

	return (waited_since(now, before) + (double)(now->passing - before->passing)) / lookups +
	       crossing(a, a->level);
}

static double rate_since(const struct totals *now, const struct totals *before)
{
	return (double)(now->lookups - before->lookups) / (double)(now->cycle - before->cycle);
}

static void watch_from(struct adaptive *a, const struct totals *now)
{
	a->watched = *now;
	a->watched_misses = a->sharing.misses;
	a->looks = 0;
}

/* Three quarters or twice as fast as before. */
static bool is_clear(const struct adaptive *a, const struct totals *now)
{
	double rate;

	if (a->looks % SETTLING < SETTLING / 4)
		return false;
	rate = rate_since(now, &a->watched);
	return 4 * rate < 3 * a->rate || rate > 2 * a->rate;
}

/* What is being tried, than what was before; rates count as equal to a 64th. */
static bool is_better(const struct adaptive *a, const struct totals *now)
{
	double rate = rate_since(now, &a->watched);

	if (rate * 64 > a->rate * 65)
		return true;
	return rate * 65 > a->rate * 64 && mean_since(a, now, &a->watched) <= a->mean;
}

/* The next trial is twice as far off. */
static void be_patient(struct adaptive *a)
{
	if (a->patience < MOST_PATIENCE)
		a->patience *= 2;
}

/* A level less is being tried: first it settles, then it is watched for as long. */
static void try_on(struct adaptive *a, const struct totals *now)
{
	a->looks++;
	if (a->looks == SETTLING)
		a->watched = *now;
	if (a->looks < 2 * SETTLING && !is_clear(a, now))
		return;
	a->trying = false;
	a->fell = is_better(a, now);
	if (!a->fell) {
		be_patient(a);
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
		if (held > a->sharing.entries << a->level >> 2)
			return false;
		all += held;
	}
	return 16 * (a->sharing.misses - a->watched_misses) <= all;
}

/* An epoch in which no larger clusters were wanted. */
static void consider_less(struct adaptive *a, const struct totals *now)
{
	double mean, lookups, cycles;

	if (++a->looks < a->patience)
		return;
	mean = mean_since(a, now, &a->watched);
	lookups = (double)(now->lookups - a->watched.lookups);
	cycles = (double)(now->cycle - a->watched.cycle);
	if (a->level && ((mean < 1.25 * crossing(a, a->level) && has_room(a)) ||
			 circuit_held(a, a->level, lookups) > cycles / 2)) {
		a->trying = true;
		a->mean = mean;
		a->rate = rate_since(now, &a->watched);
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
	level = fastest(a, (double)(now->cycle - a->decided.cycle), lookups,
			waited_since(now, &a->decided));
	a->wished = level > a->level;
	begin_counting(a, now);
	if (a->wished && wished) {
		a->wished = false;
		a->ups++;
		if (a->fell)
			be_patient(a);
		else
			a->patience = SETTLING;
		a->fell = false;
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
	a->lately += (rate_since(&now, &a->before) - a->lately) / LATELY;
	if (a->trying)
		try_on(a, &now);
	else if (!consider_more(a, &now))
		consider_less(a, &now);
	a->before = now;
}

/* Misses */

static void note_miss(struct adaptive *a, const struct translation *t)
{
	unsigned level;

	if (!a->sharing.misses) {
		struct totals now = totals(a);

		a->before = now;
		begin_counting(a, &now);
		watch_from(a, &now);
	}
	a->misses++;
	level = l1_sharing_missed(&a->sharing, t, a->level);
	if (level <= a->top)
		a->avoided[level]++;
	occupancy_change(&a->under_way, a->engine->now, 1);
}

static void answered(void *owner, struct translation *t)
{
	struct adaptive *a = owner;

	l1_sharing_answered(&a->sharing, t);
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
	for (unsigned i = 0; i < a->cus; i++) {
		struct tlb_fill fill = {&fill_at_home, &a->units[chiplet * a->cus + i]};

		tlb_set_fill(&tlbs[i], &fill);
	}
	share_mshrs(a, chiplet);
}

static bool has_crossbar(void *state, uint32_t *latency, uint32_t *reach)
{
	(void)state;
	*latency = 0;
	*reach = 1;
	return true;
}

static void geometry(void *state, unsigned cus, unsigned *tlbs, uint32_t *entries, uint32_t *ways,
		     uint32_t *mshrs, uint32_t *latency)
{
	struct adaptive *a = state;

	(void)ways;
	*tlbs = cus;
	a->mshrs = *mshrs;
	*mshrs <<= a->top; /* any of a cluster's may be a TLB's */
	a->sharing.entries = *entries;
	a->latency = *latency;
	free(a->moving); /* every chiplet's is the same */
	a->moving = xcalloc((size_t)cus * *entries, sizeof(*a->moving));
}

static void *make(const struct plan_facts *facts)
{
	struct adaptive *a = xcalloc(1, sizeof(*a));
	const struct params *p = facts->params;

	a->engine = facts->engine;
	a->chiplets = facts->chiplets;
	a->cus = facts->cus / facts->chiplets;
	a->top = (unsigned)__builtin_ctz(a->cus);
	a->circuit = param(p, P_L1_CROSSBAR) != 0;
	a->epoch_cycles = (uint64_t)param(p, P_ADAPTIVE_EPOCH);
	a->least_misses = (uint64_t)param(p, P_ADAPTIVE_MISSES);
	a->pause = (uint32_t)param(p, P_ADAPTIVE_PAUSE);
	a->units = xcalloc(facts->cus, sizeof(*a->units));
	a->crossbar = xcalloc(a->chiplets, sizeof(struct crossbar *));
	a->tlbs = xcalloc(a->chiplets, sizeof(struct tlb *));
	a->pools = xcalloc(facts->cus, sizeof(*a->pools));
	l1_sharing_init(&a->sharing, a->chiplets, a->cus, (uint32_t)param(p, P_ADAPTIVE_TABLE));
	a->sent = xcalloc(facts->cus, sizeof(*a->sent));
	a->avoided = xcalloc(a->top + 1, sizeof(*a->avoided));
	a->patience = SETTLING;
	return a;
}

static void release(void *state)
{
	struct adaptive *a = state;

	free(a->units);
	free(a->crossbar);
	free(a->tlbs);
	free(a->pools);
	free(a->moving);
	l1_sharing_release(&a->sharing);
	free(a->sent);
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
