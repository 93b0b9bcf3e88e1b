/*
 * LULESH after its CUDA version, in double precision: time steps of Lagrangian hydrodynamics on
 * hexahedra. Elements gather from 8 nodes and from 6 neighbours, nodes from up to 8 element
 * corners, all by lists. The time step is fixed and the gas law simple. LULESH's own size, which
 * the simulator of [Ausavarungnirun18] ships, is 45^3.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lulesh.h"

static const char *const field_names[FIELDS] = {"position x",     "position y",
						"position z",     "velocity x",
						"velocity y",     "velocity z",
						"acceleration x", "acceleration y",
						"acceleration z", "force x",
						"force y",        "force z",
						"node mass",      "corner force x",
						"corner force y", "corner force z",
						"length x",       "length y",
						"length z",       "change x",
						"change y",       "change z",
						"first volume",   "volume",
						"new volume",     "growth",
						"rate",           "linear",
						"quadratic",      "energy",
						"pressure",       "viscosity",
						"sound",          "mass"};

static const struct workload_param params[] = {
	{"edge", "elements along each edge of the mesh; paper: LULESH's own", {8, 24, 45}, 2, 256},
	{"iterations", "time steps", {1, 3, 10}, 1, 100000},
	{.name = NULL},
};

static size_t node_at(const struct lulesh *s, const size_t at[3])
{
	return (at[2] * (s->edge + 1) + at[1]) * (s->edge + 1) + at[0];
}

/* Nodes and neighbours of elements. Low sides of the mesh are planes of symmetry, high sides are
 * free. */
static void fill_elements(struct lulesh *s)
{
	int32_t *nodes = s->nodes->host, *neighbours = s->neighbours->host;
	int32_t *boundaries = s->boundaries->host;
	const size_t stride[3] = {1, s->edge, s->edge * s->edge};

	for (size_t e = 0; e < s->elements; e++) {
		size_t at[3];

		place_of(s, e, at);
		for (size_t c = 0; c < CORNERS; c++) {
			const size_t corner[3] = {at[0] + lulesh_offsets[c][0],
						  at[1] + lulesh_offsets[c][1],
						  at[2] + lulesh_offsets[c][2]};

			nodes[e + c * s->padded] = (int32_t)node_at(s, corner);
		}
		for (size_t d = 0; d < 3; d++) {
			bool low = at[d] == 0, high = at[d] == s->edge - 1;

			neighbours[e + 2 * d * s->padded] = (int32_t)(low ? e : e - stride[d]);
			neighbours[e + (2 * d + 1) * s->padded] =
				(int32_t)(high ? e : e + stride[d]);
			boundaries[e] |= (low | high << 1) << 2 * d;
		}
	}
}

/* Which corners meet at a node, and which nodes lie in the planes of symmetry. */
static void fill_nodes(struct lulesh *s)
{
	const int32_t *nodes = s->nodes->host;
	int32_t *counts = s->counts->host, *starts = s->starts->host, *corners = s->corners->host;
	size_t filled[3] = {0};

	for (size_t c = 0; c < CORNERS; c++)
		for (size_t e = 0; e < s->elements; e++)
			counts[nodes[e + c * s->padded]]++;
	for (size_t n = 1; n < s->node_count; n++)
		starts[n] = starts[n - 1] + counts[n - 1];
	memset(counts, 0, s->counts->bytes);
	for (size_t c = 0; c < CORNERS; c++)
		for (size_t e = 0; e < s->elements; e++) {
			int32_t n = nodes[e + c * s->padded];

			corners[starts[n] + counts[n]++] = (int32_t)(e + c * s->padded);
		}
	for (size_t n = 0; n < s->node_count; n++) {
		size_t side = s->edge + 1;
		const size_t at[3] = {n % side, n / side % side, n / side / side};

		for (size_t d = 0; d < 3; d++)
			if (at[d] == 0)
				((int32_t *)s->planes[d]->host)[filled[d]++] = (int32_t)n;
	}
}

