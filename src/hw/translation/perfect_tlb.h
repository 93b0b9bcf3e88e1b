/*
 * `perfect-l2-tlb`: an L2 TLB of the same ports and latency in which every lookup hits.
 * The page table answers; nothing is walked.
 */
#ifndef HW_TRANSLATION_PERFECT_TLB_H
#define HW_TRANSLATION_PERFECT_TLB_H

#include <stdio.h>

#include "sim/port.h"
#include "sim/stats.h"
#include "socket/page_source.h"
#include "socket/request.h"

struct perfect_tlb_config {
	uint32_t latency, ports;
	uint32_t queue; /* accepted and not yet answered */
	uint32_t apps;  /* address spaces counted apart, from 0 on; 0: none are */
};

struct perfect_tlb {
	struct engine *engine;
	struct perfect_tlb_config config;
	struct page_source source;
	struct port port;
	struct wait_list senders;
	uint32_t queued;
	uint64_t lookups, hits, mshr_hits, misses; /* of these only the first two ever count */
	uint64_t *by_app;                          /* lookups; config.apps of them */
	struct latency latency;
};

void perfect_tlb_init(struct perfect_tlb *tlb, struct engine *engine,
		      const struct perfect_tlb_config *config, const struct page_source *source);
void perfect_tlb_release(struct perfect_tlb *tlb);
struct tx_port perfect_tlb_port(struct perfect_tlb *tlb);
void perfect_tlb_register_stats(const struct perfect_tlb *tlb, struct stats *stats,
				const char *group);
void perfect_tlb_describe(const struct perfect_tlb *tlb, FILE *out);

#endif
