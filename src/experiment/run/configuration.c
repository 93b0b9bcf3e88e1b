/* Configurations by the words in which they were asked for. */
#include "experiment/run/configuration.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

static struct configuration *buckets[BUCKETS];

static FILE *open_text(char **text, size_t *bytes)
{
	FILE *out = open_memstream(text, bytes);

	if (!out)
		BUG("no memory stream");
	return out;
}

static void put_words(FILE *out, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		fprintf(out, "%s%c", words[i], '\n');
	fputc('\n', out);
}

static char *words_of(const struct config_request *request)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_text(&text, &bytes);

	fprintf(out, "%s\n%u\n", request->gpu ? request->gpu : "", request->apps);
	put_words(out, request->designs, request->design_count);
	put_words(out, request->settings, request->setting_count);
	fclose(out);
	return text;
}

static struct configuration **bucket_of(const char *words)
{
	uint32_t hash = 2166136261u;

	for (; *words; words++)
		hash = (hash ^ (uint8_t)*words) * 16777619u;
	return &buckets[hash % BUCKETS];
}

static int params_by_name(const void *a, const void *b)
{
	return strcmp(param_rows[*(const int *)a].name, param_rows[*(const int *)b].name);
}

/* Only what is not at its default: a parameter that is new tomorrow leaves today's keys as they
 * are, and a default that changes comes with a new number of the model (tests/golden/defaults.tsv).
 * By name: where a row lies in the table says nothing of the run. */
static char *account_of(const struct params *p)
{
	struct params defaults;
	char *account = NULL;
	size_t bytes = 0;
	FILE *out = open_text(&account, &bytes);
	int ids[P_COUNT];

	for (int i = 0; i < P_COUNT; i++)
		ids[i] = i;
	qsort(ids, P_COUNT, sizeof(*ids), params_by_name);
	params_init(&defaults);
	for (int i = 0; i < P_COUNT; i++) {
		int id = ids[i];
		const struct param_row *row = &param_rows[id];
		char text[64];

		if (p->i[id] == defaults.i[id] && p->f[id] == defaults.f[id])
			continue;
		if (row->type == PARAM_REAL)
			fprintf(out, "%s=%a\n", row->name, p->f[id]);
		else if (row->type == PARAM_CHOICE)
			fprintf(out, "%s=%s\n", row->name,
				param_text(p, (enum param)id, text, sizeof(text)));
		else
			fprintf(out, "%s=%" PRId64 "\n", row->name, p->i[id]);
	}
	params_release(&defaults);
	fclose(out);
	return account;
}

/* Takes the words. */
static struct configuration *load(const struct config_request *request, char *words,
				  struct error *err)
{
	struct configuration *m = xcalloc(1, sizeof(*m));

	m->words = words;
	if (config_load(&m->params, request, err)) {
		m->account = account_of(&m->params);
		return m;
	}
	params_release(&m->params);
	free(m->words);
	free(m);
	return NULL;
}

const struct configuration *configuration_get(const struct config_request *request,
					      struct error *err)
{
	char *words = words_of(request);
	struct configuration **bucket = bucket_of(words), *m = *bucket;

	while (m && strcmp(m->words, words) != 0)
		m = m->next;
	if (m) {
		free(words);
	} else {
		m = load(request, words, err);
		if (!m)
			return NULL;
		m->next = *bucket;
		*bucket = m;
	}
	m->holders++;
	return m;
}

void configuration_put(const struct configuration *held)
{
	struct configuration **at = held ? bucket_of(held->words) : NULL, *m;

	if (!at)
		return;
	while (*at != held)
		at = &(*at)->next;
	m = *at;
	if (--m->holders)
		return;
	*at = m->next;
	params_release(&m->params);
	free(m->account);
	free(m->words);
	free(m);
}