/* Elements by region of material; a region is made of runs of elements. */
static void fill_list(struct app *app, struct lulesh *s)
{
	int32_t *list = s->list->host;
	uint8_t *region = xcalloc(s->elements, 1);
	size_t filled = 0;

	for (size_t e = 0; e < s->elements;) {
		uint8_t r = (uint8_t)rng_below(&app->rng, REGIONS);
		size_t run = 1 + rng_below(&app->rng, 31);

		for (; run > 0 && e < s->elements; run--)
			region[e++] = r;
	}
	for (int r = 0; r < REGIONS; r++)
		for (size_t e = 0; e < s->elements; e++)
			if (region[e] == r)
				list[filled++] = (int32_t)e;
	free(region);
}

/* Nodes a little off their places and in slow motion, gas of uneven pressure: every element has
 * work to do.
 */
static void fill_fields(struct app *app, struct lulesh *s)
{
	double *f[FIELDS];
	const int32_t *nodes = s->nodes->host;

	for (size_t i = 0; i < FIELDS; i++)
		f[i] = s->fields[i]->host;
	for (size_t n = 0; n < s->node_count; n++) {
		size_t side = s->edge + 1;
		const size_t at[3] = {n % side, n / side % side, n / side / side};

		for (size_t d = 0; d < 3; d++) {
			double off = at[d] == 0 ? 0 : 0.2 * (rng_unit(&app->rng) - 0.5);

			f[POSITION + d][n] = s->spacing * ((double)at[d] + off);
			f[VELOCITY + d][n] = at[d] == 0 ? 0 : 0.1 * (rng_unit(&app->rng) - 0.5);
		}
	}
	for (size_t e = 0; e < s->elements; e++) {
		struct vector p[CORNERS];

		gather(s, f + POSITION, e, p);
		f[FIRST_VOLUME][e] = f[MASS][e] = volume_of(p);
		for (size_t c = 0; c < CORNERS; c++)
			f[NODE_MASS][nodes[e + c * s->padded]] += f[MASS][e] / CORNERS;
		f[VOLUME][e] = 1;
		f[PRESSURE][e] = 0.5 + rng_unit(&app->rng);
		f[ENERGY][e] = 1.5 * f[PRESSURE][e];
		f[SOUND][e] = sqrt(10 * f[ENERGY][e] / 9);
	}
}

static void make_mesh_buffers(struct app *app, struct lulesh *s)
{
	size_t elements = s->elements, nodes = s->node_count;

	s->nodes = app_buffer(app, "nodes", CORNERS * s->padded * sizeof(int32_t));
	s->neighbours = app_buffer(app, "neighbours", 6 * s->padded * sizeof(int32_t));
	s->boundaries = app_buffer(app, "boundaries", elements * sizeof(int32_t));
	s->list = app_buffer(app, "list", elements * sizeof(int32_t));
	s->counts = app_buffer(app, "counts", nodes * sizeof(int32_t));
	s->starts = app_buffer(app, "starts", nodes * sizeof(int32_t));
	s->corners = app_buffer(app, "corners", CORNERS * elements * sizeof(int32_t));
	s->bad = app_buffer(app, "bad", sizeof(int32_t));
	for (size_t d = 0; d < 3; d++)
		s->planes[d] = app_buffer(app, "plane", s->plane_count * sizeof(int32_t));
}

static void make_fields(struct app *app, struct lulesh *s)
{
	for (size_t i = 0; i < FIELDS; i++) {
		size_t count = i < CORNER_FORCE ? s->node_count
			       : i < LENGTH     ? CORNERS * s->padded
						: s->elements;

		s->fields[i] = app_buffer(app, field_names[i], count * sizeof(double));
	}
}

