/*
 * Decides how large the clusters of L1 TLBs are (l1_adaptive.c), from what it sees of translations.
 *
 * What it knows. Which CUs share a page, seen at their misses, and from which level on a miss would
 * not have been (l1_sharing.h). Beside that it counts lookups of each CU, misses, and how long
 * translations wait: the cycles of those that were answered, or of those in queues and under way
 * while few are answered at all.
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
 */
#ifndef DESIGNS_ADAPTIVE_L1_LEVEL_H
#define DESIGNS_ADAPTIVE_L1_LEVEL_H

#include "designs/adaptive/l1_clusters.h"
#include "designs/adaptive/l1_sharing.h"

/* Of all L1 TLBs, up to the beginning of an epoch. */
struct l1_totals {
	cycle_t cycle;
	uint64_t lookups;
	uint64_t answered; /* cycles from acceptance to answer */
	uint64_t waiting;  /* sum over all cycles of translations that waited */
	uint64_t passing;  /* cycles that translations waited for a crossbar */
};

/*
 * Invariants: a decision counts from `decided` on, a trial from `watched` on, neither of which is
 * after `before`, the last look. While `trying`, mean and rate are those of the level above.
 */
struct l1_level {
	struct engine *engine;
	struct l1_clusters *clusters;
	struct l1_sharing sharing;
	uint64_t epoch_cycles, least_misses;

	struct event look;
	struct l1_totals before;
	struct l1_totals decided;   /* up to the last decision whether to go up */
	uint64_t misses;            /* since then */
	uint64_t *sent;             /* translations until then, by CU of all chiplets */
	uint64_t *avoided;          /* misses, by the lowest level that would not have had them */
	struct occupancy under_way; /* misses without an answer */

	double lately;            /* translations per cycle, over the last epochs */
	bool wished;              /* for a higher level, in the epoch before */
	bool trying;              /* a level less */
	bool fell;                /* the last change of level was a trial that succeeded */
	double mean, rate;        /* cycles of a translation, translations per cycle before */
	struct l1_totals watched; /* up to where the mean of now is taken from */
	uint64_t watched_misses;  /* numbered until then */
	unsigned patience, looks; /* epochs until the next trial, and since the last change */

	uint64_t ups, downs, returns;
};

/* Looks every so many cycles when there were so many lookups, and remembers misses of so many
 * pages. The clusters have no shape yet. */
void l1_level_init(struct l1_level *l, struct engine *engine, struct l1_clusters *clusters,
		   uint64_t epoch_cycles, uint64_t least_misses, uint32_t pages);
void l1_level_release(struct l1_level *l);
/* Entries of a CU's TLB, before the first miss. */
void l1_level_set_entries(struct l1_level *l, uint32_t entries);
void l1_level_register_stats(const struct l1_level *l, struct stats *stats, const char *group);

/* To be called for every translation, which is as good as a clock; it may look, but later in this
 * cycle. */
void l1_level_translates(struct l1_level *l);
/* A translation has missed in its L1 TLB and was taken by the level below; its answer is here. */
void l1_level_missed(struct l1_level *l, const struct translation *t);
void l1_level_answered(struct l1_level *l, const struct translation *t);

#endif
