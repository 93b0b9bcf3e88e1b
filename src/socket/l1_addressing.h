/*
 * L1 cache addressing: translate before or after the lookup in the vector L1 cache? Conventional
 * caches are looked up with physical addresses, and nothing stands below them. A policy with
 * `virtual` set has its own parts below: what misses, is written through or is atomic comes to
 * them untranslated.
 *
 * Order of calls: attach once per chiplet, then below for each of its CUs, then, when TLBs exist,
 * connect for each of its CUs; all before time begins.
 */
#ifndef SOCKET_L1_ADDRESSING_H
#define SOCKET_L1_ADDRESSING_H

#include "socket/page_source.h"
#include "socket/policy.h"

struct cache;
struct pool;

/* What surrounds the L1 caches of a chiplet. */
struct l1_site {
	unsigned chiplet, first_cu, cus; /* first_cu: of the machine */
	struct mem_port data;            /* the network to the L2 */
	struct cache *const *l1_caches;  /* by CU of the chiplet; made after attach */
	struct pool *translations;
	struct page_source source;
	/* The oracle: of an answered translation, and of a hit in a cache whose line was translated
	 * when it was filled. */
	void (*check)(void *oracle, const struct translation *t);
	void (*check_line)(void *oracle, const struct mem_access *a, bool correct);
	void *oracle;
	/* With demand paging: a translated access goes out, and is answered. NULL: nobody wants to
	 * know. */
	void (*access_begins)(void *oracle, const struct mem_access *a, uint64_t vpn);
	void (*access_ends)(void *oracle, const struct mem_access *a, uint64_t vpn);
};

struct l1_addressing_ops {
	struct policy_base base;
	bool virtual;
	/* All NULL unless virtual. */
	void (*attach)(void *state, const struct l1_site *site);
	struct mem_port (*below)(void *state, unsigned cu);
	void (*connect)(void *state, unsigned cu, struct tx_port tlb);
	/* Every lookup of an L1 cache. */
	void (*looked_up)(void *state, const struct mem_access *a, bool hit);
};

struct l1_addressing {
	const struct l1_addressing_ops *ops;
	void *state;
};

#endif
