/*
 * Instruction fetch of a CU: fills the wavefronts' instruction buffers line by line, ahead of the
 * program counter, through instruction TLB and instruction cache, which CUs may share. One request
 * per wavefront at a time; a page is translated once and remembered by the wavefront.
 */
#ifndef HW_COMPUTE_FETCH_H
#define HW_COMPUTE_FETCH_H

#include <stdio.h>

#include "base/pool.h"
#include "hw/compute/wave.h"
#include "hw/outbox.h"
#include "sim/stats.h"

struct fetch_config {
	uint32_t buffer_bytes, line_bytes;
	uint8_t page_shift;
	bool translate_free;
};

struct fetch_hooks {
	void *ctx;
	/* A chunk came for this wavefront. */
	void (*arrived)(void *ctx, struct wave *wave);
	void (*check)(void *ctx, const struct translation *t);
	void (*translate)(void *ctx, struct translation *t);
	/* The last request that nobody waits for any more has been answered; may be NULL. */
	void (*drained)(void *ctx);
};

struct fetch {
	struct fetch_hooks hooks;
	struct engine *engine;
	struct pool *translations, *accesses;
	struct tx_outbox tlb;
	struct mem_outbox cache;
	uint32_t chunk, capacity; /* bytes of a request, of a buffer */
	uint8_t page_shift;
	bool translate_free;
	uint32_t out; /* translations and lines asked for and not answered */
	uint64_t lines, translations_sent, flushes;
	struct latency latency; /* from request to chunk, translation included when needed */
};

void fetch_init(struct fetch *f, struct engine *engine, const struct fetch_config *config,
		const struct fetch_hooks *hooks, struct tx_port tlb, struct mem_port cache,
		struct pool *translations, struct pool *accesses);

/* A new wavefront: empties its buffer and asks for its first instruction. */
void fetch_start(struct fetch *f, struct wave *wave);

/* The program counter has left the first chunk of the buffer. */
void fetch_move(struct fetch *f, struct wave *wave);

/* Forgets what is under way: the wavefront has ended. */
static inline void fetch_stop(struct wave *wave)
{
	wave->fetch.translation = NULL;
	wave->fetch.access = NULL;
}

static inline void fetch_follow(struct fetch *f, struct wave *wave)
{
	if (wave->w.pc - wave->fetch.start >= f->chunk)
		fetch_move(f, wave);
}

/* Whether the next instruction, of so many bytes, is in the buffer. */
static inline bool fetch_has(const struct wave *wave, unsigned bytes)
{
	return wave->w.pc >= wave->fetch.start && wave->w.pc + bytes <= wave->fetch.end;
}

/* The chunk at pc outside of time (socket/request.h). */
void fetch_warm(const struct fetch *f, const struct requester *who, uint64_t pc, bool lines);
/* How many bytes of code such a chunk has. */
static inline uint32_t fetch_chunk_bytes(const struct fetch *f)
{
	return f->chunk;
}
void fetch_shootdown(struct wave *wave, uint64_t vpn);
void fetch_register_stats(const struct fetch *f, struct stats *stats, const char *group);
void fetch_describe(const struct fetch *f, FILE *out);

#endif