static bool setup(struct app *app, struct error *err)
{
	struct lulesh *s = app->state = xcalloc(1, sizeof(*s));
	size_t edge = s->edge = (size_t)app_param(app, "edge"), side = edge + 1;

	(void)err;
	s->iterations = (size_t)app_param(app, "iterations");
	s->elements = edge * edge * edge;
	s->padded = launch_round_up(s->elements, 32);
	s->node_count = side * side * side;
	s->plane_count = side * side;
	s->spacing = 1.125 / (double)edge;
	s->step = 0.05 * s->spacing; /* the speed of sound is about 1 */
	make_mesh_buffers(app, s);
	make_fields(app, s);
	fill_elements(s);
	fill_nodes(s);
	fill_list(app, s);
	fill_fields(app, s);
	*(int32_t *)s->bad->host = -1;
	for (size_t i = 0; i < FIELDS; i++) {
		s->first[i] = xmalloc(s->fields[i]->bytes);
		memcpy(s->first[i], s->fields[i]->host, s->fields[i]->bytes);
	}
	return true;
}

static void launch_fields(const struct lulesh *s, struct launch *l, enum field first, size_t count)
{
	for (size_t i = 0; i < count; i++)
		launch_buffer(l, s->fields[first + i]);
}

static void launch_field(const struct lulesh *s, struct launch *l, enum field field)
{
	launch_fields(s, l, field, 1);
}

static void start(struct launch *l, const char *kernel, size_t items, uint32_t group)
{
	launch_1d(l, kernel, launch_round_up(items, group), group);
}

static void launch_force(const struct lulesh *s, struct launch *l)
{
	start(l, "lulesh_force", s->elements, ELEMENT_GROUP);
	launch_field(s, l, FIRST_VOLUME);
	launch_field(s, l, VOLUME);
	launch_field(s, l, PRESSURE);
	launch_field(s, l, VISCOSITY);
	launch_buffer(l, s->nodes);
	launch_field(s, l, SOUND);
	launch_field(s, l, MASS);
	launch_fields(s, l, POSITION, 3);
	launch_fields(s, l, VELOCITY, 3);
	launch_fields(s, l, CORNER_FORCE, 3);
	launch_buffer(l, s->bad);
	launch_f64(l, hourglass);
	launch_i32(l, (int32_t)s->elements);
	launch_i32(l, (int32_t)s->padded);
}

static void launch_gather(const struct lulesh *s, struct launch *l)
{
	start(l, "lulesh_gather", s->node_count, ELEMENT_GROUP);
	launch_buffer(l, s->counts);
	launch_buffer(l, s->starts);
	launch_buffer(l, s->corners);
	launch_fields(s, l, CORNER_FORCE, 3);
	launch_fields(s, l, FORCE, 3);
	launch_i32(l, (int32_t)s->node_count);
}

static void launch_accelerate(const struct lulesh *s, struct launch *l)
{
	start(l, "lulesh_accelerate", s->node_count, NODE_GROUP);
	launch_fields(s, l, FORCE, 3);
	launch_field(s, l, NODE_MASS);
	launch_fields(s, l, ACCELERATION, 3);
	launch_i32(l, (int32_t)s->node_count);
}

static void launch_fix(const struct lulesh *s, struct launch *l, size_t direction)
{
	start(l, "lulesh_fix", s->plane_count, NODE_GROUP);
	launch_buffer(l, s->fields[ACCELERATION + direction]);
	launch_buffer(l, s->planes[direction]);
	launch_i32(l, (int32_t)s->plane_count);
}

static void launch_move(const struct lulesh *s, struct launch *l)
{
	start(l, "lulesh_move", s->node_count, NODE_GROUP);
	launch_fields(s, l, POSITION, 3);
	launch_fields(s, l, VELOCITY, 3);
	launch_fields(s, l, ACCELERATION, 3);
	launch_f64(l, s->step);
	launch_f64(l, velocity_cut);
	launch_i32(l, (int32_t)s->node_count);
}

static void launch_kinematics(const struct lulesh *s, struct launch *l)
{
	start(l, "lulesh_kinematics", s->elements, ELEMENT_GROUP);
	launch_buffer(l, s->nodes);
	launch_fields(s, l, POSITION, 3);
	launch_fields(s, l, VELOCITY, 3);
	launch_field(s, l, FIRST_VOLUME);
	launch_field(s, l, VOLUME);
	launch_field(s, l, NEW_VOLUME);
	launch_field(s, l, GROWTH);
	launch_field(s, l, RATE);
	launch_fields(s, l, LENGTH, 3);
	launch_fields(s, l, CHANGE, 3);
	launch_f64(l, s->step);
	launch_i32(l, (int32_t)s->elements);
	launch_i32(l, (int32_t)s->padded);
}

