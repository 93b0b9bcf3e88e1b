/*
 * cfd (euler3d) after Rodinia: the Euler equations on an unstructured mesh; one work-item gathers
 * the state of one tetrahedron's four neighbours. Rodinia's meshes have 97,046, 193,474 and 232,536
 * elements, as edge = 25, 32 and 34 nearly do; the simulator of [Ausavarungnirun18] ships the
 * second.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "driver/workload/workload.h"

enum { WORKGROUP = 192, FACES = 4, VARIABLES = 5, STAGES = 3, PARTS = 6 };
enum { WALL = -1, FAR_FIELD = -2 };
enum { LAUNCHES_BEFORE = 4, LAUNCHES_PER_STEP = 1 + 2 * STAGES };

struct cfd {
	struct buffer *areas, *neighbours, *normals, *variables, *old, *fluxes, *step_factors;
	struct buffer *far_state, *far_flow;
	size_t edge, elements, padded, iterations;
	size_t launches;
};

static const struct workload_param params[] = {
	{"edge",
	 "edge of the cubic mesh; it has 6 x edge^3 tetrahedra; paper: Rodinia's largest, 0.2 M",
	 {5, 16, 34},
	 1,
	 160},
	{"iterations", "time steps (Rodinia: 2000)", {1, 2, 10}, 1, 100000},
	{.name = NULL},
};

/*
 * The mesh: cubes cut into six tetrahedra each, one for every order of the axes: from corner (0, 0,
 * 0) a step along the first axis, the second, the third, to (1, 1, 1). Corners are moved a little
 * at random. Elements are numbered layer after layer of cubes, as a numbering for low bandwidth
 * does, and at random within a layer.
 */
static const uint8_t axes[PARTS][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
				       {1, 0, 2}, {0, 2, 1}, {2, 1, 0}};

static size_t part_with(uint8_t a, uint8_t b)
{
	size_t part = 0;

	while (axes[part][0] != a || axes[part][1] != b)
		part++;
	return part;
}

struct mesh {
	size_t edge;
	double (*corners)[3]; /* (edge + 1)^3 */
	int32_t *number;      /* of an element, by cube and part */
};

static size_t corner_at(const struct mesh *m, const size_t at[3])
{
	return (at[2] * (m->edge + 1) + at[1]) * (m->edge + 1) + at[0];
}

static size_t place_of(const struct mesh *m, const size_t cube[3], size_t part)
{
	return ((cube[2] * m->edge + cube[1]) * m->edge + cube[0]) * PARTS + part;
}

static void mesh_init(struct mesh *m, struct rng *rng, size_t edge)
{
	size_t side = edge + 1, layer = edge * edge * PARTS, elements = layer * edge;

	m->edge = edge;
	m->corners = xcalloc(side * side * side, sizeof(*m->corners));
	m->number = xcalloc(elements, sizeof(*m->number));
	for (size_t i = 0; i < side * side * side; i++) {
		const size_t at[3] = {i % side, i / side % side, i / side / side};

		for (size_t d = 0; d < 3; d++)
			m->corners[i][d] = (double)at[d] + 0.3 * (rng_unit(rng) - 0.5);
	}
	for (size_t i = 0; i < elements; i++) {
		size_t first = i / layer * layer, j = first + rng_below(rng, i - first + 1);

		m->number[i] = m->number[j];
		m->number[j] = (int32_t)i;
	}
}

static void mesh_release(struct mesh *m)
{
	free(m->corners);
	free(m->number);
}

/* The element beyond the face opposite to a vertex, or what lies there instead: the wall is below.
 */
static int32_t neighbour_of(const struct mesh *m, const size_t cube[3], size_t part, size_t vertex)
{
	uint8_t a = axes[part][0], b = axes[part][1], c = axes[part][2];
	size_t other[3] = {cube[0], cube[1], cube[2]};

	if (vertex == 1) {
		part = part_with(b, a);
	} else if (vertex == 2) {
		part = part_with(a, c);
	} else if (vertex == 0) {
		if (++other[a] == m->edge)
			return FAR_FIELD;
		part = part_with(b, c);
	} else {
		if (other[c]-- == 0)
			return c == 1 ? WALL : FAR_FIELD;
		part = part_with(c, a);
	}
	return m->number[place_of(m, other, part)];
}

