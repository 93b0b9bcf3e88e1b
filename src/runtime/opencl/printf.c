/*
 * What kernels print. clang makes of each printf a number and its arguments, one after the other in
 * a buffer (toolchain.c); the code object has the formats by their numbers. The text comes out when
 * the kernel has ended.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/opencl/opencl.h"

struct header {
	uint32_t taken, bytes;
};
enum { CONTENT_BYTES = PRINTF_BYTES - sizeof(struct header) };

/* One conversion: "%-5.2f" or "%v4hld". */
struct conversion {
	char flags[40]; /* between the percent sign and the vector's or the length's letters */
	unsigned vector;
	char letter;
};

bool printf_is_used(const struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->arg_count; i++)
		if (kernel->args[i].kind == ARG_HIDDEN_PRINTF_BUFFER)
			return true;
	return false;
}

void printf_begin(uint8_t *buffer)
{
	*(struct header *)buffer = (struct header){0, CONTENT_BYTES};
}

/* The line of this number, behind the number; NULL: there is none. */
static const char *find_format(const char *formats, uint32_t number)
{
	for (const char *line = formats; line && *line;) {
		char *after;

		if (strtoul(line, &after, 10) == number && *after == ':')
			return after + 1;
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	return NULL;
}

/* The character behind a backslash in a format; moves on. */
static char unescape(const char **at)
{
	static const char from[] = "abfnrv", to[] = "\a\b\f\n\r\v";
	const char *found = **at ? strchr(from, **at) : NULL;

	if (!strncmp(*at, "72", 2)) {
		*at += 2;
		return ':';
	}
	if (!found)
		return '\\';
	++*at;
	return to[found - from];
}

static const char *read_conversion(const char *at, struct conversion *c)
{
	size_t length = strspn(at, "-+ #0123456789.");

	memset(c, 0, sizeof(*c));
	snprintf(c->flags, sizeof(c->flags), "%.*s", (int)length, at);
	at += length;
	if (*at == 'v') {
		char *after;

		c->vector = (unsigned)strtoul(at + 1, &after, 10);
		at = after;
	}
	at += strspn(at, "hl");
	c->letter = *at;
	return *at ? at + 1 : at;
}

static int64_t signed_value(const uint8_t *at, size_t bytes)
{
	int64_t value = 0;

	memcpy(&value, at, bytes < 8 ? bytes : 8);
	return bytes < 8 ? (int64_t)((uint64_t)value << (64 - 8 * bytes)) >> (64 - 8 * bytes)
			 : value;
}

static uint64_t unsigned_value(const uint8_t *at, size_t bytes)
{
	uint64_t value = 0;

	memcpy(&value, at, bytes < 8 ? bytes : 8);
	return value;
}

static double real_value(const uint8_t *at, size_t bytes)
{
	float narrow;
	double wide;

	if (bytes == sizeof(narrow)) {
		memcpy(&narrow, at, sizeof(narrow));
		return (double)narrow;
	}
	memcpy(&wide, at, sizeof(wide));
	return bytes == sizeof(wide) ? wide : 0;
}

static void print_one(const struct conversion *c, const uint8_t *at, size_t bytes)
{
	char format[64];

	snprintf(format, sizeof(format), "%%%s%s%c", c->flags,
		 strchr("diouxX", c->letter) ? "ll" : "", c->letter);
	if (strchr("di", c->letter))
		printf(format, (long long)signed_value(at, bytes));
	else if (strchr("ouxX", c->letter))
		printf(format, (unsigned long long)unsigned_value(at, bytes));
	else if (strchr("fFeEgGaA", c->letter))
		printf(format, real_value(at, bytes));
	else if (c->letter == 'c')
		printf(format, (int)unsigned_value(at, bytes));
	else if (c->letter == 'p')
		printf(format, (void *)(uintptr_t)unsigned_value(at, bytes));
	else if (c->letter == 's')
		printf("%.*s", (int)bytes, (const char *)at);
}

static void print_argument(const struct conversion *c, const uint8_t *at, size_t bytes)
{
	/* A vector of three has the room of four. */
	size_t each = c->vector ? bytes / (c->vector == 3 ? 4 : c->vector) : bytes;

	for (unsigned i = 0; i < (c->vector ? c->vector : 1); i++) {
		if (i)
			putchar(',');
		print_one(c, at + i * each, each);
	}
}

enum { ARGUMENTS_MOST = 64 };

/* "2:4:8:format" -> the sizes, and the format. */
static const char *read_sizes(const char *line, uint32_t sizes[ARGUMENTS_MOST], uint32_t *count)
{
	char *after;

	*count = (uint32_t)strtoul(line, &after, 10);
	for (uint32_t i = 0; i < *count; i++) {
		if (*after != ':' || i == ARGUMENTS_MOST)
			return NULL;
		sizes[i] = (uint32_t)strtoul(after + 1, &after, 10);
	}
	return *after == ':' ? after + 1 : NULL;
}

static void print_format(const char *at, const uint8_t *values, const uint32_t *sizes,
			 uint32_t count)
{
	struct conversion c;
	uint32_t next = 0;

	while (*at && *at != '\n') {
		char letter = *at++;

		if (letter == '\\') {
			putchar(unescape(&at));
		} else if (letter != '%') {
			putchar(letter);
		} else if (*at == '%') {
			putchar(*at++);
		} else {
			at = read_conversion(at, &c);
			if (next == count || !c.letter)
				return;
			print_argument(&c, values, sizes[next]);
			values += sizes[next++];
		}
	}
}

/* The entry there; its bytes, 0 when there is none. */
static size_t print_entry(const char *formats, const uint8_t *entry, size_t room)
{
	uint32_t sizes[ARGUMENTS_MOST], count;
	size_t bytes = sizeof(uint32_t);
	const char *format;

	if (room < bytes)
		return 0;
	format = find_format(formats, *(const uint32_t *)entry);
	format = format ? read_sizes(format, sizes, &count) : NULL;
	if (!format)
		return 0;
	for (uint32_t i = 0; i < count; i++)
		bytes += sizes[i];
	if (bytes > room)
		return 0;
	print_format(format, entry + sizeof(uint32_t), sizes, count);
	return bytes;
}

void printf_end(uint8_t *buffer, const struct code_object *co)
{
	const struct header *header = (const struct header *)buffer;
	size_t taken = header->taken < CONTENT_BYTES ? header->taken : CONTENT_BYTES;
	uint8_t *content = buffer + sizeof(*header);

	for (size_t at = 0, bytes; at < taken; at += bytes) {
		bytes = print_entry(co->printf_formats, content + at, taken - at);
		if (!bytes)
			break;
	}
	fflush(stdout);
	/* What does not fit next time must not look like what is there now. */
	memset(content, 0, taken);
}
