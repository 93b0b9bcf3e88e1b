/* Which figures and claims are meant, and their evaluation. */
#include "experiment/figure/reproduce.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* What is selected so far. */
struct selection {
	const struct experiments *experiments;
	const struct claims *claims;
	bool *figure, *claim; /* by number in the two */
};

static void select_figure(struct selection *s, size_t number, bool with_claims)
{
	const struct experiment *e = s->experiments->items[number];

	s->figure[number] = true;
	for (size_t i = 0; with_claims && i < e->claim_count; i++)
		s->claim[e->claims[i].claim - s->claims->items] = true;
}

static void select_claim(struct selection *s, size_t number)
{
	s->claim[number] = true;
	for (size_t i = 0; i < s->experiments->count; i++)
		if (experiment_answers(s->experiments->items[i], &s->claims->items[number]))
			select_figure(s, i, false);
}

/* Everything that the target names; false when nothing does. */
static bool select_named(struct selection *s, const char *target)
{
	bool found = false;

	for (size_t i = 0; i < s->experiments->count; i++) {
		const struct experiment *e = s->experiments->items[i];

		if (strcmp(target, e->paper) && !experiment_is_called(e, target))
			continue;
		select_figure(s, i, true);
		found = true;
	}
	for (size_t i = 0; i < s->claims->count; i++) {
		const struct claim *c = &s->claims->items[i];

		if (!strcmp(target, c->id))
			select_claim(s, i);
		else if (!strcmp(target, c->paper))
			s->claim[i] = true;
		else
			continue;
		found = true;
	}
	return found;
}

/* Each once, in the order of the claims. */
static size_t list_papers(const struct claims *claims, const char **names)
{
	size_t count = 0;

	for (size_t i = 0; i < claims->count; i++)
		if (!i || strcmp(claims->items[i].paper, claims->items[i - 1].paper) != 0)
			names[count++] = claims->items[i].paper;
	return count;
}

/* What is near the target; where nothing is, the papers: the whole list would be no help. */
static void suggest(const struct selection *s, const char *target, char *out, size_t bytes)
{
	size_t most = s->experiments->count * 2 + s->claims->count * 2;
	const char **names = xcalloc(most + 1, sizeof(char *));
	size_t papers = list_papers(s->claims, names), count = papers, used = 0;

	for (size_t i = 0; i < s->experiments->count; i++) {
		names[count++] = s->experiments->items[i]->id;
		names[count++] = s->experiments->items[i]->alias;
	}
	for (size_t i = 0; i < s->claims->count; i++)
		names[count++] = s->claims->items[i].id;
	text_suggest(out, bytes, target, names, count);
	/* No name begins with a digit: what looks near 003 is something else, K03. */
	if (isdigit((unsigned char)*target) || !strstr(out, "did you mean")) {
		for (size_t i = 0; i < papers && used < bytes; i++)
			used += (size_t)snprintf(out + used, bytes - used, "%s%s",
						 i ? ", " : "; papers are ", names[i]);
		if (used < bytes)
			snprintf(out + used, bytes - used,
				 "; warpwalk list figures and warpwalk list claims show the rest");
	}
	free(names);
}

static bool unknown_target(const struct selection *s, const char *target, struct error *err)
{
	char hint[256];

	suggest(s, target, hint, sizeof(hint));
	return error_set(err, "there is no paper, figure or claim '%.80s'%s", target, hint);
}

static bool is_file(const char *target)
{
	size_t length = strlen(target);

	return strchr(target, '/') || (length > 5 && !strcmp(target + length - 5, ".yaml"));
}

static struct experiment *add_file(struct reproduction *r, const char *path, const char *machine,
				   struct error *err)
{
	struct experiment *e = experiment_read_file(path, machine, err);

	if (!e)
		return NULL;
	r->files = xrealloc(r->files, (r->file_count + 1) * sizeof(struct experiment *));
	r->files[r->file_count++] = e;
	return e;
}

static bool select_file(struct reproduction *r, const char *path, struct error *err)
{
	const struct experiment *e = add_file(r, path, NULL, err);

	for (size_t i = 0; e && i < e->also_on.count; i++)
		if (!add_file(r, path, e->also_on.items[i], err))
			return false;
	return e;
}

static bool select_target(struct reproduction *r, struct selection *s, const char *target,
			  struct error *err)
{
	if (is_file(target))
		return select_file(r, target, err);
	return select_named(s, target) || unknown_target(s, target, err);
}

static bool plan_figure(struct reproduction *r, const struct experiment *e, struct error *err)
{
	return figure_plan(&r->figures[r->figure_count++], e, r->size, r->repeat, err);
}

static bool plan_all(struct reproduction *r, const struct selection *s, struct error *err)
{
	r->figures = xcalloc(s->experiments->count + r->file_count + 1, sizeof(*r->figures));
	for (size_t i = 0; i < s->experiments->count; i++)
		if (s->figure[i] && !plan_figure(r, s->experiments->items[i], err))
			return false;
	for (size_t i = 0; i < r->file_count; i++)
		if (!plan_figure(r, r->files[i], err))
			return false;
	return true;
}

