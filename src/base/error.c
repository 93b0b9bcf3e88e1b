/* Errors and checked allocation; see error.h for who reports what. */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool error_set(struct error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	err->exit_status = 2;
	return false;
}

bool error_failed(struct error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	err->exit_status = 1;
	return false;
}

bool error_prefix(struct error *err, const char *fmt, ...)
{
	char rest[sizeof(err->text)];
	va_list ap;
	size_t used;

	memcpy(rest, err->text, sizeof(rest));
	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	used = strlen(err->text);
	snprintf(err->text + used, sizeof(err->text) - used, ": %s", rest);
	return false;
}

void bug_at(const char *file, int line, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "warpwalk: BUG at %s:%d: ", file, line);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	abort();
}

static void *checked(void *memory, size_t bytes)
{
	if (!memory && bytes) {
		fprintf(stderr,
			"warpwalk: out of memory: %zu bytes were asked for; "
			"free some memory or choose a smaller size\n",
			bytes);
		exit(1);
	}
	return memory;
}

void *xmalloc(size_t bytes)
{
	return checked(malloc(bytes), bytes);
}

void *xcalloc(size_t count, size_t bytes)
{
	return checked(calloc(count, bytes), count * bytes);
}

void *xcalloc_lines(size_t count, size_t bytes)
{
	size_t all = (count * bytes + HOST_LINE_BYTES - 1) / HOST_LINE_BYTES * HOST_LINE_BYTES;

	return memset(checked(aligned_alloc(HOST_LINE_BYTES, all), all), 0, all);
}

void *xrealloc(void *old, size_t bytes)
{
	return checked(realloc(old, bytes), bytes);
}

char *xstrdup(const char *text)
{
	return checked(strdup(text), strlen(text) + 1);
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *text;
	int length;

	va_start(ap, fmt);
	length = vasprintf(&text, fmt, ap);
	va_end(ap);
	return checked(length < 0 ? NULL : text, 1);
}
