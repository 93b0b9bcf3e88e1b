/* Which launches are timed; see selection.h. */
#include "program/selection.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static bool whole(const char *text, size_t length, uint64_t *value)
{
	char copy[24];
	int64_t number;

	if (length == 0 || length >= sizeof(copy))
		return false;
	memcpy(copy, text, length);
	copy[length] = '\0';
	if (!text_to_i64(copy, &number) || number < 1)
		return false;
	*value = (uint64_t)number;
	return true;
}

bool selection_parse(struct selection *s, const char *text, struct error *err)
{
	const char *dash = strchr(text, '-');

	if (!strncmp(text, "kernel=", 7) && text[7]) {
		s->kernel = text + 7;
		return true;
	}
	if (!strncmp(text, "1/", 2) && whole(text + 2, strlen(text + 2), &s->every))
		return true;
	if (dash && whole(text, (size_t)(dash - text), &s->first) &&
	    whole(dash + 1, strlen(dash + 1), &s->last) && s->first <= s->last)
		return true;
	if (!dash && whole(text, strlen(text), &s->first)) {
		s->last = s->first;
		return true;
	}
	return error_set(
		err, "--time: expected launches as 3-10 or 5, kernel=NAME or 1/20, not '%s'", text);
}

bool selection_has(const struct selection *s, const char *kernel, uint64_t launch,
		   uint64_t of_kernel, uint64_t issued)
{
	if (launch < s->first || (s->last && launch > s->last))
		return false;
	if (s->kernel && !strstr(kernel, s->kernel))
		return false;
	if (s->every && (of_kernel - 1) % s->every != 0)
		return false;
	return !s->max_instructions || issued < s->max_instructions;
}
