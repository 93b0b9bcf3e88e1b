/*
 * XSBench: event-based lookups of macroscopic cross sections on the unionised energy grid, the
 * inner loop of Monte Carlo neutron transport. One work-item does one lookup. [Shin18]: 212.25 MB.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 256, MATERIALS = 12, REACTIONS = 5, SMALL_REACTOR = 68, SMALL_FUEL = 34 };
enum { VERIFIED_LOOKUPS = 65536 };

struct grid_point {
	double energy;
	double section[REACTIONS];
};

struct xsbench {
	struct buffer *nuclide_counts, *concentrations, *energies, *indices, *grids, *compositions;
	struct buffer *results;
	size_t nuclides, points, lookups, most_nuclides;
	bool launched;
};

static const struct workload_param params[] = {
	{"nuclides",
	 "kinds of nuclides: 68 in the small reactor, 355 in the large",
	 {68, 68, 68},
	 SMALL_REACTOR,
	 1024},
	{"points",
	 "energies per nuclide (XSBench: 11303); paper: 212.25 MB as in [Shin18 Table II]",
	 {32, 1000, 9799},
	 2,
	 100000},
	{"lookups", "lookups (XSBench: 17,000,000)", {1024, 40960, 1000000}, 1, 100000000},
	{.name = NULL},
};

/*
 * A material is made of up to two groups of nuclides. The groups and their sizes are those of the
 * Hoogenboom-Martin reactor in XSBench: 34, 5, 4, 4, 27, 5 x 21, 2 x 9. A larger reactor has more
 * nuclides in the fuel only.
 */
struct group {
	int32_t first, count;
};

static const struct group fuel = {0, SMALL_FUEL}, water = {32, 4}, cladding = {36, 5};
static const struct group vessel = {41, 27}, steel = {41, 17}, none = {0, 0};

static const struct group *const materials[MATERIALS][2] = {
	{&fuel, &none},   {&cladding, &none}, {&water, &none},     {&water, &none},
	{&vessel, &none}, {&water, &steel},   {&water, &steel},    {&water, &steel},
	{&water, &steel}, {&water, &steel},   {&water, &cladding}, {&water, &cladding},
};

static void fill_materials(struct app *app, struct xsbench *s)
{
	int32_t *counts = s->nuclide_counts->host, *compositions = s->compositions->host;
	double *concentrations = s->concentrations->host;

	for (size_t m = 0; m < MATERIALS; m++) {
		int32_t *of = compositions + m * s->most_nuclides;

		for (size_t g = 0; g < 2; g++)
			for (int32_t i = 0; i < materials[m][g]->count; i++)
				of[counts[m]++] = materials[m][g]->first + i;
		for (size_t i = SMALL_REACTOR; m == 0 && i < s->nuclides; i++)
			of[counts[m]++] = (int32_t)i;
		for (int32_t i = 0; i < counts[m]; i++)
			concentrations[m * s->most_nuclides + (size_t)i] = rng_unit(&app->rng);
	}
}

static int compare_points(const void *a, const void *b)
{
	const struct grid_point *p = a, *q = b;

	return (p->energy > q->energy) - (p->energy < q->energy);
}

static void fill_grids(struct app *app, struct xsbench *s)
{
	struct grid_point *grids = s->grids->host;

	for (size_t i = 0; i < s->nuclides * s->points; i++) {
		grids[i].energy = rng_unit(&app->rng);
		for (size_t r = 0; r < REACTIONS; r++)
			grids[i].section[r] = rng_unit(&app->rng);
	}
	for (size_t n = 0; n < s->nuclides; n++)
		qsort(grids + n * s->points, s->points, sizeof(*grids), compare_points);
}

/* An energy of the union and the nuclide it comes from. */
struct origin {
	double energy;
	size_t nuclide;
};

static int compare_origins(const void *a, const void *b)
{
	const struct origin *p = a, *q = b;

	return (p->energy > q->energy) - (p->energy < q->energy);
}

/* Beside each energy of the union, for each nuclide: the last point not above it, but never the
 * nuclide's very last, since a lookup interpolates to the next one. */
static void fill_union(struct xsbench *s)
{
	const struct grid_point *grids = s->grids->host;
	double *energies = s->energies->host;
	int32_t *indices = s->indices->host;
	size_t count = s->nuclides * s->points;
	struct origin *all = xcalloc(count, sizeof(*all));
	int32_t *row = xcalloc(s->nuclides, sizeof(*row)); /* points passed so far */

	for (size_t i = 0; i < count; i++) {
		all[i].energy = grids[i].energy;
		all[i].nuclide = i / s->points;
	}
	qsort(all, count, sizeof(*all), compare_origins);
	for (size_t n = 0; n < s->nuclides; n++)
		row[n] = -1;
	for (size_t i = 0; i < count; i++) {
		energies[i] = all[i].energy;
		row[all[i].nuclide]++;
		for (size_t n = 0; n < s->nuclides; n++) {
			int32_t last = (int32_t)s->points - 2;

			indices[i * s->nuclides + n] = row[n] < 0      ? 0
						       : row[n] > last ? last
								       : row[n];
		}
	}
	free(all);
	free(row);
}

