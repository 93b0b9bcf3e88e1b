/*
 * BFS after Rodinia: level by level over a graph in CSR form, one work-item per node, two kernels a
 * level, and a flag that the host reads after each. [Kotra21] (24 launches) and, as BFS2,
 * [Ausavarungnirun18], whose simulator ships a graph of 32 k nodes and 500 k edges.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/graph_input.h"

enum { WORKGROUP = 256 };

struct node {
	int32_t first_edge, edges;
};

struct bfs {
	struct buffer *nodes, *edges, *frontier, *reached, *visited, *cost, *again;
	size_t node_count;
	uint32_t source;
	bool expanded; /* the last launch was bfs_expand */
	bool started;
};

static const struct workload_param params[] = {
	{"nodes",
	 "nodes of the graph; paper: as many as Rodinia's largest graph, which also has degree 6",
	 {4096, 131072, 1000000},
	 1,
	 16777216},
	{"degree", "mean number of neighbours, even; in a grid at most 4", {6, 6, 6}, 2, 64},
	{"source", "node to start from; -1: the first with an edge", {-1, -1, -1}, -1, 268435455},
	{.name = NULL},
};

static const struct workload_text texts[] = {
	GRAPH_TEXTS("uniform"),
	{.name = NULL},
};

static bool setup(struct app *app, struct error *err)
{
	struct bfs *s = app->state = xcalloc(1, sizeof(*s));
	struct graph *g = graph_input(app, 0, err);

	if (!g || !graph_source(app, g, &s->source, err)) {
		graph_free(g);
		return false;
	}

	size_t n = s->node_count = g->rows;

	s->nodes = app_buffer(app, "nodes", n * sizeof(struct node));
	s->edges = graph_buffer(app, "edges", g->column, g->entries);
	s->frontier = app_buffer(app, "frontier", n);
	s->reached = app_buffer(app, "reached", n);
	s->visited = app_buffer(app, "visited", n);
	s->cost = app_buffer(app, "cost", n * sizeof(int32_t));
	s->again = app_buffer(app, "again", sizeof(int32_t));
	for (size_t i = 0; i < n; i++)
		((struct node *)s->nodes->host)[i] = (struct node){
			(int32_t)g->first[i], (int32_t)(g->first[i + 1] - g->first[i])};
	graph_free(g);
	memset(s->cost->host, 0xff, n * sizeof(int32_t)); /* -1: not reached */
	((int32_t *)s->cost->host)[s->source] = 0;
	((uint8_t *)s->frontier->host)[s->source] = 1;
	((uint8_t *)s->visited->host)[s->source] = 1;
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct bfs *s = app->state;
	int32_t *again = s->again->host;
	uint32_t grid = launch_round_up(s->node_count, WORKGROUP);

	if (s->expanded) {
		*again = 0;
		launch_1d(l, "bfs_settle", grid, WORKGROUP);
		launch_buffer(l, s->frontier);
		launch_buffer(l, s->reached);
		launch_buffer(l, s->visited);
		launch_buffer(l, s->again);
	} else {
		if (s->started && !*again)
			return false;
		s->started = true;
		launch_1d(l, "bfs_expand", grid, WORKGROUP);
		launch_buffer(l, s->nodes);
		launch_buffer(l, s->edges);
		launch_buffer(l, s->frontier);
		launch_buffer(l, s->reached);
		launch_buffer(l, s->visited);
		launch_buffer(l, s->cost);
	}
	launch_i32(l, (int32_t)s->node_count);
	s->expanded = !s->expanded;
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	struct bfs *s = app->state;
	const struct node *nodes = s->nodes->host;
	const int32_t *edges = s->edges->host;
	uint32_t *want = xcalloc(s->node_count, sizeof(*want));
	int32_t *queue = xcalloc(s->node_count, sizeof(*queue));
	size_t head = 0, tail = 0;

	memset(want, 0xff, s->node_count * sizeof(*want));
	want[s->source] = 0;
	queue[tail++] = (int32_t)s->source;
	while (head < tail) {
		int32_t from = queue[head++];

		for (int32_t e = 0; e < nodes[from].edges; e++) {
			int32_t to = edges[nodes[from].first_edge + e];

			if (want[to] == UINT32_MAX) {
				want[to] = want[from] + 1;
				queue[tail++] = to;
			}
		}
	}

	bool good = check_u32(s->cost, want, s->node_count, err);

	free(want);
	free(queue);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "BFS", .class = "M"},
	{.paper = "mask",
	 .called = "BFS2",
	 .class = "low L1, high L2",
	 .at_paper = "nodes=32768,degree=16"},
	{.paper = "uvm", .called = "bfs", .published = "9.75 MB", .at_paper = "nodes=262144"},
	{.paper = NULL},
};

const struct workload workload_bfs = {
	.name = "bfs",
	.suite = "Rodinia",
	.summary = "breadth-first search, level by level",
	.params = params,
	.texts = texts,
	.uses = uses,
	.extent = {{159748, 16, 0}, {5111812, 20, 0}, {39000004, 22, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
