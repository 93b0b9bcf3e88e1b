/*
 * Single-source shortest paths after Pannotia (CSR): one work-item per node takes the minimum over
 * its incoming edges, in workgroups of 64; three launches a round, until nothing changes. [Shin18]
 * at 104.32 MB, the paper size, here cut after 16 rounds; to its end (iterations=0) it takes 3291
 * rounds or 9874 launches, of the order of the 10504 of [Kotra21].
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/graph_input.h"

/* The sum of a distance and a weight stays within 31 bits. */
enum { WORKGROUP = 64, DRAWN_WEIGHT = 1000, MOST_WEIGHT = 0x3fffffff, UNREACHED = 0x3fffffff };

enum step { INIT, COPY, RELAX, COMPARE };

struct sssp {
	struct buffer *first, *column, *weight, *previous, *distance, *again;
	struct graph *graph; /* outgoing edges */
	uint32_t nodes, source;
	enum step step;
	int64_t rounds, most_rounds;
};

static const struct workload_param params[] = {
	{"nodes",
	 "nodes of the graph; paper: 104.32 MB in all (Table II)",
	 {576, 8100, 2487226},
	 1,
	 16777216},
	{"degree", "mean number of neighbours; in a grid at most 4", {4, 4, 4}, 1, 64},
	{"source", "node to start from; -1: the first with an edge", {-1, -1, -1}, -1, 268435455},
	{"iterations", "rounds at most; 0: until nothing changes", {0, 0, 16}, 0, 1000000},
	{.name = NULL},
};

static const char *const weights[] = {"file", "random", NULL};

static const struct workload_text texts[] = {
	GRAPH_TEXTS("grid"),
	{"weights", "of a graph file's edges: its own, or drawn from 1 .. 1000", "file", weights},
	{.name = NULL},
};

/* Draws weights where there are none; refuses those that do not fit. */
static bool fix_weights(struct app *app, struct graph *g, struct error *err)
{
	const char *path = app_param_text(app, "graph");
	bool random = !g->value || (*path && !strcmp(app_param_text(app, "weights"), "random"));

	if (!g->value)
		g->value = xcalloc((size_t)g->entries + 1, sizeof(*g->value));
	for (uint32_t e = 0; e < g->entries; e++) {
		double *weight = &g->value[e];

		if (random)
			*weight = 1 + (double)rng_below(&app->rng, DRAWN_WEIGHT);
		if (!(*weight >= 0 && *weight <= MOST_WEIGHT && *weight == (int32_t)*weight))
			return error_set(err,
					 "%s: weight %g is not a whole number from 0 to %d; "
					 "weights=random draws others",
					 path, *weight, MOST_WEIGHT);
	}
	return true;
}

static bool setup(struct app *app, struct error *err)
{
	struct sssp *s = app->state = xcalloc(1, sizeof(*s));
	struct graph *g = s->graph = graph_input(app, DRAWN_WEIGHT, err), *incoming;

	if (!g || !graph_source(app, g, &s->source, err) || !fix_weights(app, g, err))
		return false;
	s->nodes = g->rows;
	s->most_rounds = app_param(app, "iterations");
	incoming = graph_transpose(g);
	s->first = graph_buffer(app, "first", incoming->first, (size_t)s->nodes + 1);
	s->column = graph_buffer(app, "column", incoming->column, g->entries);
	s->weight = app_buffer(app, "weight", (g->entries ? g->entries : 1) * sizeof(int32_t));
	s->previous = app_buffer(app, "previous", s->nodes * sizeof(int32_t));
	s->distance = app_buffer(app, "distance", s->nodes * sizeof(int32_t));
	s->again = app_buffer(app, "again", sizeof(int32_t));
	for (uint32_t e = 0; e < g->entries; e++)
		((int32_t *)s->weight->host)[e] = (int32_t)incoming->value[e];
	graph_free(incoming);
	return true;
}

static void start(const struct sssp *s, struct launch *l, const char *kernel)
{
	launch_1d(l, kernel, launch_round_up(s->nodes, WORKGROUP), WORKGROUP);
}

