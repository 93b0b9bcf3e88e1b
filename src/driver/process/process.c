/* Maps a program's memory for the executor; see process.h. */
#include "driver/process/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void process_init(struct process *p, struct code_object *co)
{
	memset(p, 0, sizeof(*p));
	p->co = co;
	memory_init(&p->memory);
	code_object_relocate(co, ADDRESS_CODE);
	program_init(&p->program, ADDRESS_CODE, co->image, co->image_bytes);
	memory_map(&p->memory, ADDRESS_CODE, co->image_bytes, co->image, false, "the code object");
	memory_map(&p->memory, ADDRESS_RUNTIME, sizeof(p->area), &p->area, true,
		   "the kernel's arguments");
}

void process_release(struct process *p)
{
	program_release(&p->program);
	memory_release(&p->memory);
	free(p->scratch);
	memset(p, 0, sizeof(*p));
}

bool process_begin_launch(struct process *p, const struct app *app, const struct launch *launch,
			  uint64_t waves, struct error *err)
{
	const struct kernel *kernel = code_object_kernel(p->co, launch->kernel, err);
	uint64_t scratch;

	if (!kernel ||
	    !dispatch_init(&p->dispatch, kernel, launch, &p->program, &p->memory, &p->area, err))
		return false;
	scratch = waves * dispatch_scratch_bytes(&p->dispatch);
	/* A wavefront's place in it is a 32-bit offset in a register. */
	if (scratch > UINT32_MAX)
		return error_set(err,
				 "kernel '%s': %u bytes of private memory per work-item and %llu "
				 "wavefronts at a time need more than 4 GB",
				 kernel->name, p->dispatch.private_bytes,
				 (unsigned long long)waves);
	for (size_t i = 0; i < app->buffer_count; i++) {
		const struct buffer *b = app->buffers[i];
		char name[sizeof(b->name) + 16];

		snprintf(name, sizeof(name), "buffer '%s'", b->name);
		memory_map(&p->memory, b->address, b->bytes, b->host, false, name);
	}
	if (scratch) {
		memory_for("private memory of kernel '%s'", kernel->name);
		p->scratch = xcalloc(1, scratch);
		memory_map(&p->memory, ADDRESS_SCRATCH, scratch, p->scratch, false,
			   "private memory");
	}
	p->scratch_bytes = scratch;
	return true;
}

void process_end_launch(struct process *p, const struct app *app)
{
	for (size_t i = 0; i < app->buffer_count; i++)
		memory_unmap(&p->memory, app->buffers[i]->address);
	if (p->scratch)
		memory_unmap(&p->memory, ADDRESS_SCRATCH);
	free(p->scratch);
	p->scratch = NULL;
	p->scratch_bytes = 0;
}
