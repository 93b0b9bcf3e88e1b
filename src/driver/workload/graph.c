/* Compressed rows from lists of entries, and random graphs and matrices. */
#include "driver/workload/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

struct graph *graph_from_entries(uint32_t rows, uint32_t columns, uint32_t entries,
				 const uint32_t *row, const uint32_t *column, const double *value)
{
	struct graph *g = xcalloc(1, sizeof(*g));
	uint32_t *fill = xcalloc((size_t)rows + 1, sizeof(*fill));

	*g = (struct graph){.rows = rows, .columns = columns, .entries = entries};
	g->first = xcalloc((size_t)rows + 1, sizeof(*g->first));
	g->column = xcalloc((size_t)entries + 1, sizeof(*g->column));
	if (value)
		g->value = xcalloc((size_t)entries + 1, sizeof(*g->value));
	for (uint32_t e = 0; e < entries; e++)
		g->first[row[e] + 1]++;
	for (uint32_t i = 0; i < rows; i++) {
		g->first[i + 1] += g->first[i];
		fill[i] = g->first[i];
	}
	for (uint32_t e = 0; e < entries; e++) {
		uint32_t at = fill[row[e]]++;

		g->column[at] = column[e];
		if (value)
			g->value[at] = value[e];
	}
	free(fill);
	return g;
}

void graph_free(struct graph *g)
{
	if (!g)
		return;
	free(g->first);
	free(g->column);
	free(g->value);
	free(g);
}

/* The row of each entry, in the order of entries. */
static uint32_t *row_of_entries(const struct graph *g)
{
	uint32_t *row = xcalloc((size_t)g->entries + 1, sizeof(*row));

	for (uint32_t i = 0; i < g->rows; i++)
		for (uint32_t e = g->first[i]; e < g->first[i + 1]; e++)
			row[e] = i;
	return row;
}

struct graph *graph_transpose(const struct graph *g)
{
	uint32_t *row = row_of_entries(g);
	struct graph *t =
		graph_from_entries(g->columns, g->rows, g->entries, g->column, row, g->value);

	free(row);
	return t;
}

static int compare_u32(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Rows are mostly short. */
static void sort_u32(uint32_t *data, size_t count)
{
	if (count > 32) {
		qsort(data, count, sizeof(*data), compare_u32);
		return;
	}
	for (size_t i = 1; i < count; i++) {
		uint32_t moving = data[i];
		size_t at = i;

		for (; at && data[at - 1] > moving; at--)
			data[at] = data[at - 1];
		data[at] = moving;
	}
}

/* Sorts, leaves one of each; returns how many those are. */
static size_t sort_unique(uint32_t *data, size_t count)
{
	size_t kept = 0;

	sort_u32(data, count);
	for (size_t i = 0; i < count; i++)
		if (!kept || data[kept - 1] != data[i])
			data[kept++] = data[i];
	return kept;
}

/* The other nodes in a row, appended to out; returns how many. */
static size_t copy_others(const struct graph *g, uint32_t node, uint32_t *out)
{
	size_t count = 0;

	for (uint32_t e = g->first[node]; e < g->first[node + 1]; e++)
		if (g->column[e] != node)
			out[count++] = g->column[e];
	return count;
}

struct graph *graph_undirected(const struct graph *g)
{
	struct graph *back = graph_transpose(g), *u = xcalloc(1, sizeof(*u));
	size_t used = 0;

	*u = (struct graph){.rows = g->rows, .columns = g->rows};
	u->first = xcalloc((size_t)g->rows + 1, sizeof(*u->first));
	u->column = xcalloc(2 * (size_t)g->entries + 1, sizeof(*u->column));
	for (uint32_t i = 0; i < g->rows; i++) {
		uint32_t *row = u->column + used;
		size_t count = copy_others(g, i, row);

		count += copy_others(back, i, row + count);
		used += sort_unique(row, count);
		u->first[i + 1] = (uint32_t)used;
	}
	u->entries = (uint32_t)used;
	u->column = xrealloc(u->column, (used + 1) * sizeof(*u->column));
	graph_free(back);
	return u;
}

/* Edges of a graph in the making: each undirected one is two entries in a row. */
struct edges {
	uint32_t *from, *to;
	uint32_t count;
};

static void edges_init(struct edges *e, size_t most)
{
	if (2 * most > GRAPH_MAX_ENTRIES)
		BUG("a graph of %zu edges", most);
	e->from = xcalloc(2 * most + 1, sizeof(*e->from));
	e->to = xcalloc(2 * most + 1, sizeof(*e->to));
	e->count = 0;
}

static void edges_add(struct edges *e, uint32_t a, uint32_t b)
{
	e->from[e->count] = e->to[e->count + 1] = a;
	e->to[e->count] = e->from[e->count + 1] = b;
	e->count += 2;
}

static struct graph *edges_finish(struct edges *e, struct rng *rng, uint32_t nodes,
				  uint32_t max_weight)
{
	double *value = max_weight ? xcalloc((size_t)e->count + 1, sizeof(*value)) : NULL;

	for (uint32_t i = 0; value && i < e->count; i += 2)
		value[i] = value[i + 1] = 1 + (double)rng_below(rng, max_weight);

	struct graph *g = graph_from_entries(nodes, nodes, e->count, e->from, e->to, value);

	free(e->from);
	free(e->to);
	free(value);
	return g;
}

struct graph *graph_uniform(struct rng *rng, uint32_t nodes, uint32_t degree, uint32_t max_weight)
{
	struct edges e;

	edges_init(&e, (size_t)nodes * (degree / 2));
	for (uint32_t i = 0; i < nodes; i++)
		for (uint32_t k = 0; k < degree / 2; k++)
			edges_add(&e, i, (uint32_t)rng_below(rng, nodes));
	return edges_finish(&e, rng, nodes, max_weight);
}

/* One entry of the adjacency matrix: at each level, one quadrant of what is left of it. */
static void draw_rmat(struct rng *rng, unsigned levels, uint32_t *row, uint32_t *column)
{
	*row = *column = 0;
	for (unsigned i = 0; i < levels; i++) {
		uint64_t percent = rng_below(rng, 100);
		bool below = percent >= 57 + 19, right = percent >= 57 && percent < 57 + 19;

		right |= percent >= 57 + 19 + 19;
		*row = *row << 1 | below;
		*column = *column << 1 | right;
	}
}

struct graph *graph_rmat(struct rng *rng, uint32_t nodes, uint32_t degree, uint32_t max_weight)
{
	uint32_t *number = random_order(rng, nodes), from, to;
	size_t most = (size_t)nodes * (degree / 2);
	unsigned levels = 0;
	struct edges e;

	while (nodes > 1u << levels)
		levels++;
	edges_init(&e, most);
	for (size_t i = 0; i < most; i++) {
		do
			draw_rmat(rng, levels, &from, &to);
		while (from >= nodes || to >= nodes);
		edges_add(&e, number[from], number[to]);
	}
	free(number);
	return edges_finish(&e, rng, nodes, max_weight);
}

struct graph *graph_grid(struct rng *rng, uint32_t nodes, uint32_t degree, uint32_t max_weight)
{
	uint32_t width = 1;
	struct edges e;

	while ((uint64_t)(width + 1) * (width + 1) <= nodes)
		width++;
	edges_init(&e, 2 * (size_t)nodes);
	for (uint32_t i = 0; i < nodes; i++) {
		bool right = (i + 1) % width && i + 1 < nodes, below = i + width < nodes;

		if (right && (degree >= 4 || rng_below(rng, 4) < degree))
			edges_add(&e, i, i + 1);
		if (below && (degree >= 4 || rng_below(rng, 4) < degree))
			edges_add(&e, i, i + width);
	}
	return edges_finish(&e, rng, nodes, max_weight);
}

uint32_t *random_order(struct rng *rng, uint32_t count)
{
	uint32_t *order = xcalloc((size_t)count + 1, sizeof(*order));

	/* Each number takes the place of an earlier one, which moves to the end. */
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = (uint32_t)rng_below(rng, (uint64_t)i + 1);

		order[i] = order[at];
		order[at] = i;
	}
	return order;
}

