/*
 * Stream clustering of Rodinia (from PARSEC): the gain of opening one more centre, for one random
 * candidate after the other. Three launches a candidate: two buffers are cleared, a byte per
 * work-item, then a work-item per point compares its cost. The host adds up, opens and closes
 * centres. MASK, which names no size; paper is Rodinia's, 71 MB.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 256, MAX_DIMENSIONS = 4096 };

struct point {
	float weight;
	int64_t centre;
	float cost;
};

struct streamcluster {
	struct buffer *points, *coordinates, *work, *numbers, *change;
	bool *is_centre;
	size_t count, dimensions, most; /* points, their coordinates, centres at most */
	size_t centres, candidate;
	int64_t candidates;
	int step;
	double opening; /* cost of a centre */
	struct error wrong;
};

static const struct workload_param params[] = {
	{"points", "points to cluster", {1024, 16384, 65536}, 2, 4194304},
	{"dimensions", "coordinates of a point", {16, 64, 256}, 1, MAX_DIMENSIONS},
	{"centres", "most centres; half of them are there at the start", {20, 20, 20}, 2, 256},
	{"candidates",
	 "points tried as another centre; Rodinia hundreds, until the cost hardly falls",
	 {2, 4, 8},
	 1,
	 100000},
	{.name = NULL},
};

/* Squared distances of all points from one, in new memory. */
static double *distances_from(const struct streamcluster *s, size_t from)
{
	const float *c = s->coordinates->host;
	double *sums = xcalloc(s->count, sizeof(*sums));

	for (size_t d = 0; d < s->dimensions; d++, c += s->count)
		for (size_t i = 0; i < s->count; i++)
			sums[i] +=
				((double)c[i] - (double)c[from]) * ((double)c[i] - (double)c[from]);
	return sums;
}

/* Random centres, every point with the nearest; a centre costs a thousandth of all distances. */
static void first_centres(struct app *app, struct streamcluster *s)
{
	struct point *points = s->points->host;

	while (s->centres < s->most / 2) {
		size_t centre = rng_below(&app->rng, s->count);

		if (s->is_centre[centre])
			continue;

		double *cost = distances_from(s, centre);

		s->is_centre[centre] = true;
		for (size_t i = 0; i < s->count; i++)
			if (s->centres == 0 || cost[i] < (double)points[i].cost)
				points[i] = (struct point){1, (int64_t)centre, (float)cost[i]};
		free(cost);
		s->centres++;
	}
	for (size_t i = 0; i < s->count; i++)
		s->opening += (double)points[i].cost / 1000;
}

static bool setup(struct app *app, struct error *err)
{
	struct streamcluster *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->count = (size_t)app_param(app, "points");

	s->dimensions = (size_t)app_param(app, "dimensions");
	s->most = (size_t)app_param(app, "centres");
	s->candidates = app_param(app, "candidates");
	if (s->most > n)
		return error_set(err, "centres=%zu is more than points=%zu", s->most, n);
	if (n * s->dimensions > INT32_MAX || 4 * n * (s->most + 1) > INT32_MAX)
		return error_set(err,
				 "points=%zu is too many: coordinates or work, 4 x points x "
				 "(centres + 1) bytes, do not fit in 31 bits",
				 n);
	s->points = app_buffer(app, "points", n * sizeof(struct point));
	s->coordinates = app_buffer(app, "coordinates", n * s->dimensions * sizeof(float));
	s->work = app_buffer(app, "work", n * (s->most + 1) * sizeof(float));
	s->numbers = app_buffer(app, "centre_number", n * sizeof(int32_t));
	s->change = app_buffer(app, "change", n);
	s->is_centre = xcalloc(n, sizeof(*s->is_centre));
	fill_f32_uniform(&app->rng, s->coordinates->host, n * s->dimensions, 0, 1);
	first_centres(app, s);
	return true;
}

/*
 * What the kernel left for a point that the candidate would cost so much. Sums of squares are off
 * by half a unit in the last place per term at most; a point as well off with either may do either.
 */
static bool check_point(const struct streamcluster *s, size_t i, double cost, struct error *err)
{
	const struct point *p = (const struct point *)s->points->host + i;
	const float *work = (const float *)s->work->host + i * (s->centres + 1);
	double gain = (double)p->cost - cost;
	double slack = 0x1p-24 * (double)(s->dimensions + 4) * fmax(cost, (double)p->cost);
	bool changed = ((const char *)s->change->host)[i] == 1;
	size_t written =
		changed ? s->centres : (size_t)((const int32_t *)s->numbers->host)[p->centre];

	if (changed ? gain < -slack : gain > slack)
		return error_failed(err, "buffer 'change': element %zu is %d, expected %d", i,
				    changed, !changed);
	for (size_t k = 0; k <= s->centres; k++) {
		double want = k != written ? 0 : changed ? -gain : gain;

		if (!(fabs((double)work[k] - want) <= (k == written ? slack : 0)))
			return error_failed(err,
					    "buffer 'work': element %zu is %.9g, expected %.9g",
					    i * (s->centres + 1) + k, (double)work[k], want);
	}
	return true;
}

