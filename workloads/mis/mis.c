/*
 * Maximal independent set after Pannotia: one work-item per node looks at its neighbours, in
 * workgroups of 128; three launches a round, until every node is decided. [Shin18] at 72.38 MB, the
 * paper size; [Pratheek22] at 16 MB, one round: shape=uniform,nodes=524288,degree=2,iterations=1.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/graph_input.h"

enum { WORKGROUP = 128, MEMBER = 2 };

enum step { INIT, SCAN, JOIN, SETTLE };

struct mis {
	struct buffer *first, *column, *number, *set, *status, *update, *smallest, *again;
	uint32_t nodes;
	enum step step;
	int64_t rounds, most_rounds;
};

static const struct workload_param params[] = {
	{"nodes",
	 "nodes of the graph; paper: 72.38 MB in all (Table II)",
	 {4096, 131072, 1897949},
	 1,
	 16777216},
	{"degree", "mean number of neighbours; in a grid at most 4", {4, 4, 4}, 1, 64},
	{"iterations", "rounds at most; 0: until all nodes are decided", {0, 0, 0}, 0, 1000000},
	{.name = NULL},
};

static const struct workload_text texts[] = {
	GRAPH_TEXTS("grid"),
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct mis *s = app->state = xcalloc(1, sizeof(*s));
	struct graph *input = graph_input(app, 0, err);

	if (!input)
		return false;

	/* A node with an edge to itself would never be decided. */
	struct graph *g = graph_undirected(input);
	uint32_t *order = random_order(&app->rng, g->rows);

	graph_free(input);
	s->nodes = g->rows;
	s->most_rounds = app_param(app, "iterations");
	s->first = graph_buffer(app, "first", g->first, (size_t)s->nodes + 1);
	s->column = graph_buffer(app, "column", g->column, g->entries);
	s->number = app_buffer(app, "number", s->nodes * sizeof(float));
	s->set = app_buffer(app, "set", s->nodes * sizeof(int32_t));
	s->status = app_buffer(app, "status", s->nodes * sizeof(int32_t));
	s->update = app_buffer(app, "update", s->nodes * sizeof(int32_t));
	s->smallest = app_buffer(app, "smallest", s->nodes * sizeof(float));
	s->again = app_buffer(app, "again", sizeof(int32_t));
	/* No two nodes have the same number, and each is exact. */
	for (uint32_t i = 0; i < s->nodes; i++)
		((float *)s->number->host)[i] = (float)order[i];
	free(order);
	graph_free(g);
	return true;
}

static void launch_scan(const struct mis *s, struct launch *l)
{
	launch_buffer(l, s->first);
	launch_buffer(l, s->column);
	launch_buffer(l, s->number);
	launch_buffer(l, s->status);
	launch_buffer(l, s->smallest);
	launch_buffer(l, s->again);
}

static void launch_join(const struct mis *s, struct launch *l)
{
	launch_buffer(l, s->first);
	launch_buffer(l, s->column);
	launch_buffer(l, s->number);
	launch_buffer(l, s->set);
	launch_buffer(l, s->status);
	launch_buffer(l, s->update);
	launch_buffer(l, s->smallest);
}

static bool next(struct app *app, struct launch *l)
{
	static const char *const kernels[] = {[INIT] = "mis_init",
					      [SCAN] = "mis_scan",
					      [JOIN] = "mis_join",
					      [SETTLE] = "mis_settle"};
	struct mis *s = app->state;
	int32_t *again = s->again->host;

	if (s->step == SCAN) {
		if (s->rounds && (!*again || s->rounds == s->most_rounds))
			return false;
		s->rounds++;
		*again = 0;
	}
	launch_1d(l, kernels[s->step], launch_round_up(s->nodes, WORKGROUP), WORKGROUP);
	switch (s->step) {
	case INIT:
		launch_buffer(l, s->set);
		launch_buffer(l, s->status);
		launch_buffer(l, s->update);
		break;
	case SCAN:
		launch_scan(s, l);
		break;
	case JOIN:
		launch_join(s, l);
		break;
	case SETTLE:
		launch_buffer(l, s->update);
		launch_buffer(l, s->status);
		break;
	}
	launch_i32(l, (int32_t)s->nodes);
	s->step = s->step == SETTLE ? SCAN : s->step + 1;
	return true;
}

/*
 * Greedily in the order of numbers: a node is a member unless a neighbour before it is. It joins in
 * the round after the last neighbour before it has gone out; others go out when their first member
 * joins.
 */
static void decide(const struct mis *s, uint32_t node, uint32_t *round, uint32_t *member)
{
	const uint32_t *first = s->first->host, *column = s->column->host;
	const float *number = s->number->host;
	uint32_t last = 0, out = 0;

	for (uint32_t e = first[node]; e < first[node + 1]; e++) {
		uint32_t other = column[e];

		if (number[other] > number[node])
			continue;
		last = round[other] > last ? round[other] : last;
		if (member[other] && (!out || round[other] < out))
			out = round[other];
	}
	round[node] = out ? out : last + 1;
	member[node] = out ? 0 : MEMBER;
}

static bool verify(struct app *app, struct error *err)
{
	struct mis *s = app->state;
	const float *number = s->number->host;
	uint32_t *order = xcalloc(s->nodes, sizeof(*order));
	uint32_t *round = xcalloc(s->nodes, sizeof(*round));
	uint32_t *member = xcalloc(s->nodes, sizeof(*member));

	for (uint32_t i = 0; i < s->nodes; i++)
		order[(uint32_t)number[i]] = i;
	for (uint32_t k = 0; k < s->nodes; k++)
		decide(s, order[k], round, member);
	for (uint32_t i = 0; i < s->nodes; i++)
		if (round[i] > s->rounds)
			member[i] = 0;

	bool good = check_u32(s->set, member, s->nodes, err);

	free(order);
	free(round);
	free(member);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "walks", .called = "MIS", .published = "72.38 MB", .class = "regular"},
	{.paper = "mgvm",
	 .called = "MIS",
	 .published = "16 MB",
	 .class = "NL+ITL",
	 .at_small = "shape=uniform,nodes=524288,degree=2,iterations=1",
	 .at_tiny = "shape=uniform,degree=2,iterations=1",
	 .at_paper = "shape=uniform,nodes=524288,degree=2,iterations=1"},
	{.paper = NULL},
};

const struct workload workload_mis = {
	.name = "mis",
	.suite = "Pannotia",
	.summary = "maximal independent set, in rounds over all nodes",
	.params = params,
	.texts = texts,
	.uses = uses,
	.extent = {{162824, 16, 0}, {5237088, 22, 0}, {75895920, 22, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
