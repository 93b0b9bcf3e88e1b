/* Memory instructions of a CU: their counters, and what their answers set going. */
#include "hw/compute/cu_parts.h"

/* An LDS instruction under way. */
struct lds_op {
	struct event event;
	struct wave *wave;
	uint32_t generation;
};

void cu_check(void *ctx, const struct translation *t)
{
	struct cu *cu = ctx;
	struct error err;

	if (cu->hooks.check)
		cu->hooks.check(cu->hooks.ctx, t);
	if (t->faulted) {
		error_failed(&err, "CU %u: page 0x%llx of application %u is not mapped",
			     cu->config.index, (unsigned long long)t->vpn, t->who.asid);
		cu_fail(cu, &err);
	}
}

static void cu_translate(void *ctx, struct translation *t)
{
	struct cu *cu = ctx;

	t->source = TX_IDEAL;
	cu->hooks.translate(cu->hooks.ctx, t);
}

static void cu_page_begins(void *ctx, const struct memory_op *op, const struct pipe_page *page)
{
	struct cu *cu = ctx;

	cu->hooks.page_begins(cu->hooks.ctx, &op->who, page->vpn, (enum mem_op)op->op);
}

static void cu_page_ends(void *ctx, const struct memory_op *op, const struct pipe_page *page)
{
	struct cu *cu = ctx;

	cu->hooks.page_ends(cu->hooks.ctx, &op->who, page->vpn, page->frame);
}

/* The wavefront of an instruction, NULL when it has ended before its memory was done. */
static struct wave *wave_of(const struct memory_op *op)
{
	struct wave *wave = op->owner;

	return wave->generation == op->generation ? wave : NULL;
}

static void cu_translated(void *ctx, struct memory_op *op)
{
	struct wave *wave = wave_of(op);

	(void)ctx;
	if (!wave)
		return;
	cu_account_change(wave);
	wave->untranslated--;
}

static void vmem_data_left(void *ctx, struct memory_op *op)
{
	struct wave *wave = wave_of(op);

	(void)ctx;
	if (!wave || op->op == MEM_OP_READ)
		return;
	cu_account_change(wave);
	wave->exp--;
	wave_wake(wave);
}

static void smem_data_left(void *ctx, struct memory_op *op)
{
	(void)ctx;
	(void)op;
}

static void op_done(struct cu *cu, const struct memory_op *op, const struct memory_pipe *pipe,
		    enum issue_unit unit)
{
	struct group *group = op->group;

	if (memory_pipe_full(pipe))
		cu_unit_free(cu, unit);
	group->memory_ops--;
	group_release_if_done(cu, group);
}

static void vmem_done(void *ctx, struct memory_op *op)
{
	struct cu *cu = ctx;
	struct wave *wave = wave_of(op);

	cu_account(cu);
	if (cu->hooks.vector_done)
		cu->hooks.vector_done(cu->hooks.ctx, op->who.instruction);
	if (wave) {
		/* An instruction that touched nothing sent no data, and is done with it now. */
		if (op->pages == 0 && op->op != MEM_OP_READ)
			wave->exp--;
		wave_vm_answered(wave, op->sequence);
		wave_wake(wave);
	}
	op_done(cu, op, &cu->vmem, UNIT_VMEM);
}

static void smem_done(void *ctx, struct memory_op *op)
{
	struct cu *cu = ctx;
	struct wave *wave = wave_of(op);

	cu_account(cu);
	if (wave) {
		wave->smem--;
		wave_wake(wave);
	}
	op_done(cu, op, &cu->smem, UNIT_SMEM);
}

static void cu_send_op(struct memory_pipe *pipe, struct memory_op *op, struct wave *wave,
		       const struct step *step)
{
	wave->who.instruction = (uint32_t)wave->cu->control->instructions;
	op->owner = wave;
	op->group = wave->group;
	op->generation = wave->generation;
	op->who = wave->who;
	wave->group->memory_ops++;
	memory_pipe_push(pipe, op, step);
	wave->untranslated += op->pages > 0;
}

static void lds_done(struct event *event)
{
	struct lds_op *op = container_of(event, struct lds_op, event);
	struct wave *wave = op->wave;
	bool ended = wave->generation != op->generation;

	pool_give(&wave->cu->lds_ops, op);
	if (ended)
		return;
	cu_account_change(wave);
	wave->lds--;
	wave_wake(wave);
}

static void use_lds(struct wave *wave, const struct step *step, uint64_t lanes)
{
	struct cu *cu = wave->cu;
	struct lds_op *op = pool_take(&cu->lds_ops);
	cycle_t when = lds_access(&cu->lds, cu->engine->now, step, lanes);

	op->event.run = NULL;
	op->wave = wave;
	op->generation = wave->generation;
	wave->lds++;
	engine_at(cu->engine, &op->event, when, lds_done);
}

