/* From a workload's parameters to its graph. */
#include "driver/workload/graph_input.h"

#include <inttypes.h>
#include <string.h>

#include "driver/workload/graph_file.h"

const char *const graph_shapes[] = {"uniform", "rmat", "grid", NULL};

struct graph *graph_input_file(const char *path, bool square, struct error *err)
{
	struct graph *g = graph_read(path, err);

	if (g && square && g->rows != g->columns) {
		error_set(err, "%s: a graph has as many rows as columns, not %u x %u", path,
			  g->rows, g->columns);
		graph_free(g);
		g = NULL;
	}
	return g;
}

struct graph *graph_input(struct app *app, uint32_t max_weight, struct error *err)
{
	uint32_t nodes = (uint32_t)app_param(app, "nodes");
	uint32_t degree = (uint32_t)app_param(app, "degree");
	const char *shape = app_param_text(app, "shape"), *path = app_param_text(app, "graph");

	if (*path)
		return graph_input_file(path, true, err);
	if (!strcmp(shape, "grid"))
		return graph_grid(&app->rng, nodes, degree, max_weight);
	if (degree % 2) {
		error_set(err, "degree=%u is odd; every edge counts at both its ends", degree);
		return NULL;
	}
	if (!strcmp(shape, "rmat"))
		return graph_rmat(&app->rng, nodes, degree, max_weight);
	return graph_uniform(&app->rng, nodes, degree, max_weight);
}

bool graph_source(const struct app *app, const struct graph *g, uint32_t *source, struct error *err)
{
	int64_t wanted = app_param(app, "source");

	if (wanted >= g->rows)
		return error_set(err, "source=%" PRId64 " is not one of the %u nodes", wanted,
				 g->rows);
	*source = wanted < 0 ? 0 : (uint32_t)wanted;
	if (wanted < 0 && g->entries)
		while (g->first[*source + 1] == 0)
			++*source;
	return true;
}

struct buffer *graph_buffer(struct app *app, const char *name, const uint32_t *data, size_t count)
{
	struct buffer *b = app_buffer(app, name, (count ? count : 1) * sizeof(*data));

	if (count)
		memcpy(b->host, data, count * sizeof(*data));
	return b;
}
