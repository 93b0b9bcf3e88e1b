/* One running instance of a workload: its parameters, its buffers, and the checks it verifies with.
 */
#include "driver/workload/workload.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/host_memory.h"
#include "base/text.h"

/* Above code, runtime area and scratch (launch/dispatch.h), below the apertures. */
static const uint64_t first_buffer_address = UINT64_C(1) << 36;
static const uint64_t buffer_align_bytes = UINT64_C(2) << 20;

static size_t param_count(const struct workload *w)
{
	size_t count = 0;

	while (w->params && w->params[count].name)
		count++;
	return count;
}

static size_t text_param_count(const struct workload *w)
{
	size_t count = 0;

	while (w->texts && w->texts[count].name)
		count++;
	return count;
}

struct app *app_new(const struct workload *w, enum workload_size size)
{
	size_t count = param_count(w), texts = text_param_count(w);
	struct app *app = xcalloc(1, sizeof(*app));

	app->workload = w;
	app->values = xcalloc(count ? count : 1, sizeof(*app->values));
	for (size_t i = 0; i < count; i++)
		app->values[i] = w->params[i].value[workload_size_inputs(size)];
	app->texts = xcalloc(texts + 1, sizeof(*app->texts));
	for (size_t i = 0; i < texts; i++)
		app->texts[i] = xstrdup(w->texts[i].value);
	app->next_address = first_buffer_address;
	rng_seed(&app->rng, rng_seed_of(w->name));
	return app;
}

static void free_buffer(struct buffer *b)
{
	if (!b->borrowed)
		free(b->host);
	free(b);
}

void app_free(struct app *app)
{
	if (!app)
		return;
	if (app->state && app->workload->teardown)
		app->workload->teardown(app);
	for (size_t i = 0; i < app->buffer_count; i++)
		free_buffer(app->buffers[i]);
	free(app->buffers);
	free(app->gone);
	for (size_t i = 0; i < app->code_count; i++)
		app_unload(app, i);
	free(app->codes);
	free(app->values);
	for (char **text = app->texts; *text; text++)
		free(*text);
	free(app->texts);
	free(app);
}

static bool unknown_param(const struct app *app, const char *name, struct error *err)
{
	const struct workload *w = app->workload;
	size_t numbers = param_count(w), count = numbers + text_param_count(w);
	const char *names[count + 1];
	char hint[256];

	if (!count)
		return error_set(err, "workload '%s' has no parameters", w->name);
	for (size_t i = 0; i < count; i++)
		names[i] = i < numbers ? w->params[i].name : w->texts[i - numbers].name;
	text_suggest(hint, sizeof(hint), name, names, count);
	return error_set(err, "workload '%s' has no parameter '%s'%s", w->name, name, hint);
}

static bool set_app_number(struct app *app, size_t i, const char *text, struct error *err)
{
	const struct workload_param *p = &app->workload->params[i];
	int64_t value;

	if (!text_to_i64(text, &value))
		return error_set(err, "workload '%s': %s: '%s' is not an integer",
				 app->workload->name, p->name, text);
	if (value < p->min || value > p->max)
		return error_set(err, "workload '%s': %s=%s is not within %" PRId64 " .. %" PRId64,
				 app->workload->name, p->name, text, p->min, p->max);
	app->values[i] = value;
	return true;
}

static bool set_text(struct app *app, size_t i, const char *text, struct error *err)
{
	const struct workload_text *p = &app->workload->texts[i];
	char hint[256];
	size_t count = 0;

	for (; p->choices && p->choices[count]; count++)
		if (!strcmp(p->choices[count], text))
			break;
	if (p->choices && !p->choices[count]) {
		text_suggest(hint, sizeof(hint), text, p->choices, count);
		return error_set(err, "workload '%s': %s cannot be '%s'%s", app->workload->name,
				 p->name, text, hint);
	}
	free(app->texts[i]);
	app->texts[i] = xstrdup(text);
	return true;
}

bool app_set_param(struct app *app, const char *assignment, struct error *err)
{
	const struct workload *w = app->workload;
	const char *equals = strchr(assignment, '=');
	size_t name_length = equals ? (size_t)(equals - assignment) : strlen(assignment);
	char name[64];

	if (!equals || !name_length)
		return error_set(err, "workload '%s': expected PARAMETER=VALUE, got '%s'", w->name,
				 assignment);
	snprintf(name, sizeof(name), "%.*s", (int)name_length, assignment);
	for (size_t i = 0; i < param_count(w); i++)
		if (!strcmp(w->params[i].name, name))
			return set_app_number(app, i, equals + 1, err);
	for (size_t i = 0; i < text_param_count(w); i++)
		if (!strcmp(w->texts[i].name, name))
			return set_text(app, i, equals + 1, err);
	return unknown_param(app, name, err);
}

