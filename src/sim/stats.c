/* Names, sums and prints what the parts counted. */
#include "sim/stats.h"

#include <stdlib.h>
#include <string.h>

enum stat_kind { STAT_COUNTER, STAT_LATENCY, STAT_OCCUPANCY };

struct stat {
	const char *group, *name;
	enum stat_kind kind;
	const void *value;
};

/* Invariant: rows stand in the order of registration. */
struct stats {
	struct stat *rows;
	size_t count, capacity;
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
	uint64_t area = o->area + (end - o->since) * o->now;

	return end ? (double)area / (double)end : 0;
}

struct stats *stats_new(void)
{
	return xcalloc(1, sizeof(struct stats));
}

void stats_free(struct stats *s)
{
	if (!s)
		return;
	free(s->rows);
	free(s);
}

static void add(struct stats *s, const char *group, const char *name, enum stat_kind kind,
		const void *value)
{
	if (s->count == s->capacity) {
		s->capacity = s->capacity ? 2 * s->capacity : 64;
		s->rows = xrealloc(s->rows, s->capacity * sizeof(*s->rows));
	}
	s->rows[s->count++] =
		(struct stat){.group = group, .name = name, .kind = kind, .value = value};
}

void stats_counter(struct stats *s, const char *group, const char *name, const uint64_t *value)
{
	add(s, group, name, STAT_COUNTER, value);
}

void stats_latency(struct stats *s, const char *group, const char *name, const struct latency *l)
{
	add(s, group, name, STAT_LATENCY, l);
}

void stats_occupancy(struct stats *s, const char *group, const char *name,
		     const struct occupancy *o)
{
	add(s, group, name, STAT_OCCUPANCY, o);
}

static bool matches(const struct stat *row, const char *group, const char *name,
		    enum stat_kind kind)
{
	return row->kind == kind && !strcmp(row->group, group) && !strcmp(row->name, name);
}

uint64_t stats_get(const struct stats *s, const char *group, const char *name)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < s->count; i++)
		if (matches(&s->rows[i], group, name, STAT_COUNTER))
			sum += *(const uint64_t *)s->rows[i].value;
	return sum;
}

void stats_get_latency(const struct stats *s, const char *group, const char *name,
		       struct latency *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (size_t i = 0; i < s->count; i++)
		if (matches(&s->rows[i], group, name, STAT_LATENCY))
			latency_merge(sum, s->rows[i].value);
}

bool stats_get_occupancy(const struct stats *s, const char *group, const char *name, cycle_t end,
			 struct occupancy_sum *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (size_t i = 0; i < s->count; i++) {
		const struct occupancy *o = s->rows[i].value;

		if (!matches(&s->rows[i], group, name, STAT_OCCUPANCY))
			continue;
		sum->mean += occupancy_mean(o, end);
		sum->arrivals += o->arrivals;
		if (o->peak > sum->peak)
			sum->peak = o->peak;
		sum->parts++;
	}
	return sum->parts > 0;
}

static void json_latency(const struct stats *s, struct json *j, const struct stat *row)
{
	struct latency sum;

	stats_get_latency(s, row->group, row->name, &sum);
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

	stats_get_occupancy(s, row->group, row->name, end, &sum);
	json_open_object(j, row->name);
	json_f64(j, "mean", sum.mean);
	json_u64(j, "peak", sum.peak);
	json_u64(j, "arrivals", sum.arrivals);
	json_close_object(j);
}

/* Whether an earlier row has the same name (and so has been printed with this one added in). */
static bool printed(const struct stats *s, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (matches(&s->rows[i], s->rows[index].group, s->rows[index].name,
			    s->rows[index].kind))
			return true;
	return false;
}

static bool first_of_group(const struct stats *s, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (!strcmp(s->rows[i].group, s->rows[index].group))
			return false;
	return true;
}

static void json_row(const struct stats *s, struct json *j, const struct stat *row, cycle_t end)
{
	switch (row->kind) {
	case STAT_COUNTER:
		json_u64(j, row->name, stats_get(s, row->group, row->name));
		break;
	case STAT_LATENCY:
		json_latency(s, j, row);
		break;
	case STAT_OCCUPANCY:
		json_occupancy(s, j, row, end);
		break;
	}
}

void stats_json(const struct stats *s, struct json *j, cycle_t end)
{
	for (size_t g = 0; g < s->count; g++) {
		if (!first_of_group(s, g))
			continue;
		json_open_object(j, s->rows[g].group);
		for (size_t i = g; i < s->count; i++)
			if (!strcmp(s->rows[i].group, s->rows[g].group) && !printed(s, i))
				json_row(s, j, &s->rows[i], end);
		json_close_object(j);
	}
}
