/* The flat list of what a run measured. */
#include "experiment/run/result.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

const char *run_status_name(enum run_status status)
{
	static const char *const names[] = {"absent", "ok", "failed", "crashed"};

	return names[status];
}

void result_init(struct result *r)
{
	memset(r, 0, sizeof(*r));
}

static void clear_values(struct result *r)
{
	for (size_t i = 0; i < r->count; i++)
		free(r->values[i].name);
	r->count = 0;
}

void result_release(struct result *r)
{
	clear_values(r);
	free(r->values);
	free(r->reason);
	free(r->log);
	result_init(r);
}

static struct result_value *result_add(struct result *r, const char *name)
{
	struct result_value *v;

	if (r->count == r->capacity) {
		r->capacity = r->capacity ? 2 * r->capacity : 512;
		r->values = xrealloc(r->values, r->capacity * sizeof(*r->values));
	}
	v = &r->values[r->count++];
	v->name = xstrdup(name);
	return v;
}

void result_add_whole(struct result *r, const char *name, int64_t value)
{
	struct result_value *v = result_add(r, name);

	v->whole = true;
	v->i = value;
	v->f = (double)value;
}

void result_add_real(struct result *r, const char *name, double value)
{
	struct result_value *v = result_add(r, name);

	v->whole = false;
	v->i = 0;
	v->f = value;
}

void result_fail(struct result *r, enum run_status status, const char *reason)
{
	clear_values(r);
	free(r->reason);
	r->status = status;
	r->reason = xstrdup(reason);
}

static int values_by_name(const void *a, const void *b)
{
	return strcmp(((const struct result_value *)a)->name,
		      ((const struct result_value *)b)->name);
}

void result_sort(struct result *r)
{
	if (r->count)
		qsort(r->values, r->count, sizeof(*r->values), values_by_name);
}

bool result_get(const struct result *r, const char *name, double *value)
{
	struct result_value wanted = {.name = (char *)name};
	const struct result_value *found =
		r->count ? bsearch(&wanted, r->values, r->count, sizeof(*r->values), values_by_name)
			 : NULL;

	if (!found)
		return false;
	*value = found->f;
	return true;
}
