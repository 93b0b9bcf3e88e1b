/* Totals are taken at looks, and differences between two of them judged. */
#include "designs/adaptive/l1_level.h"

#include <stdlib.h>
#include <string.h>

enum { LATELY = 4, SETTLING = 32, MOST_PATIENCE = 65536 }; /* epochs */

static struct l1_totals l1_totals_now(const struct l1_level *l)
{
	struct l1_work work = l1_clusters_work(l->clusters);
	cycle_t now = l->engine->now;

	return (struct l1_totals){
		.cycle = now,
		.lookups = work.tlbs.lookups,
		.answered = work.tlbs.answer_cycles,
		.waiting = work.tlbs.queue_cycles + occupancy_area(&l->under_way, now),
		.passing = work.passing,
	};
}

static void begin_counting(struct l1_level *l, const struct l1_totals *now)
{
	l1_sharing_renew(&l->sharing);
	l->decided = *now;
	l->misses = 0;
	for (unsigned i = 0; i < l->clusters->chiplets * l->clusters->cus; i++)
		l->sent[i] = l1_clusters_sent(l->clusters, i);
	memset(l->avoided, 0, (l->clusters->top + 1) * sizeof(*l->avoided));
}

static void change_level(struct l1_level *l, unsigned level, const struct l1_totals *now)
{
	begin_counting(l, now);
	l1_clusters_change(l->clusters, level);
}

/* Cycles for which so many translations, from the CUs that have asked of late, hold the circuit of
 * the busiest cluster at a level. */
static double circuit_held(const struct l1_level *l, unsigned level, double lookups)
{
	const struct l1_clusters *c = l->clusters;
	uint64_t all = 0, most = 0, cluster = 0;

	if (!c->circuit)
		return 0;
	for (unsigned i = 0; i < c->chiplets * c->cus; i++) {
		uint64_t sent = l1_clusters_sent(c, i) - l->sent[i];

		if (!(i & ((1u << level) - 1)))
			cluster = 0;
		cluster += sent;
		all += sent;
		if (cluster > most)
			most = cluster;
	}
	return all ? lookups * (double)most / (double)all * l1_clusters_way(c, level) : 0;
}

/* The level at which the lookups of the last `cycles`, which waited as long, take the least time.
 */
static unsigned fastest_level(const struct l1_level *l, double cycles, double lookups,
			      double waited)
{
	const struct l1_clusters *c = l->clusters;
	double crossing = l1_clusters_crossing(c, c->level),
	       lookup = l1_clusters_lookup(c, c->level);
	double present = waited + lookups * crossing, least = cycles;
	double share = waited / (double)l->misses, saved = 0;
	double demand = lookups > l->lately * cycles ? lookups : l->lately * cycles;
	unsigned level = c->level;

	for (unsigned k = c->level + 1; k <= c->top; k++) {
		double way =
			l1_clusters_crossing(c, k) - crossing + l1_clusters_lookup(c, k) - lookup;
		double held = circuit_held(l, k, demand), time;

		saved += share * (double)l->avoided[k];
		time = cycles * (present - saved + lookups * way) / present;
		if (time < held)
			time = held;
		if (time < least) {
			least = time;
			level = k;
		}
	}
	return least * 16 < cycles * 15 ? level : c->level;
}

/* What translations waited since `before`. */
static double waited_since(const struct l1_totals *now, const struct l1_totals *before)
{
	uint64_t answered = now->answered - before->answered;
	uint64_t waiting = now->waiting - before->waiting;

	return (double)(answered > waiting ? answered : waiting);
}

static double mean_since(const struct l1_level *l, const struct l1_totals *now,
			 const struct l1_totals *before)
{
	double lookups = (double)(now->lookups - before->lookups);

	return (waited_since(now, before) + (double)(now->passing - before->passing)) / lookups +
	       l1_clusters_crossing(l->clusters, l->clusters->level);
}

static double rate_since(const struct l1_totals *now, const struct l1_totals *before)
{
	return (double)(now->lookups - before->lookups) / (double)(now->cycle - before->cycle);
}

static void watch_from(struct l1_level *l, const struct l1_totals *now)
{
	l->watched = *now;
	l->watched_misses = l->sharing.misses;
	l->looks = 0;
}

/* Three quarters or twice as fast as before. */
static bool trial_is_clear(const struct l1_level *l, const struct l1_totals *now)
{
	double rate;

	if (l->looks % SETTLING < SETTLING / 4)
		return false;
	rate = rate_since(now, &l->watched);
	return 4 * rate < 3 * l->rate || rate > 2 * l->rate;
}

/* What is being tried, than what was before; rates count as equal to a 64th. */
static bool trial_is_better(const struct l1_level *l, const struct l1_totals *now)
{
	double rate = rate_since(now, &l->watched);

	if (rate * 64 > l->rate * 65)
		return true;
	return rate * 65 > l->rate * 64 && mean_since(l, now, &l->watched) <= l->mean;
}

/* The next trial is twice as far off. */
static void be_patient(struct l1_level *l)
{
	if (l->patience < MOST_PATIENCE)
		l->patience *= 2;
}

