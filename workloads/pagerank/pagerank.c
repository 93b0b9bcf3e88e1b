/*
 * PageRank. variant=pull, after Hetero-Mark as MGPUSim has it: 64 work-items per node add up its
 * incoming edges in LDS, one launch an iteration; [Pratheek22] at 256 MB, the paper size.
 * variant=push, after Pannotia: one work-item per node adds to its neighbours atomically, in
 * workgroups of 256, two launches an iteration after one that initialises; [Kotra21] (41 launches):
 * iterations=20, nodes=299067,degree=6 are about Pannotia's own input.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/graph_input.h"
#include "driver/workload/reference.h"

enum { PULL_WORKGROUP = 64, PUSH_WORKGROUP = 256 };

struct pagerank {
	struct buffer *first, *column, *value;
	struct buffer
		*rank[2]; /* pull: old and new in turn; push: the ranks, and what is gathered */
	uint32_t nodes, entries;
	bool push;
	int64_t launches, iterations;
};

static const struct workload_param params[] = {
	{"nodes", "nodes of the graph", {512, 2048, 8192}, 1, 16777216},
	{"degree",
	 "mean number of edges from a node; paper: half of all there can be, 256 MB (Table II)",
	 {128, 1024, 4096},
	 1,
	 65536},
	{"iterations", "rounds; Pannotia makes 20", {1, 1, 1}, 1, 1000},
	{.name = NULL},
};

static const char *const variants[] = {"pull", "push", NULL};

static const struct workload_text texts[] = {
	{"variant", "nodes gather from their neighbours or add to them", "pull", variants},
	GRAPH_TEXTS("uniform"),
	{.name = NULL},
};

/* Outgoing edges for push, incoming ones for pull; generated graphs may stand for either. */
static struct graph *make_graph(struct app *app, bool push, struct error *err)
{
	bool from_file = *app_param_text(app, "graph");
	uint64_t nodes = (uint64_t)app_param(app, "nodes");
	uint64_t entries = nodes * (uint64_t)app_param(app, "degree");

	if (!from_file && entries > GRAPH_MAX_ENTRIES) {
		error_set(err, "nodes x degree = %llu is more than %d", (unsigned long long)entries,
			  GRAPH_MAX_ENTRIES);
		return NULL;
	}
	if (!from_file && !strcmp(app_param_text(app, "shape"), "uniform")) {
		if (entries > nodes * nodes) {
			error_set(err, "degree=%llu is more than nodes=%llu",
				  (unsigned long long)(entries / nodes), (unsigned long long)nodes);
			return NULL;
		}
		/* Directed, and as dense as one likes. */
		return matrix_random(&app->rng, (uint32_t)nodes, (uint32_t)nodes, (uint32_t)entries,
				     MATRIX_RANDOM);
	}

	struct graph *g = graph_input(app, 0, err), *incoming;

	if (!g || push || !from_file)
		return g;
	incoming = graph_transpose(g);
	graph_free(g);
	return incoming;
}

/* Each column of the matrix adds up to 1: a node divides its rank among those it points to. */
static void fill_values(struct pagerank *s)
{
	const uint32_t *column = s->column->host;
	float *value = s->value->host;
	uint32_t *outgoing = xcalloc(s->nodes, sizeof(*outgoing));

	for (uint32_t e = 0; e < s->entries; e++)
		outgoing[column[e]]++;
	for (uint32_t e = 0; e < s->entries; e++)
		value[e] = 1 / (float)outgoing[column[e]];
	free(outgoing);
}

static bool setup(struct app *app, struct error *err)
{
	struct pagerank *s = app->state = xcalloc(1, sizeof(*s));
	struct graph *g;

	s->push = !strcmp(app_param_text(app, "variant"), "push");
	s->iterations = app_param(app, "iterations");
	g = make_graph(app, s->push, err);
	if (!g)
		return false;
	s->nodes = g->rows;
	s->entries = g->entries;
	s->rank[0] = app_buffer(app, "rank", s->nodes * sizeof(float));
	s->rank[1] = app_buffer(app, s->push ? "gathered" : "rank2", s->nodes * sizeof(float));
	s->first = graph_buffer(app, "first", g->first, (size_t)s->nodes + 1);
	s->column = graph_buffer(app, "column", g->column, g->entries);
	graph_free(g);
	if (!s->push) {
		s->value = app_buffer(app, "value", s->column->bytes);
		fill_values(s);
		for (uint32_t i = 0; i < s->nodes; i++)
			((float *)s->rank[0]->host)[i] = 1 / (float)s->nodes;
	}
	return true;
}

