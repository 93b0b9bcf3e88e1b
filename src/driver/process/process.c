/* Maps a program's memory for the executor; see process.h. */
#include "driver/process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* All regions but scratch, from nothing: those of the process, then the app's buffers. */
static void map_all(struct process *p, const struct app *app)
{
	memory_clear(&p->memory);
	for (size_t i = 0; i < p->code_count; i++) {
		const struct loaded_code *code = p->codes[i];

		if (code && !code->in_buffer)
			memory_map(&p->memory, code->program.base, code->co->image_bytes,
				   code->co->image, false, "the code object");
	}
	memory_map(&p->memory, ADDRESS_RUNTIME, sizeof(p->area), &p->area, true,
		   "the kernel's arguments");
	for (size_t i = 0; i < app->buffer_count; i++) {
		const struct buffer *b = app->buffers[i];
		char name[sizeof(b->name) + 16];

		snprintf(name, sizeof(name), "buffer '%s'", b->name);
		memory_map(&p->memory, b->address, b->bytes, b->host, false, name);
	}
	p->mapped_layout = app->layout;
}

static size_t add_code(struct process *p, struct code_object *co, uint64_t address, bool in_buffer)
{
	struct loaded_code *code = xcalloc(1, sizeof(*code));

	code_object_relocate(co, address);
	code->co = co;
	code->in_buffer = in_buffer;
	program_init(&code->program, address, co->image, co->image_bytes);
	p->codes = xrealloc(p->codes, (p->code_count + 1) * sizeof(*p->codes));
	p->codes[p->code_count] = code;
	return p->code_count++;
}

void process_init(struct process *p, struct code_object *co)
{
	memset(p, 0, sizeof(*p));
	memory_init(&p->memory);
	if (co)
		add_code(p, co, ADDRESS_CODE, false);
}

void process_release(struct process *p)
{
	for (size_t i = 0; i < p->code_count; i++)
		process_unload(p, i);
	free(p->codes);
	memory_release(&p->memory);
	free(p->scratch);
	memset(p, 0, sizeof(*p));
}

size_t process_load(struct process *p, struct code_object *co, uint64_t address, void *host)
{
	size_t code = add_code(p, co, address, true);

	memcpy(host, co->image, co->image_bytes);
	return code;
}

void process_unload(struct process *p, size_t code)
{
	if (p->codes[code])
		program_release(&p->codes[code]->program);
	free(p->codes[code]);
	p->codes[code] = NULL;
}

/* The code object that has the launch's kernel, and the kernel. */
static struct loaded_code *find_kernel(struct process *p, const struct launch *launch,
				       const struct kernel **kernel, struct error *err)
{
	struct loaded_code *code;

	if (launch->ready.packet) {
		code = p->codes[launch->ready.code];
		*kernel = &code->co->kernels[launch->ready.kernel];
		return code;
	}
	code = p->codes[0];
	*kernel = code_object_kernel(code->co, launch->kernel, err);
	return *kernel ? code : NULL;
}

static bool map_scratch(struct process *p, uint64_t waves, struct error *err)
{
	const struct kernel *kernel = p->dispatch.kernel;
	uint64_t scratch = waves * dispatch_scratch_bytes(&p->dispatch);

	/* A wavefront's place in it is a 32-bit offset in a register. */
	if (scratch > UINT32_MAX)
		return error_set(err,
				 "kernel '%s': %u bytes of private memory per work-item and %llu "
				 "wavefronts at a time need more than 4 GB",
				 kernel->name, p->dispatch.private_bytes,
				 (unsigned long long)waves);
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
			  uint64_t waves, struct error *err)
{
	const struct kernel *kernel;
	struct loaded_code *code = find_kernel(p, launch, &kernel, err);

	if (!code ||
	    !dispatch_init(&p->dispatch, kernel, launch, &code->program, &p->memory, &p->area, err))
		return false;
	if (p->mapped_layout != app->layout)
		map_all(p, app);
	return map_scratch(p, waves, err);
}

void process_end_launch(struct process *p)
{
	if (p->scratch)
		memory_unmap(&p->memory, ADDRESS_SCRATCH);
	free(p->scratch);
	p->scratch = NULL;
	p->scratch_bytes = 0;
}
