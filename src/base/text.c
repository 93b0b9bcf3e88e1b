/* Names, numbers and sizes as a person types and reads them. */
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_LENGTH = 63, MOST_SUGGESTIONS = 3 };

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;

	return m < c ? m : c;
}

/* Edit distance (insert, delete, replace, swap of neighbours), blind to case; long names are cut.
 */
static unsigned edit_distance(const char *a, const char *b)
{
	unsigned rows[3][NAME_MAX_LENGTH + 1];
	unsigned *before = rows[0], *above = rows[1], *row = rows[2];
	size_t a_length = strnlen(a, NAME_MAX_LENGTH), b_length = strnlen(b, NAME_MAX_LENGTH);

	for (size_t j = 0; j <= b_length; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= a_length; i++) {
		unsigned *spare = before;

		before = above;
		above = row;
		row = spare;
		row[0] = (unsigned)i;
		for (size_t j = 1; j <= b_length; j++) {
			int x = tolower((unsigned char)a[i - 1]),
			    y = tolower((unsigned char)b[j - 1]);

			row[j] = min3(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y));
			if (i > 1 && j > 1 && x == tolower((unsigned char)b[j - 2]) &&
			    tolower((unsigned char)a[i - 2]) == y && before[j - 2] + 1 < row[j])
				row[j] = before[j - 2] + 1;
		}
	}
	return row[b_length];
}

static void append_text(char *out, size_t bytes, const char *text)
{
	size_t used = strlen(out);

	snprintf(out + used, bytes - used, "%s", text);
}

static void suggest_all(char *out, size_t bytes, const char *const *candidates, size_t count)
{
	append_text(out, bytes, "; known: ");
	for (size_t i = 0; i < count; i++) {
		/* Leave the line readable when there are very many. */
		if (strlen(out) + strlen(candidates[i]) + 8 > bytes) {
			append_text(out, bytes, i ? ", ..." : "...");
			return;
		}
		append_text(out, bytes, i ? ", " : "");
		append_text(out, bytes, candidates[i]);
	}
}

void text_suggest(char *out, size_t bytes, const char *wrong, const char *const *candidates,
		  size_t count)
{
	/* Near: at most a third of the letters wrong. */
	unsigned near = (unsigned)(strnlen(wrong, NAME_MAX_LENGTH) + 2) / 3, best = UINT_MAX;
	size_t given = 0;

	if (!bytes)
		return;
	out[0] = '\0';
	if (!count)
		return;
	for (size_t i = 0; i < count; i++) {
		unsigned d = edit_distance(wrong, candidates[i]);

		best = d < best ? d : best;
	}
	if (best > near) {
		suggest_all(out, bytes, candidates, count);
		return;
	}
	append_text(out, bytes, "; did you mean ");
	for (unsigned d = best; d <= near && given < MOST_SUGGESTIONS; d++)
		for (size_t i = 0; i < count && given < MOST_SUGGESTIONS; i++) {
			if (edit_distance(wrong, candidates[i]) != d)
				continue;
			append_text(out, bytes, given++ ? " or '" : "'");
			append_text(out, bytes, candidates[i]);
			append_text(out, bytes, "'");
		}
	append_text(out, bytes, "?");
}

bool text_to_i64(const char *text, int64_t *value)
{
	bool hex = !strncmp(text, "0x", 2) || !strncmp(text, "-0x", 3);
	const char *digits = text + (*text == '-' || *text == '+') + (hex ? 2 : 0);
	int64_t result, unit = 1;
	char *end;

	if (hex ? !isxdigit((unsigned char)*digits) : !isdigit((unsigned char)*digits))
		return false;
	errno = 0;
	result = strtoll(text, &end, hex ? 16 : 10);
	if (errno)
		return false;
	if (*end == 'K')
		unit = 1 << 10;
	else if (*end == 'M')
		unit = 1 << 20;
	else if (*end == 'G')
		unit = 1 << 30;
	if (unit != 1)
		end++;
	return !*end && !__builtin_mul_overflow(result, unit, value);
}

bool text_to_f64(const char *text, double *value)
{
	char *end;

	if (!*text || isspace((unsigned char)*text))
		return false;
	*value = strtod(text, &end);
	return end != text && !*end;
}

char *text_bytes(char *out, size_t bytes, uint64_t value)
{
	static const char *const units[] = {"B", "KB", "MB", "GB", "TB", "PB", "EB"};
	unsigned unit = 0;
	uint64_t tenths;

	while (unit + 1 < sizeof(units) / sizeof(*units) && value >> (10 * (unit + 1)))
		unit++;
	/* Rounded to tenths in integers, so that every machine prints the same. */
	tenths = unit ? ((value >> (10 * (unit - 1))) * 10 + 512) / 1024 : value * 10;
	if (tenths >= 10240 && unit + 1 < sizeof(units) / sizeof(*units)) {
		tenths = 10;
		unit++;
	}
	if (tenths % 10)
		snprintf(out, bytes, "%" PRIu64 ".%" PRIu64 " %s", tenths / 10, tenths % 10,
			 units[unit]);
	else
		snprintf(out, bytes, "%" PRIu64 " %s", tenths / 10, units[unit]);
	return out;
}

char *text_count(char *out, size_t bytes, uint64_t value)
{
	char digits[24];
	size_t count = (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, value), used = 0;

	if (!bytes)
		return out;
	for (size_t i = 0; i < count && used + 2 < bytes; i++) {
		if (i && (count - i) % 3 == 0)
			out[used++] = ',';
		out[used++] = digits[i];
	}
	out[used] = '\0';
	return out;
}