void cu_issue_lds(struct wave *wave, const struct step *step)
{
	use_lds(wave, step, step->lanes);
}

void cu_issue_vmem(struct wave *wave, const struct step *step)
{
	struct memory_op *op = memory_pipe_take(&wave->cu->vmem);

	if (step->lds_lanes)
		use_lds(wave, step, step->lds_lanes);
	op->sequence = wave->vm_next % 64;
	wave->vm_next++;
	wave->vm++;
	wave->exp += step->direction != MEM_READ;
	cu_send_op(&wave->cu->vmem, op, wave, step);
}

/* The clocks and cache control touch no memory and are done at once. */
void cu_issue_smem(struct wave *wave, const struct step *step)
{
	if (!step->lanes)
		return;
	wave->smem++;
	cu_send_op(&wave->cu->smem, memory_pipe_take(&wave->cu->smem), wave, step);
}

static void chunk_arrived(void *ctx, struct wave *wave)
{
	(void)ctx;
	if (wave->state == WAVE_FETCH)
		wave_wake(wave);
}

static void fetch_drained(void *ctx)
{
	struct cu *cu = ctx;

	if (cu->resident == 0 && cu->hooks.drained)
		cu->hooks.drained(cu->hooks.ctx, cu->config.index);
}

void cu_warm(struct cu *cu, const struct requester *who, const struct step *step, bool fetches,
	     bool lines)
{
	if (fetches)
		fetch_warm(&cu->fetch, who, step->pc, lines);
	if (step->cls == CLASS_VMEM && step->lanes)
		memory_pipe_warm(&cu->vmem, who, step, lines);
	else if (step->cls == CLASS_SMEM && step->lanes)
		memory_pipe_warm(&cu->smem, who, step, lines);
}

uint32_t cu_code_chunk(const struct cu *cu)
{
	return fetch_chunk_bytes(&cu->fetch);
}

void cu_memory_init(struct cu *cu, const struct cu_ports *ports)
{
	const struct cu_config *c = &cu->config;
	struct pool *translations = cu->shared.translations, *accesses = cu->shared.accesses;
	struct coalescing coalescing = {
		.line_shift = (uint8_t)__builtin_ctz(c->line_bytes),
		.page_shift = c->page_shift,
		.by_line = c->translate_lines,
	};
	struct memory_pipe_config vmem = {
		.queue = c->vmem_queue,
		.pages_per_cycle = c->coalescer_pages,
		.lines_per_cycle = c->coalescer_lines,
		.latency = c->coalescer_latency,
		.reorder = c->vmem_reorder,
		.coalescing = coalescing,
		.kind = KIND_VECTOR,
		.translate_free = c->translate_free,
		.untranslated = c->virtual_vector,
	};
	struct memory_pipe_config smem = vmem;
	struct memory_pipe_hooks hooks = {cu,       cu_translated, vmem_data_left, vmem_done,
					  cu_check, cu_translate,  NULL,           NULL};
	struct fetch_config fetch = {c->fetch_buffer_bytes, c->line_bytes, c->page_shift,
				     c->translate_free};
	struct fetch_hooks fetch_hooks = {cu, chunk_arrived, cu_check, cu_translate, fetch_drained};

	/* What is untranslated is accessed where it is translated. */
	if (cu->hooks.page_begins && !c->virtual_vector) {
		hooks.page_begins = cu_page_begins;
		hooks.page_ends = cu_page_ends;
	}
	memory_pipe_init(&cu->vmem, cu->engine, &vmem, &hooks, ports->vector_tlb,
			 ports->vector_cache, translations, accesses, cu->shared.storage);
	/* One address needs no coalescing; the scalar unit sends one request a cycle. */
	smem.queue = c->smem_queue;
	smem.pages_per_cycle = smem.lines_per_cycle = 1;
	smem.latency = smem.reorder = 0;
	smem.kind = KIND_SCALAR;
	smem.untranslated = false;
	hooks.data_left = smem_data_left;
	hooks.done = smem_done;
	if (cu->hooks.page_begins) {
		hooks.page_begins = cu_page_begins;
		hooks.page_ends = cu_page_ends;
	}
	memory_pipe_init(&cu->smem, cu->engine, &smem, &hooks, ports->scalar_tlb,
			 ports->scalar_cache, translations, accesses, cu->shared.storage);
	fetch_init(&cu->fetch, cu->engine, &fetch, &fetch_hooks, ports->fetch_tlb,
		   ports->fetch_cache, translations, accesses);
	lds_init(&cu->lds, &c->lds);
	pool_init(&cu->lds_ops, sizeof(struct lds_op));
}

void cu_memory_release(struct cu *cu)
{
	memory_pipe_release(&cu->vmem);
	memory_pipe_release(&cu->smem);
	pool_release(&cu->lds_ops);
}