static void launch_relax(const struct sssp *s, struct launch *l)
{
	start(s, l, "sssp_relax");
	launch_i32(l, (int32_t)s->nodes);
	launch_buffer(l, s->first);
	launch_buffer(l, s->column);
	launch_buffer(l, s->weight);
	launch_buffer(l, s->previous);
	launch_buffer(l, s->distance);
}

static bool next(struct app *app, struct launch *l)
{
	struct sssp *s = app->state;
	int32_t *again = s->again->host;

	switch (s->step) {
	case INIT:
		start(s, l, "sssp_init");
		launch_buffer(l, s->previous);
		launch_buffer(l, s->distance);
		launch_i32(l, (int32_t)s->source);
		launch_i32(l, UNREACHED);
		launch_i32(l, (int32_t)s->nodes);
		s->step = COPY;
		return true;
	case COPY:
		if (s->rounds && (!*again || s->rounds == s->most_rounds))
			return false;
		s->rounds++;
		*again = 0;
		start(s, l, "sssp_copy");
		launch_buffer(l, s->previous);
		launch_buffer(l, s->distance);
		launch_i32(l, (int32_t)s->nodes);
		s->step = RELAX;
		return true;
	case RELAX:
		launch_relax(s, l);
		s->step = COMPARE;
		return true;
	default:
		start(s, l, "sssp_compare");
		launch_buffer(l, s->previous);
		launch_buffer(l, s->distance);
		launch_buffer(l, s->again);
		launch_i32(l, (int32_t)s->nodes);
		s->step = COPY;
		return true;
	}
}

/* The nodes whose distance changed in the last round, and those that have changed in this one. */
struct frontier {
	uint32_t *now, *next, now_count, next_count;
	uint32_t *round; /* in which a node last entered next */
};

/* One round: only outgoing edges of nodes that have just changed can change anything. */
static void relax_frontier(const struct graph *g, struct frontier *f, uint32_t round,
			   const uint32_t *before, uint32_t *after)
{
	f->next_count = 0;
	for (uint32_t k = 0; k < f->now_count; k++) {
		uint32_t from = f->now[k];

		for (uint32_t e = g->first[from]; e < g->first[from + 1]; e++) {
			uint32_t to = g->column[e], through = before[from] + (uint32_t)g->value[e];

			if (through >= after[to])
				continue;
			after[to] = through;
			if (f->round[to] != round)
				f->next[f->next_count++] = to;
			f->round[to] = round;
		}
	}
}

static bool verify(struct app *app, struct error *err)
{
	struct sssp *s = app->state;
	uint32_t *before = xcalloc(s->nodes, sizeof(*before));
	uint32_t *after = xcalloc(s->nodes, sizeof(*after));
	struct frontier f = {.now = xcalloc(s->nodes, sizeof(*f.now)),
			     .next = xcalloc(s->nodes, sizeof(*f.next)),
			     .round = xcalloc(s->nodes, sizeof(*f.round))};

	for (uint32_t i = 0; i < s->nodes; i++)
		before[i] = after[i] = i == s->source ? 0 : UNREACHED;
	f.now[f.now_count++] = s->source;
	for (uint32_t round = 1; round <= s->rounds && f.now_count; round++) {
		uint32_t *swap = f.now;

		relax_frontier(s->graph, &f, round, before, after);
		for (uint32_t k = 0; k < f.next_count; k++)
			before[f.next[k]] = after[f.next[k]];
		f.now = f.next;
		f.now_count = f.next_count;
		f.next = swap;
	}

	bool good = check_u32(s->distance, after, s->nodes, err);

	free(before);
	free(after);
	free(f.now);
	free(f.next);
	free(f.round);
	return good;
}

static void teardown(struct app *app)
{
	struct sssp *s = app->state;

	graph_free(s->graph);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "SSSP", .class = "L", .at_paper = "iterations=0"},
	{.paper = "walks", .called = "SSP", .published = "104.32 MB", .class = "regular"},
	{.paper = NULL},
};

const struct workload workload_sssp = {
	.name = "sssp",
	.suite = "Pannotia",
	.summary = "shortest paths from one node, in rounds over all edges",
	.params = params,
	.texts = texts,
	.uses = uses,
	.extent = {{24584, 154, 0}, {353528, 553, 0}, {109387472, 49, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
