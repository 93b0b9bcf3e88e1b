/* The data of a job: filling its buffers, comparing them with what is expected, writing them out.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_memory.h"
#include "base/input_file.h"
#include "base/text.h"
#include "driver/job/job_parts.h"

/* Numbers in a text file, separated by white space or commas; # begins a comment. */
static bool is_text_file(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && (!strcmp(dot, ".txt") || !strcmp(dot, ".csv"));
}

struct elements {
	uint8_t *data;
	uint64_t count;
};

static bool read_text_data(FILE *f, const char *path, enum element_type type, struct elements *out,
			   struct error *err)
{
	size_t bytes = element_infos[type].bytes, capacity = 0;
	char *line = NULL;
	size_t line_capacity = 0;
	unsigned number = 0;
	bool ok = true;

	while (ok && getline(&line, &line_capacity, f) >= 0) {
		char *rest = line, *word;

		number++;
		line[strcspn(line, "#")] = '\0';
		while (ok && (word = strsep(&rest, " \t\r\n,;"))) {
			if (!*word)
				continue;
			if (out->count == capacity) {
				capacity = capacity ? capacity * 2 : 1024;
				out->data = xrealloc(out->data, capacity * bytes);
			}
			ok = element_parse(type, word, out->data + out->count * bytes) ||
			     error_set(err, "%s:%u: '%.40s' is not a value of type %s", path,
				       number, word, element_infos[type].name);
			out->count += ok;
		}
	}
	free(line);
	return ok;
}

static bool read_raw(FILE *f, const char *path, enum element_type type, struct elements *out,
		     struct error *err)
{
	size_t bytes = element_infos[type].bytes, size = 0, capacity = 1 << 16, got;

	out->data = xmalloc(capacity);
	while ((got = fread(out->data + size, 1, capacity - size, f)) > 0) {
		size += got;
		if (size == capacity) {
			capacity *= 2;
			out->data = xrealloc(out->data, capacity);
		}
	}
	out->count = size / bytes;
	return size % bytes == 0 ||
	       error_set(err, "%s: %zu bytes are not a multiple of %zu, the size of %s", path, size,
			 bytes, element_infos[type].name);
}

/* Reads a whole file of elements and checks their number; out->data is to be freed in any case. */
static bool read_elements(const struct job *job, const struct yaml_value *at, const char *name,
			  const struct job_buffer *b, struct elements *out, struct error *err)
{
	char *path = job_path(job, name);
	const char *why;
	FILE *f = input_file_open(path, &why);
	bool ok;

	if (!f) {
		ok = yaml_error(at, err, "file '%s' cannot be read: %s", path, why);
	} else {
		ok = is_text_file(path) ? read_text_data(f, path, b->type, out, err)
					: read_raw(f, path, b->type, out, err);
		if (ok && ferror(f))
			ok = yaml_error(at, err, "file '%s' cannot be read: %s", path,
					strerror(errno));
		if (ok && b->count && out->count != b->count)
			ok = yaml_error(
				at, err,
				"file '%s' has %" PRIu64 " elements of type %s, buffer '%s' "
				"has %" PRIu64,
				path, out->count, element_infos[b->type].name, b->name, b->count);
		fclose(f);
	}
	free(path);
	return ok;
}

static bool parse_element(const struct yaml_value *v, const struct job_buffer *b, void *out,
			  struct error *err)
{
	if (!yaml_expect(v, "fill", YAML_TEXT, err))
		return false;
	return element_parse(b->type, v->text, out) ||
	       yaml_error(v, err, "buffer '%s': '%.80s' is not a value of type %s", b->name,
			  v->text, element_infos[b->type].name);
}

static void fill_value(struct job_buffer *b, const void *value)
{
	size_t bytes = element_infos[b->type].bytes;

	for (uint64_t i = 0; i < b->count; i++)
		memcpy((uint8_t *)b->buffer->host + i * bytes, value, bytes);
}

