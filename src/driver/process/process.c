/* Maps a program's memory for the executor; see process.h. */
#include "driver/process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void map_buffer(struct process *p, const struct buffer *b)
{
	char name[sizeof(b->name) + 16];

	snprintf(name, sizeof(name), "buffer '%s'", b->name);
	memory_map(&p->memory, b->address, b->bytes, b->host, false, name);
	memory_extend(&p->memory, b->address, b->reach);
	memory_note_writes(&p->memory, b->address, b->written);
}

/* All regions but scratch, from nothing: those of the process, then the app's buffers. */
static void map_all(struct process *p, const struct app *app)
{
	memory_clear(&p->memory);
	if (p->co)
		memory_map(&p->memory, ADDRESS_CODE, p->co->image_bytes, p->co->image, false,
			   "the code object");
	memory_map(&p->memory, ADDRESS_RUNTIME, sizeof(p->area), &p->area, true,
		   "the kernel's arguments");
	for (size_t i = 0; i < app->buffer_count; i++)
		map_buffer(p, app->buffers[i]);
	p->mapped_layout = app->layout;
	p->is_mapped = true;
}

void process_init(struct process *p, struct code_object *co)
{
	memset(p, 0, sizeof(*p));
	memory_init(&p->memory);
	p->co = co;
	if (!co)
		return;
	code_object_relocate(co, ADDRESS_CODE);
	program_init(&p->program, ADDRESS_CODE, co->image, co->image_bytes);
}

static void release_loaded(struct loaded_program *l)
{
	if (l->serial)
		program_release(&l->program);
	l->serial = 0;
}

void process_release(struct process *p)
{
	if (p->co)
		program_release(&p->program);
	for (size_t i = 0; i < p->loaded_count; i++) {
		release_loaded(p->loaded[i]);
		free(p->loaded[i]);
	}
	free(p->loaded);
	memory_release(&p->memory);
	free(p->scratch);
	memset(p, 0, sizeof(*p));
}

/* The program of the app's code object number i, decoded as it is executed. */
static struct program *loaded_program(struct process *p, const struct app *app, size_t i)
{
	const struct app_code *code = &app->codes[i];
	struct loaded_program *l;

	while (p->loaded_count <= i) {
		p->loaded = xrealloc(p->loaded, (p->loaded_count + 1) * sizeof(*p->loaded));
		p->loaded[p->loaded_count++] = xcalloc(1, sizeof(*l));
	}
	l = p->loaded[i];
	if (l->serial != code->serial) {
		release_loaded(l);
		program_init(&l->program, code->address, code->co->image, code->co->image_bytes);
		l->serial = code->serial;
	}
	return &l->program;
}

/* Where the launch's kernel is. False with one line when there is none of that name. */
static bool find_kernel(struct process *p, const struct app *app, const struct launch *launch,
			const struct kernel **kernel, struct program **program, struct error *err)
{
	if (launch->ready.packet) {
		*kernel = &app->codes[launch->ready.code].co->kernels[launch->ready.kernel];
		*program = loaded_program(p, app, launch->ready.code);
		return true;
	}
	*kernel = code_object_kernel(p->co, launch->kernel, err);
	*program = &p->program;
	return *kernel != NULL;
}

/* A wavefront's place in its scratch is a 32-bit offset in a register. What does not fit waits, as
 * on a GPU whose driver gives a queue less scratch than its wave slots could use. */
static bool map_scratch(struct process *p, struct process_waves waves, struct error *err)
{
	const struct kernel *kernel = p->dispatch.kernel;
	uint64_t of_slots = waves.simds * dispatch_scratch_bytes(&p->dispatch), scratch;

	p->dispatch.private_slots = waves.slots;
	if (of_slots * waves.slots > UINT32_MAX)
		p->dispatch.private_slots = (uint32_t)(UINT32_MAX / of_slots);
	if (p->dispatch.private_slots == 0)
		return error_set(err,
				 "kernel '%s': %u bytes of private memory per work-item and %u "
				 "wavefronts at a time need more than 4 GB",
				 kernel->name, p->dispatch.private_bytes, waves.simds);
	scratch = of_slots * p->dispatch.private_slots;
	if (scratch) {
		memory_for("private memory of kernel '%s'", kernel->name);
		p->scratch = xcalloc(1, scratch);
		memory_map(&p->memory, ADDRESS_SCRATCH, scratch, p->scratch, false,
			   "private memory");
	}
	p->scratch_bytes = scratch;
	return true;
}

bool process_begin_launch(struct process *p, const struct app *app, const struct launch *launch,
			  struct process_waves waves, struct error *err)
{
	const struct kernel *kernel;
	struct program *program;

	if (!find_kernel(p, app, launch, &kernel, &program, err) ||
	    !dispatch_init(&p->dispatch, kernel, launch, program, &p->memory, &p->area, err))
		return false;
	if (!p->is_mapped || p->mapped_layout != app->layout)
		map_all(p, app);
	p->dispatch.host = app->workload->called ? &p->host : NULL;
	return map_scratch(p, waves, err);
}

bool process_call(struct process *p, struct app *app, uint32_t what)
{
	bool ok = app->workload->called(app, what);

	if (p->mapped_layout == app->layout)
		return ok;
	for (size_t i = 0; i < app->buffer_count; i++)
		if (!memory_find(&p->memory, app->buffers[i]->address, 1))
			map_buffer(p, app->buffers[i]);
	p->mapped_layout = app->layout;
	return ok;
}

bool process_add_scratch(struct process *p)
{
	uint64_t offset = (p->more_scratch_count + 1) * p->scratch_bytes;
	void *host;

	if (offset + p->scratch_bytes > UINT32_MAX)
		return false;
	memory_for("private memory of kernel '%s'", p->dispatch.kernel->name);
	host = xcalloc(1, p->scratch_bytes);
	memory_map(&p->memory, ADDRESS_SCRATCH + offset, p->scratch_bytes, host, false,
		   "private memory");
	p->more_scratch =
		xrealloc(p->more_scratch, (p->more_scratch_count + 1) * sizeof(*p->more_scratch));
	p->more_scratch[p->more_scratch_count++] = host;
	return true;
}

static void drop_more_scratch(struct process *p)
{
	for (size_t i = 0; i < p->more_scratch_count; i++) {
		memory_unmap(&p->memory, ADDRESS_SCRATCH + (i + 1) * p->scratch_bytes);
		free(p->more_scratch[i]);
	}
	free(p->more_scratch);
	p->more_scratch = NULL;
	p->more_scratch_count = 0;
}

void process_end_launch(struct process *p)
{
	drop_more_scratch(p);
	if (p->scratch)
		memory_unmap(&p->memory, ADDRESS_SCRATCH);
	free(p->scratch);
	p->scratch = NULL;
	p->scratch_bytes = 0;
}
