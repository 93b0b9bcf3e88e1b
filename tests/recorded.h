/* Recordings made by hand, for tests: record by record, or of a workload. */
#ifndef TESTS_RECORDED_H
#define TESTS_RECORDED_H

#include <unistd.h>

#include "base/digest.h"
#include "driver/process/emulator.h"
#include "driver/process/process.h"
#include "driver/recording/recording.h"
#include "harness.h"

/* The last one. */
static char path[64];

static inline const char *new_path(void)
{
	static int count;

	snprintf(path, sizeof(path), "/tmp/recording-%d-%d.wwr", (int)getpid(), count++);
	return path;
}

static inline void put(struct recording_writer *w, uint32_t kind, uint64_t a, uint64_t b,
		       const void *bytes, size_t count)
{
	struct record r = {.kind = kind, .bytes = (uint32_t)count, .number = {a, b}};

	recording_put(w, &r, bytes);
}

static inline void finish(struct recording_writer *w)
{
	struct error err;

	if (!recording_finish(w, &err))
		FAIL("%s", err.text);
}

/* Where packet, queue and arguments lie in these recordings: above the buffers of workloads. */
static const uint64_t area_address = UINT64_C(1) << 40;

static inline void put_drop(struct recording_writer *w, const struct buffer *b)
{
	char text[DIGEST_DIGITS + 1];
	struct digest d;

	digest_init(&d);
	digest_add(&d, b->host, b->bytes);
	digest_text(&d, text);
	put(w, RECORD_DROP, b->address, 0, text, DIGEST_DIGITS);
}

/* What a test makes of each launch; NULL: nothing. */
static void (*change_launch)(struct record *r, uint32_t shape[SHAPE_NUMBERS]);

/* One launch as a runtime lays it out. */
static inline void put_launch(struct recording_writer *w, const struct code_object *co,
			      const struct launch *l)
{
	struct error err;
	const struct kernel *k = code_object_kernel(co, l->kernel, &err);
	struct program program = {.base = ADDRESS_CODE};
	struct memory memory;
	struct runtime_area area;
	struct dispatch d;
	struct record r = {.kind = RECORD_LAUNCH, .bytes = SHAPE_NUMBERS * 4};
	uint32_t shape[SHAPE_NUMBERS] = {l->dims};

	memory_init(&memory);
	CHECK(dispatch_init(&d, k, l, &program, &memory, &area, &err));
	put(w, RECORD_WRITE, area_address, 0, &area, sizeof(area));
	for (int i = 0; i < 3; i++) {
		shape[SHAPE_GRID + i] = l->grid[i];
		shape[SHAPE_WORKGROUP + i] = l->workgroup[i];
	}
	r.number[1] = (uint64_t)(k - co->kernels);
	r.number[2] = area_address + offsetof(struct runtime_area, packet);
	r.number[3] = area_address + offsetof(struct runtime_area, queue);
	r.number[4] = area_address + offsetof(struct runtime_area, kernarg);
	r.number[5] = d.lds_bytes;
	r.number[6] = d.private_bytes;
	if (change_launch)
		change_launch(&r, shape);
	recording_put(w, &r, shape);
}

static const uint64_t code_address = UINT64_C(1) << 41;

/* Whether the code's buffer goes before the first launch. */
static bool drops_code;

/* A workload's launches as a recording; its kernels run on the way, so that digests are known. */
static inline void record_workload(const char *name)
{
	const struct workload_entry *entry;
	struct error err;
	struct app *app = app_open(name, SIZE_TINY, &entry, &err);
	struct code_object *co =
		code_object_read(entry->code_object, entry->code_object_bytes, name, &err);
	struct emulator *e = emulator_new(co);
	struct recording_writer *w = recording_create(new_path(), &err);
	struct launch l;

	put(w, RECORD_PLACE, code_address, co->image_bytes, "code", 4);
	put(w, RECORD_LOAD, code_address, co->image_bytes, entry->code_object,
	    entry->code_object_bytes);
	put(w, RECORD_PLACE, area_address, sizeof(struct runtime_area), "area", 4);
	for (size_t i = 0; i < app->buffer_count; i++) {
		struct buffer *b = app->buffers[i];

		put(w, RECORD_PLACE, b->address, b->bytes, b->name, strlen(b->name));
	}
	if (drops_code) {
		struct buffer code = {.address = code_address, .host = path};

		put_drop(w, &code);
	}
	while (app->workload->next(app, &l)) {
		for (size_t i = 0; i < app->buffer_count; i++)
			put(w, RECORD_WRITE, app->buffers[i]->address, 0, app->buffers[i]->host,
			    app->buffers[i]->bytes);
		put_launch(w, co, &l);
		CHECK(emulator_launch(e, app, &l, &err));
	}
	for (size_t i = 0; i < app->buffer_count; i++)
		put_drop(w, app->buffers[i]);
	put(w, RECORD_END, 0, 0, NULL, 0);
	finish(w);
	emulator_free(e);
	app_free(app);
	code_object_free(co);
}

#endif
