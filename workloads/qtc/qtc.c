/*
 * Quality threshold clustering after SHOC, with the full matrix of distances: a workgroup of 64
 * grows a cluster around one seed after the other; a work-item has up to 12 of the seed's
 * neighbours in registers. SHOC's smallest, which the simulator of [Ausavarungnirun18] ships, is
 * 4096 points, 64 MB of distances.
 */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 64, MOST_GROUPS = 256, WIDTH = 20 };

enum launch_kind { DEGREES, ROUND, REDUCE, TRIM, UPDATE };

struct found {
	int32_t size, seed;
};

struct qtc {
	struct buffer *distances, *neighbours, *degrees, *free_points, *members, *reaches;
	struct buffer *clustered, *largest, *cluster;
	size_t points, most; /* neighbours that a point has at most */
	float threshold;

	enum launch_kind coming;
	size_t rounds, round, remaining;
	struct found *found; /* in each round */
};

static const struct workload_param params[] = {
	{"points", "points in the plane", {32, 480, 4096}, 30, 16384},
	{"threshold", "diameter of a cluster; the plane is 20 x 20", {3, 1, 1}, 1, 20},
	{"rounds", "clusters to find at most (SHOC: all)", {1, 2, 4}, 1, 16384},
	{.name = NULL},
};

struct point {
	float x, y;
};

/* Points in discs of random radius around random centres, at most a thirtieth of all in each. */
static struct point *make_points(struct app *app, size_t count)
{
	struct point *points = xcalloc(count, sizeof(*points));
	size_t done = 0;

	while (done < count) {
		float x = (float)rng_unit(&app->rng) * WIDTH;
		float y = (float)rng_unit(&app->rng) * WIDTH;
		float radius = (float)rng_unit(&app->rng) * WIDTH / 2;
		size_t group = 1 + rng_below(&app->rng, count / 30);

		while (group > 0 && done < count) {
			float r = (float)rng_unit(&app->rng) * radius;
			float dx = (2 * (float)rng_unit(&app->rng) - 1) * r;
			float dy = sqrtf(r * r - dx * dx);
			struct point p = {x + dx, rng_below(&app->rng, 2) ? y + dy : y - dy};

			if (p.x < 0 || p.x > WIDTH || p.y < 0 || p.y > WIDTH)
				continue;
			points[done++] = p;
			group--;
		}
	}
	return points;
}

static float distance_of(struct point a, struct point b)
{
	return sqrtf((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y));
}

static size_t most_neighbours(const struct point *points, size_t count, float threshold)
{
	size_t most = 1;

	for (size_t i = 0; i < count; i++) {
		size_t neighbours = 0;

		for (size_t j = 0; j < count; j++)
			neighbours += j != i && distance_of(points[i], points[j]) < threshold;
		if (neighbours > most)
			most = neighbours;
	}
	return most;
}

/* Lists of neighbours in ascending order; points farther apart than the threshold are infinitely
 * so. */
static void fill_distances(struct qtc *s, const struct point *points)
{
	float *distances = s->distances->host;
	int32_t *neighbours = s->neighbours->host;

	for (size_t i = 0; i < s->points; i++) {
		size_t count = 0;

		for (size_t j = 0; j < s->points; j++) {
			float distance = distance_of(points[i], points[j]);

			if (j == i || distance >= s->threshold) {
				distances[i * s->points + j] = FLT_MAX;
				continue;
			}
			distances[i * s->points + j] = distance;
			neighbours[i * s->most + count++] = (int32_t)j;
		}
		while (count < s->most)
			neighbours[i * s->most + count++] = -1;
	}
}

