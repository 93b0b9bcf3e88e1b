/*
 * Nearest neighbours of Rodinia: the distance of every hurricane record from a place, one work-item
 * per record; the host would then pick the least. paper has the records of Rodinia's four files,
 * 0.5 MB. MASK's NN is neural, a neural network.
 */
#include <math.h>
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 256 };

struct place {
	float latitude, longitude;
};

struct nn {
	struct buffer *records, *distances;
	struct place *asked; /* one place per query */
	size_t count, queries, launched;
	struct error wrong; /* the first query that went wrong */
};

static const struct workload_param params[] = {
	{"records",
	 "places on record, 10691 a file of Rodinia's",
	 {10691, 42764, 42764},
	 1,
	 268435456},
	{"queries",
	 "places asked for, a launch each; Rodinia asks for one, a simulator that starts an ended "
	 "application anew for many",
	 {1, 64, 64},
	 1,
	 65536},
	{.name = NULL},
};

static struct place random_place(struct rng *rng)
{
	struct place p;

	fill_f32_uniform(rng, &p.latitude, 1, 7, 70);
	fill_f32_uniform(rng, &p.longitude, 1, 0, 358);
	return p;
}

static bool setup(struct app *app, struct error *err)
{
	struct nn *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->count = (size_t)app_param(app, "records");
	s->queries = (size_t)app_param(app, "queries");
	s->records = app_buffer(app, "records", s->count * sizeof(struct place));
	s->distances = app_buffer(app, "distances", s->count * sizeof(float));
	s->asked = xcalloc(s->queries, sizeof(*s->asked));

	struct place *records = s->records->host;

	for (size_t i = 0; i < s->count; i++)
		records[i] = random_place(&app->rng);
	for (size_t q = 0; q < s->queries; q++)
		s->asked[q] = random_place(&app->rng);
	return true;
}

/* Compares the distances of the query that ran last; a tolerance of four units in the last place.
 */
static bool check_query(const struct nn *s, struct error *err)
{
	const struct place *records = s->records->host, *from = &s->asked[s->launched - 1];
	float *want = xcalloc(s->count, sizeof(*want));

	for (size_t i = 0; i < s->count; i++)
		want[i] = (float)hypot((double)from->latitude - (double)records[i].latitude,
				       (double)from->longitude - (double)records[i].longitude);

	bool good = check_f32(s->distances, want, s->count, 0x1p-22, 0.001, err);

	free(want);
	return good || error_prefix(err, "query %zu", s->launched - 1);
}

static bool next(struct app *app, struct launch *l)
{
	struct nn *s = app->state;

	if (s->launched && !check_query(s, &s->wrong))
		return false;
	if (s->launched == s->queries)
		return false;
	launch_1d(l, "nn", launch_round_up(s->count, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->records);
	launch_buffer(l, s->distances);
	launch_i32(l, (int32_t)s->count);
	launch_f32(l, s->asked[s->launched].latitude);
	launch_f32(l, s->asked[s->launched].longitude);
	s->launched++;
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	const struct nn *s = app->state;

	return check_earlier(&s->wrong, err);
}

static void teardown(struct app *app)
{
	struct nn *s = app->state;

	free(s->asked);
	free(s);
}

const struct workload workload_nn = {
	.name = "nn",
	.suite = "Rodinia",
	.summary = "distance of every record from a place, for the nearest neighbours",
	.params = params,
	.extent = {{128292, 1, 0}, {513168, 64, 0}, {513168, 64, 0}},
	.rounding = {.tolerance = 1e-6},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
