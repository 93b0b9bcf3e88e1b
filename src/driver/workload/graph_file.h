/* Graphs and sparse matrices from files. */
#ifndef DRIVER_WORKLOAD_GRAPH_FILE_H
#define DRIVER_WORKLOAD_GRAPH_FILE_H

#include "base/error.h"
#include "driver/workload/graph.h"

/*
 * Reads a file by its extension; NULL with "FILE:LINE: what is wrong" in err.
 *
 * .mtx: Matrix Market, coordinate, real, integer or pattern (no values), general or symmetric. An
 *       entry of a symmetric one counts at both sides of the diagonal.
 * .gr:  DIMACS shortest paths: "p sp NODES ARCS", then an "a FROM TO WEIGHT" for each arc.
 */
struct graph *graph_read(const char *path, struct error *err);

#endif