static bool setup(struct app *app, struct error *err)
{
	struct qtc *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->points = s->remaining = (size_t)app_param(app, "points");
	struct point *points = make_points(app, n);

	(void)err;
	s->threshold = (float)app_param(app, "threshold");
	s->rounds = (size_t)app_param(app, "rounds");
	s->most = most_neighbours(points, n, s->threshold);
	s->found = xcalloc(s->rounds, sizeof(*s->found));
	s->distances = app_buffer(app, "distances", n * n * sizeof(float));
	s->neighbours = app_buffer(app, "neighbours", n * s->most * sizeof(int32_t));
	s->degrees = app_buffer(app, "degrees", n * sizeof(int32_t));
	s->free_points = app_buffer(app, "free points", n * sizeof(int32_t));
	s->members = app_buffer(app, "members", MOST_GROUPS * n);
	s->reaches = app_buffer(app, "reaches", MOST_GROUPS * s->most * sizeof(float));
	s->clustered = app_buffer(app, "clustered", n);
	s->largest = app_buffer(app, "largest", MOST_GROUPS * sizeof(struct found));
	s->cluster = app_buffer(app, "cluster", n * sizeof(int32_t));
	fill_distances(s, points);
	for (size_t i = 0; i < n; i++)
		((int32_t *)s->free_points->host)[i] = (int32_t)i;
	free(points);
	return true;
}

static uint32_t group_count(size_t remaining)
{
	return remaining < MOST_GROUPS ? (uint32_t)remaining : MOST_GROUPS;
}

static void launch_round(const struct qtc *s, struct launch *l)
{
	launch_1d(l, "qtc_round", group_count(s->remaining) * WORKGROUP, WORKGROUP);
	launch_buffer(l, s->distances);
	launch_buffer(l, s->members);
	launch_buffer(l, s->clustered);
	launch_buffer(l, s->neighbours);
	launch_buffer(l, s->largest);
	launch_buffer(l, s->free_points);
	launch_buffer(l, s->reaches);
	launch_buffer(l, s->degrees);
	launch_i32(l, (int32_t)s->remaining);
	launch_i32(l, (int32_t)s->points);
	launch_i32(l, (int32_t)s->most);
	launch_f32(l, s->threshold);
}

static void launch_trim(const struct qtc *s, struct launch *l)
{
	launch_1d(l, "qtc_trim", WORKGROUP, WORKGROUP);
	launch_i32(l, s->found[s->round].seed);
	launch_buffer(l, s->free_points);
	launch_buffer(l, s->distances);
	launch_buffer(l, s->cluster);
	launch_buffer(l, s->members);
	launch_buffer(l, s->clustered);
	launch_buffer(l, s->neighbours);
	launch_buffer(l, s->reaches);
	launch_i32(l, (int32_t)s->remaining);
	launch_i32(l, (int32_t)s->points);
	launch_i32(l, (int32_t)s->most);
	launch_f32(l, s->threshold);
}

/* False when that was the last round: enough clusters, no point left, or none but lonely ones. */
static bool end_round(struct qtc *s)
{
	int32_t size = s->found[s->round++].size;

	s->remaining -= (size_t)size;
	return s->round < s->rounds && s->remaining > 0 && size > 1;
}

static bool next(struct app *app, struct launch *l)
{
	struct qtc *s = app->state;

	switch (s->coming++) {
	case DEGREES:
		launch_1d(l, "qtc_degrees", group_count(s->points) * WORKGROUP, WORKGROUP);
		launch_buffer(l, s->neighbours);
		launch_buffer(l, s->degrees);
		launch_i32(l, (int32_t)s->points);
		launch_i32(l, (int32_t)s->most);
		return true;
	case ROUND:
		launch_round(s, l);
		return true;
	case REDUCE:
		launch_1d(l, "qtc_reduce", 1, 1);
		launch_buffer(l, s->largest);
		launch_i32(l, (int32_t)group_count(s->remaining));
		return true;
	case TRIM:
		s->found[s->round] = *(struct found *)s->largest->host;
		launch_trim(s, l);
		return true;
	case UPDATE:
		launch_1d(l, "qtc_update", WORKGROUP, WORKGROUP);
		launch_buffer(l, s->clustered);
		launch_buffer(l, s->members);
		launch_i32(l, (int32_t)s->points);
		return true;
	}
	if (!end_round(s))
		return false;
	s->coming = ROUND;
	return next(app, l);
}

