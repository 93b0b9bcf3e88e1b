/* Plays a recording; see replay.h. Recordings come from anywhere: nothing in one is believed. */
#include "driver/recording/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/digest.h"
#include "base/host_memory.h"
#include "base/text.h"
#include "driver/recording/recording.h"

struct replay {
	char *path;
	struct recording_reader *reader;
	bool has_ended;
	struct error wrong; /* the first thing that was; empty: none */
};

static bool replay_next(struct app *app, struct launch *launch);

static bool replay_verify(struct app *app, struct error *err)
{
	struct replay *r = app->state;

	if (r->wrong.text[0]) {
		*err = r->wrong;
		return false;
	}
	return true;
}

/* What the program would answer was not recorded. */
static bool replay_called(struct app *app, uint32_t what)
{
	(void)app;
	(void)what;
	return false;
}

static void replay_teardown(struct app *app)
{
	struct replay *r = app->state;

	recording_close(r->reader);
	free(r->path);
	free(r);
}

static const struct workload replay_workload = {
	.name = "recording",
	.suite = "",
	.summary = "a recorded program",
	.next = replay_next,
	.verify = replay_verify,
	.called = replay_called,
	.teardown = replay_teardown,
};

bool replay_is_recording(const char *argument)
{
	size_t length = strlen(argument), ending = strlen(RECORDING_ENDING);

	return length > ending && !strcmp(argument + length - ending, RECORDING_ENDING);
}

struct app *replay_open(const char *path, struct error *err)
{
	struct recording_reader *reader = recording_open(path, err);
	struct app *app;
	struct replay *r;

	if (!reader)
		return NULL;
	app = app_new(&replay_workload, SIZE_TINY);
	r = xcalloc(1, sizeof(*r));
	r->path = xstrdup(path);
	r->reader = reader;
	app->state = r;
	app->is_placed = true;
	return app;
}

/* Whole pages on every GPU. Below and above lies what is the machine's own. */
static const uint64_t page_bytes = UINT64_C(2) << 20;
static const uint64_t lowest = UINT64_C(1) << 36, highest = UINT64_C(1) << 45;

static bool has_room(const struct app *app, struct replay *r, uint64_t bytes)
{
	uint64_t host = host_memory_bytes();
	char most[32];

	if (app->held_bytes <= host && bytes <= host - app->held_bytes)
		return true;
	return error_set(&r->wrong,
			 "%s: the recorded program's buffers are larger than this host's memory of "
			 "%s",
			 r->path, text_bytes(most, sizeof(most), host));
}

static bool place(struct app *app, struct replay *r, const struct record *record, const char *name)
{
	uint64_t address = record->number[0], bytes = record->number[1];
	struct buffer *b;

	if (address < lowest || address >= highest || address % page_bytes || !bytes ||
	    bytes > highest - address)
		return false;
	for (size_t i = 0; i < app->buffer_count; i++)
		if (address < app->buffers[i]->address + app->buffers[i]->bytes &&
		    app->buffers[i]->address < address + bytes)
			return false;
	if (!has_room(app, r, app_page_end(bytes)))
		return false;
	b = app_place(app, name, address, bytes, app_page_end(bytes),
		      xcalloc_lines(1, app_page_end(bytes)));
	b->borrowed = false;
	return true;
}

/* Compares what is there with what was there when the program was recorded. */
static bool drop(struct app *app, struct replay *r, const struct record *record,
		 const uint8_t *expected)
{
	struct buffer *b = app_holding(app, record->number[0], 1);
	char text[DIGEST_DIGITS + 1];
	struct digest d;

	if (!b || b->address != record->number[0] || record->bytes != DIGEST_DIGITS)
		return false;
	digest_init(&d);
	digest_add(&d, b->host, b->bytes);
	digest_text(&d, text);
	if (memcmp(text, expected, DIGEST_DIGITS) != 0 && !r->wrong.text[0])
		error_failed(
			&r->wrong,
			"%s: buffer '%s' at 0x%llx does not end as it did when it was recorded",
			r->path, b->name, (unsigned long long)b->address);
	app_drop(app, b);
	return true;
}

static bool load(struct app *app, struct replay *r, const struct record *record, const void *elf)
{
	struct buffer *b = app_holding(app, record->number[0], record->number[1]);
	struct error err;
	struct code_object *co = b ? code_object_read(elf, record->bytes, r->path, &err) : NULL;

	if (!co || co->image_bytes > record->number[1]) {
		if (co)
			code_object_free(co);
		return false;
	}
	app_load(app, co, record->number[0], (uint8_t *)b->host + (record->number[0] - b->address));
	return true;
}

static bool write_bytes(struct app *app, const struct record *record, const void *bytes)
{
	struct buffer *b = app_holding(app, record->number[0], record->bytes);

	if (b)
		memcpy((uint8_t *)b->host + (record->number[0] - b->address), bytes, record->bytes);
	return b != NULL;
}

static bool begin(const struct app *app, const struct record *record, const uint8_t *bytes,
		  struct launch *l)
{
	uint32_t shape[SHAPE_NUMBERS];
	const struct code_object *co =
		record->number[0] < app->code_count ? app->codes[record->number[0]].co : NULL;

	if (!co || record->number[1] >= co->kernel_count || !record->number[2] ||
	    record->bytes != sizeof(shape))
		return false;
	memcpy(shape, bytes, sizeof(shape));
	memset(l, 0, sizeof(*l));
	snprintf(l->kernel, sizeof(l->kernel), "%s", co->kernels[record->number[1]].name);
	l->dims = shape[SHAPE_DIMS];
	for (int i = 0; i < 3; i++) {
		l->grid[i] = shape[SHAPE_GRID + i];
		l->workgroup[i] = shape[SHAPE_WORKGROUP + i];
	}
	l->ready = (struct ready_launch){
		.code = record->number[0],
		.kernel = record->number[1],
		.packet = record->number[2],
		.queue = record->number[3],
		.kernarg = record->number[4],
		.lds_bytes = (uint32_t)record->number[5],
		.private_bytes = (uint32_t)record->number[6],
	};
	return true;
}

static bool play(struct app *app, struct replay *r, const struct record *record,
		 const uint8_t *bytes, struct launch *launch)
{
	switch (record->kind) {
	case RECORD_PLACE:
		return place(app, r, record, (const char *)bytes);
	case RECORD_DROP:
		return drop(app, r, record, bytes);
	case RECORD_LOAD:
		return load(app, r, record, bytes);
	case RECORD_UNLOAD:
		if (record->number[0] >= app->code_count)
			return false;
		app_unload(app, record->number[0]);
		return true;
	case RECORD_WRITE:
		return write_bytes(app, record, bytes);
	case RECORD_LAUNCH:
		return begin(app, record, bytes, launch);
	default:
		r->has_ended = true;
		return true;
	}
}

static bool replay_next(struct app *app, struct launch *launch)
{
	struct replay *r = app->state;

	while (!r->has_ended) {
		struct record record;
		const uint8_t *bytes;
		struct error err = {0};

		if (!recording_next(r->reader, &record, &bytes, &err)) {
			r->has_ended = true;
		} else if (!play(app, r, &record, bytes, launch)) {
			error_set(&err, "%s: damaged: a record that fits nothing before it",
				  r->path);
			r->has_ended = true;
		} else if (record.kind == RECORD_LAUNCH) {
			return true;
		}
		if (err.text[0] && !r->wrong.text[0])
			r->wrong = err;
	}
	return false;
}
