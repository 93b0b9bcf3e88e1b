/*
 * The IOMMU in front of the walkers: a hop from the GPU and back, a first and a second TLB. Its
 * TLBs have MSHRs and queue places for all walks under way and waiting, so that it holds back no
 * more than its walk buffer does; requests of one page are merged in the first TLB.
 */
#ifndef HW_TRANSLATION_IOMMU_H
#define HW_TRANSLATION_IOMMU_H

#include "hw/translation/tlb.h"

struct iommu_config {
	uint32_t hop_latency;            /* each way */
	uint32_t capacity;               /* walk buffer + walkers */
	uint32_t ports;                  /* lookups per cycle in each TLB */
	uint32_t l1_entries, l1_latency; /* fully associative */
	uint32_t l2_entries, l2_ways, l2_latency;
	bool merge_instruction; /* as in tlb_config */
	uint8_t page_shift;
};

/* Invariant: `crossing` counts the requests on their way in or waiting for the first TLB. */
struct iommu {
	struct engine *engine;
	struct iommu_config config;
	struct tlb l1, l2;
	struct tx_outbox inner; /* to the first TLB */
	uint32_t crossing;
	struct wait_list senders;
	uint64_t refusals;
};

/* walkers: the port of the walk buffer. */
void iommu_init(struct iommu *m, struct engine *engine, const struct iommu_config *config,
		struct tx_port walkers);
void iommu_release(struct iommu *m);
struct tx_port iommu_port(struct iommu *m);
void iommu_shootdown(struct iommu *m, uint8_t asid, uint64_t vpn);
/* The two TLBs under l1_group and l2_group. */
void iommu_register_stats(const struct iommu *m, struct stats *stats, const char *l1_group,
			  const char *l2_group);
void iommu_describe(const struct iommu *m, FILE *out);

#endif
