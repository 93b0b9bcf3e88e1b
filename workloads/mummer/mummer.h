/* What the files of MUMmer share: what its kernels read and write, and its state. */
#ifndef WORKLOADS_MUMMER_H
#define WORKLOADS_MUMMER_H

#include "driver/workload/workload.h"

enum { WORKGROUP = 256, LETTERS = 4, LINKS = 5, ROOT = 1, TOP_LEVELS = 8 };

/* As in the kernels. */
struct place {
	uint32_t parent, suffix, start, depth;
};

struct links {
	uint8_t child[LINKS][3];
	uint8_t leaf;
};

struct match {
	uint32_t first, query, node, leaves;
	uint16_t edge, start;
};

struct alignment {
	uint32_t place, length;
};

struct result {
	uint32_t node, edge;
};

struct mummer {
	struct buffer *reference, *nodes, *links, *queries, *addresses, *lengths, *results;
	struct buffer *matches, *alignments; /* made after the first launch, as long as needed */
	size_t letters, query_count, query_length, shortest, match_count;
	uint32_t *leaves; /* below each node */
	int step;
	struct error wrong; /* found between the launches */
};

/* mummer_verify.c: every match of every query, found again without a tree. */
bool mummer_verify(struct app *app, struct error *err);

#endif