static bool next_pull(struct pagerank *s, struct launch *l)
{
	if (s->launches == s->iterations)
		return false;
	launch_1d(l, "pagerank_pull", s->nodes * PULL_WORKGROUP, PULL_WORKGROUP);
	launch_u32(l, s->nodes);
	launch_buffer(l, s->first);
	launch_buffer(l, s->column);
	launch_buffer(l, s->value);
	launch_local(l, PULL_WORKGROUP * sizeof(float));
	launch_buffer(l, s->rank[s->launches % 2]);
	launch_buffer(l, s->rank[1 - s->launches % 2]);
	s->launches++;
	return true;
}

static bool next_push(struct pagerank *s, struct launch *l)
{
	bool spread = s->launches % 2;

	if (s->launches > 2 * s->iterations)
		return false;
	launch_1d(l,
		  !s->launches ? "pagerank_push_init"
		  : spread     ? "pagerank_push_spread"
			       : "pagerank_push_settle",
		  launch_round_up(s->nodes, PUSH_WORKGROUP), PUSH_WORKGROUP);
	if (spread) {
		launch_buffer(l, s->first);
		launch_buffer(l, s->column);
	}
	launch_buffer(l, s->rank[0]);
	launch_buffer(l, s->rank[1]);
	launch_i32(l, (int32_t)s->nodes);
	s->launches++;
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct pagerank *s = app->state;

	return s->push ? next_push(s, l) : next_pull(s, l);
}

/* One iteration: what each node gathers. */
static void gather(const struct pagerank *s, const double *rank, double *gathered)
{
	const uint32_t *first = s->first->host, *column = s->column->host;
	const float *value = s->push ? NULL : s->value->host;

	memset(gathered, 0, s->nodes * sizeof(*gathered));
	for (uint32_t i = 0; i < s->nodes; i++) {
		for (uint32_t e = first[i]; e < first[i + 1]; e++) {
			if (s->push)
				gathered[column[e]] += rank[i] / (first[i + 1] - first[i]);
			else
				gathered[i] += (double)value[e] * rank[column[e]];
		}
	}
}

/* The longest sum: a row, or how often a node is a neighbour. */
static uint32_t longest_sum(const struct pagerank *s)
{
	const uint32_t *first = s->first->host, *column = s->column->host;
	uint32_t *count = xcalloc(s->nodes, sizeof(*count)), longest = 0;

	for (uint32_t i = 0; i < s->nodes; i++)
		for (uint32_t e = first[i]; e < first[i + 1]; e++)
			count[s->push ? column[e] : i]++;
	for (uint32_t i = 0; i < s->nodes; i++)
		longest = count[i] > longest ? count[i] : longest;
	free(count);
	return longest;
}

static bool verify(struct app *app, struct error *err)
{
	struct pagerank *s = app->state;
	double *rank = xcalloc(s->nodes, sizeof(*rank)), *new = xcalloc(s->nodes, sizeof(*new));
	struct buffer *result = s->push ? s->rank[0] : s->rank[s->iterations % 2];
	/* Errors of an iteration are of relative size, and so is what they become in the next. */
	double tolerance = (double)s->iterations * reference_sum_tolerance(longest_sum(s) + 8);

	for (uint32_t i = 0; i < s->nodes; i++)
		rank[i] = 1.0 / s->nodes;
	for (int64_t k = 0; k < s->iterations; k++) {
		double *swap = rank;

		gather(s, rank, new);
		for (uint32_t i = 0; s->push && i < s->nodes; i++)
			new[i] = 0.15 / s->nodes + 0.85 * new[i];
		rank = new;
		new = swap;
	}

	float *want = reference_narrow(rank, s->nodes);
	bool good = check_f32(result, want, s->nodes, tolerance, 0, err);

	free(rank);
	free(new);
	free(want);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "reach",
	 .called = "PRK",
	 .class = "L",
	 .at_small = "variant=push,nodes=32768,degree=6,iterations=4",
	 .at_paper = "variant=push,nodes=299067,degree=6,iterations=20"},
	{.paper = "mgvm",
	 .called = "PR",
	 .published = "256 MB",
	 .class = "ITL",
	 .at_small = "nodes=4096,degree=2048",
	 .at_tiny = ""},
	{.paper = NULL},
};

const struct workload workload_pagerank = {
	.name = "pagerank",
	.suite = "Hetero-Mark, Pannotia",
	.summary = "PageRank, gathering along rows or adding to neighbours",
	.params = params,
	.texts = texts,
	.uses = uses,
	.extent = {{530436, 1, 256}, {16801796, 1, 256}, {268533764, 1, 256}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
