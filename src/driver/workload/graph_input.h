/* The graph of a workload: read from a file or generated, as its parameters say. */
#ifndef DRIVER_WORKLOAD_GRAPH_INPUT_H
#define DRIVER_WORKLOAD_GRAPH_INPUT_H

#include "driver/workload/graph.h"
#include "driver/workload/workload.h"

extern const char *const graph_shapes[];

/* Rows of workload->texts, for a workload that also has the numbers "nodes" and "degree". */
#define GRAPH_TEXTS(default_shape)                                                                 \
	{"shape", "the generated graph", default_shape, graph_shapes},                             \
	{                                                                                          \
		"graph",                                                                           \
			"file with a graph instead, .mtx or .gr; nodes, degree, shape are then "   \
			"its",                                                                     \
			"", NULL                                                                   \
	}

/*
 * The graph that "nodes", "degree", "shape" and "graph" describe; generated edges weigh up to
 * max_weight (0: no weights). NULL with one line in err.
 */
struct graph *graph_input(struct app *app, uint32_t max_weight, struct error *err);

/*
 * The node that "source" says to start from: -1 stands for the first that has an edge. False with
 * one line in err when there is no such node.
 */
bool graph_source(const struct app *app, const struct graph *g, uint32_t *source,
		  struct error *err);

/* The square matrix or any matrix in a file; NULL with one line in err. */
struct graph *graph_input_file(const char *path, bool square, struct error *err);

/* A buffer with these numbers; one of a single zero when there are none. */
struct buffer *graph_buffer(struct app *app, const char *name, const uint32_t *data, size_t count);

#endif