static bool setup(struct app *app, struct error *err)
{
	struct xsbench *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->nuclides = (size_t)app_param(app, "nuclides");
	s->points = (size_t)app_param(app, "points");
	s->lookups = (size_t)app_param(app, "lookups");
	s->most_nuclides = SMALL_FUEL + s->nuclides - SMALL_REACTOR;

	size_t all = s->nuclides * s->points, table = MATERIALS * s->most_nuclides;

	s->nuclide_counts = app_buffer(app, "nuclide counts", MATERIALS * sizeof(int32_t));
	s->concentrations = app_buffer(app, "concentrations", table * sizeof(double));
	s->compositions = app_buffer(app, "compositions", table * sizeof(int32_t));
	s->energies = app_buffer(app, "energies", all * sizeof(double));
	s->indices = app_buffer(app, "indices", all * s->nuclides * sizeof(int32_t));
	s->grids = app_buffer(app, "grids", all * sizeof(struct grid_point));
	s->results = app_buffer(app, "results", s->lookups * sizeof(int32_t));
	fill_materials(app, s);
	fill_grids(app, s);
	fill_union(s);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct xsbench *s = app->state;

	if (s->launched)
		return false;
	s->launched = true;
	launch_1d(l, "xsbench_lookup", launch_round_up(s->lookups, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->nuclide_counts);
	launch_buffer(l, s->concentrations);
	launch_buffer(l, s->energies);
	launch_buffer(l, s->indices);
	launch_buffer(l, s->grids);
	launch_buffer(l, s->compositions);
	launch_buffer(l, s->results);
	launch_i64(l, (int64_t)s->nuclides);
	launch_i64(l, (int64_t)s->points);
	launch_i32(l, (int32_t)s->most_nuclides);
	launch_i32(l, (int32_t)s->lookups);
	return true;
}

/* The generator of the kernel; a lookup takes two numbers. */
struct generator {
	uint64_t state, factor, term;
};

static void skip(struct generator *g, uint64_t steps)
{
	uint64_t factor = g->factor, term = g->term;

	for (; steps; steps >>= 1) {
		if (steps & 1)
			g->state = g->state * factor + term;
		term *= factor + 1;
		factor *= factor;
	}
}

static double draw(struct generator *g)
{
	g->state = g->state * g->factor + g->term;
	return (double)(g->state & INT64_MAX) * 0x1p-63;
}

/* Upper ends of the materials' shares in [0, 1), as in the kernel. */
static size_t material_of(double roll)
{
	static const double shares[MATERIALS - 1] = {0.139, 0.191, 0.466, 0.600, 0.754, 0.818,
						     0.884, 0.939, 0.947, 0.962, 0.987};
	size_t material = 0;

	while (material < MATERIALS - 1 && roll >= shares[material])
		material++;
	return material;
}

/* Searches every nuclide's own table: nothing here uses the union. */
static uint32_t reference(const struct xsbench *s, size_t lookup)
{
	const struct grid_point *grids = s->grids->host;
	const double *concentrations = s->concentrations->host;
	const int32_t *compositions = s->compositions->host, *counts = s->nuclide_counts->host;
	struct generator g = {1070, UINT64_C(3935559000370003845), UINT64_C(1442695040888963407)};

	skip(&g, 2 * lookup);

	double energy = draw(&g), sum[REACTIONS] = {0};
	size_t first = material_of(draw(&g)), count = (size_t)counts[first];

	first *= s->most_nuclides;
	for (size_t i = first; i < first + count; i++) {
		const struct grid_point *low = grids + (size_t)compositions[i] * s->points;
		size_t length = s->points - 1;

		while (length > 1) {
			size_t half = length / 2;

			if (low[half].energy <= energy) {
				low += half;
				length -= half;
			} else {
				length = half;
			}
		}
		for (size_t r = 0; r < REACTIONS; r++) {
			double slope = (low[1].section[r] - low[0].section[r]) /
				       (low[1].energy - low[0].energy);

			sum[r] += concentrations[i] *
				  (low[1].section[r] + slope * (energy - low[1].energy));
		}
	}

	uint32_t largest = 0;

	for (uint32_t r = 1; r < REACTIONS; r++)
		if (sum[r] > sum[largest])
			largest = r;
	return largest + 1;
}

/* All lookups, or a random sample where there are very many. */
static bool verify(struct app *app, struct error *err)
{
	struct xsbench *s = app->state;
	bool all = s->lookups <= VERIFIED_LOOKUPS;

	for (size_t i = 0; i < (all ? s->lookups : VERIFIED_LOOKUPS); i++) {
		size_t lookup = all ? i : rng_below(&app->rng, s->lookups);
		uint32_t want = reference(s, lookup);

		if (!check_u32_from(s->results, lookup, &want, 1, err))
			return false;
	}
	return true;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "walks", .called = "XSB", .published = "212.25 MB", .class = "irregular"},
	{.paper = NULL},
};

const struct workload workload_xsbench = {
	.name = "xsbench",
	.suite = "XSBench",
	.summary = "cross section lookups of Monte Carlo neutron transport",
	.params = params,
	.uses = uses,
	.extent = {{722768, 1, 0}, {22472784, 1, 0}, {222561840, 1, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
