/* Graphs and matrices in compressed rows: building, turning round, generating. */
#include "harness.h"

#include <stdlib.h>

#include "driver/workload/graph.h"
#include "base/error.h"

static void check_valid(const struct graph *g)
{
	CHECK_EQ(g->first[0], 0);
	CHECK_EQ(g->first[g->rows], g->entries);
	for (uint32_t i = 0; i < g->rows; i++)
		CHECK(g->first[i] <= g->first[i + 1]);
	for (uint32_t e = 0; e < g->entries; e++)
		CHECK(g->column[e] < g->columns);
}

static void check_same(const struct graph *a, const struct graph *b)
{
	CHECK_EQ(a->rows, b->rows);
	CHECK_EQ(a->columns, b->columns);
	CHECK_EQ(a->entries, b->entries);
	CHECK(!memcmp(a->first, b->first, (a->rows + 1) * sizeof(*a->first)));
	CHECK(!memcmp(a->column, b->column, a->entries * sizeof(*a->column)));
	CHECK(!a->value == !b->value);
	CHECK(!a->value || !memcmp(a->value, b->value, a->entries * sizeof(*a->value)));
}

/* Every entry has its like on the other side of the diagonal, with the same weight. */
static void check_symmetric(const struct graph *g)
{
	struct graph *t = graph_transpose(g);

	check_valid(g);
	for (uint32_t i = 0; i < g->rows; i++) {
		uint64_t here = 0, there = 0;

		CHECK_EQ(g->first[i], t->first[i]);
		for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++) {
			here += g->column[e] * UINT64_C(1000003) +
				(g->value ? (uint64_t)g->value[e] * UINT64_C(7919) : 0);
			there += t->column[e] * UINT64_C(1000003) +
				 (t->value ? (uint64_t)t->value[e] * UINT64_C(7919) : 0);
		}
		CHECK_EQ(here, there);
	}
	graph_free(t);
}

static struct rng seeded(void)
{
	struct rng rng;

	rng_seed(&rng, 42);
	return rng;
}

TEST(entries_are_sorted_by_row_and_stay_in_order)
{
	static const uint32_t row[] = {2, 0, 2, 0, 2}, column[] = {3, 1, 0, 0, 2};
	static const double value[] = {1, 2, 3, 4, 5};
	static const uint32_t first[] = {0, 2, 2, 5}, columns[] = {1, 0, 3, 0, 2};
	static const double values[] = {2, 4, 1, 3, 5};
	struct graph *g = graph_from_entries(3, 4, 5, row, column, value);

	CHECK(!memcmp(g->first, first, sizeof(first)));
	CHECK(!memcmp(g->column, columns, sizeof(columns)));
	CHECK(!memcmp(g->value, values, sizeof(values)));
	graph_free(g);
}

TEST(transposing_thrice_is_transposing_once)
{
	static const uint32_t row[] = {2, 0, 2, 0, 2}, column[] = {3, 1, 0, 0, 2};
	static const double value[] = {1, 2, 3, 4, 5};
	struct graph *g = graph_from_entries(3, 4, 5, row, column, value);
	struct graph *t = graph_transpose(g), *u = graph_transpose(t), *v = graph_transpose(u);

	CHECK_EQ(t->rows, 4);
	CHECK_EQ(t->columns, 3);
	CHECK_EQ(t->column[t->first[3]], 2);
	CHECK(t->value[t->first[3]] == 1);
	check_same(t, v);
	graph_free(g);
	graph_free(t);
	graph_free(u);
	graph_free(v);
}

TEST(undirected_has_no_loops_and_no_repetitions)
{
	static const uint32_t row[] = {0, 0, 1, 2, 2, 3, 1}, column[] = {1, 1, 0, 2, 0, 3, 3};
	static const uint32_t first[] = {0, 2, 4, 5, 6}, columns[] = {1, 2, 0, 3, 0, 1};
	struct graph *g = graph_from_entries(4, 4, 7, row, column, NULL);
	struct graph *u = graph_undirected(g);

	CHECK_EQ(u->entries, 6);
	CHECK(!u->value);
	CHECK(!memcmp(u->first, first, sizeof(first)));
	CHECK(!memcmp(u->column, columns, sizeof(columns)));
	graph_free(g);
	graph_free(u);
}

TEST(a_graph_may_have_no_edges)
{
	struct graph *g = graph_from_entries(3, 3, 0, NULL, NULL, NULL);
	struct graph *u = graph_undirected(g);

	check_valid(u);
	CHECK_EQ(u->entries, 0);
	graph_free(g);
	graph_free(u);
}

TEST(uniform_graphs)
{
	static const uint32_t cases[][2] = {{1, 2}, {2, 2}, {777, 6}, {1000, 64}};

	for (size_t i = 0; i < 4; i++) {
		struct rng rng = seeded();
		struct graph *g = graph_uniform(&rng, cases[i][0], cases[i][1], i % 2 ? 9 : 0);

		check_symmetric(g);
		CHECK_EQ(g->entries, cases[i][0] * cases[i][1]);
		CHECK(!g->value == !(i % 2));
		for (uint32_t e = 0; g->value && e < g->entries; e++)
			CHECK(g->value[e] >= 1 && g->value[e] <= 9);
		graph_free(g);
	}
}

