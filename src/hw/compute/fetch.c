/*
 * Keeps instruction buffers full. What a branch or the end of a wavefront makes useless is still
 * sent and answered, as hardware does, but its answer is ignored.
 */
#include "hw/compute/fetch.h"

#include <string.h>

void fetch_init(struct fetch *f, struct engine *engine, const struct fetch_config *config,
		const struct fetch_hooks *hooks, struct tx_port tlb, struct mem_port cache,
		struct pool *translations, struct pool *accesses)
{
	memset(f, 0, sizeof(*f));
	f->hooks = *hooks;
	f->engine = engine;
	f->translations = translations;
	f->accesses = accesses;
	tx_outbox_init(&f->tlb, tlb, NULL);
	mem_outbox_init(&f->cache, cache, NULL);
	f->page_shift = config->page_shift;
	f->translate_free = config->translate_free;
	/* Two chunks at least, so that an instruction on the border of two can be there whole. */
	f->chunk = config->line_bytes;
	while (2 * f->chunk > config->buffer_bytes)
		f->chunk /= 2;
	f->capacity = config->buffer_bytes / f->chunk * f->chunk;
}

static void fetch_request(struct fetch *f, struct wave *wave, cycle_t born);

/* An answer came too late for its wavefront. */
static void fetch_ignored(struct fetch *f)
{
	if (!f->out && f->hooks.drained)
		f->hooks.drained(f->hooks.ctx);
}

static void fetch_access_answered(void *owner, struct mem_access *a)
{
	struct fetch *f = owner;
	struct wave *wave = a->owner;
	bool wanted = wave->fetch.access == a;

	latency_add(&f->latency, f->engine->now - a->born);
	pool_give(f->accesses, a);
	f->out--;
	if (!wanted) {
		fetch_ignored(f);
		return;
	}
	wave->fetch.access = NULL;
	wave->fetch.end += f->chunk;
	fetch_request(f, wave, f->engine->now);
	f->hooks.arrived(f->hooks.ctx, wave);
}

static void fetch_ask_cache(struct fetch *f, struct wave *wave, cycle_t born)
{
	struct mem_access *a = pool_take(f->accesses);
	uint64_t va = wave->fetch.end;

	mem_access_init(a, MEM_OP_READ, KIND_FETCH, f->engine->now);
	a->who = wave->who;
	a->vaddr = va;
	a->address = wave->fetch.frame + (va & ((UINT64_C(1) << f->page_shift) - 1));
	a->bytes = (uint16_t)f->chunk;
	a->born = born;
	a->owner = wave;
	mem_push(a, fetch_access_answered, f);
	wave->fetch.access = a;
	f->out++;
	f->lines++;
	mem_outbox_send(&f->cache, a);
}

static void fetch_translated(struct fetch *f, struct wave *wave, const struct translation *t)
{
	f->hooks.check(f->hooks.ctx, t);
	wave->fetch.page = t->vpn;
	wave->fetch.frame = t->frame;
}

static void fetch_translation_answered(void *owner, struct translation *t)
{
	struct fetch *f = owner;
	struct wave *wave = t->owner;
	cycle_t born = t->born;
	bool wanted = wave->fetch.translation == t;

	if (wanted)
		fetch_translated(f, wave, t);
	else
		f->hooks.check(f->hooks.ctx, t);
	pool_give(f->translations, t);
	f->out--;
	if (!wanted) {
		fetch_ignored(f);
		return;
	}
	wave->fetch.translation = NULL;
	fetch_request(f, wave, born);
	if (wave->fetch.forget)
		wave->fetch.page = UINT64_MAX;
	wave->fetch.forget = false;
}

static void fetch_fill_translation(const struct fetch *f, struct translation *t, struct wave *wave,
				   cycle_t born)
{
	translation_init(t, KIND_FETCH, f->page_shift, f->engine->now);
	t->who = wave->who;
	t->vpn = wave->fetch.end >> f->page_shift;
	t->born = born;
	t->owner = wave;
}

