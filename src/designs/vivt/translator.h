/*
 * The address translator below a virtually addressed L1 cache: what misses there, is written
 * through or is atomic waits here for its physical address and goes on. Accesses of one page that
 * wait at the same time share a translation, unless each asks for its own. Accesses of one page
 * stay in order, as long as their translations do.
 */
#ifndef DESIGNS_VIVT_TRANSLATOR_H
#define DESIGNS_VIVT_TRANSLATOR_H

#include <stdio.h>

#include "base/pool.h"
#include "hw/outbox.h"
#include "hw/translation/resolution.h"

struct translator_config {
	uint32_t queue; /* accesses that wait for their translation at most */
	uint8_t page_shift;
	bool unshared; /* each access asks for a translation */
	struct pool *translations;
	/* Every answered translation: the oracle, and the error path when it faulted. */
	void (*check)(void *ctx, const struct translation *t);
	void *check_ctx;
	/* Each translated access, with check_ctx; NULL: nobody wants to know. */
	void (*begins)(void *ctx, const struct mem_access *a, uint64_t vpn);
	void (*ends)(void *ctx, const struct mem_access *a, uint64_t vpn);
};

/* A translation under way and the accesses that wait for it, oldest first. */
struct translator_page {
	uint64_t key; /* address space and page, as in a TLB */
	struct mem_fifo waiting;
	struct translator_page *next; /* in its bucket, or among the free ones */
	struct translator *owner;
};

struct translator_stats {
	struct occupancy waiting; /* accesses without a translation */
	uint64_t shared;          /* accesses that joined a translation under way */
	uint64_t refused;         /* sends that found no room */
	struct resolution resolution;
};

struct translator {
	struct engine *engine;
	struct translator_config config;
	struct tx_outbox tlb;
	struct mem_outbox down; /* translated accesses */
	struct translator_page *page, **bucket, *free;
	uint32_t bucket_shift;
	struct wait_list senders;
	struct translator_stats stats;
};

void translator_init(struct translator *x, struct engine *engine,
		     const struct translator_config *config, struct mem_port down);
/* Before the first access. */
void translator_connect(struct translator *x, struct tx_port tlb);
void translator_release(struct translator *x);
struct mem_port translator_port(struct translator *x);

/* group: its own; pipe: where translations are counted when they come before the cache. */
void translator_register_stats(const struct translator *x, struct stats *stats, const char *group,
			       const char *pipe);
void translator_describe(const struct translator *x, FILE *out);

#endif
