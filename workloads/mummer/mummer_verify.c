/* The check of MUMmer's result, without a suffix tree. */
#include <stdlib.h>
#include <string.h>

#include "mummer.h"

/*
 * The reference knows no tree: all places, sorted by the `shortest` letters found there, two bits
 * each.
 */
struct word {
	uint64_t letters;
	uint32_t place;
};

static uint64_t word_at(const char *text, size_t length)
{
	uint64_t word = 0;

	for (size_t i = 0; i < length; i++)
		word = word << 2 | (text[i] >> 1 & 3);
	return word;
}

static int compare_words(const void *a, const void *b)
{
	const struct word *p = a, *q = b;

	if (p->letters != q->letters)
		return p->letters < q->letters ? -1 : 1;
	return p->place < q->place ? -1 : 1;
}

static int compare_alignments(const void *a, const void *b)
{
	const struct alignment *p = a, *q = b;

	if (p->place != q->place)
		return p->place < q->place ? -1 : 1;
	return p->length < q->length ? -1 : p->length > q->length;
}

/* First of the sorted words that is not less. */
static size_t find_word(const struct word *words, size_t count, uint64_t letters_sought)
{
	size_t low = 0;

	while (count > 0) {
		size_t half = count / 2;

		if (words[low + half].letters < letters_sought) {
			low += half + 1;
			count -= half + 1;
		} else {
			count = half;
		}
	}
	return low;
}

/* One suffix of one query: its alignments must be the places of its word, with their lengths. */
static bool verify_match(const struct mummer *s, const struct word *words, size_t word_count,
			 size_t query, size_t start, const struct match **m, struct error *err)
{
	const char *reference = s->reference->host;
	const char *text =
		(const char *)s->queries->host + ((int32_t *)s->addresses->host)[query] + start;
	uint64_t sought = word_at(text, s->shortest);
	const struct alignment *got = NULL;
	size_t w = find_word(words, word_count, sought), left = 0;

	if (*m && (*m)->query == query && (*m)->start == start) {
		if ((*m)->first + (size_t)(*m)->leaves >
		    s->alignments->bytes / sizeof(struct alignment))
			return error_failed(err, "buffer 'matches': query %zu is not as it was",
					    query);
		got = (const struct alignment *)s->alignments->host + (*m)->first;
		left = (*m)->leaves;
		qsort((void *)got, left, sizeof(*got), compare_alignments);
		if (++*m == (const struct match *)s->matches->host + s->match_count)
			*m = NULL;
	}
	while (left > 0 && got->length == 0) { /* entries not used: sorted to the front */
		got++;
		left--;
	}
	for (; w < word_count && words[w].letters == sought; w++) {
		size_t place = words[w].place, length = s->shortest;

		if (place > 0 && reference[place - 1] == text[-1])
			continue;
		while (text[length] && reference[place + length] == text[length])
			length++;
		if (left == 0 || got->place != place || got->length != length)
			return error_failed(err,
					    "query %zu from letter %zu: no match of %zu letters at "
					    "place %zu",
					    query, start, length, place);
		got++;
		left--;
	}
	if (left > 0)
		return error_failed(err, "query %zu from letter %zu: a match at place %u too many",
				    query, start, got->place);
	return true;
}

bool mummer_verify(struct app *app, struct error *err)
{
	struct mummer *s = app->state;
	size_t count = s->letters - s->shortest + 1, starts = s->query_length - s->shortest + 1;

	if (!check_earlier(&s->wrong, err))
		return false;

	struct word *words = xmalloc(count * sizeof(*words));
	const struct match *m = s->matches ? s->matches->host : NULL;
	bool good = true;

	for (size_t i = 0; i < count; i++) {
		words[i].letters = word_at((const char *)s->reference->host + i, s->shortest);
		words[i].place = (uint32_t)i;
	}
	qsort(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < s->query_count * starts && good; i++)
		good = verify_match(s, words, count, i / starts, i % starts, &m, err);
	free(words);
	return good;
}