bool app_setup(struct app *app, struct error *err)
{
	memory_for("the inputs of '%s'", app->workload->name);
	if (app->workload->setup(app, err))
		return true;
	return error_prefix(err, "workload '%s'", app->workload->name);
}

int64_t app_param(const struct app *app, const char *name)
{
	for (size_t i = 0; i < param_count(app->workload); i++)
		if (!strcmp(app->workload->params[i].name, name))
			return app->values[i];
	BUG("workload '%s' asks for its parameter '%s', which does not exist", app->workload->name,
	    name);
}

const char *app_param_text(const struct app *app, const char *name)
{
	for (size_t i = 0; i < text_param_count(app->workload); i++)
		if (!strcmp(app->workload->texts[i].name, name))
			return app->texts[i];
	BUG("workload '%s' asks for its text '%s', which does not exist", app->workload->name,
	    name);
}

/* Before the host is asked: many would promise the memory and end the program when it is used. */
static void check_size(const struct app *app, const char *name, uint64_t bytes)
{
	uint64_t host = host_memory_bytes(), used = app->held_bytes;
	char asked[32], before[32], most[32];

	if (bytes <= host && used <= host - bytes)
		return;
	text_bytes(before, sizeof(before), used);
	fprintf(stderr,
		"warpwalk: workload '%s': buffer '%s' of %s%s%s%s is too large: this host has %s "
		"of "
		"memory; choose smaller parameters\n",
		app->workload->name, name, text_bytes(asked, sizeof(asked), bytes),
		used ? " (beside " : "", used ? before : "", used ? " in others)" : "",
		text_bytes(most, sizeof(most), host));
	exit(2);
}

void app_layout_changed(struct app *app)
{
	static atomic_uint_fast64_t layouts;

	app->layout = atomic_fetch_add(&layouts, 1) + 1;
}

static void add_buffer(struct app *app, struct buffer *b)
{
	if (app->buffer_count == app->buffer_capacity) {
		app->buffer_capacity = app->buffer_capacity ? 2 * app->buffer_capacity : 8;
		app->buffers = xrealloc(app->buffers, app->buffer_capacity * sizeof(*app->buffers));
	}
	app->buffers[app->buffer_count++] = b;
	app->held_bytes += b->bytes;
	if (app->held_bytes > app->most_bytes)
		app->most_bytes = app->held_bytes;
	app_layout_changed(app);
}

size_t app_load(struct app *app, struct code_object *co, uint64_t address, void *host)
{
	static atomic_uint_fast64_t serials;

	code_object_relocate(co, address);
	memcpy(host, co->image, co->image_bytes);
	app->codes = xrealloc(app->codes, (app->code_count + 1) * sizeof(*app->codes));
	app->codes[app->code_count] =
		(struct app_code){co, address, atomic_fetch_add(&serials, 1) + 1};
	return app->code_count++;
}

void app_unload(struct app *app, size_t code)
{
	if (app->codes[code].co)
		code_object_free(app->codes[code].co);
	app->codes[code].co = NULL;
}

struct buffer *app_buffer(struct app *app, const char *name, uint64_t bytes)
{
	struct buffer *b = xcalloc(1, sizeof(*b));

	if (!bytes)
		BUG("buffer '%s' has no bytes", name);
	check_size(app, name, bytes);
	memory_for("buffer '%s' of '%s'", name, app->workload->name);
	b->host = xcalloc_lines(1, bytes);
	memory_for("the inputs of '%s'", app->workload->name);
	snprintf(b->name, sizeof(b->name), "%s", name);
	b->bytes = b->reach = bytes;
	b->address = app->next_address;
	/* At least one whole aligned block stays unmapped behind each buffer. */
	app->next_address += (bytes / buffer_align_bytes + 2) * buffer_align_bytes;

	add_buffer(app, b);
	return b;
}

uint64_t app_page_end(uint64_t bytes)
{
	const uint64_t page_bytes = 4096;

	return (bytes + page_bytes - 1) / page_bytes * page_bytes;
}

struct buffer *app_place(struct app *app, const char *name, uint64_t address, uint64_t bytes,
			 uint64_t reach, void *host)
{
	struct buffer *b = xcalloc(1, sizeof(*b));

	snprintf(b->name, sizeof(b->name), "%s", name);
	b->address = address;
	b->bytes = bytes;
	b->reach = reach;
	b->host = host;
	b->borrowed = true;
	app->is_placed = true;
	add_buffer(app, b);
	return b;
}

struct buffer *app_holding(const struct app *app, uint64_t address, uint64_t bytes)
{
	for (size_t i = app->buffer_count; i-- > 0;) {
		struct buffer *b = app->buffers[i];

		if (address - b->address < b->bytes && b->bytes - (address - b->address) >= bytes)
			return b;
	}
	return NULL;
}

