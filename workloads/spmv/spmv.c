/*
 * Sparse matrix times vector after SHOC, the matrix in compressed rows: one work-item per row
 * (scalar) or a wavefront per row (vector), in workgroups of 128. [Pratheek22] has 360 MB:
 * rows=2097152,nonzeros=43980465. [Choudhary22] has 62 MB and does not say of which form: one entry
 * in a hundred is not zero, as in MGPUSim's sample unless it is told otherwise. Both ran the scalar
 * kernel once.
 */
#include <stdlib.h>
#include <string.h>

#include "driver/workload/graph_input.h"
#include "driver/workload/reference.h"

enum { WORKGROUP = 128, WIDTH = 64 };

struct spmv {
	struct buffer *value, *x, *column, *first, *y;
	size_t rows;
	bool vector;
	int64_t passes_left;
};

static const struct workload_param params[] = {
	{"rows", "rows and columns of the matrix", {8192, 262144, 1048576}, 1, 16777216},
	{"nonzeros", "its entries; paper: 62 MB in all", {65536, 2097152, 6553600}, 1, INT32_MAX},
	{"passes", "times the product is computed", {1, 1, 1}, 1, 1000},
	{.name = NULL},
};

static const char *const kernels[] = {"scalar", "vector", NULL};
static const char *const lengths[] = {"random", "even", "skewed", NULL};

static const struct workload_text texts[] = {
	{"kernel", "a row is for one work-item or for 64", "scalar", kernels},
	{"lengths", "how entries are spread over rows", "random", lengths},
	{"matrix", "file with a matrix instead, .mtx or .gr; rows, nonzeros, lengths are then its",
	 "", NULL},
	{.name = NULL},
};

static struct graph *make_matrix(struct app *app, struct error *err)
{
	const char *path = app_param_text(app, "matrix"), *chosen = app_param_text(app, "lengths");
	uint32_t rows = (uint32_t)app_param(app, "rows");
	uint32_t nonzeros = (uint32_t)app_param(app, "nonzeros");

	if (*path)
		return graph_input_file(path, false, err);
	if ((uint64_t)rows * rows < nonzeros) {
		error_set(err, "nonzeros=%u do not fit into %u x %u", nonzeros, rows, rows);
		return NULL;
	}
	return matrix_random(&app->rng, rows, rows, nonzeros,
			     !strcmp(chosen, "even")     ? MATRIX_EVEN
			     : !strcmp(chosen, "skewed") ? MATRIX_SKEWED
							 : MATRIX_RANDOM);
}

static bool setup(struct app *app, struct error *err)
{
	struct spmv *s = app->state = xcalloc(1, sizeof(*s));
	struct graph *m = make_matrix(app, err);

	if (!m)
		return false;
	s->rows = m->rows;
	s->vector = !strcmp(app_param_text(app, "kernel"), "vector");
	s->passes_left = app_param(app, "passes");
	s->value = app_buffer(app, "value", (m->entries ? m->entries : 1) * sizeof(float));
	s->x = app_buffer(app, "x", m->columns * sizeof(float));
	s->column = graph_buffer(app, "column", m->column, m->entries);
	s->first = graph_buffer(app, "first", m->first, s->rows + 1);
	s->y = app_buffer(app, "y", s->rows * sizeof(float));
	if (!m->value)
		fill_f32_uniform(&app->rng, s->value->host, m->entries, 0, 1);
	else
		for (uint32_t e = 0; e < m->entries; e++)
			((float *)s->value->host)[e] = (float)m->value[e];
	fill_f32_uniform(&app->rng, s->x->host, m->columns, 0, 10);
	graph_free(m);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct spmv *s = app->state;

	if (!s->passes_left--)
		return false;
	launch_1d(l, s->vector ? "spmv_vector" : "spmv_scalar",
		  launch_round_up(s->rows * (s->vector ? WIDTH : 1), WORKGROUP), WORKGROUP);
	launch_buffer(l, s->value);
	launch_buffer(l, s->x);
	launch_buffer(l, s->column);
	launch_buffer(l, s->first);
	launch_i32(l, (int32_t)s->rows);
	if (s->vector) {
		launch_i32(l, WIDTH);
		launch_local(l, WORKGROUP * sizeof(float));
	}
	launch_buffer(l, s->y);
	return true;
}

/* The sum of magnitudes bounds the error of a row; entries of a file may cancel out. */
static bool verify(struct app *app, struct error *err)
{
	struct spmv *s = app->state;
	const float *value = s->value->host, *x = s->x->host, *y = s->y->host;
	const uint32_t *column = s->column->host, *first = s->first->host;

	for (size_t i = 0; i < s->rows; i++) {
		double want = 0, magnitude = 0;

		for (uint32_t e = first[i]; e < first[i + 1]; e++) {
			double term = (double)value[e] * (double)x[column[e]];

			want += term;
			magnitude += term < 0 ? -term : term;
		}

		double allowed = magnitude * reference_sum_tolerance(first[i + 1] - first[i] + 1);

		if (!((double)y[i] >= want - allowed && (double)y[i] <= want + allowed))
			return error_failed(err, "buffer 'y': element %zu is %.9g, expected %.9g",
					    i, (double)y[i], want);
	}
	return true;
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "l1",
	 .called = "SPMV",
	 .published = "62 MB",
	 .class = "replication insensitive",
	 .at_paper = "rows=28416,nonzeros=8074690",
	 .at_small = "rows=22528,nonzeros=5075107"},
	{.paper = "mgvm",
	 .called = "SPMV",
	 .published = "360 MB",
	 .class = "ITL",
	 .at_paper = "rows=2097152,nonzeros=43980465",
	 .at_small = "rows=2097152,nonzeros=4194304",
	 .at_tiny = ""},
	{.paper = NULL},
};

const struct workload workload_spmv = {
	.name = "spmv",
	.suite = "SHOC",
	.summary = "sparse matrix times vector, compressed rows",
	.params = params,
	.texts = texts,
	.uses = uses,
	.extent = {{622596, 1, 0}, {19922948, 1, 0}, {65011716, 1, 0}},
	.rounding = {.tolerance = 1e-5},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
