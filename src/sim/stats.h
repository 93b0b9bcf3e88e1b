/*
 * Statistics. A part owns its counters and registers each once, by address, under the name of its
 * kind ("l1_tlb", "hits"); parts of one kind are added up. One place prints them all. Nothing here
 * runs on the simulated path except the inline functions.
 */
#ifndef SIM_STATS_H
#define SIM_STATS_H

#include "base/json.h"
#include "sim/engine.h"

/*
 * Latencies in cycles: sum, count, and a histogram with 16 buckets per power of two, so that a
 * percentile is exact below 32 and within 1/16 above.
 */
enum { LATENCY_SUB_BITS = 4, LATENCY_BUCKETS = (40 - LATENCY_SUB_BITS + 1) << LATENCY_SUB_BITS };

struct latency {
	uint64_t count, sum, max;
	uint64_t bucket[LATENCY_BUCKETS];
};

static inline unsigned latency_bucket(uint64_t cycles)
{
	unsigned log;

	if (cycles < 2u << LATENCY_SUB_BITS)
		return (unsigned)cycles;
	log = 63u - (unsigned)__builtin_clzll(cycles);
	if (log >= 40)
		return LATENCY_BUCKETS - 1;
	return ((log - LATENCY_SUB_BITS) << LATENCY_SUB_BITS) +
	       (unsigned)(cycles >> (log - LATENCY_SUB_BITS));
}

static inline void latency_add(struct latency *l, uint64_t cycles)
{
	l->count++;
	l->sum += cycles;
	if (cycles > l->max)
		l->max = cycles;
	l->bucket[latency_bucket(cycles)]++;
}

double latency_mean(const struct latency *l);
/* The smallest latency that at least this share (0..1) of all stayed within (a bucket's top). */
uint64_t latency_percentile(const struct latency *l, double share);
void latency_merge(struct latency *into, const struct latency *from);

/* How full something is, over time: arrivals and departures of a queue, a pool of MSHRs, walkers.
 */
struct occupancy {
	/* Each one adds the cycle in which it leaves and takes away the one in which it came, so
	 * that this is the sum over cycles of the number present whenever nobody is. */
	uint64_t area;
	uint64_t arrivals;
	uint32_t now, peak;
};

static inline void occupancy_change(struct occupancy *o, cycle_t now, int by)
{
	o->area -= now * (uint64_t)(int64_t)by;
	o->now += (uint32_t)by;
	if (by <= 0)
		return;
	o->arrivals += (uint32_t)by;
	if (o->now > o->peak)
		o->peak = o->now;
}

/* Sum over the cycles of [0, end] of the number present. */
static inline uint64_t occupancy_area(const struct occupancy *o, cycle_t end)
{
	return o->area + end * o->now;
}

/* Mean number present in [0, end]. */
double occupancy_mean(const struct occupancy *o, cycle_t end);

/* Values of something that is looked at now and then, or counted once per thing: how many there
 * were, their mean, the smallest and the largest. */
struct gauge {
	uint64_t count, sum, min, max; /* min, max: 0 when there are none */
};

/* The same value so many times. */
static inline void gauge_add(struct gauge *g, uint64_t value, uint64_t times)
{
	if (value < g->min || !g->count)
		g->min = value;
	if (value > g->max)
		g->max = value;
	g->count += times;
	g->sum += value * times;
}

double gauge_mean(const struct gauge *g);
void gauge_merge(struct gauge *into, const struct gauge *from);

struct stats;

struct stats *stats_new(void);
void stats_free(struct stats *s);

/* group and name must outlive the registry; what is registered must too. */
void stats_counter(struct stats *s, const char *group, const char *name, const uint64_t *value);
void stats_latency(struct stats *s, const char *group, const char *name, const struct latency *l);
void stats_occupancy(struct stats *s, const char *group, const char *name,
		     const struct occupancy *o);
void stats_gauge(struct stats *s, const char *group, const char *name, const struct gauge *g);

/* Sums over all parts that registered under this name; zero when none did. */
uint64_t stats_get(const struct stats *s, const char *group, const char *name);
void stats_get_latency(const struct stats *s, const char *group, const char *name,
		       struct latency *sum);
/* All values of all parts. */
void stats_get_gauge(const struct stats *s, const char *group, const char *name, struct gauge *sum);
/* Mean occupancy summed over the parts, the highest peak, arrivals summed; false when none. */
struct occupancy_sum {
	double mean;
	uint32_t peak;
	uint64_t arrivals;
	unsigned parts;
};
bool stats_get_occupancy(const struct stats *s, const char *group, const char *name, cycle_t end,
			 struct occupancy_sum *sum);

/* Everything registered, each name once: group by group, in the order of registration. */
enum stat_kind { STAT_COUNTER, STAT_LATENCY, STAT_OCCUPANCY, STAT_GAUGE };
typedef void (*stats_visit)(void *ctx, const char *group, const char *name, enum stat_kind kind);
void stats_each(const struct stats *s, stats_visit visit, void *ctx);

/* One object per group, in the order of registration: counters as numbers, latencies as {count,
 * mean, p50, p99, max}, occupancies as {mean_of_all, peak_of_one, parts, arrivals}, gauges as
 * {count, mean, min, max}. */
void json_gauge(struct json *j, const char *key, const struct gauge *g);
void stats_json(const struct stats *s, struct json *j, cycle_t end);

#endif
