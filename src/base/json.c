/* A JSON writer; reading is left out. */
#include "base/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/error.h"

void json_init(struct json *j, FILE *out)
{
	*j = (struct json){.out = out, .first = true};
}

void json_finish(struct json *j)
{
	fputc('\n', j->out);
}

/* Bytes of the UTF-8 character that begins here; 0 when there is none. */
static size_t utf8_length(const char *text)
{
	const unsigned char *c = (const unsigned char *)text;
	size_t length = *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;
	uint32_t code = *c & (0xffu >> (length + 1));
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

	if (*c < 0xc2 || *c > 0xf4)
		return 0;
	for (size_t i = 1; i < length; i++) {
		if ((c[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (c[i] & 0x3f);
	}
	if (code < least[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
		return 0;
	return length;
}

/* One character, or for a byte that is none the replacement character; returns the bytes taken. */
static size_t put_utf8(struct json *j, const char *text)
{
	size_t length = utf8_length(text);

	if (!length) {
		fputs("\xef\xbf\xbd", j->out);
		return 1;
	}
	fwrite(text, 1, length, j->out);
	return length;
}

static void put_quoted(struct json *j, const char *text)
{
	fputc('"', j->out);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c == '"' || c == '\\')
			fprintf(j->out, "\\%c", c);
		else if (c < 0x20)
			fprintf(j->out, "\\u%04x", c);
		else if (c < 0x80)
			fputc(c, j->out);
		else
			text += put_utf8(j, text) - 1;
	}
	fputc('"', j->out);
}

/* Array elements go by their number. */
static void extend_path(struct json *j, const char *key)
{
	size_t used = j->group[j->depth].path_length, number = j->group[j->depth].elements++;
	const char *dot = used ? "." : "";

	if (key)
		snprintf(j->path + used, sizeof(j->path) - used, "%s%s", dot, key);
	else if (j->depth)
		snprintf(j->path + used, sizeof(j->path) - used, "%s%zu", dot, number);
}

static void begin_value(struct json *j, const char *key)
{
	if (j->listener)
		extend_path(j, key);
	if (!j->first)
		fputc(',', j->out);
	if (j->depth > 0)
		fprintf(j->out, "\n%*s", (int)(2 * j->depth), "");
	j->first = false;
	if (key) {
		put_quoted(j, key);
		fputs(": ", j->out);
	}
}

static void open_group(struct json *j, const char *key, char bracket)
{
	begin_value(j, key);
	fputc(bracket, j->out);
	j->depth++;
	j->first = true;
	if (j->depth == JSON_MOST_DEPTH)
		BUG("JSON deeper than %d", JSON_MOST_DEPTH);
	j->group[j->depth].path_length = strlen(j->path);
	j->group[j->depth].elements = 0;
}

static void close_group(struct json *j, char bracket)
{
	j->depth--;
	if (!j->first)
		fprintf(j->out, "\n%*s", (int)(2 * j->depth), "");
	fputc(bracket, j->out);
	j->first = false;
}

void json_open_object(struct json *j, const char *key)
{
	open_group(j, key, '{');
}

void json_close_object(struct json *j)
{
	close_group(j, '}');
}

void json_open_array(struct json *j, const char *key)
{
	open_group(j, key, '[');
}

void json_close_array(struct json *j)
{
	close_group(j, ']');
}

void json_string(struct json *j, const char *key, const char *value)
{
	begin_value(j, key);
	put_quoted(j, value);
}

void json_u64(struct json *j, const char *key, uint64_t value)
{
	begin_value(j, key);
	fprintf(j->out, "%" PRIu64, value);
	if (j->listener)
		j->listener->whole(j->listener->ctx, j->path, value);
}

void json_i64(struct json *j, const char *key, int64_t value)
{
	begin_value(j, key);
	fprintf(j->out, "%" PRId64, value);
	if (j->listener && value >= 0)
		j->listener->whole(j->listener->ctx, j->path, (uint64_t)value);
	else if (j->listener)
		j->listener->real(j->listener->ctx, j->path, (double)value);
}

void json_f64(struct json *j, const char *key, double value)
{
	begin_value(j, key);
	if (isfinite(value))
		fprintf(j->out, "%.9g", value);
	else
		fputs("null", j->out);
	if (j->listener && isfinite(value))
		j->listener->real(j->listener->ctx, j->path, value);
}

void json_bool(struct json *j, const char *key, bool value)
{
	begin_value(j, key);
	fputs(value ? "true" : "false", j->out);
	if (j->listener)
		j->listener->whole(j->listener->ctx, j->path, value);
}

void json_null(struct json *j, const char *key)
{
	begin_value(j, key);
	fputs("null", j->out);
}