/* The cluster around a seed, its points in the order in which they join. */
static size_t reference_cluster(const struct qtc *s, const bool *clustered, size_t seed,
				float *reach, uint32_t *cluster)
{
	const float *distances = s->distances->host;
	const int32_t *neighbours = (const int32_t *)s->neighbours->host + seed * s->most;
	size_t count = 1, degree = 0;

	cluster[0] = (uint32_t)seed;
	for (; degree < s->most && neighbours[degree] >= 0; degree++)
		reach[degree] = clustered[neighbours[degree]] ? FLT_MAX : 0;
	for (;;) {
		const float *latest = distances + cluster[count - 1] * s->points;
		size_t best = degree;

		for (size_t i = 0; i < degree; i++) {
			if (latest[neighbours[i]] > reach[i])
				reach[i] = latest[neighbours[i]];
			if (reach[i] <= s->threshold && (best == degree || reach[i] < reach[best]))
				best = i;
		}
		if (best == degree)
			return count;
		reach[best] = FLT_MAX;
		cluster[count++] = (uint32_t)neighbours[best];
	}
}

/* The largest cluster of a round; of several, the one whose workgroup and then turn comes first. */
static struct found reference_round(const struct qtc *s, const bool *clustered,
				    const uint32_t *free_points, size_t remaining, float *reach,
				    uint32_t *cluster)
{
	struct found best = {-1, -1};
	size_t groups = group_count(remaining);

	for (size_t group = 0; group < groups; group++)
		for (size_t i = group; i < remaining; i += groups) {
			int32_t size = (int32_t)reference_cluster(s, clustered, free_points[i],
								  reach, cluster);

			if (size > best.size) {
				best.size = size;
				best.seed = (int32_t)free_points[i];
			}
		}
	return best;
}

/* The same rounds in plain C; distances are only compared, so all must be equal. */
static bool verify(struct app *app, struct error *err)
{
	struct qtc *s = app->state;
	bool *clustered = xcalloc(s->points, sizeof(*clustered)), good = true;
	float *reach = xcalloc(s->most, sizeof(*reach));
	uint32_t *cluster = xcalloc(s->points, sizeof(*cluster));
	uint32_t *free_points = xcalloc(s->points, sizeof(*free_points));
	size_t remaining = s->points, size = 0;

	for (size_t i = 0; i < s->points; i++)
		free_points[i] = (uint32_t)i;
	for (size_t r = 0; r < s->round && good; r++) {
		struct found want =
			reference_round(s, clustered, free_points, remaining, reach, cluster);
		size_t kept = 0;

		if (s->found[r].size != want.size || s->found[r].seed != want.seed)
			good = error_failed(err, "cluster %zu: size %d, seed %d, expected %d, %d",
					    r, s->found[r].size, s->found[r].seed, want.size,
					    want.seed);
		size = reference_cluster(s, clustered, (size_t)want.seed, reach, cluster);
		for (size_t i = 0; i < size; i++)
			clustered[cluster[i]] = true;
		for (size_t i = 0; i < remaining; i++)
			if (!clustered[free_points[i]])
				free_points[kept++] = free_points[i];
		remaining = kept;
	}
	good = good && check_u32(s->cluster, cluster, size, err) &&
	       check_u32(s->free_points, free_points, remaining, err);
	for (size_t i = 0; i < s->points && good; i++)
		if (((uint8_t *)s->clustered->host)[i] != clustered[i])
			good = error_failed(err, "buffer 'clustered': element %zu is wrong", i);
	free(clustered);
	free(reach);
	free(cluster);
	free(free_points);
	return good;
}

static void teardown(struct app *app)
{
	struct qtc *s = app->state;

	free(s->found);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "QTC", .class = "low L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_qtc = {
	.name = "qtc",
	.suite = "SHOC",
	.summary = "quality threshold clustering of points in a plane",
	.params = params,
	.uses = uses,
	.extent = {{20512, 5, 516}, {1105760, 9, 516}, {71328768, 17, 516}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