static uint32_t longest_row(const struct graph *g)
{
	uint32_t longest = 0;

	for (uint32_t i = 0; i < g->rows; i++)
		if (g->first[i + 1] - g->first[i] > longest)
			longest = g->first[i + 1] - g->first[i];
	return longest;
}

TEST(rmat_graphs_have_hubs)
{
	struct rng rng = seeded();
	struct graph *g = graph_rmat(&rng, 3000, 8, 0);
	struct graph *uniform = graph_uniform(&rng, 3000, 8, 0);
	struct graph *one = graph_rmat(&rng, 1, 2, 5);

	check_symmetric(g);
	check_symmetric(one);
	CHECK_EQ(g->entries, 3000 * 8);
	CHECK(longest_row(g) > 5 * longest_row(uniform));
	graph_free(g);
	graph_free(uniform);
	graph_free(one);
}

TEST(a_grid_has_its_four_neighbours)
{
	struct rng rng = seeded();
	struct graph *g = graph_grid(&rng, 12, 4, 0); /* 3 wide, 4 high */
	static const uint32_t of_4[] = {1, 3, 5, 7}, of_0[] = {1, 3}, of_11[] = {8, 10};

	check_symmetric(g);
	CHECK_EQ(g->entries, 2 * (2 * 4 + 3 * 3));
	CHECK_EQ(g->first[5] - g->first[4], 4);
	CHECK(!memcmp(g->column + g->first[4], of_4, sizeof(of_4)));
	CHECK(!memcmp(g->column + g->first[0], of_0, sizeof(of_0)));
	CHECK(!memcmp(g->column + g->first[11], of_11, sizeof(of_11)));
	graph_free(g);
}

TEST(a_road_network_is_a_grid_with_gaps)
{
	struct rng rng = seeded();
	struct graph *full = graph_grid(&rng, 10007, 4, 0), *roads = graph_grid(&rng, 10007, 3, 50);

	check_symmetric(full);
	check_symmetric(roads);
	CHECK(roads->entries > full->entries * 0.73 && roads->entries < full->entries * 0.77);
	graph_free(full);
	graph_free(roads);
}

static void check_ascending(const struct graph *m)
{
	check_valid(m);
	for (uint32_t i = 0; i < m->rows; i++)
		for (uint32_t e = m->first[i]; e + 1 < m->first[i + 1]; e++)
			CHECK(m->column[e] < m->column[e + 1]);
}

TEST(random_matrices)
{
	static const struct {
		uint32_t rows, columns, entries;
	} cases[] = {{1, 1, 0},       {1, 1, 1},       {100, 7, 700},      {7, 100, 350},
		     {1000, 1000, 1}, {50, 5000, 999}, {999, 3000, 20000}, {64, 64, 2048}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		for (int lengths = MATRIX_RANDOM; lengths <= MATRIX_SKEWED; lengths++) {
			struct rng rng = seeded();
			struct graph *m =
				matrix_random(&rng, cases[i].rows, cases[i].columns,
					      cases[i].entries, (enum matrix_lengths)lengths);

			check_ascending(m);
			CHECK_EQ(m->rows, cases[i].rows);
			CHECK_EQ(m->columns, cases[i].columns);
			CHECK_EQ(m->entries, cases[i].entries);
			graph_free(m);
		}
	}
}

TEST(row_lengths_follow_their_distribution)
{
	struct rng rng = seeded();
	struct graph *random = matrix_random(&rng, 10000, 10000, 85000, MATRIX_RANDOM);
	struct graph *even = matrix_random(&rng, 10000, 10000, 85000, MATRIX_EVEN);
	struct graph *skewed = matrix_random(&rng, 10000, 10000, 85000, MATRIX_SKEWED);
	uint32_t nines = 0;

	for (uint32_t i = 0; i < 10000; i++) {
		uint32_t length = even->first[i + 1] - even->first[i];

		CHECK(length == 8 || length == 9);
		nines += length == 9;
	}
	CHECK_EQ(nines, 5000);
	/* Poisson with mean 8.5; the longest of the skewed has 10000^(-1/3) of all. */
	CHECK(longest_row(random) > 16 && longest_row(random) < 30);
	CHECK(longest_row(skewed) > 3000 && longest_row(skewed) < 5000);
	graph_free(random);
	graph_free(even);
	graph_free(skewed);
}

TEST(the_same_seed_gives_the_same_graph)
{
	for (int kind = 0; kind < 4; kind++) {
		struct graph *g[2];

		for (int i = 0; i < 2; i++) {
			struct rng rng = seeded();

			g[i] = kind == 0   ? graph_uniform(&rng, 500, 4, 7)
			       : kind == 1 ? graph_rmat(&rng, 500, 4, 7)
			       : kind == 2 ? graph_grid(&rng, 500, 3, 7)
					   : matrix_random(&rng, 50, 60, 200, MATRIX_SKEWED);
		}
		check_same(g[0], g[1]);
		graph_free(g[0]);
		graph_free(g[1]);
	}
}

TEST(random_order_has_every_number_once)
{
	struct rng rng = seeded();
	uint32_t *order = random_order(&rng, 1000), moved = 0;
	bool seen[1000] = {false};

	for (uint32_t i = 0; i < 1000; i++) {
		CHECK(order[i] < 1000 && !seen[order[i]]);
		seen[order[i]] = true;
		moved += order[i] != i;
	}
	CHECK(moved > 900);
	free(order);
}
