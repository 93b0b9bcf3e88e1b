/* Messages about kernels that went wrong: what, kernel, instruction, workgroup, wavefront, lane. */
#include "launch/fault_text.h"

#include <inttypes.h>
#include <stdio.h>

static const char barrier_hint[] = "OpenCL wants every work-item of a workgroup at each barrier; "
				   "--hardware-barriers runs it as the "
				   "hardware would";

/* "kernel 'k' at k+0x40 (pc 0x..., `v_mov_b32 ...`), workgroup (0,0,0), wavefront 1" */
static void describe_place(char *text, size_t bytes, const struct dispatch *d,
			   const struct wavefront *w, uint64_t pc)
{
	uint64_t offset = pc - d->program->base;
	char code[256] = "no instruction";
	struct inst in;

	if (offset < d->program->bytes && offset % 4 == 0 &&
	    inst_decode(&in, d->program->code + offset, d->program->bytes - offset))
		inst_print(code, sizeof(code), &in);
	snprintf(text, bytes,
		 "kernel '%s', pc 0x%" PRIx64 " (%s), workgroup (%u,%u,%u), wavefront %u",
		 d->kernel->name, offset, code, w->group->id[0], w->group->id[1], w->group->id[2],
		 w->id);
}

static void describe_region(char *text, size_t bytes, const struct region *r, uint64_t va)
{
	uint64_t past = r ? va - (r->base + r->named_bytes) : 0;

	if (!r)
		snprintf(text, bytes, "nothing is mapped");
	else if (va < r->base)
		snprintf(text, bytes,
			 "%" PRIu64 " bytes before %s (0x%" PRIx64 ", %" PRIu64 " bytes)",
			 r->base - va, r->name, r->base, r->named_bytes);
	else if (va - r->base < r->named_bytes)
		snprintf(text, bytes, "across the end of %s (0x%" PRIx64 ", %" PRIu64 " bytes)",
			 r->name, r->base, r->named_bytes);
	else if (past == 0)
		snprintf(text, bytes, "just past the end of %s (0x%" PRIx64 ", %" PRIu64 " bytes)",
			 r->name, r->base, r->named_bytes);
	else
		snprintf(text, bytes,
			 "%" PRIu64 " bytes past the end of %s (0x%" PRIx64 ", %" PRIu64 " bytes)",
			 past, r->name, r->base, r->named_bytes);
}

bool fault_text(struct error *err, const struct dispatch *d, const struct wavefront *w)
{
	const struct fault *f = &w->fault;
	const char *verb = f->write ? "writes" : "reads";
	const struct region *r = memory_nearest(d->memory, f->address);
	char place[512], near[256], lane[32] = "a scalar access";

	describe_place(place, sizeof(place), d, w, w->pc);
	describe_region(near, sizeof(near), r, f->address);
	if (f->lane >= 0)
		snprintf(lane, sizeof(lane), "lane %d", f->lane);

	switch (f->kind) {
	case FAULT_UNMAPPED:
		return error_failed(err, "%s: %s %s %u bytes at unmapped address 0x%" PRIx64 ", %s",
				    place, lane, verb, f->bytes, f->address, near);
	case FAULT_READONLY:
		return error_failed(
			err, "%s: %s writes %u bytes at 0x%" PRIx64 ", in %s, which is read-only",
			place, lane, f->bytes, f->address, r ? r->name : "memory");
	case FAULT_MISALIGNED:
		return error_failed(err,
				    "%s: %s %s %u bytes at 0x%" PRIx64 ", which is not aligned",
				    place, lane, verb, f->bytes, f->address);
	case FAULT_LDS_BOUNDS:
		return error_failed(err,
				    "%s: %s %s %u bytes at LDS offset %" PRIu64
				    ", but the workgroup has %u bytes of LDS",
				    place, lane, verb, f->bytes, f->address, w->group->lds_bytes);
	case FAULT_SCRATCH_BOUNDS:
		return error_failed(err,
				    "%s: %s %s %u bytes at offset %" PRIu64
				    " of its private memory, which has %u bytes",
				    place, lane, verb, f->bytes, f->address, w->private_bytes);
	case FAULT_ILLEGAL:
		return error_failed(err, "%s: these bytes are no gfx803 instruction", place);
	case FAULT_UNIMPLEMENTED:
		return error_failed(err, "%s: this opcode is not implemented", place);
	case FAULT_PC:
		return error_failed(err, "%s: execution left the code object", place);
	case FAULT_REGISTER:
		return error_failed(err,
				    "%s: register %" PRIu64
				    " is used, but the kernel declares %u VGPRs "
				    "and 102 SGPRs exist",
				    place, f->address, w->vgprs);
	case FAULT_TRAP:
		return error_failed(err, "%s: the kernel trapped (s_trap %" PRIu64 ")", place,
				    f->address);
	case FAULT_HOST:
		return error_failed(
			err,
			"%s: the kernel asks its program for something (printf, malloc), "
			"and none is there to answer",
			place);
	case FAULT_NONE:
		break;
	}
	BUG("a fault without a kind");
}

bool endless_text(struct error *err, const struct dispatch *d, const struct wavefront *w,
		  uint64_t limit)
{
	char place[512];

	describe_place(place, sizeof(place), d, w, w->pc);
	return error_failed(err,
			    "%s: still running after %" PRIu64 " instructions: an endless loop? "
			    "(--wavefront-limit raises the limit)",
			    place, limit);
}

bool barrier_text(struct error *err, const struct dispatch *d, const struct wavefront *w,
		  unsigned waiting, unsigned ended)
{
	char place[512];

	/* The pc is already behind the 4 bytes of s_barrier. */
	describe_place(place, sizeof(place), d, w, w->pc - 4);
	return error_failed(
		err,
		"%s: this barrier can never be met: %u wavefronts wait, but wavefront %u "
		"ended without reaching it (%s)",
		place, waiting, ended, barrier_hint);
}
