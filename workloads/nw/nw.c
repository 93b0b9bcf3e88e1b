/*
 * Needleman-Wunsch after Rodinia: alignment scores of two sequences, block antidiagonal by block
 * antidiagonal; a work-item has one column of a 16 x 16 block in LDS. [Shin18]: 531.82 MB, which is
 * length 6816; [Kotra21]: 255 launches, which is length 2048; so has what the simulator of
 * [Ausavarungnirun18] ships.
 */
#include <stdlib.h>

#include "driver/workload/workload.h"

enum { BLOCK = 16, LETTERS = 10 };

struct nw {
	struct buffer *similarities, *scores, *unused;
	size_t columns; /* one more than the sequences' length: the first is the border */
	int32_t penalty;
	uint32_t width; /* in blocks */
	uint32_t step;
};

static const struct workload_param params[] = {
	{"length",
	 "letters in each sequence, a multiple of 16; paper: 531.8 MB as in [Shin18 Table II]",
	 {128, 768, 6816},
	 16,
	 16384},
	{"penalty", "of a gap", {10, 10, 10}, 0, 1000},
	{.name = NULL},
};

/* How alike two letters are: a random symmetric table in the range of BLOSUM62. */
static void fill_table(struct rng *rng, int32_t table[LETTERS][LETTERS])
{
	for (size_t i = 0; i < LETTERS; i++) {
		table[i][i] = 4 + (int32_t)rng_below(rng, 6);
		for (size_t j = 0; j < i; j++)
			table[i][j] = table[j][i] = (int32_t)rng_below(rng, 8) - 4;
	}
}

static void fill_similarities(struct app *app, struct nw *s)
{
	int32_t *similarities = s->similarities->host;
	int32_t table[LETTERS][LETTERS];
	size_t n = s->columns;
	uint8_t *a = xcalloc(n, 1), *b = xcalloc(n, 1);

	fill_table(&app->rng, table);
	for (size_t i = 1; i < n; i++) {
		a[i] = (uint8_t)rng_below(&app->rng, LETTERS);
		b[i] = (uint8_t)rng_below(&app->rng, LETTERS);
	}
	for (size_t i = 1; i < n; i++)
		for (size_t j = 1; j < n; j++)
			similarities[i * n + j] = table[a[i]][b[j]];
	free(a);
	free(b);
}

static bool setup(struct app *app, struct error *err)
{
	struct nw *s = app->state = xcalloc(1, sizeof(*s));
	size_t length = (size_t)app_param(app, "length");
	size_t n = s->columns = length + 1;

	if (length % BLOCK)
		return error_set(err, "length=%zu is not a multiple of %d", length, BLOCK);
	s->width = (uint32_t)(length / BLOCK);
	s->penalty = (int32_t)app_param(app, "penalty");
	s->similarities = app_buffer(app, "similarities", n * n * sizeof(int32_t));
	s->scores = app_buffer(app, "scores", n * n * sizeof(int32_t));
	/* Rodinia's result matrix: given to the kernels, which then work in place. */
	s->unused = app_buffer(app, "unused", n * n * sizeof(int32_t));
	fill_similarities(app, s);

	int32_t *scores = s->scores->host;

	for (size_t i = 1; i < n; i++)
		scores[i] = scores[i * n] = -(int32_t)i * s->penalty;
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct nw *s = app->state;
	uint32_t step = s->step++;
	bool growing = step < s->width;
	uint32_t blocks = growing ? step + 1 : 2 * s->width - 1 - step;

	if (step >= 2 * s->width - 1)
		return false;
	launch_1d(l, growing ? "nw_grow" : "nw_shrink", blocks * BLOCK, BLOCK);
	launch_buffer(l, s->similarities);
	launch_buffer(l, s->scores);
	launch_buffer(l, s->unused);
	launch_i32(l, (int32_t)s->columns);
	launch_i32(l, s->penalty);
	launch_i32(l, (int32_t)blocks);
	if (!growing)
		launch_i32(l, (int32_t)s->width);
	return true;
}

/* Row by row: a row needs only itself and the one above. */
static bool verify(struct app *app, struct error *err)
{
	struct nw *s = app->state;
	const int32_t *similarities = s->similarities->host, *scores = s->scores->host;
	size_t n = s->columns;
	int32_t *above = xcalloc(n, sizeof(*above));
	bool good = true;

	for (size_t j = 0; j < n; j++)
		above[j] = -(int32_t)j * s->penalty;
	for (size_t i = 1; i < n && good; i++) {
		int32_t diagonal = above[0];

		above[0] = -(int32_t)i * s->penalty;
		for (size_t j = 1; j < n && good; j++) {
			int32_t want = diagonal + similarities[i * n + j];
			int32_t gap = above[j] > above[j - 1] ? above[j] : above[j - 1];

			diagonal = above[j];
			if (want < gap - s->penalty)
				want = gap - s->penalty;
			above[j] = want;
			if (scores[i * n + j] != want)
				good = error_failed(
					err, "buffer 'scores': element %zu is %d, expected %d",
					i * n + j, scores[i * n + j], want);
		}
	}
	free(above);
	return good;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "NW", .class = "M", .at_paper = "length=2048"},
	{.paper = "walks", .called = "NW", .published = "531.82 MB", .class = "irregular"},
	{.paper = "mask", .called = "NW", .class = "low L1, high L2", .at_paper = "length=2048"},
	{.paper = NULL},
};

const struct workload workload_nw = {
	.name = "nw",
	.suite = "Rodinia",
	.summary = "alignment of two sequences, antidiagonals of blocks in LDS",
	.params = params,
	.uses = uses,
	.extent = {{199692, 15, 2192}, {7096332, 95, 2192}, {557657868, 851, 2192}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