/* The row that gets one more entry. With u uniform in [0, 1), u^3 has density ~ x^(-2/3). */
static uint32_t draw_row(struct rng *rng, uint32_t rows, const uint32_t *order)
{
	if (!order)
		return (uint32_t)rng_below(rng, rows);

	double u = rng_unit(rng);

	return order[(uint32_t)(u * u * u * rows)];
}

/* Into length[], which is zero: how many entries each row has. */
static void draw_lengths(struct rng *rng, const struct graph *g, enum matrix_lengths lengths,
			 uint32_t *length)
{
	uint32_t *order = lengths == MATRIX_RANDOM ? NULL : random_order(rng, g->rows);

	if (lengths == MATRIX_EVEN) {
		for (uint32_t i = 0; i < g->rows; i++)
			length[order[i]] =
				g->entries / g->rows + (i < g->entries % g->rows ? 1 : 0);
	} else {
		for (uint32_t e = 0; e < g->entries; e++) {
			uint32_t row = draw_row(rng, g->rows, order);

			while (length[row] == g->columns)
				row = draw_row(rng, g->rows, order);
			length[row]++;
		}
	}
	free(order);
}

/* So many different columns, ascending. */
static void draw_columns(struct rng *rng, uint32_t columns, uint32_t *out, uint32_t count)
{
	uint32_t have = 0;

	/* Few of many: draw until they differ. Otherwise go through all of them. */
	if (count < columns / 16) {
		while (have < count) {
			for (; have < count; have++)
				out[have] = (uint32_t)rng_below(rng, columns);
			have = (uint32_t)sort_unique(out, count);
		}
		return;
	}
	for (uint32_t c = 0; have < count; c++)
		if (rng_below(rng, columns - c) < count - have)
			out[have++] = c;
}

struct graph *matrix_random(struct rng *rng, uint32_t rows, uint32_t columns, uint32_t entries,
			    enum matrix_lengths lengths)
{
	struct graph *m = xcalloc(1, sizeof(*m));

	if ((uint64_t)rows * columns < entries || entries > GRAPH_MAX_ENTRIES)
		BUG("%u entries in a matrix of %u x %u", entries, rows, columns);
	*m = (struct graph){.rows = rows, .columns = columns, .entries = entries};
	m->first = xcalloc((size_t)rows + 1, sizeof(*m->first));
	m->column = xcalloc((size_t)entries + 1, sizeof(*m->column));
	draw_lengths(rng, m, lengths, m->first + 1);
	for (uint32_t i = 0; i < rows; i++) {
		uint32_t length = m->first[i + 1];

		m->first[i + 1] += m->first[i];
		draw_columns(rng, columns, m->column + m->first[i], length);
	}
	return m;
}
