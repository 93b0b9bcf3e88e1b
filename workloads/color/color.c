/*
 * Graph colouring after Pannotia: one work-item per node looks at its neighbours, in workgroups of
 * 256; two launches a round, until every node has a colour. One colour a round (max) or two
 * (maxmin). [Shin18] at 26.68 MB, the paper size.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/graph_input.h"

enum { WORKGROUP = 256 };

enum step { INIT, SCAN, ASSIGN };

struct color {
	struct buffer *first, *column, *number, *color, *largest, *smallest, *again;
	uint32_t nodes;
	bool maxmin;
	enum step step;
	int64_t rounds, most_rounds;
};

static const struct workload_param params[] = {
	{"nodes",
	 "nodes of the graph; paper: 26.68 MB in all (Table II)",
	 {2500, 131072, 874718},
	 1,
	 16777216},
	{"degree", "mean number of neighbours; in a grid at most 4", {4, 4, 4}, 1, 64},
	{"iterations", "rounds at most; 0: until all nodes have a colour", {0, 0, 0}, 0, 1000000},
	{.name = NULL},
};

static const char *const variants[] = {"max", "maxmin", NULL};

static const struct workload_text texts[] = {
	GRAPH_TEXTS("grid"),
	{"variant", "which nodes a round colours", "max", variants},
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct color *s = app->state = xcalloc(1, sizeof(*s));
	struct graph *input = graph_input(app, 0, err);

	if (!input)
		return false;

	/* A node with an edge to itself would never get a colour. */
	struct graph *g = graph_undirected(input);
	uint32_t *order = random_order(&app->rng, g->rows);

	graph_free(input);
	s->nodes = g->rows;
	s->maxmin = !strcmp(app_param_text(app, "variant"), "maxmin");
	s->step = s->maxmin ? INIT : SCAN;
	s->most_rounds = app_param(app, "iterations");
	s->first = graph_buffer(app, "first", g->first, (size_t)s->nodes + 1);
	s->column = graph_buffer(app, "column", g->column, g->entries);
	s->number = app_buffer(app, "number", s->nodes * sizeof(float));
	s->color = app_buffer(app, "color", s->nodes * sizeof(int32_t));
	s->largest = app_buffer(app, "largest", s->nodes * sizeof(float));
	if (s->maxmin)
		s->smallest = app_buffer(app, "smallest", s->nodes * sizeof(float));
	s->again = app_buffer(app, "again", sizeof(int32_t));
	memset(s->color->host, 0xff, s->nodes * sizeof(int32_t)); /* -1: none */
	/* No two nodes have the same number, and each is exact. */
	for (uint32_t i = 0; i < s->nodes; i++)
		((float *)s->number->host)[i] = (float)order[i];
	free(order);
	graph_free(g);
	return true;
}

/* Colours are counted from 1. */
static int32_t round_color(const struct color *s, int64_t round)
{
	return (int32_t)(s->maxmin ? 2 * round - 1 : round);
}

static void add_extremes(const struct color *s, struct launch *l)
{
	launch_buffer(l, s->largest);
	if (s->maxmin)
		launch_buffer(l, s->smallest);
}

static bool next(struct app *app, struct launch *l)
{
	static const char *const kernels[][2] = {
		[INIT] = {NULL, "color_maxmin_init"},
		[SCAN] = {"color_max_scan", "color_maxmin_scan"},
		[ASSIGN] = {"color_max_assign", "color_maxmin_assign"},
	};
	struct color *s = app->state;
	int32_t *again = s->again->host;

	if (s->step == SCAN) {
		if (s->rounds && (!*again || s->rounds == s->most_rounds))
			return false;
		s->rounds++;
		*again = 0;
	}
	launch_1d(l, kernels[s->step][s->maxmin], launch_round_up(s->nodes, WORKGROUP), WORKGROUP);
	switch (s->step) {
	case INIT:
		add_extremes(s, l);
		break;
	case SCAN:
		launch_buffer(l, s->first);
		launch_buffer(l, s->column);
		launch_buffer(l, s->number);
		launch_buffer(l, s->color);
		launch_buffer(l, s->again);
		add_extremes(s, l);
		break;
	case ASSIGN:
		launch_buffer(l, s->number);
		launch_buffer(l, s->color);
		add_extremes(s, l);
		launch_i32(l, round_color(s, s->rounds));
		break;
	}
	launch_i32(l, (int32_t)s->nodes);
	s->step = s->step == SCAN ? ASSIGN : SCAN;
	return true;
}