static void note_gone(struct app *app, uint64_t address)
{
	if (app->gone_count == app->gone_capacity) {
		app->gone_capacity = app->gone_capacity ? 2 * app->gone_capacity : 8;
		app->gone = xrealloc(app->gone, app->gone_capacity * sizeof(*app->gone));
	}
	app->gone[app->gone_count++] = address;
}

void app_drop(struct app *app, struct buffer *b)
{
	size_t i = 0;

	while (app->buffers[i] != b)
		i++;
	for (size_t c = 0; c < app->code_count; c++)
		if (app->codes[c].address - b->address < b->bytes)
			app_unload(app, c);
	app->buffers[i] = app->buffers[--app->buffer_count];
	if (b->mapped)
		note_gone(app, b->address);
	app->held_bytes -= b->bytes;
	free_buffer(b);
	app_layout_changed(app);
}

size_t app_kernels(const struct app *app)
{
	size_t kernels = 0;

	for (size_t i = 0; i < app->code_count; i++)
		kernels += app->codes[i].co ? app->codes[i].co->kernel_count : 0;
	return kernels;
}

uint64_t app_footprint(const struct app *app)
{
	return app->most_bytes;
}

static void check_fits(const struct buffer *b, size_t first, size_t count, size_t element_bytes)
{
	size_t elements = b->bytes / element_bytes;

	if (first > elements || count > elements - first)
		BUG("check of %zu elements from %zu in buffer '%s' of %" PRIu64 " bytes", count,
		    first, b->name, b->bytes);
}

/* A NaN passes only where a NaN is expected, an infinity only where the same one is. */
static bool is_near(double got, double want, double tolerance, double floor)
{
	if (isnan(want))
		return isnan(got);
	if (isinf(want))
		return got == want;
	return fabs(got - want) <= tolerance * fmax(fabs(want), floor);
}

bool check_f32_from(const struct buffer *b, size_t first, const float *want, size_t count,
		    double tolerance, double floor, struct error *err)
{
	const float *got = (const float *)b->host + first;

	check_fits(b, first, count, sizeof(*got));
	for (size_t i = 0; i < count; i++)
		if (!is_near((double)got[i], (double)want[i], tolerance, floor))
			return error_failed(err, "buffer '%s': element %zu is %.9g, expected %.9g",
					    b->name, first + i, (double)got[i], (double)want[i]);
	return true;
}

bool check_f32(const struct buffer *b, const float *want, size_t count, double tolerance,
	       double floor, struct error *err)
{
	return check_f32_from(b, 0, want, count, tolerance, floor, err);
}

bool check_f64(const struct buffer *b, const double *want, size_t count, double tolerance,
	       double floor, struct error *err)
{
	const double *got = b->host;

	check_fits(b, 0, count, sizeof(*got));
	for (size_t i = 0; i < count; i++)
		if (!is_near(got[i], want[i], tolerance, floor))
			return error_failed(err,
					    "buffer '%s': element %zu is %.17g, expected %.17g",
					    b->name, i, got[i], want[i]);
	return true;
}

bool check_u32_from(const struct buffer *b, size_t first, const uint32_t *want, size_t count,
		    struct error *err)
{
	const uint32_t *got = (const uint32_t *)b->host + first;

	check_fits(b, first, count, sizeof(*got));
	for (size_t i = 0; i < count; i++)
		if (got[i] != want[i])
			return error_failed(
				err, "buffer '%s': element %zu is %" PRIu32 ", expected %" PRIu32,
				b->name, first + i, got[i], want[i]);
	return true;
}

bool check_u32(const struct buffer *b, const uint32_t *want, size_t count, struct error *err)
{
	return check_u32_from(b, 0, want, count, err);
}

bool check_u64(const struct buffer *b, const uint64_t *want, size_t count, struct error *err)
{
	const uint64_t *got = b->host;

	check_fits(b, 0, count, sizeof(*got));
	for (size_t i = 0; i < count; i++)
		if (got[i] != want[i])
			return error_failed(
				err, "buffer '%s': element %zu is %" PRIu64 ", expected %" PRIu64,
				b->name, i, got[i], want[i]);
	return true;
}

bool check_earlier(const struct error *earlier, struct error *err)
{
	if (!earlier->text[0])
		return true;
	*err = *earlier;
	return false;
}

void fill_f32_uniform(struct rng *rng, float *data, size_t count, float low, float high)
{
	/* 24 random bits are exact in a float, so every machine rounds alike. */
	for (size_t i = 0; i < count; i++)
		data[i] = low + (high - low) * (float)(rng_u64(rng) >> 40) * 0x1p-24f;
}