/* Area times normal of the face opposite to a vertex, pointing inwards. */
static void face_normal(double points[4][3], size_t vertex, double normal[3])
{
	const double *p = points[(vertex + 1) & 3], *q = points[(vertex + 2) & 3],
		     *r = points[(vertex + 3) & 3], *inner = points[vertex];
	double side = 0;

	for (size_t d = 0; d < 3; d++) {
		size_t e = (d + 1) % 3, f = (d + 2) % 3;

		normal[d] = ((q[e] - p[e]) * (r[f] - p[f]) - (q[f] - p[f]) * (r[e] - p[e])) / 2;
		side += normal[d] * (inner[d] - p[d]);
	}
	for (size_t d = 0; d < 3 && side < 0; d++)
		normal[d] = -normal[d];
}

/* Fills in one element. The step length is taken from the square root of "areas", as in Rodinia, so
 * that is the square of the whole surface. */
static void fill_element(struct cfd *s, const struct mesh *m, const size_t cube[3], size_t part)
{
	float *areas = s->areas->host, *normals = s->normals->host;
	int32_t *neighbours = s->neighbours->host;
	size_t element = (size_t)m->number[place_of(m, cube, part)];
	size_t at[3] = {cube[0], cube[1], cube[2]};
	double points[4][3], surface = 0;

	for (size_t v = 0; v < 4; v++) {
		memcpy(points[v], m->corners[corner_at(m, at)], sizeof(points[v]));
		if (v < 3)
			at[axes[part][v]]++;
	}
	for (size_t face = 0; face < FACES; face++) {
		double normal[3];

		face_normal(points, face, normal);
		neighbours[element + face * s->padded] = neighbour_of(m, cube, part, face);
		for (size_t d = 0; d < 3; d++)
			normals[element + (face + d * FACES) * s->padded] = (float)normal[d];
		surface +=
			sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
	}
	areas[element] = (float)(surface * surface);
}

/* Copies of the last element fill the last workgroup. */
static void fill_padding(struct cfd *s)
{
	float *areas = s->areas->host, *normals = s->normals->host;
	int32_t *neighbours = s->neighbours->host;
	size_t last = s->elements - 1;

	for (size_t i = s->elements; i < s->padded; i++) {
		areas[i] = areas[last];
		for (size_t f = 0; f < FACES; f++)
			neighbours[i + f * s->padded] = neighbours[last + f * s->padded];
		for (size_t f = 0; f < 3 * FACES; f++)
			normals[i + f * s->padded] = normals[last + f * s->padded];
	}
}

static void fill_mesh(struct app *app, struct cfd *s)
{
	struct mesh m;
	size_t cube[3];

	mesh_init(&m, &app->rng, s->edge);
	for (cube[2] = 0; cube[2] < s->edge; cube[2]++)
		for (cube[1] = 0; cube[1] < s->edge; cube[1]++)
			for (cube[0] = 0; cube[0] < s->edge; cube[0]++)
				for (size_t part = 0; part < PARTS; part++)
					fill_element(s, &m, cube, part);
	fill_padding(s);
	mesh_release(&m);
}

/* Far away air flows along x at 1.2 times the speed of sound, which is 1 at this density. */
static void fill_far_field(struct cfd *s)
{
	float *state = s->far_state->host, *flow = s->far_flow->host;
	const float density = 1.4f, pressure = 1, speed = 1.2f;

	state[0] = density;
	state[1] = density * speed;
	state[4] = density * speed * speed / 2 + pressure / 0.4f;
	flow[0] = speed * state[1] + pressure; /* rows of the momentum's tensor, then energy */
	flow[4] = pressure;
	flow[8] = pressure;
	flow[9] = speed * (state[4] + pressure);
}

