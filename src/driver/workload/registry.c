/* Finding a workload by name, and making an app from what the user typed: NAME[:p=v,...]. */
#include "driver/workload/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static const char *const size_names[SIZE_COUNT] = {"tiny", "small", "medium", "paper"};

/* The size that is nothing but these inputs. */
static const enum workload_size inputs_size[INPUTS_COUNT] = {SIZE_TINY, SIZE_SMALL, SIZE_PAPER};

const char *workload_size_name(enum workload_size size)
{
	return size_names[size];
}

const char *workload_inputs_name(enum workload_inputs inputs)
{
	return size_names[inputs_size[inputs]];
}

enum workload_inputs workload_size_inputs(enum workload_size size)
{
	if (size == SIZE_TINY)
		return INPUTS_TINY;
	return size == SIZE_PAPER ? INPUTS_PAPER : INPUTS_SMALL;
}

bool workload_size_parse(const char *name, enum workload_size *size, struct error *err)
{
	for (int i = 0; i < SIZE_COUNT; i++) {
		if (!strcmp(name, size_names[i])) {
			*size = (enum workload_size)i;
			return true;
		}
	}
	return error_set(err, "unknown size '%s'; known: tiny, small, medium, paper", name);
}

const struct workload_entry *workload_find(const char *name, struct error *err)
{
	const char *names[workload_count + 1];
	char hint[256];

	for (size_t i = 0; i < workload_count; i++) {
		names[i] = workload_table[i].workload->name;
		if (!strcmp(name, names[i]))
			return &workload_table[i];
	}
	text_suggest(hint, sizeof(hint), name, names, workload_count);
	error_set(err, "unknown workload '%s'%s", name, hint);
	return NULL;
}

const char *workload_use_params(const struct workload_use *u, enum workload_size size)
{
	if (size == SIZE_PAPER)
		return u->at_paper;
	if (size == SIZE_TINY && u->at_tiny)
		return *u->at_tiny ? u->at_tiny : NULL;
	return u->at_small;
}

const char *workload_use_spec(const struct workload *w, const struct workload_use *u,
			      enum workload_size size, char *out, size_t bytes)
{
	const char *settings = workload_use_params(u, size);

	snprintf(out, bytes, "%s%s%s", w->name, settings ? ":" : "", settings ? settings : "");
	return out;
}

/* Whether the assignment's parameter was set by one before it in the list "a=1,b=2". */
static bool set_before(const char *list, const char *assignment)
{
	size_t length = strcspn(assignment, "=");

	for (const char *at = list; at < assignment; at += strlen(at) + 1)
		if (!strncmp(at, assignment, length) && at[length] == '=')
			return true;
	return false;
}

/* The workload with the kernels that its parameters ask for. A name that is cut short is a path. */
static const struct workload_entry *entry_for(const struct app *app,
					      const struct workload_entry *entry)
{
	const struct workload_text *t = app->workload->texts;
	char name[128];

	for (; t && t->name; t++) {
		snprintf(name, sizeof(name), "%s_%s", app->workload->name,
			 app_param_text(app, t->name));
		for (const struct workload_variant *v = workload_variants; v->name; v++)
			if (!strcmp(v->name, name))
				return &v->entry;
	}
	return entry;
}

struct app *app_parse(const char *spec, enum workload_size size,
		      const struct workload_entry **entry, struct error *err)
{
	char *name = xstrdup(spec);
	char *params = strchr(name, ':'), *first;
	struct app *app = NULL;
	bool ok = true;

	if (params)
		*params++ = '\0';
	first = params;
	*entry = workload_find(name, err);
	if (*entry)
		app = app_new((*entry)->workload, size);
	while (app && ok && params) {
		const char *assignment = strsep(&params, ",");

		ok = app_set_param(app, assignment, err);
		if (ok && set_before(first, assignment))
			ok = error_set(err, "workload '%s': parameter '%.*s' is given twice", name,
				       (int)strcspn(assignment, "="), assignment);
	}
	if (!ok) {
		app_free(app);
		app = NULL;
	}
	if (app)
		*entry = entry_for(app, *entry);
	free(name);
	return app;
}

struct app *app_open(const char *spec, enum workload_size size, const struct workload_entry **entry,
		     struct error *err)
{
	struct app *app = app_parse(spec, size, entry, err);

	if (!app || app_setup(app, err))
		return app;
	app_free(app);
	return NULL;
}