static void fetch_ask_tlb(struct fetch *f, struct wave *wave, cycle_t born)
{
	struct translation *t = pool_take(f->translations);

	fetch_fill_translation(f, t, wave, born);
	tx_push(t, fetch_translation_answered, f);
	wave->fetch.translation = t;
	f->out++;
	f->translations_sent++;
	tx_outbox_send(&f->tlb, t);
}

/* The chunk after the last one, when there is room, there is such a program, and nothing is out. */
static void fetch_request(struct fetch *f, struct wave *wave, cycle_t born)
{
	struct wave_fetch *buffer = &wave->fetch;
	const struct program *program = wave->w.program;

	if (buffer->translation || buffer->access || buffer->end - buffer->start >= f->capacity ||
	    buffer->end - program->base >= program->bytes)
		return;
	if (buffer->end >> f->page_shift != buffer->page) {
		struct translation t;

		if (!f->translate_free) {
			fetch_ask_tlb(f, wave, born);
			return;
		}
		fetch_fill_translation(f, &t, wave, born);
		f->hooks.translate(f->hooks.ctx, &t);
		fetch_translated(f, wave, &t);
	}
	fetch_ask_cache(f, wave, born);
}

/* The CU's side */

static void fetch_empty(struct fetch *f, struct wave *wave)
{
	wave->fetch.start = wave->fetch.end = wave->w.pc & ~(uint64_t)(f->chunk - 1);
	wave->fetch.access = NULL;
}

void fetch_start(struct fetch *f, struct wave *wave)
{
	fetch_empty(f, wave);
	wave->fetch.translation = NULL;
	wave->fetch.forget = false;
	wave->fetch.page = UINT64_MAX;
	fetch_request(f, wave, f->engine->now);
}

void fetch_move(struct fetch *f, struct wave *wave)
{
	struct wave_fetch *buffer = &wave->fetch;
	uint64_t at = wave->w.pc & ~(uint64_t)(f->chunk - 1);

	if (at < buffer->start || at > buffer->end) {
		fetch_empty(f, wave);
		f->flushes++;
		/* A translation of another page does not help any more. */
		if (buffer->translation && buffer->translation->vpn != at >> f->page_shift)
			buffer->translation = NULL;
	} else {
		buffer->start = at;
	}
	fetch_request(f, wave, f->engine->now);
}

void fetch_shootdown(struct wave *wave, uint64_t vpn)
{
	if (vpn == UINT64_MAX || wave->fetch.page == vpn)
		wave->fetch.page = UINT64_MAX;
	if (wave->fetch.translation)
		wave->fetch.forget = true;
}

void fetch_warm(const struct fetch *f, const struct requester *who, uint64_t pc, bool lines)
{
	struct translation t;
	struct mem_access a;

	translation_init(&t, KIND_FETCH, f->page_shift, f->engine->now);
	t.who = *who;
	t.vpn = pc >> f->page_shift;
	if (f->translate_free)
		f->hooks.translate(f->hooks.ctx, &t);
	else
		tx_warm(&f->tlb.port, &t);
	if (t.faulted || !lines)
		return;
	mem_access_init(&a, MEM_OP_READ, KIND_FETCH, f->engine->now);
	a.who = *who;
	a.vaddr = pc & ~(uint64_t)(f->chunk - 1);
	a.address = t.frame + (a.vaddr & ((UINT64_C(1) << f->page_shift) - 1));
	a.bytes = (uint16_t)f->chunk;
	mem_warm(&f->cache.port, &a);
}

void fetch_register_stats(const struct fetch *f, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "lines", &f->lines);
	stats_counter(stats, group, "translations", &f->translations_sent);
	stats_counter(stats, group, "flushes", &f->flushes);
	stats_latency(stats, group, "latency", &f->latency);
}

void fetch_describe(const struct fetch *f, FILE *out)
{
	const struct translation *t = tx_outbox_first(&f->tlb);
	const struct mem_access *a = mem_outbox_first(&f->cache);

	if (t)
		fprintf(out, "fetch: wave %u waits for room in the instruction TLB\n", t->who.wave);
	if (a)
		fprintf(out, "fetch: wave %u waits for room in the instruction cache\n",
			a->who.wave);
}
