/*
 * BFS after Rodinia: level by level over a random undirected graph in CSR form, two kernels a
 * level, and a flag that the host reads after each.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload.h"

enum { WORKGROUP = 256 };

struct node {
	int32_t first_edge, edges;
};

struct bfs {
	struct buffer *nodes, *edges, *frontier, *reached, *visited, *cost, *again;
	size_t node_count, edge_count;
	bool expanded; /* the last launch was bfs_expand */
	bool started;
};

static const struct workload_param params[] = {
	{"nodes",
	 "nodes of the graph; paper: as many as Rodinia's largest graph, which also has degree 6",
	 {4096, 131072, 1000000},
	 1,
	 16777216},
	{"degree", "mean number of neighbours, even", {6, 6, 6}, 2, 64},
	{.name = NULL},
};

/* Each node draws degree / 2 partners; every edge is stored in both directions. */
static void make_graph(struct app *app, struct bfs *s)
{
	struct node *nodes = s->nodes->host;
	int32_t *edges = s->edges->host;
	size_t pairs = s->edge_count / 2, per_node = pairs / s->node_count;
	int32_t *partner = xcalloc(pairs, sizeof(*partner));
	int32_t *fill = xcalloc(s->node_count, sizeof(*fill));
	int32_t first = 0;

	for (size_t e = 0; e < pairs; e++) {
		partner[e] = (int32_t)rng_below(&app->rng, s->node_count);
		nodes[e / per_node].edges++;
		nodes[partner[e]].edges++;
	}
	for (size_t i = 0; i < s->node_count; i++) {
		nodes[i].first_edge = fill[i] = first;
		first += nodes[i].edges;
	}
	for (size_t e = 0; e < pairs; e++) {
		size_t from = e / per_node;

		edges[fill[from]++] = partner[e];
		edges[fill[partner[e]]++] = (int32_t)from;
	}
	free(partner);
	free(fill);
}

static bool setup(struct app *app, struct error *err)
{
	struct bfs *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->node_count = (size_t)app_param(app, "nodes");
	size_t degree = (size_t)app_param(app, "degree");

	if (degree % 2)
		return error_set(err, "degree=%zu is odd; every edge counts at both its ends",
				 degree);
	s->edge_count = n * degree;
	s->nodes = app_buffer(app, "nodes", n * sizeof(struct node));
	s->edges = app_buffer(app, "edges", s->edge_count * sizeof(int32_t));
	s->frontier = app_buffer(app, "frontier", n);
	s->reached = app_buffer(app, "reached", n);
	s->visited = app_buffer(app, "visited", n);
	s->cost = app_buffer(app, "cost", n * sizeof(int32_t));
	s->again = app_buffer(app, "again", sizeof(int32_t));
	make_graph(app, s);
	memset(s->cost->host, 0xff, n * sizeof(int32_t)); /* -1: not reached */
	((int32_t *)s->cost->host)[0] = 0;
	((uint8_t *)s->frontier->host)[0] = 1;
	((uint8_t *)s->visited->host)[0] = 1;
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
	want[0] = 0;
	queue[tail++] = 0;
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

const struct workload workload_bfs = {
	.name = "bfs",
	.suite = "Rodinia",
	.summary = "breadth-first search over a random graph, level by level",
	.params = params,
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
