/* What the fuzz targets share. A target gets any bytes; what must hold for all of them is a must().
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/yaml.h"

/* Called by libFuzzer for every input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A failure ends the program, which libFuzzer reports with the input. */
static inline void must(bool condition)
{
	if (!condition)
		abort();
}

/* An error of the user is one line that begins with the place. */
static inline void must_say(const struct error *err, const char *place)
{
	must(memchr(err->text, '\0', sizeof(err->text)) != NULL);
	must(!strncmp(err->text, place, strlen(place)) && !strchr(err->text, '\n'));
	must(err->exit_status == 2);
}

/* The bytes as text of C; the caller frees it. */
static inline char *text_of(const uint8_t *data, size_t size)
{
	char *text = xmalloc(size + 1);

	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	return text;
}

#endif
