/* Errors and checked allocation; see error.h for who reports what. */
#include "base/error.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* What a user wrote may hold line ends, and sequences that do things to a terminal. */
static void keep_one_line(char *text)
{
	for (; *text; text++)
		if (iscntrl((unsigned char)*text))
			*text = isspace((unsigned char)*text) ? ' ' : '?';
}

bool error_set(struct error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	keep_one_line(err->text);
	err->exit_status = 2;
	err->unfit = false;
	return false;
}

bool error_failed(struct error *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->text, sizeof(err->text), fmt, ap);
	va_end(ap);
	keep_one_line(err->text);
	err->exit_status = 1;
	err->unfit = false;
	return false;
}

bool error_unfit(struct error *err)
{
	err->unfit = true;
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
	keep_one_line(err->text);
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

static _Thread_local char purpose[256];

void memory_for(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(purpose, sizeof(purpose), fmt, ap);
	va_end(ap);
}

void out_of_memory(uint64_t bytes)
{
	char size[32];

	fprintf(stderr,
		"warpwalk: out of memory: %s more%s%s; free some memory or choose a smaller size\n",
		text_bytes(size, sizeof(size), bytes), *purpose ? " for " : "", purpose);
	exit(1);
}

static void *checked(void *memory, size_t bytes)
{
	if (!memory && bytes)
		out_of_memory(bytes);
	return memory;
}

/* More than there are addresses is the most that can be asked for. */
static size_t all_bytes(size_t count, size_t bytes)
{
	size_t all;

	return __builtin_mul_overflow(count, bytes, &all) ? SIZE_MAX : all;
}

void *xmalloc(size_t bytes)
{
	return checked(malloc(bytes), bytes);
}

void *xcalloc(size_t count, size_t bytes)
{
	return checked(calloc(count, bytes), all_bytes(count, bytes));
}

void *xmalloc_lines(size_t bytes)
{
	size_t lines = bytes / HOST_LINE_BYTES + (bytes % HOST_LINE_BYTES != 0);

	if (lines > SIZE_MAX / HOST_LINE_BYTES)
		out_of_memory(bytes);
	return checked(aligned_alloc(HOST_LINE_BYTES, lines * HOST_LINE_BYTES), bytes);
}

void *xcalloc_lines(size_t count, size_t bytes)
{
	size_t all = all_bytes(count, bytes);

	return memset(xmalloc_lines(all), 0, all);
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
