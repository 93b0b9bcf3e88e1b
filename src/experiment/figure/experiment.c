/* Figures as data: one from a file, all that are shipped. */
#include "experiment/figure/experiment.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/figure/experiment_files.h"
#include "experiment/figure/experiment_parts.h"

/* The same figure on another machine. */
static bool put_on(struct experiment *e, struct error *err)
{
	struct yaml_value *gpus = yaml_get(yaml_get(e->root, "runs"), "gpus");

	if (!gpus || gpus->kind != YAML_TEXT)
		return yaml_error(gpus ? gpus : e->root, err,
				  "also_on: the runs must be on one GPU, gpus: NAME");
	free(gpus->text);
	gpus->text = xstrdup(e->machine);
	return true;
}

static void name_experiment(struct experiment *e, const char *name)
{
	const char *dash = *e->machine ? "-" : "";
	char *title = e->title;

	e->id = xasprintf("%s%s%s%s%s", e->paper, *e->paper ? "-" : "", name, dash, e->machine);
	e->alias = e->id + strlen(e->paper) + (*e->paper ? 1 : 0);
	if (*e->machine) {
		e->title = xasprintf("%s, on %s", title, e->machine);
		free(title);
	}
}

/* Takes the root. */
static struct experiment *read_root(const char *name, struct yaml_value *root, const char *machine,
				    struct error *err)
{
	struct experiment *e = xcalloc(1, sizeof(*e));

	e->root = root;
	e->file = root->file;
	e->machine = xstrdup(machine ? machine : "");
	if (!experiment_include(e, err) || (machine && !put_on(e, err)) ||
	    !experiment_read_keys(e, err)) {
		experiment_free(e);
		return NULL;
	}
	name_experiment(e, name);
	return e;
}

struct experiment *experiment_read(const char *name, const char *path, const char *bytes,
				   size_t size, const char *machine, struct error *err)
{
	struct yaml_value *root = yaml_read(bytes, size, path, err);

	return root ? read_root(name, root, machine, err) : NULL;
}

struct experiment *experiment_read_file(const char *path, const char *machine, struct error *err)
{
	struct yaml_value *root = yaml_read_file(path, err);
	const char *slash = strrchr(path, '/');
	char *name = xstrdup(slash ? slash + 1 : path), *dot = strrchr(name, '.');
	struct experiment *e;

	if (dot)
		*dot = '\0';
	e = root ? read_root(name, root, machine, err) : NULL;
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
	text_list_release(&e->also_on);
	free(e->machine);
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

static bool is_name_on(const char *called, const char *target, const char *machine)
{
	size_t length = strlen(target);

	return !strncmp(called, target, length) &&
	       (!called[length] ||
		(*machine && called[length] == '-' && !strcmp(called + length + 1, machine)));
}

bool experiment_is_called(const struct experiment *e, const char *target)
{
	return is_name_on(e->id, target, e->machine) || is_name_on(e->alias, target, e->machine);
}

static struct experiment *add_shipped(struct experiments *all, const struct experiment_file *f,
				      const char *machine)
{
	struct error err;
	struct experiment *e = experiment_read(f->name, f->path, f->bytes, f->size, machine, &err);

	if (!e)
		BUG("embedded experiment: %s", err.text);
	all->items = xrealloc(all->items, (all->count + 1) * sizeof(struct experiment *));
	all->items[all->count++] = e;
	return e;
}

const struct experiments *experiments_all(void)
{
	static struct experiments all;

	if (all.items)
		return &all;
	for (size_t i = 0; i < experiment_file_count; i++) {
		const struct experiment *e = add_shipped(&all, &experiment_files[i], NULL);

		for (size_t k = 0; k < e->also_on.count; k++)
			add_shipped(&all, &experiment_files[i], e->also_on.items[k]);
	}
	if (all.items)
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
