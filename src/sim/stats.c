/* Names, sums and prints what the parts counted. */
#include "sim/stats.h"

#include <stdlib.h>
#include <string.h>

/* One part's share of a row: the next one's index plus one, 0 at the end. */
struct stat_value {
	const void *value;
	size_t next;
};

/* What is printed as one number: all values registered under one name. */
struct stat {
	const char *name;
	enum stat_kind kind;
	size_t group;       /* index */
	size_t first, last; /* values */
	size_t next;        /* row of this group, index plus one */
};

struct stat_group {
	const char *name;
	size_t first, last; /* rows */
};

/*
 * Invariant: groups, the rows of a group and the values of a row stand in the order of
 * registration; no two rows have the same group, name and kind.
 */
struct stats {
	struct stat_group *groups;
	struct stat *rows;
	struct stat_value *values;
	size_t group_count, row_count, value_count;
	size_t recent; /* row registered last: the next part of its kind goes on from there */
};

double latency_mean(const struct latency *l)
{
	return l->count ? (double)l->sum / (double)l->count : 0;
}

/* The largest latency that falls into a bucket. */
static uint64_t bucket_top(unsigned bucket)
{
	unsigned shift;

	if (bucket < 2u << LATENCY_SUB_BITS)
		return bucket;
	shift = (bucket >> LATENCY_SUB_BITS) - 1;
	return ((((uint64_t)bucket & ((1u << LATENCY_SUB_BITS) - 1)) + (1u << LATENCY_SUB_BITS) + 1)
		<< shift) -
	       1;
}

uint64_t latency_percentile(const struct latency *l, double share)
{
	double want = share * (double)l->count;
	uint64_t seen = 0;

	for (unsigned i = 0; i < LATENCY_BUCKETS; i++) {
		seen += l->bucket[i];
		if (seen > 0 && (double)seen >= want)
			return bucket_top(i) < l->max ? bucket_top(i) : l->max;
	}
	return l->max;
}

void latency_merge(struct latency *into, const struct latency *from)
{
	into->count += from->count;
	into->sum += from->sum;
	if (from->max > into->max)
		into->max = from->max;
	for (unsigned i = 0; i < LATENCY_BUCKETS; i++)
		into->bucket[i] += from->bucket[i];
}

double occupancy_mean(const struct occupancy *o, cycle_t end)
{
	return end ? (double)occupancy_area(o, end) / (double)end : 0;
}

double gauge_mean(const struct gauge *g)
{
	return g->count ? (double)g->sum / (double)g->count : 0;
}

void gauge_merge(struct gauge *into, const struct gauge *from)
{
	if (!from->count)
		return;
	if (from->min < into->min || !into->count)
		into->min = from->min;
	if (from->max > into->max)
		into->max = from->max;
	into->count += from->count;
	into->sum += from->sum;
}

struct stats *stats_new(void)
{
	return xcalloc(1, sizeof(struct stats));
}

void stats_free(struct stats *s)
{
	if (!s)
		return;
	free(s->groups);
	free(s->rows);
	free(s->values);
	free(s);
}

/* An array with room for one more; grows at powers of two. */
static void *grown_array(void *array, size_t count, size_t bytes)
{
	if (count & (count - 1))
		return array;
	return xrealloc(array, (count ? 2 * count : 1) * bytes);
}

/* The row's index, row_count when there is none. Parts of one kind register in the same order, so
 * the search goes on behind the row found last. */
static size_t stats_find(const struct stats *s, const char *group, const char *name,
			 enum stat_kind kind)
{
	for (size_t i = 0; i < s->row_count; i++) {
		size_t at = (s->recent + 1 + i) % s->row_count;
		const struct stat *row = &s->rows[at];

		if (row->kind == kind && !strcmp(row->name, name) &&
		    !strcmp(s->groups[row->group].name, group))
			return at;
	}
	return s->row_count;
}

static size_t find_group(struct stats *s, const char *group)
{
	for (size_t i = 0; i < s->group_count; i++)
		if (!strcmp(s->groups[i].name, group))
			return i;
	s->groups = grown_array(s->groups, s->group_count, sizeof(*s->groups));
	s->groups[s->group_count] = (struct stat_group){.name = group};
	return s->group_count++;
}

static size_t stats_add_row(struct stats *s, const char *group, const char *name,
			    enum stat_kind kind)
{
	size_t g = find_group(s, group), at = s->row_count;

	s->rows = grown_array(s->rows, at, sizeof(*s->rows));
	s->rows[at] = (struct stat){.name = name, .kind = kind, .group = g};
	if (s->groups[g].first)
		s->rows[s->groups[g].last - 1].next = at + 1;
	else
		s->groups[g].first = at + 1;
	s->groups[g].last = at + 1;
	s->row_count++;
	return at;
}

static void stats_add(struct stats *s, const char *group, const char *name, enum stat_kind kind,
		      const void *value)
{
	size_t at = stats_find(s, group, name, kind);
	struct stat *row;

	if (at == s->row_count)
		at = stats_add_row(s, group, name, kind);
	s->recent = at;
	row = &s->rows[at];
	s->values = grown_array(s->values, s->value_count, sizeof(*s->values));
	s->values[s->value_count++] = (struct stat_value){.value = value};
	if (row->first)
		s->values[row->last - 1].next = s->value_count;
	else
		row->first = s->value_count;
	row->last = s->value_count;
}

void stats_counter(struct stats *s, const char *group, const char *name, const uint64_t *value)
{
	stats_add(s, group, name, STAT_COUNTER, value);
}