static bool setup(struct app *app, struct error *err)
{
	struct cfd *s = app->state = xcalloc(1, sizeof(*s));

	(void)err;
	s->edge = (size_t)app_param(app, "edge");
	s->iterations = (size_t)app_param(app, "iterations");
	s->elements = PARTS * s->edge * s->edge * s->edge;
	s->padded = launch_round_up(s->elements, WORKGROUP);

	size_t floats = s->padded * sizeof(float);

	s->areas = app_buffer(app, "areas", floats);
	s->neighbours = app_buffer(app, "neighbours", FACES * s->padded * sizeof(int32_t));
	s->normals = app_buffer(app, "normals", 3 * FACES * floats);
	s->variables = app_buffer(app, "variables", VARIABLES * floats);
	s->old = app_buffer(app, "old variables", VARIABLES * floats);
	s->fluxes = app_buffer(app, "fluxes", VARIABLES * floats);
	s->step_factors = app_buffer(app, "step factors", floats);
	s->far_state = app_buffer(app, "far state", VARIABLES * sizeof(float));
	s->far_flow = app_buffer(app, "far flow", 12 * sizeof(float));
	fill_mesh(app, s);
	fill_far_field(s);
	return true;
}

static void launch_initialize(const struct cfd *s, struct launch *l, const struct buffer *which)
{
	launch_1d(l, "cfd_initialize", (uint32_t)s->padded, WORKGROUP);
	launch_buffer(l, which);
	launch_buffer(l, s->far_state);
	launch_i32(l, (int32_t)s->padded);
}

static void launch_step_factor(const struct cfd *s, struct launch *l)
{
	launch_1d(l, "cfd_step_factor", (uint32_t)s->padded, WORKGROUP);
	launch_buffer(l, s->variables);
	launch_buffer(l, s->areas);
	launch_buffer(l, s->step_factors);
	launch_i32(l, (int32_t)s->padded);
}

static void launch_flux(const struct cfd *s, struct launch *l)
{
	launch_1d(l, "cfd_flux", (uint32_t)s->padded, WORKGROUP);
	launch_buffer(l, s->neighbours);
	launch_buffer(l, s->normals);
	launch_buffer(l, s->variables);
	launch_buffer(l, s->far_state);
	launch_buffer(l, s->far_flow);
	launch_buffer(l, s->fluxes);
	launch_i32(l, (int32_t)s->padded);
}

static void launch_advance(const struct cfd *s, struct launch *l, size_t stage)
{
	launch_1d(l, "cfd_advance", (uint32_t)s->padded, WORKGROUP);
	launch_i32(l, (int32_t)stage);
	launch_i32(l, (int32_t)s->padded);
	launch_buffer(l, s->old);
	launch_buffer(l, s->variables);
	launch_buffer(l, s->step_factors);
	launch_buffer(l, s->fluxes);
}

static bool next(struct app *app, struct launch *l)
{
	struct cfd *s = app->state;
	const struct buffer *first[] = {s->variables, s->old, s->fluxes};
	size_t launch = s->launches++;

	if (launch < 3) {
		launch_initialize(s, l, first[launch]);
		return true;
	}
	if (launch == 3) {
		launch_1d(l, "cfd_clear", (uint32_t)s->step_factors->bytes, WORKGROUP);
		launch_buffer(l, s->step_factors);
		launch_i32(l, (int32_t)s->step_factors->bytes);
		return true;
	}
	launch -= LAUNCHES_BEFORE;
	if (launch >= s->iterations * LAUNCHES_PER_STEP)
		return false;
	launch %= LAUNCHES_PER_STEP;
	if (launch == 0) {
		memcpy(s->old->host, s->variables->host, s->old->bytes);
		launch_step_factor(s, l);
	} else if (launch % 2) {
		launch_flux(s, l);
	} else {
		launch_advance(s, l, launch / 2 - 1);
	}
	return true;
}

/* The reference keeps the five variables of an element together. */
struct state {
	double v[VARIABLES]; /* density, momentum, energy */
};

static double pressure_of(const struct state *s)
{
	double momentum_squared = s->v[1] * s->v[1] + s->v[2] * s->v[2] + s->v[3] * s->v[3];

	return 0.4 * (s->v[4] - momentum_squared / s->v[0] / 2);
}

/* Fastest signal: speed of the flow plus that of sound. */
static double fastest_of(const struct state *s)
{
	double momentum_squared = s->v[1] * s->v[1] + s->v[2] * s->v[2] + s->v[3] * s->v[3];

	return sqrt(momentum_squared) / s->v[0] + sqrt(1.4 * pressure_of(s) / s->v[0]);
}

