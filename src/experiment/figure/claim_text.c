/* How an answer to a claim is written. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "experiment/figure/figure.h"

/* What of our numbers is wanted. */
enum want { WANT_MEAN = 1, WANT_SPREAD = 2 };

char *claim_published_text(const struct claim *claim, char *out, size_t bytes)
{
	snprintf(out, bytes, "%s%s", claim->published, claim_unit_text(claim));
	return out;
}

/* "30.1", "0.4", "30.1 ±0.4": as many decimals as of the mean. Returns the length. */
static size_t number_text(const struct claim *claim, const struct spread *s, enum want want,
			  char *out, size_t bytes)
{
	/* A mean may be whole without what it is of being a count. */
	int decimals = claim_decimals(claim, s->half > 0 ? nextafter(s->mean, INFINITY) : s->mean);
	size_t length = 0;

	*out = '\0';
	if (want & WANT_MEAN)
		length = (size_t)snprintf(out, bytes, "%.*f", decimals, s->mean);
	if (want & WANT_SPREAD && s->count > 1 && length < bytes)
		length += (size_t)snprintf(out + length, bytes - length, "%s%.*f",
					   want & WANT_MEAN ? " ±" : "", decimals, s->half);
	return length;
}

/* All numbers, with the sign between them that the published ones have. */
static size_t parts_text(const struct claim_answer *a, enum want want, char *out, size_t bytes)
{
	size_t length = 0;

	for (size_t i = 0; i < a->part_count && length < bytes; i++) {
		if (i)
			length += (size_t)snprintf(out + length, bytes - length, "%c",
						   a->claim->between);
		if (length >= bytes)
			break;
		if (a->ours[i].count)
			length += number_text(a->claim, &a->ours[i], want, out + length,
					      bytes - length);
		else
			length += (size_t)snprintf(out + length, bytes - length, "?");
	}
	return length;
}

static char *ours_text(const struct claim_answer *a, enum want want, char *out, size_t bytes)
{
	const struct claim *claim = a->claim;
	size_t length;

	if (!a->known_count) {
		snprintf(out, bytes, "-");
		return out;
	}
	if (!a->show.count && (a->sense == CLAIM_HOLDS || !claim->number_count)) {
		snprintf(out, bytes, "%s", a->ours[0].mean ? claim->published : "otherwise");
		return out;
	}
	length = a->show.count ? number_text(claim, &a->show, want, out, bytes)
			       : parts_text(a, want, out, bytes);
	if (length < bytes)
		snprintf(out + length, bytes - length, "%s", claim_unit_text(claim));
	return out;
}

char *claim_id_text(const struct claim_answer *a, char *out, size_t bytes)
{
	snprintf(out, bytes, "%s%s%s", a->claim->id, *a->machine ? " " : "", a->machine);
	return out;
}

char *claim_ours_text(const struct claim_answer *a, char *out, size_t bytes)
{
	return ours_text(a, WANT_MEAN, out, bytes);
}

char *claim_ours_spread_text(const struct claim_answer *a, char *out, size_t bytes)
{
	return ours_text(a, WANT_MEAN | WANT_SPREAD, out, bytes);
}

/* Of repeated runs some number has a spread, and then those that are known do. */
char *claim_spread_text(const struct claim_answer *a, char *out, size_t bytes)
{
	size_t most = a->show.count;

	*out = '\0';
	for (size_t i = 0; !a->show.count && i < a->part_count; i++)
		most = a->ours[i].count > most ? a->ours[i].count : most;
	if (most < 2)
		return out;
	if (a->show.count)
		number_text(a->claim, &a->show, WANT_SPREAD, out, bytes);
	else if (a->sense != CLAIM_HOLDS && a->claim->number_count)
		parts_text(a, WANT_SPREAD, out, bytes);
	return out;
}

char *claim_answer_difference(const struct claim_answer *a, char *out, size_t bytes)
{
	size_t length = 0;
	char text[48];

	*out = '\0';
	if (claim_sense_kind(a->sense) != CLAIM_VALUE)
		return out;
	for (size_t i = 0; i < a->part_count && length < bytes; i++) {
		char *space;

		if (!a->ours[i].count)
			continue;
		claim_difference_text(a->claim, i, a->ours[i].mean, text, sizeof(text));
		space = strchr(text, ' ');
		/* The unit stands once, after the last. */
		if (space && i + 1 < a->part_count && a->ours[i + 1].count)
			*space = '\0';
		length += (size_t)snprintf(out + length, bytes - length, "%s%s", length ? "/" : "",
					   text);
	}
	return out;
}

/* What the spread leaves open, after the verdict of the means. */
static const char *doubt_text(const struct claim_answer *a)
{
	if (a->published_within && a->direction_within)
		return ", published and direction within the spread";
	if (a->published_within)
		return ", published within the spread";
	if (a->direction_within)
		return claim_sense_kind(a->sense) == CLAIM_VALUE ? ", direction within the spread"
								 : ", within the spread";
	return "";
}

char *claim_verdict_text(const struct claim_answer *a, char *out, size_t bytes)
{
	if (a->known_count && a->known_count < a->part_count)
		snprintf(out, bytes, "%s (%zu of %zu)%s", verdict_names[a->verdict], a->known_count,
			 a->part_count, doubt_text(a));
	else
		snprintf(out, bytes, "%s%s", verdict_names[a->verdict], doubt_text(a));
	return out;
}
