#include "shrink.h"

#include <ctype.h>
#include <string.h>

#include "draw.h"

enum { SIGNATURE = 32 };

/* The words of a failure: places and times move when a machine shrinks. */
static void signature(const struct trial *t, char out[static SIGNATURE])
{
	size_t used = 0;

	for (const char *c = t->text; *c && used < SIGNATURE - 1; c++)
		if (!isdigit((unsigned char)*c))
			out[used++] = *c;
	out[used] = '\0';
}

static bool fails_alike(const struct programs *programs, const struct run_spec *spec,
			struct trial *t)
{
	char before[SIGNATURE], after[SIGNATURE];
	struct trial again;

	trial_run(programs, spec, &again);
	signature(t, before);
	signature(&again, after);
	if (again.verdict != t->verdict || strcmp(before, after) != 0)
		return false;
	*t = again;
	return true;
}

static struct text_list *list_of(struct run_spec *spec, int which)
{
	return which == 0 ? &spec->designs : which == 1 ? &spec->settings : &spec->workloads;
}

/* Without item i of the list, if that still fails. */
static bool try_without(const struct programs *programs, struct run_spec *spec, int which, size_t i,
			struct trial *t)
{
	struct run_spec trial;
	bool alike;

	run_spec_copy(&trial, spec);
	text_list_drop(list_of(&trial, which), i);
	alike = fails_alike(programs, &trial, t);
	if (alike)
		text_list_drop(list_of(spec, which), i);
	run_spec_release(&trial);
	return alike;
}

/* With the workload's own inputs and an even share. */
static bool try_plain(const struct programs *programs, struct run_spec *spec, size_t i,
		      struct trial *t)
{
	size_t name = strcspn(spec->workloads.items[i], ":@");
	struct run_spec trial;
	bool alike;

	if (!spec->workloads.items[i][name])
		return false;
	run_spec_copy(&trial, spec);
	trial.workloads.items[i][name] = '\0';
	alike = fails_alike(programs, &trial, t);
	if (alike)
		spec->workloads.items[i][name] = '\0';
	run_spec_release(&trial);
	return alike;
}

static bool shrink_once(const struct programs *programs, struct run_spec *spec, struct trial *t)
{
	bool smaller = false;

	for (int which = 0; which < 3; which++) {
		struct text_list *list = list_of(spec, which);
		size_t least = which == 2 ? 1 : 0;

		for (size_t i = list->count; i-- > 0 && list->count > least;)
			smaller |= try_without(programs, spec, which, i, t);
	}
	for (size_t i = 0; i < spec->workloads.count; i++)
		smaller |= try_plain(programs, spec, i, t);
	return smaller;
}

void shrink(const struct programs *programs, struct run_spec *spec, struct trial *t)
{
	while (shrink_once(programs, spec, t))
		;
}
