/* Reads index notes line by line; see index_notes.h for the format. */
#include "launch/index_notes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DIMS = 3, MAX_LINE = 4096, MAX_NUMBER = 65535 };

struct reader {
	const char *line; /* rest of the line being read */
	unsigned number;
	struct error *err;
};

static bool wrong(const struct reader *r, const char *what)
{
	return error_set(r->err, "index notes, line %u: %s", r->number, what);
}

static bool next_word(struct reader *r, char *out, size_t bytes)
{
	size_t length;

	r->line += strspn(r->line, " ");
	length = strcspn(r->line, " ");
	if (length == 0 || length >= bytes)
		return wrong(r, "a word is missing or too long");
	memcpy(out, r->line, length);
	out[length] = '\0';
	r->line += length;
	return true;
}

static bool next_number(struct reader *r, unsigned most, unsigned *out)
{
	char word[16], *end;
	unsigned long value;

	if (!next_word(r, word, sizeof(word)))
		return false;
	value = strtoul(word, &end, 10);
	if (*end || value > most)
		return wrong(r, "expected a small number");
	*out = (unsigned)value;
	return true;
}

static bool next_of(struct reader *r, const char *const *words, unsigned count, unsigned *out)
{
	char word[32];

	if (!next_word(r, word, sizeof(word)))
		return false;
	for (unsigned i = 0; i < count; i++)
		if (!strcmp(word, words[i])) {
			*out = i;
			return true;
		}
	return wrong(r, "unknown word");
}

/* The array grown by one, its new element zero. */
static void *notes_grow(void *array, size_t *count, size_t bytes)
{
	array = xrealloc(array, (*count + 1) * bytes);
	memset((char *)array + *count * bytes, 0, bytes);
	++*count;
	return array;
}

static bool read_kernel_note(struct reader *r, struct index_notes *notes)
{
	struct index_kernel *k;
	char name[256];

	if (!next_word(r, name, sizeof(name)))
		return false;
	notes->kernels = notes_grow(notes->kernels, &notes->kernel_count, sizeof(*notes->kernels));
	k = &notes->kernels[notes->kernel_count - 1];
	k->name = xstrdup(name);
	return next_number(r, MAX_DIMS, &k->dims);
}

static bool read_symbol(struct reader *r, struct index_kernel *k)
{
	static const char *const kinds[INDEX_KINDS] = {
		"global", "group",    "local", "size",   "groups", "global_size",
		"offset", "argument", "loop",  "loaded", "other"};
	struct index_symbol *s;
	unsigned kind = 0, loaded = 0, varying = 0;

	if (k->access_count)
		return wrong(r, "a symbol after an access");
	k->symbols = notes_grow(k->symbols, &k->symbol_count, sizeof(*k->symbols));
	s = &k->symbols[k->symbol_count - 1];
	if (!next_number(r, MAX_NUMBER, &s->number) || !next_of(r, kinds, INDEX_KINDS, &kind) ||
	    !next_number(r, MAX_NUMBER, &s->of) || !next_number(r, MAX_NUMBER, &s->groups) ||
	    !next_number(r, MAX_NUMBER, &s->locals) || !next_number(r, MAX_NUMBER, &s->loops) ||
	    !next_number(r, 1, &loaded) || !next_number(r, 1, &varying))
		return false;
	s->kind = (enum index_kind)kind;
	if (s->kind < INDEX_ARGUMENT && s->of >= MAX_DIMS)
		return wrong(r, "no such dimension");
	s->loaded = loaded;
	s->varying = varying;
	return true;
}

static const struct index_symbol *find_symbol(const struct index_kernel *k, unsigned long number)
{
	for (size_t i = 0; i < k->symbol_count; i++)
		if (k->symbols[i].number == number)
			return &k->symbols[i];
	return NULL;
}

static bool read_term(struct reader *r, const struct index_kernel *k, struct index_access *a)
{
	struct index_term *t;
	char word[128], *end;

	if (!next_word(r, word, sizeof(word)))
		return false;
	a->terms = notes_grow(a->terms, &a->term_count, sizeof(*a->terms));
	t = &a->terms[a->term_count - 1];
	t->bytes = strtoll(word, &end, 10);
	while (*end == (t->factors ? '.' : ':') && t->factors < INDEX_FACTORS) {
		t->factor[t->factors] = find_symbol(k, strtoul(end + 1, &end, 10));
		if (!t->factor[t->factors++])
			return wrong(r, "no such symbol");
	}
	return *end == '\0' || wrong(r, "not a term");
}

static bool read_access(struct reader *r, struct index_kernel *k)
{
	static const char *const ways[] = {"read", "write"};
	struct index_access *a;
	unsigned way = 0;

	k->accesses = notes_grow(k->accesses, &k->access_count, sizeof(*k->accesses));
	a = &k->accesses[k->access_count - 1];
	if (!next_number(r, MAX_NUMBER, &a->argument) || !next_of(r, ways, 2, &way) ||
	    !next_number(r, MAX_NUMBER, &a->element))
		return false;
	a->write = way;
	for (r->line += strspn(r->line, " "); *r->line != '|'; r->line += strspn(r->line, " "))
		if (!read_term(r, k, a))
			return false;
	a->text = xstrdup(r->line + 1 + strspn(r->line + 1, " "));
	return true;
}

static bool read_note_line(struct reader *r, struct index_notes *notes)
{
	static const char *const words[] = {"kernel", "symbol", "access"};
	struct index_kernel *k =
		notes->kernel_count ? &notes->kernels[notes->kernel_count - 1] : NULL;
	unsigned word = 0;

	if (!next_of(r, words, 3, &word))
		return false;
	if (word == 0)
		return read_kernel_note(r, notes);
	if (!k)
		return wrong(r, "no kernel yet");
	return word == 1 ? read_symbol(r, k) : read_access(r, k);
}

struct index_notes *index_notes_read(const char *text, struct error *err)
{
	struct index_notes *notes = xcalloc(1, sizeof(*notes));
	struct reader r = {.err = err};
	char line[MAX_LINE];

	while (*text) {
		size_t length = strcspn(text, "\n");

		r.number++;
		r.line = line;
		snprintf(line, sizeof(line), "%.*s", (int)(length < MAX_LINE ? length : MAX_LINE),
			 text);
		if (!read_note_line(&r, notes)) {
			index_notes_free(notes);
			return NULL;
		}
		text += length + (text[length] == '\n');
	}
	return notes;
}

void index_notes_free(struct index_notes *notes)
{
	if (!notes)
		return;
	for (size_t i = 0; i < notes->kernel_count; i++) {
		struct index_kernel *k = &notes->kernels[i];

		for (size_t j = 0; j < k->access_count; j++) {
			free(k->accesses[j].terms);
			free(k->accesses[j].text);
		}
		free(k->accesses);
		free(k->symbols);
		free(k->name);
	}
	free(notes->kernels);
	free(notes);
}

const struct index_kernel *index_notes_kernel(const struct index_notes *notes, const char *name)
{
	for (size_t i = 0; notes && i < notes->kernel_count; i++)
		if (!strcmp(notes->kernels[i].name, name))
			return &notes->kernels[i];
	return NULL;
}