static bool fill_iota(struct job_buffer *b, struct error *err)
{
	const struct element_info *info = &element_infos[b->type];
	uint8_t *out = b->buffer->host;
	int64_t whole[2] = {0, 1};
	double real[2] = {0, 1};

	for (int i = 0; i < 2 && b->fill_at; i++) {
		const struct yaml_value *v = b->fill_at->items[i];

		if (info->is_float ? !yaml_to_f64(v, "iota", &real[i], err)
				   : !yaml_to_i64(v, "iota", INT64_MIN, INT64_MAX, &whole[i], err))
			return false;
	}
	for (uint64_t i = 0; i < b->count; i++, out += info->bytes) {
		if (info->is_float)
			element_from_f64(b->type, real[0] + real[1] * (double)i, out);
		else /* wraps around like the type itself */
			element_from_i64(b->type,
					 (int64_t)((uint64_t)whole[0] + (uint64_t)whole[1] * i),
					 out);
	}
	return true;
}

static bool fill_random_float(struct job_buffer *b, struct rng *rng, struct error *err)
{
	size_t bytes = element_infos[b->type].bytes;
	double low = 0, high = 1;

	if ((b->low && !yaml_to_f64(b->low, "low", &low, err)) ||
	    (b->high && !yaml_to_f64(b->high, "high", &high, err)))
		return false;
	if (!(low <= high))
		return yaml_error(b->fill_at, err, "random: low is above high");
	for (uint64_t i = 0; i < b->count; i++)
		element_from_f64(b->type, low + (high - low) * rng_unit(rng),
				 (uint8_t *)b->buffer->host + i * bytes);
	return true;
}

/* Uniform in [low, high], both included; by default from 0 to the greatest value of the type. */
static bool fill_random_integer(struct job_buffer *b, struct rng *rng, struct error *err)
{
	const struct element_info *info = &element_infos[b->type];
	unsigned bits = 8u * info->bytes;
	int64_t most = bits == 64 ? INT64_MAX : (INT64_C(1) << (bits - info->is_signed)) - 1;
	int64_t least = info->is_signed ? -most - 1 : 0, low = 0, high = most;
	uint64_t span;

	if ((b->low && !yaml_to_i64(b->low, "low", least, most, &low, err)) ||
	    (b->high && !yaml_to_i64(b->high, "high", least, most, &high, err)))
		return false;
	if (low > high)
		return yaml_error(b->fill_at ? b->fill_at : b->at, err,
				  "random: low is above high");
	span = (uint64_t)high - (uint64_t)low + 1; /* 0 when it is all 64-bit numbers */
	if (b->type == ELEMENT_U64 && !b->low && !b->high)
		span = 0;
	for (uint64_t i = 0; i < b->count; i++) {
		uint64_t r = span ? rng_below(rng, span) : rng_u64(rng);

		element_from_i64(b->type, (int64_t)((uint64_t)low + r),
				 (uint8_t *)b->buffer->host + i * info->bytes);
	}
	return true;
}

static bool fill_random(struct job_buffer *b, struct error *err)
{
	struct rng rng;

	rng_seed(&rng, b->seed);
	return element_infos[b->type].is_float ? fill_random_float(b, &rng, err)
					       : fill_random_integer(b, &rng, err);
}

static bool fill_list(struct job_buffer *b, struct error *err)
{
	size_t bytes = element_infos[b->type].bytes;

	if (b->fill_at->count != b->count)
		return yaml_error(b->fill_at, err,
				  "fill: the list has %zu elements, buffer '%s' has "
				  "%" PRIu64,
				  b->fill_at->count, b->name, b->count);
	for (uint64_t i = 0; i < b->count; i++)
		if (!parse_element(b->fill_at->items[i], b, (uint8_t *)b->buffer->host + i * bytes,
				   err))
			return false;
	return true;
}

/* The line of the buffer that is too much, before the app says so without it. */
static bool make_buffer(struct job *job, struct job_buffer *b, struct error *err)
{
	uint64_t bytes = b->count * element_infos[b->type].bytes, host = host_memory_bytes();
	char asked[32], most[32];

	if (bytes > host || app_footprint(job->app) > host - bytes)
		return yaml_error(b->count_at ? b->count_at : b->at, err,
				  "buffer '%s' of %s is too large: this host has %s of memory for "
				  "all of them",
				  b->name, text_bytes(asked, sizeof(asked), bytes),
				  text_bytes(most, sizeof(most), host));
	b->buffer = app_buffer(job->app, b->name, bytes);
	b->buffer->hint = (uint8_t)b->hint;
	return true;
}

