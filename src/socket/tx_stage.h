/*
 * A stage of a design's own in the way of translations: the L1 TLB victims (asked between L1 and L2
 * TLB) and what lies beyond the L2 TLB. It has its own port, sends what it cannot answer to `down`,
 * and may hear what the TLB before it evicts. Either all pointers but attach and evicted are set or
 * the whole stage is "none".
 */
#ifndef SOCKET_TX_STAGE_H
#define SOCKET_TX_STAGE_H

#include "socket/policy.h"

struct cache;
struct lds;
struct tlb_entry;

struct tx_site {
	/* L1 TLB victims: what the CU of the L1 TLB has, for what is idle of it. */
	struct lds *lds;
	struct cache *fetch_cache;
	unsigned fetch_group; /* number of that cache in the machine */
	/* Takes a translation into the L2 TLB, warm: outside of time (socket/request.h); NULL:
	 * there is none, or one that always hits. */
	void (*to_l2)(void *owner, const struct tlb_entry *entry, bool warm);
	void *to_l2_owner;
	/* Beyond the L2 TLB: the chiplet's memory, L2 cache first, and where the memory.reserved
	 * bytes of it begin that nobody else uses. */
	struct mem_port memory;
	uint64_t reserved_base;
};

struct tx_stage_ops {
	struct policy_base base;
	/* Optional; called for each unit when the machine is wired, before time begins. */
	void (*attach)(void *state, unsigned unit, const struct tx_site *site);
	/* Wires the stage; `unit` counts L1 TLBs, or chiplets beyond the L2 TLB. */
	struct tx_port (*port)(void *state, unsigned unit, struct tx_port down);
	void (*evicted)(void *state, unsigned unit, const struct tlb_entry *entry, bool warm);
};

struct tx_stage {
	const struct tx_stage_ops *ops;
	void *state;
};

#endif