/* Adds half of what a state carries through a face. */
static void add_flow(struct state *sum, const struct state *s, const double normal[3])
{
	double pressure = pressure_of(s);
	double through = 0.5 * (s->v[1] * normal[0] + s->v[2] * normal[1] + s->v[3] * normal[2]);

	sum->v[0] += through;
	for (size_t d = 0; d < 3; d++)
		sum->v[1 + d] += through * s->v[1 + d] / s->v[0] + 0.5 * pressure * normal[d];
	sum->v[4] += through * (s->v[4] + pressure) / s->v[0];
}

static void reference_flux(const struct cfd *s, const struct state *states, size_t element,
			   const struct state *far, struct state *sum)
{
	const int32_t *neighbours = s->neighbours->host;
	const float *normals = s->normals->host;
	const struct state *own = &states[element];

	memset(sum, 0, sizeof(*sum));
	for (size_t face = 0; face < FACES; face++) {
		int32_t other = neighbours[element + face * s->padded];
		const struct state *there = other >= 0 ? &states[other] : far;
		double normal[3], length;

		for (size_t d = 0; d < 3; d++)
			normal[d] = (double)normals[element + (face + d * FACES) * s->padded];
		length =
			sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
		if (other == WALL) {
			for (size_t d = 0; d < 3; d++)
				sum->v[1 + d] += normal[d] * pressure_of(own);
			continue;
		}
		add_flow(sum, own, normal);
		add_flow(sum, there, normal);
		for (size_t v = 0; v < VARIABLES && other >= 0; v++)
			sum->v[v] -= 0.1 * length * (fastest_of(own) + fastest_of(there)) *
				     (own->v[v] - there->v[v]);
	}
}

static void reference_step(const struct cfd *s, struct state *states, struct state *old,
			   struct state *fluxes, const struct state *far)
{
	const float *areas = s->areas->host;

	memcpy(old, states, s->elements * sizeof(*old));
	for (size_t stage = 0; stage < STAGES; stage++) {
		for (size_t i = 0; i < s->elements; i++)
			reference_flux(s, states, i, far, &fluxes[i]);
		for (size_t i = 0; i < s->elements; i++) {
			double factor = 0.5 / (sqrt((double)areas[i]) * fastest_of(&old[i])) /
					(double)(STAGES + 1 - stage);

			for (size_t v = 0; v < VARIABLES; v++)
				states[i].v[v] = old[i].v[v] + factor * fluxes[i].v[v];
		}
	}
}

/* All variables are of the order of 1; a step's rounding errors are a few units in the last place,
 * and the scheme is stable, so they add up at most. */
static bool verify(struct app *app, struct error *err)
{
	struct cfd *s = app->state;
	const float *far_state = s->far_state->host;
	struct state *states = xcalloc(s->elements, sizeof(*states));
	struct state *old = xcalloc(s->elements, sizeof(*old));
	struct state *fluxes = xcalloc(s->elements, sizeof(*fluxes));
	float *want = xcalloc(s->elements, sizeof(*want));
	struct state far;
	bool good = true;

	for (size_t v = 0; v < VARIABLES; v++)
		far.v[v] = (double)far_state[v];
	for (size_t i = 0; i < s->elements; i++)
		states[i] = far;
	for (size_t i = 0; i < s->iterations; i++)
		reference_step(s, states, old, fluxes, &far);
	for (size_t v = 0; v < VARIABLES && good; v++) {
		for (size_t i = 0; i < s->elements; i++)
			want[i] = (float)states[i].v[v];
		good = check_f32_from(s->variables, v * s->padded, want, s->elements,
				      (double)s->iterations * 32 * 0x1p-24, 1, err);
	}
	free(states);
	free(old);
	free(fluxes);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "mask", .called = "CFD", .class = "high L1, high L2", .at_paper = "edge=32"},
	{.paper = NULL},
};

const struct workload workload_cfd = {
	.name = "cfd",
	.suite = "Rodinia",
	.summary = "Euler equations on an unstructured mesh of tetrahedra",
	.params = params,
	.uses = uses,
	.extent = {{101444, 11, 0}, {3244100, 18, 0}, {31147844, 74, 0}},
	.rounding = {.tolerance = 1e-6, .floor = 1},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