/*
 * What closing each centre would save, its opening less what its points would lose; the sum of all
 * gains and savings when the candidate opens.
 */
static double total_gain(const struct streamcluster *s, double *savings)
{
	const float *work = s->work->host;
	double gain = -s->opening;

	for (size_t k = 0; k < s->centres; k++)
		savings[k] = s->opening;
	for (size_t i = 0; i < s->count; i++, work += s->centres + 1) {
		for (size_t k = 0; k < s->centres; k++)
			savings[k] += (double)work[k];
		gain -= (double)work[s->centres];
	}
	for (size_t k = 0; k < s->centres; k++)
		gain += fmax(savings[k], 0);
	return gain;
}

/* Moves to the candidate who gains and whose centre closes. */
static void open_candidate(struct streamcluster *s, const double *savings, const double *cost)
{
	struct point *points = s->points->host;
	const char *change = s->change->host;
	const int32_t *numbers = s->numbers->host;

	for (size_t i = 0; i < s->count; i++)
		if (change[i] || savings[numbers[points[i].centre]] > 0)
			points[i] = (struct point){1, (int64_t)s->candidate, (float)cost[i]};
	for (size_t i = 0; i < s->count; i++)
		if (s->is_centre[i] && savings[numbers[i]] > 0) {
			s->is_centre[i] = false;
			s->centres--;
		}
	if (!s->is_centre[s->candidate])
		s->centres++;
	s->is_centre[s->candidate] = true;
}

/* What the host does after a candidate; false when something is wrong with the results. */
static bool evaluate(struct streamcluster *s, struct error *err)
{
	double *cost = distances_from(s, s->candidate);
	double *savings = xcalloc(s->centres, sizeof(*savings));
	bool good = true;

	for (size_t i = 0; i < s->count && good; i++)
		good = check_point(s, i, cost[i], err);
	if (good && total_gain(s, savings) > 0 && s->centres < s->most)
		open_candidate(s, savings, cost);
	free(cost);
	free(savings);
	return good;
}

static void number_centres(struct streamcluster *s)
{
	int32_t *numbers = s->numbers->host, number = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->is_centre[i])
			numbers[i] = number++;
}

static void launch_clear(struct launch *l, const struct buffer *b, size_t bytes)
{
	launch_1d(l, "streamcluster_clear", launch_round_up(bytes, WORKGROUP), WORKGROUP);
	launch_buffer(l, b);
	launch_i32(l, (int32_t)bytes);
}

static void launch_gain(const struct streamcluster *s, struct launch *l)
{
	launch_1d(l, "streamcluster_gain", launch_round_up(s->count, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->points);
	launch_buffer(l, s->coordinates);
	launch_buffer(l, s->work);
	launch_buffer(l, s->numbers);
	launch_buffer(l, s->change);
	launch_local(l, (uint32_t)(s->dimensions * sizeof(float)));
	launch_i32(l, (int32_t)s->count);
	launch_i32(l, (int32_t)s->dimensions);
	launch_i64(l, (int64_t)s->candidate);
	launch_i32(l, (int32_t)s->centres);
}

static bool next(struct app *app, struct launch *l)
{
	struct streamcluster *s = app->state;

	switch (s->step++ % 3) {
	case 0:
		if (s->step > 1 && !evaluate(s, &s->wrong))
			return false;
		if (s->step > 3 * s->candidates)
			return false;
		number_centres(s);
		s->candidate = rng_below(&app->rng, s->count);
		launch_clear(l, s->change, s->count);
		break;
	case 1:
		launch_clear(l, s->work, (s->centres + 1) * s->count * sizeof(float));
		break;
	default:
		launch_gain(s, l);
	}
	return true;
}

/* Each candidate's results have been checked as they came. */
static bool verify(struct app *app, struct error *err)
{
	const struct streamcluster *s = app->state;

	return check_earlier(&s->wrong, err);
}

static void teardown(struct app *app)
{
	struct streamcluster *s = app->state;

	free(s->is_centre);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "SC", .class = "high L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_streamcluster = {
	.name = "streamcluster",
	.suite = "Rodinia",
	.summary = "gain of one more centre of a clustering, candidate by candidate",
	.params = params,
	.uses = uses,
	.extent = {{181248, 6, 64}, {6045696, 12, 256}, {74514432, 24, 1024}},
	.rounding = {.tolerance = 1e-5, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