static void launch_viscosity(const struct lulesh *s, struct launch *l)
{
	start(l, "lulesh_viscosity", s->elements, NODE_GROUP);
	launch_buffer(l, s->list);
	launch_buffer(l, s->boundaries);
	launch_buffer(l, s->neighbours);
	launch_fields(s, l, LENGTH, 3);
	launch_fields(s, l, CHANGE, 3);
	launch_field(s, l, RATE);
	launch_field(s, l, MASS);
	launch_field(s, l, FIRST_VOLUME);
	launch_field(s, l, NEW_VOLUME);
	launch_field(s, l, LINEAR);
	launch_field(s, l, QUADRATIC);
	launch_i32(l, (int32_t)s->elements);
	launch_i32(l, (int32_t)s->padded);
}

static void launch_material(const struct lulesh *s, struct launch *l)
{
	start(l, "lulesh_material", s->elements, NODE_GROUP);
	launch_buffer(l, s->list);
	launch_field(s, l, NEW_VOLUME);
	launch_field(s, l, GROWTH);
	launch_field(s, l, LINEAR);
	launch_field(s, l, QUADRATIC);
	launch_field(s, l, ENERGY);
	launch_field(s, l, PRESSURE);
	launch_field(s, l, VISCOSITY);
	launch_field(s, l, SOUND);
	launch_field(s, l, VOLUME);
	launch_i32(l, (int32_t)s->elements);
}

static bool next(struct app *app, struct launch *l)
{
	static void (*const one_step[])(const struct lulesh *, struct launch *) = {
		launch_force, launch_gather,     launch_accelerate, NULL,           NULL, NULL,
		launch_move,  launch_kinematics, launch_viscosity,  launch_material};
	struct lulesh *s = app->state;
	size_t count = sizeof(one_step) / sizeof(*one_step), launch = s->launches++;

	if (launch == s->iterations * count)
		return false;
	launch %= count;
	if (one_step[launch])
		one_step[launch](s, l);
	else
		launch_fix(s, l, launch - 3);
	return true;
}

/* Everything is of the order of 1 or, for places in the mesh, compared with its spacing. */
static bool verify(struct app *app, struct error *err)
{
	static const enum field compared[] = {POSITION,     POSITION + 1, POSITION + 2, VELOCITY,
					      VELOCITY + 1, VELOCITY + 2, ENERGY,       PRESSURE,
					      VISCOSITY,    SOUND,        VOLUME};
	struct lulesh *s = app->state;
	double tolerance = 1e-11 * (double)s->iterations;
	bool good = true;

	lulesh_reference(s);
	for (size_t i = 0; i < sizeof(compared) / sizeof(*compared) && good; i++) {
		const struct buffer *b = s->fields[compared[i]];

		good = check_f64(b, s->first[compared[i]], b->bytes / sizeof(double), tolerance,
				 compared[i] < VELOCITY ? s->spacing : 1, err);
	}
	if (good && *(int32_t *)s->bad->host != -1)
		good = error_failed(err, "element %d has no volume", *(int32_t *)s->bad->host);
	return good;
}

static void teardown(struct app *app)
{
	struct lulesh *s = app->state;

	for (size_t i = 0; i < FIELDS; i++)
		free(s->first[i]);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "LUH", .class = "high L1, high L2"},
	{.paper = NULL},
};

const struct workload workload_lulesh = {
	.name = "lulesh",
	.suite = "LULESH",
	.summary = "hydrodynamics on an unstructured mesh of hexahedra",
	.params = params,
	.uses = uses,
	.extent = {{303808, 10, 0}, {7729472, 30, 0}, {50295756, 100, 0}},
	.rounding = {.tolerance = 1e-12, .floor = 1, .doubles = true},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
