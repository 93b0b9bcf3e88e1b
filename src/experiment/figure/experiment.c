/* Figures as data: one from a file, all that are shipped. */
#include "experiment/figure/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/figure/experiment_files.h"
#include "experiment/figure/experiment_parts.h"

/* Takes the root. */
static struct experiment *read_root(const char *name, struct yaml_value *root, struct error *err)
{
	struct experiment *e = xcalloc(1, sizeof(*e));

	e->root = root;
	e->file = root->file;
	if (!experiment_include(e, err) || !experiment_read_keys(e, err)) {
		experiment_free(e);
		return NULL;
	}
	e->id = xasprintf("%s%s%s", e->paper, *e->paper ? "-" : "", name);
	e->alias = e->id + strlen(e->id) - strlen(name);
	return e;
}

struct experiment *experiment_read(const char *name, const char *path, const char *bytes,
				   size_t size, struct error *err)
{
	struct yaml_value *root = yaml_read(bytes, size, path, err);

	return root ? read_root(name, root, err) : NULL;
}

struct experiment *experiment_read_file(const char *path, struct error *err)
{
	struct yaml_value *root = yaml_read_file(path, err);
	const char *slash = strrchr(path, '/');
	char *name = xstrdup(slash ? slash + 1 : path), *dot = strrchr(name, '.');
	struct experiment *e;

	if (dot)
		*dot = '\0';
	e = root ? read_root(name, root, err) : NULL;
	free(name);
	return e;
}

static void free_claim(struct experiment_claim *c)
{
	for (size_t i = 0; c->parts && i < c->part_count; i++)
		derive_free(c->parts[i]);
	free(c->parts);
	derive_free(c->show);
}

void experiment_free(struct experiment *e)
{
	if (!e)
		return;
	for (size_t i = 0; i < e->value_count; i++) {
		free(e->values[i].label);
		free(e->values[i].unit);
		derive_free(e->values[i].is);
	}
	for (size_t i = 0; i < e->term_count; i++) {
		free(e->terms[i].name);
		derive_free(e->terms[i].is);
	}
	for (size_t i = 0; i < e->summary_count; i++) {
		free(e->summaries[i].label);
		free(e->summaries[i].of);
	}
	for (size_t i = 0; i < e->group_count; i++) {
		free(e->groups[i].name);
		text_list_release(&e->groups[i].rows);
	}
	for (size_t i = 0; i < e->baseline_count; i++) {
		free(e->baseline[i].axis);
		free(e->baseline[i].label);
	}
	text_list_release(&e->needs);
	for (size_t i = 0; i < e->claim_count; i++)
		free_claim(&e->claims[i]);
	free(e->terms);
	free(e->values);
	free(e->summaries);
	free(e->groups);
	free(e->baseline);
	free(e->claims);
	free(e->id);
	free(e->paper);
	free(e->title);
	free(e->source);
	free(e->about);
	free(e->chart);
	free(e->rows);
	yaml_value_free(e->root);
	yaml_value_free(e->included);
	free(e);
}

/* fig2 before fig13. */
static int by_id(const void *a, const void *b)
{
	return strverscmp((*(struct experiment *const *)a)->id,
			  (*(struct experiment *const *)b)->id);
}

const struct experiments *experiments_all(void)
{
	static struct experiments all;
	struct error err;

	if (all.items)
		return &all;
	all.items = xcalloc(experiment_file_count + 1, sizeof(struct experiment *));
	for (; all.count < experiment_file_count; all.count++) {
		const struct experiment_file *f = &experiment_files[all.count];

		all.items[all.count] = experiment_read(f->name, f->path, f->bytes, f->size, &err);
		if (!all.items[all.count])
			BUG("embedded experiment: %s", err.text);
	}
	qsort(all.items, all.count, sizeof(struct experiment *), by_id);
	return &all;
}

const struct experiment *experiments_answering(const char *claim_id,
					       const struct experiment_claim **entry)
{
	const struct experiments *all = experiments_all();

	for (size_t i = 0; i < all->count; i++) {
		for (size_t k = 0; k < all->items[i]->claim_count; k++) {
			if (strcmp(all->items[i]->claims[k].claim->id, claim_id) != 0)
				continue;
			*entry = &all->items[i]->claims[k];
			return all->items[i];
		}
	}
	return NULL;
}