static void list_answer(struct reproduction *r, const struct claim *claim, const char *machine)
{
	r->answers = xrealloc(r->answers, (r->answer_count + 1) * sizeof(*r->answers));
	claim_unanswered(&r->answers[r->answer_count++], claim, machine);
}

/* One for the claim, and one more for each other machine of the figures that answer it. */
static void list_answers_of(struct reproduction *r, const struct claim *claim)
{
	size_t first = r->answer_count;

	list_answer(r, claim, "");
	for (size_t i = 0; i < r->figure_count; i++) {
		const struct experiment *e = r->figures[i].experiment;
		bool listed = !experiment_answers(e, claim);

		for (size_t k = first; k < r->answer_count; k++)
			listed |= !strcmp(r->answers[k].machine, e->machine);
		if (!listed)
			list_answer(r, claim, e->machine);
	}
}

/* An answer for each claim selected, and for those of the user's files, all without numbers. */
static void list_answers(struct reproduction *r, const struct selection *s)
{
	for (size_t i = 0; i < r->file_count; i++)
		for (size_t k = 0; k < r->files[i]->claim_count; k++)
			s->claim[r->files[i]->claims[k].claim - s->claims->items] = true;
	for (size_t i = 0; i < s->claims->count; i++)
		if (s->claim[i])
			list_answers_of(r, &s->claims->items[i]);
}

bool reproduction_select(struct reproduction *r, const char *const *targets, size_t count,
			 enum workload_size size, unsigned repeat, struct error *err)
{
	struct selection s = {.experiments = experiments_all(), .claims = claims_all()};
	bool ok = true;

	*r = (struct reproduction){.size = size, .repeat = repeat};
	s.figure = xcalloc(s.experiments->count + 1, sizeof(bool));
	s.claim = xcalloc(s.claims->count + 1, sizeof(bool));
	for (size_t i = 0; ok && i < count; i++)
		ok = select_target(r, &s, targets[i], err);
	for (size_t i = 0; !count && i < s.experiments->count; i++)
		select_figure(&s, i, true);
	for (size_t i = 0; !count && i < s.claims->count; i++)
		s.claim[i] = true;
	ok = ok && plan_all(r, &s, err);
	if (ok)
		list_answers(r, &s);
	free(s.figure);
	free(s.claim);
	return ok;
}

static bool set_run(struct run_spec *spec, const struct text_list *settings, struct error *err)
{
	for (size_t i = 0; i < settings->count; i++)
		text_list_add(&spec->settings, settings->items[i]);
	return run_spec_resolve(spec, err);
}

bool reproduction_set(struct reproduction *r, const struct text_list *settings, struct error *err)
{
	for (size_t i = 0; i < settings->count; i++)
		text_list_add(&r->settings, settings->items[i]);
	for (size_t i = 0; settings->count && i < r->figure_count; i++)
		for (size_t k = 0; k < r->figures[i].spec_count; k++)
			if (!set_run(&r->figures[i].specs[k], settings, err))
				return error_prefix(err, "%s", r->figures[i].experiment->id);
	return true;
}

void reproduction_release(struct reproduction *r)
{
	text_list_release(&r->settings);
	for (size_t i = 0; i < r->figure_count; i++)
		figure_release(&r->figures[i]);
	for (size_t i = 0; i < r->file_count; i++)
		experiment_free(r->files[i]);
	free(r->figures);
	free(r->files);
	free(r->answers);
	*r = (struct reproduction){0};
}

struct run_spec *reproduction_specs(const struct reproduction *r, size_t *count)
{
	struct run_spec *specs;

	*count = 0;
	for (size_t i = 0; i < r->figure_count; i++)
		*count += r->figures[i].spec_count;
	specs = xcalloc(*count + 1, sizeof(*specs));
	*count = 0;
	for (size_t i = 0; i < r->figure_count; i++)
		for (size_t k = 0; k < r->figures[i].spec_count; k++)
			specs[(*count)++] = r->figures[i].specs[k];
	return specs;
}

/* A claim whose figure is not selected has no figure here; a file's answer comes last and wins. */
static void answer_claim(const struct reproduction *r, struct claim_answer *a)
{
	const struct claim *claim = a->claim;
	const char *machine = a->machine;

	for (size_t i = 0; i < r->figure_count; i++) {
		const struct experiment *e = r->figures[i].experiment;
		const struct experiment_claim *entry = experiment_answers(e, claim);

		if (entry && !strcmp(e->machine, machine))
			claim_answer(a, &r->figures[i], entry);
	}
}

bool reproduction_evaluate(struct reproduction *r, struct store *store, struct error *err)
{
	for (size_t i = 0; i < r->figure_count; i++)
		if (!figure_evaluate(&r->figures[i], store, err))
			return false;
	for (size_t i = 0; i < r->answer_count; i++)
		answer_claim(r, &r->answers[i]);
	return true;
}
