/*
 * Sparse structures in compressed rows, used as graphs and as matrices: generators of random ones,
 * and what a workload may want to do with one before it runs. The same on every machine.
 */
#ifndef DRIVER_WORKLOAD_GRAPH_H
#define DRIVER_WORKLOAD_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

/* Kernels count rows and entries in 32-bit integers with a sign. */
enum { GRAPH_MAX_ROWS = 1 << 28, GRAPH_MAX_ENTRIES = INT32_MAX };

/*
 * Row i has its entries at first[i] .. first[i + 1] - 1. A graph is a square one: its rows are
 * nodes, an entry is an edge from its row to its column; an undirected edge is stored twice.
 */
struct graph {
	uint32_t rows, columns, entries;
	uint32_t *first; /* rows + 1 */
	uint32_t *column;
	double *value; /* NULL when entries have none */
};

/* Entries by row, each row in the order given; value may be NULL. Copies what it is given. */
struct graph *graph_from_entries(uint32_t rows, uint32_t columns, uint32_t entries,
				 const uint32_t *row, const uint32_t *column, const double *value);
void graph_free(struct graph *g); /* NULL is fine */

/* A new graph with rows and columns exchanged. */
struct graph *graph_transpose(const struct graph *g);

/*
 * A new graph that has each pair of different neighbours exactly once in both directions, in
 * ascending order, without values.
 */
struct graph *graph_undirected(const struct graph *g);

/*
 * Undirected graphs. An edge weighs 1 .. max_weight in both directions, or nothing when max_weight
 * is 0. Loops and repeated edges are possible in the first two.
 */

/* Each node draws degree / 2 partners. */
struct graph *graph_uniform(struct rng *rng, uint32_t nodes, uint32_t degree, uint32_t max_weight);

/*
 * R-MAT (Chakrabarti, Zhan, Faloutsos 2004) with quadrants of 57, 19, 19 and 5 percent, nodes
 * numbered at random: few nodes have most of the nodes x degree / 2 edges.
 */
struct graph *graph_rmat(struct rng *rng, uint32_t nodes, uint32_t degree, uint32_t max_weight);

/*
 * Nodes in a square, row by row (the last row may be short), with edges to the right and below. A
 * degree under 4 leaves out edges at random, as in a road network.
 */
struct graph *graph_grid(struct rng *rng, uint32_t nodes, uint32_t degree, uint32_t max_weight);

/* How the entries of a random matrix are spread over its rows. */
enum matrix_lengths {
	MATRIX_RANDOM, /* every position is equally likely */
	MATRIX_EVEN,   /* rows differ by at most one entry */
	MATRIX_SKEWED, /* density of the n-th longest row ~ n^(-2/3) */
};

/*
 * A random matrix without values. No two entries of a row have the same column; columns ascend. At
 * most rows x columns entries.
 */
struct graph *matrix_random(struct rng *rng, uint32_t rows, uint32_t columns, uint32_t entries,
			    enum matrix_lengths lengths);

/* The numbers 0 .. count - 1 in random order, in memory that the caller frees. */
uint32_t *random_order(struct rng *rng, uint32_t count);

#endif