/* A level less is being tried: first it settles, then it is watched for as long. */
static void go_on_trying(struct l1_level *l, const struct l1_totals *now)
{
	l->looks++;
	if (l->looks == SETTLING)
		l->watched = *now;
	if (l->looks < 2 * SETTLING && !trial_is_clear(l, now))
		return;
	l->trying = false;
	l->fell = trial_is_better(l, now);
	if (!l->fell) {
		be_patient(l);
		l->returns++;
		change_level(l, l->clusters->level + 1, now);
	}
	watch_from(l, now);
}

/* Whether clusters have room for what they hold, which hardly changes: misses since `watched` are
 * few beside the entries. */
static bool has_settled_with_room(const struct l1_level *l)
{
	uint64_t held;

	return l1_clusters_have_room(l->clusters, &held) &&
	       16 * (l->sharing.misses - l->watched_misses) <= held;
}

/* An epoch in which no larger clusters were wanted. */
static void consider_less(struct l1_level *l, const struct l1_totals *now)
{
	unsigned level = l->clusters->level;
	double mean, lookups, cycles;

	if (++l->looks < l->patience)
		return;
	mean = mean_since(l, now, &l->watched);
	lookups = (double)(now->lookups - l->watched.lookups);
	cycles = (double)(now->cycle - l->watched.cycle);
	if (level &&
	    ((mean < 1.25 * l1_clusters_crossing(l->clusters, level) && has_settled_with_room(l)) ||
	     circuit_held(l, level, lookups) > cycles / 2)) {
		l->trying = true;
		l->mean = mean;
		l->rate = rate_since(now, &l->watched);
		l->downs++;
		change_level(l, level - 1, now);
	}
	watch_from(l, now);
}

/* Whether to go up, once there are enough misses to tell; false: no, as far as is known. */
static bool consider_more(struct l1_level *l, const struct l1_totals *now)
{
	double lookups = (double)(now->lookups - l->decided.lookups);
	bool wished = l->wished;
	unsigned level;

	if (l->misses < l->least_misses)
		return l->wished;
	level = fastest_level(l, (double)(now->cycle - l->decided.cycle), lookups,
			      waited_since(now, &l->decided));
	l->wished = level > l->clusters->level;
	begin_counting(l, now);
	if (l->wished && wished) {
		l->wished = false;
		l->ups++;
		if (l->fell)
			be_patient(l);
		else
			l->patience = SETTLING;
		l->fell = false;
		change_level(l, level, now);
		watch_from(l, now);
		return true;
	}
	return l->wished;
}

/* An event of its own in the cycle of the translation that is due for it: TLBs are swept here. */
static void l1_level_look(struct event *event)
{
	struct l1_level *l = container_of(event, struct l1_level, look);
	struct l1_totals now = l1_totals_now(l);

	if (now.lookups - l->before.lookups < l->least_misses)
		return;
	l->lately += (rate_since(&now, &l->before) - l->lately) / LATELY;
	if (l->trying)
		go_on_trying(l, &now);
	else if (!consider_more(l, &now))
		consider_less(l, &now);
	l->before = now;
}

void l1_level_translates(struct l1_level *l)
{
	/* Epochs begin with the first miss. */
	if (l->engine->now - l->before.cycle >= l->epoch_cycles && l->sharing.misses &&
	    !event_scheduled(&l->look))
		engine_after(l->engine, &l->look, 0, l1_level_look);
}

void l1_level_missed(struct l1_level *l, const struct translation *t)
{
	unsigned level;

	if (!l->sharing.misses) {
		struct l1_totals now = l1_totals_now(l);

		l->before = now;
		begin_counting(l, &now);
		watch_from(l, &now);
	}
	l->misses++;
	level = l1_sharing_missed(&l->sharing, t, l->clusters->level);
	if (level <= l->clusters->top)
		l->avoided[level]++;
	occupancy_change(&l->under_way, l->engine->now, 1);
}

void l1_level_answered(struct l1_level *l, const struct translation *t)
{
	l1_sharing_answered(&l->sharing, t);
	occupancy_change(&l->under_way, l->engine->now, -1);
}

void l1_level_init(struct l1_level *l, struct engine *engine, struct l1_clusters *clusters,
		   uint64_t epoch_cycles, uint64_t least_misses, uint32_t pages)
{
	*l = (struct l1_level){
		.engine = engine,
		.clusters = clusters,
		.epoch_cycles = epoch_cycles,
		.least_misses = least_misses,
		.sent = xcalloc((size_t)clusters->chiplets * clusters->cus, sizeof(*l->sent)),
		.avoided = xcalloc(clusters->top + 1, sizeof(*l->avoided)),
		.patience = SETTLING,
	};
	l1_sharing_init(&l->sharing, clusters->chiplets, clusters->cus, pages);
}

void l1_level_release(struct l1_level *l)
{
	l1_sharing_release(&l->sharing);
	free(l->sent);
	free(l->avoided);
}

void l1_level_set_entries(struct l1_level *l, uint32_t entries)
{
	l->sharing.entries = entries;
}

void l1_level_register_stats(const struct l1_level *l, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "ups", &l->ups);
	stats_counter(stats, group, "downs", &l->downs);
	stats_counter(stats, group, "returns", &l->returns);
}
