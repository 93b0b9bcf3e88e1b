/*
 * K-means of Rodinia and, alike, of Hetero-Mark: points are turned feature by feature once, then a
 * launch per iteration finds each point's nearest centre (a work-item per point) and the host moves
 * the centres. SIMT-aware walks: 4.33 MB, the default of paper. MGvm: 128 MB, points=524288,
 * features=32,clusters=20,iterations=1,workgroup=64.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

struct kmeans {
	struct buffer *rows, *columns, *centres, *nearest;
	int32_t *before; /* nearest, an iteration ago */
	size_t points, features, clusters;
	uint32_t workgroup;
	int64_t launches, iterations;
	struct error wrong; /* the first iteration that went wrong */
};

static const struct workload_param params[] = {
	{"points", "points to cluster", {1024, 16384, 16384}, 1, 16777216},
	{"features", "coordinates of a point", {34, 34, 34}, 1, 1024},
	{"clusters", "centres", {5, 5, 5}, 1, 1024},
	{"iterations",
	 "most assignments of points to centres; Rodinia goes on until no point moves (500 allow "
	 "it, "
	 "paper then takes 151)",
	 {1, 4, 20},
	 1,
	 500},
	{"workgroup", "work-items; Rodinia 256, Hetero-Mark 64", {256, 256, 256}, 1, 256},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct kmeans *s = app->state = xcalloc(1, sizeof(*s));

	s->points = (size_t)app_param(app, "points");
	s->features = (size_t)app_param(app, "features");
	s->clusters = (size_t)app_param(app, "clusters");
	s->iterations = app_param(app, "iterations");
	s->workgroup = (uint32_t)app_param(app, "workgroup");
	if (s->clusters > s->points)
		return error_set(err, "clusters=%zu is more than points=%zu", s->clusters,
				 s->points);
	if (s->points * s->features > INT32_MAX)
		return error_set(err, "points x features = %zu does not fit in 31 bits",
				 s->points * s->features);

	size_t values = s->points * s->features, centre_bytes = s->clusters * s->features * 4;

	s->rows = app_buffer(app, "rows", values * sizeof(float));
	s->columns = app_buffer(app, "columns", values * sizeof(float));
	s->centres = app_buffer(app, "centres", centre_bytes);
	s->nearest = app_buffer(app, "nearest", s->points * sizeof(int32_t));
	s->before = xcalloc(s->points, sizeof(*s->before));
	memset(s->before, 0xff, s->points * sizeof(*s->before)); /* -1: with no centre */

	/* Whole numbers of 8 bits, as Rodinia's generator makes; the first points are the centres.
	 */
	float *rows = s->rows->host;

	for (size_t i = 0; i < values; i++)
		rows[i] = (float)(rng_u64(&app->rng) >> 56);
	memcpy(s->centres->host, rows, centre_bytes);
	return true;
}

static double distance(const struct kmeans *s, size_t point, size_t centre)
{
	const float *p = (const float *)s->rows->host + point * s->features;
	const float *c = (const float *)s->centres->host + centre * s->features;
	double sum = 0;

	for (size_t f = 0; f < s->features; f++)
		sum += ((double)p[f] - (double)c[f]) * ((double)p[f] - (double)c[f]);
	return sum;
}

/* Every point must be with a nearest centre, or one as near but for rounding. */
static bool check_nearest(const struct kmeans *s, struct error *err)
{
	const int32_t *nearest = s->nearest->host;
	double slack = 1 + 0x1p-22 * (double)(s->features + 2);

	for (size_t p = 0; p < s->points; p++) {
		size_t best = 0, got = (size_t)nearest[p];
		double least = distance(s, p, 0);

		for (size_t c = 1; c < s->clusters; c++) {
			double d = distance(s, p, c);

			if (d < least) {
				least = d;
				best = c;
			}
		}
		if (got >= s->clusters || distance(s, p, got) > least * slack)
			return error_failed(
				err,
				"iteration %d, buffer 'nearest': element %zu is %d, expected %zu",
				(int)s->launches - 1, p, (int)nearest[p], best);
	}
	return true;
}

/* Each centre goes to the mean of its points; one without points stays. */
static void move_centres(struct kmeans *s)
{
	const int32_t *nearest = s->nearest->host;
	const float *row = s->rows->host;
	float *centres = s->centres->host;
	double *sums = xcalloc(s->clusters * s->features, sizeof(*sums));
	size_t *members = xcalloc(s->clusters, sizeof(*members));

	for (size_t p = 0; p < s->points; p++, row += s->features) {
		members[nearest[p]]++;
		for (size_t f = 0; f < s->features; f++)
			sums[(size_t)nearest[p] * s->features + f] += (double)row[f];
	}
	for (size_t c = 0; c < s->clusters; c++)
		for (size_t i = c * s->features; members[c] && i < (c + 1) * s->features; i++)
			centres[i] = (float)(sums[i] / (double)members[c]);
	free(sums);
	free(members);
}

/* What the host does after an assignment; false when it was the last. */
static bool iterate(struct kmeans *s)
{
	size_t bytes = s->points * sizeof(*s->before);

	if (!check_nearest(s, &s->wrong) || s->launches > s->iterations ||
	    !memcmp(s->before, s->nearest->host, bytes))
		return false;
	memcpy(s->before, s->nearest->host, bytes);
	move_centres(s);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct kmeans *s = app->state;
	uint32_t grid = launch_round_up(s->points, s->workgroup);

	if (s->launches == 0) {
		launch_1d(l, "kmeans_transpose", grid, s->workgroup);
		launch_buffer(l, s->rows);
		launch_buffer(l, s->columns);
		launch_i32(l, (int32_t)s->points);
	} else {
		if (s->launches > 1 && !iterate(s))
			return false;
		launch_1d(l, "kmeans_assign", grid, s->workgroup);
		launch_buffer(l, s->columns);
		launch_buffer(l, s->centres);
		launch_buffer(l, s->nearest);
		launch_i32(l, (int32_t)s->points);
		launch_i32(l, (int32_t)s->clusters);
	}
	launch_i32(l, (int32_t)s->features);
	s->launches++;
	return true;
}

/* The assignments have been checked as they came; what is left is the turned array. */
static bool verify(struct app *app, struct error *err)
{
	struct kmeans *s = app->state;
	const float *rows = s->rows->host;
	float *want = xcalloc(s->points * s->features, sizeof(*want));

	for (size_t p = 0; p < s->points; p++)
		for (size_t f = 0; f < s->features; f++)
			want[f * s->points + p] = rows[p * s->features + f];

	bool good = check_f32(s->columns, want, s->points * s->features, 0, 0, err);

	free(want);
	return good && check_earlier(&s->wrong, err);
}

static void teardown(struct app *app)
{
	struct kmeans *s = app->state;

	free(s->before);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "walks", .called = "KMN", .published = "4.33 MB", .class = "regular"},
	{.paper = "mgvm",
	 .called = "KM",
	 .published = "128 MB",
	 .class = "ITL",
	 .at_small = "points=131072,features=32,clusters=20,iterations=1,workgroup=64",
	 .at_tiny = "features=32,clusters=20,iterations=1,workgroup=64",
	 .at_paper = "points=524288,features=32,clusters=20,iterations=1,workgroup=64"},
	{.paper = NULL},
};

const struct workload workload_kmeans = {
	.name = "kmeans",
	.suite = "Rodinia",
	.summary = "k-means clustering: nearest centre of each point, iterated",
	.params = params,
	.uses = uses,
	.extent = {{283304, 2, 0}, {4522664, 5, 0}, {4522664, 21, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