void stats_latency(struct stats *s, const char *group, const char *name, const struct latency *l)
{
	stats_add(s, group, name, STAT_LATENCY, l);
}

void stats_occupancy(struct stats *s, const char *group, const char *name,
		     const struct occupancy *o)
{
	stats_add(s, group, name, STAT_OCCUPANCY, o);
}

void stats_gauge(struct stats *s, const char *group, const char *name, const struct gauge *g)
{
	stats_add(s, group, name, STAT_GAUGE, g);
}

/* The values of a row one after the other; at: index plus one, 0 when there is no (further) one. */
#define EACH_VALUE(s, at, start)                                                                   \
	size_t at = (start);                                                                       \
	at;                                                                                        \
	at = (s)->values[at - 1].next

static size_t first_value(const struct stats *s, const char *group, const char *name,
			  enum stat_kind kind)
{
	size_t at = stats_find(s, group, name, kind);

	return at == s->row_count ? 0 : s->rows[at].first;
}

static uint64_t sum_counters(const struct stats *s, size_t first)
{
	uint64_t sum = 0;

	for (EACH_VALUE(s, at, first))
		sum += *(const uint64_t *)s->values[at - 1].value;
	return sum;
}

static void sum_latencies(const struct stats *s, size_t first, struct latency *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (EACH_VALUE(s, at, first))
		latency_merge(sum, s->values[at - 1].value);
}

static void sum_occupancies(const struct stats *s, size_t first, cycle_t end,
			    struct occupancy_sum *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (EACH_VALUE(s, at, first)) {
		const struct occupancy *o = s->values[at - 1].value;

		sum->mean += occupancy_mean(o, end);
		sum->arrivals += o->arrivals;
		if (o->peak > sum->peak)
			sum->peak = o->peak;
		sum->parts++;
	}
}

static void sum_gauges(const struct stats *s, size_t first, struct gauge *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (EACH_VALUE(s, at, first))
		gauge_merge(sum, s->values[at - 1].value);
}

uint64_t stats_get(const struct stats *s, const char *group, const char *name)
{
	return sum_counters(s, first_value(s, group, name, STAT_COUNTER));
}

void stats_get_latency(const struct stats *s, const char *group, const char *name,
		       struct latency *sum)
{
	sum_latencies(s, first_value(s, group, name, STAT_LATENCY), sum);
}

bool stats_get_occupancy(const struct stats *s, const char *group, const char *name, cycle_t end,
			 struct occupancy_sum *sum)
{
	sum_occupancies(s, first_value(s, group, name, STAT_OCCUPANCY), end, sum);
	return sum->parts > 0;
}

void stats_get_gauge(const struct stats *s, const char *group, const char *name, struct gauge *sum)
{
	sum_gauges(s, first_value(s, group, name, STAT_GAUGE), sum);
}

void stats_each(const struct stats *s, stats_visit visit, void *ctx)
{
	for (size_t g = 0; g < s->group_count; g++)
		for (size_t at = s->groups[g].first; at; at = s->rows[at - 1].next)
			visit(ctx, s->groups[g].name, s->rows[at - 1].name, s->rows[at - 1].kind);
}

static void json_latency(const struct stats *s, struct json *j, const struct stat *row)
{
	struct latency sum;

	sum_latencies(s, row->first, &sum);
	json_open_object(j, row->name);
	json_u64(j, "count", sum.count);
	json_f64(j, "mean", latency_mean(&sum));
	json_u64(j, "p50", latency_percentile(&sum, 0.50));
	json_u64(j, "p99", latency_percentile(&sum, 0.99));
	json_u64(j, "max", sum.max);
	json_close_object(j);
}

static void json_occupancy(const struct stats *s, struct json *j, const struct stat *row,
			   cycle_t end)
{
	struct occupancy_sum sum;

	sum_occupancies(s, row->first, end, &sum);
	json_open_object(j, row->name);
	json_f64(j, "mean_of_all", sum.mean);
	json_u64(j, "peak_of_one", sum.peak);
	json_u64(j, "parts", sum.parts);
	json_u64(j, "arrivals", sum.arrivals);
	json_close_object(j);
}

void json_gauge(struct json *j, const char *key, const struct gauge *g)
{
	json_open_object(j, key);
	json_u64(j, "count", g->count);
	json_f64(j, "mean", gauge_mean(g));
	json_u64(j, "min", g->min);
	json_u64(j, "max", g->max);
	json_close_object(j);
}

static void stats_json_row(const struct stats *s, struct json *j, const struct stat *row,
			   cycle_t end)
{
	struct gauge gauge;

	switch (row->kind) {
	case STAT_COUNTER:
		json_u64(j, row->name, sum_counters(s, row->first));
		break;
	case STAT_LATENCY:
		json_latency(s, j, row);
		break;
	case STAT_OCCUPANCY:
		json_occupancy(s, j, row, end);
		break;
	case STAT_GAUGE:
		sum_gauges(s, row->first, &gauge);
		json_gauge(j, row->name, &gauge);
		break;
	}
}

void stats_json(const struct stats *s, struct json *j, cycle_t end)
{
	for (size_t g = 0; g < s->group_count; g++) {
		json_open_object(j, s->groups[g].name);
		for (size_t at = s->groups[g].first; at; at = s->rows[at - 1].next)
			stats_json_row(s, j, &s->rows[at - 1], end);
		json_close_object(j);
	}
}