/* From a file, which may also say how many elements there are. */
static bool make_from_file(struct job *job, struct job_buffer *b, struct error *err)
{
	struct elements e = {0};
	bool ok = read_elements(job, b->fill_at, b->fill_path, b, &e, err);

	if (ok && !e.count)
		ok = yaml_error(b->fill_at, err, "file '%s' has no elements", b->fill_path);
	if (ok && e.data) {
		b->count = e.count;
		ok = make_buffer(job, b, err);
	}
	if (ok && e.data)
		memcpy(b->buffer->host, e.data, b->buffer->bytes);
	free(e.data);
	return ok;
}

static bool make_buffer_filled(struct job *job, struct job_buffer *b, struct error *err)
{
	uint8_t value[8];

	if (b->fill == FILL_FILE)
		return make_from_file(job, b, err);
	if (b->fill == FILL_LIST && !b->count)
		b->count = b->fill_at->count;
	if (!b->count)
		return yaml_error(b->at, err, "buffer '%s' has no elements", b->name);
	if (!make_buffer(job, b, err))
		return false;
	switch (b->fill) {
	case FILL_VALUE:
		if (!parse_element(b->fill_at, b, value, err))
			return false;
		fill_value(b, value);
		return true;
	case FILL_LIST:
		return fill_list(b, err);
	case FILL_IOTA:
		return fill_iota(b, err);
	case FILL_RANDOM:
		return fill_random(b, err);
	default:
		return true; /* buffers begin as zeros */
	}
}

bool job_make_buffers(struct job *job, struct error *err)
{
	for (size_t i = 0; i < job->buffer_count; i++) {
		struct job_buffer *b = &job->buffers[i];
		struct elements e = {0};

		if (!make_buffer_filled(job, b, err))
			return false;
		if (b->expect && !read_elements(job, b->expect, b->expect_path, b, &e, err)) {
			free(e.data);
			return false;
		}
		b->expected = e.data;
	}
	return true;
}

static bool check_buffer(const struct job_buffer *b, struct error *err)
{
	size_t bytes = element_infos[b->type].bytes;
	char got[40], want[40];
	uint64_t wrong = 0, first = 0;

	for (uint64_t i = 0; i < b->count; i++)
		if (!element_matches(b->type, (uint8_t *)b->buffer->host + i * bytes,
				     b->expected + i * bytes, b->tolerance)) {
			first = wrong ? first : i;
			wrong++;
		}
	if (!wrong)
		return true;
	element_print(b->type, (uint8_t *)b->buffer->host + first * bytes, got, sizeof(got));
	element_print(b->type, b->expected + first * bytes, want, sizeof(want));
	return error_failed(err,
			    "buffer '%s': element %" PRIu64 " is %s, expected %s (%" PRIu64
			    " of %" PRIu64 " differ)",
			    b->name, first, got, want, wrong, b->count);
}

bool job_check_results(const struct job *job, struct error *err)
{
	for (size_t i = 0; i < job->buffer_count; i++)
		if (job->buffers[i].expected && !check_buffer(&job->buffers[i], err))
			return false;
	return true;
}

static bool write_elements(FILE *f, const char *path, const struct job_buffer *b)
{
	size_t bytes = element_infos[b->type].bytes;
	char text[40];

	if (!is_text_file(path))
		return fwrite(b->buffer->host, bytes, b->count, f) == b->count;
	for (uint64_t i = 0; i < b->count; i++)
		if (fprintf(f, "%s\n",
			    element_print(b->type, (uint8_t *)b->buffer->host + i * bytes, text,
					  sizeof(text))) < 0)
			return false;
	return true;
}

bool job_write_outputs(const struct job *job, struct error *err)
{
	for (size_t i = 0; i < job->buffer_count; i++) {
		const struct job_buffer *b = &job->buffers[i];
		char *path;
		FILE *f;
		bool ok;

		if (!b->output)
			continue;
		path = job_path(job, b->output_path);
		f = fopen(path, "wb");
		ok = f && write_elements(f, path, b);
		if (f && fclose(f))
			ok = false;
		if (!ok)
			yaml_error(b->output, err, "output '%s' cannot be written: %s", path,
				   strerror(errno));
		free(path);
		if (!ok)
			return false;
	}
	return true;
}