/*
 * The reference peels the graph: it counts each node's uncoloured neighbours above and below, and a
 * node is free when there are none above (or, in maxmin, below).
 */
struct peeling {
	uint32_t *above, *below;
	uint32_t *now, *next, now_count,
		next_count; /* nodes to colour, this round and in the next */
	uint32_t *round;    /* in which a node is coloured; 0: not yet */
	uint32_t *color;
};

static bool is_free(const struct color *s, const struct peeling *p, uint32_t node)
{
	return !p->above[node] || (s->maxmin && !p->below[node]);
}

/* The node has got its colour: its neighbours have one less to wait for. */
static void peel(const struct color *s, struct peeling *p, uint32_t node, uint32_t round)
{
	const uint32_t *first = s->first->host, *column = s->column->host;
	const float *number = s->number->host;

	for (uint32_t e = first[node]; e < first[node + 1]; e++) {
		uint32_t other = column[e];

		(number[node] > number[other] ? p->above : p->below)[other]--;
		if (!p->round[other] && is_free(s, p, other)) {
			p->round[other] = round + 1;
			p->next[p->next_count++] = other;
		}
	}
}

static void count_neighbours(const struct color *s, struct peeling *p)
{
	const uint32_t *first = s->first->host, *column = s->column->host;
	const float *number = s->number->host;

	for (uint32_t i = 0; i < s->nodes; i++) {
		for (uint32_t e = first[i]; e < first[i + 1]; e++)
			(number[column[e]] > number[i] ? p->above : p->below)[i]++;
		p->color[i] = UINT32_MAX;
		if (is_free(s, p, i)) {
			p->round[i] = 1;
			p->now[p->now_count++] = i;
		}
	}
}

static void peel_rounds(const struct color *s, struct peeling *p)
{
	for (uint32_t round = 1; round <= s->rounds && p->now_count; round++) {
		uint32_t *swap = p->now;

		p->next_count = 0;
		/* First all colours: they depend on what was there before the round. */
		for (uint32_t k = 0; k < p->now_count; k++) {
			uint32_t node = p->now[k];
			bool smallest = s->maxmin && !p->below[node];

			p->color[node] = (uint32_t)round_color(s, round) + smallest;
		}
		for (uint32_t k = 0; k < p->now_count; k++)
			peel(s, p, p->now[k], round);
		p->now = p->next;
		p->now_count = p->next_count;
		p->next = swap;
	}
}

static bool verify(struct app *app, struct error *err)
{
	struct color *s = app->state;
	struct peeling p = {.above = xcalloc(s->nodes, sizeof(uint32_t)),
			    .below = xcalloc(s->nodes, sizeof(uint32_t)),
			    .now = xcalloc(s->nodes, sizeof(uint32_t)),
			    .next = xcalloc(s->nodes, sizeof(uint32_t)),
			    .round = xcalloc(s->nodes, sizeof(uint32_t)),
			    .color = xcalloc(s->nodes, sizeof(uint32_t))};

	count_neighbours(s, &p);
	peel_rounds(s, &p);

	bool good = check_u32(s->color, p.color, s->nodes, err);

	free(p.above);
	free(p.below);
	free(p.now);
	free(p.next);
	free(p.round);
	free(p.color);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "walks", .called = "CLR", .published = "26.68 MB", .class = "regular"},
	{.paper = NULL},
};

const struct workload workload_color = {
	.name = "color",
	.suite = "Pannotia",
	.summary = "graph colouring, in rounds over all nodes",
	.params = params,
	.texts = texts,
	.uses = uses,
	.extent = {{79208, 18, 0}, {4188512, 26, 0}, {27976016, 28, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
