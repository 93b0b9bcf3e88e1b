/*
 * How many requests each application may add to the silver queue in its turn
 * [Ausavarungnirun18 Equation 1]: in proportion to its concurrent page walks times the warps that a
 * TLB miss of it stalls. Both are 6-bit counters that keep the largest value of an epoch and do not
 * count beyond 63; quotas are those of the epoch before, in the first equal ones.
 */
#ifndef DESIGNS_MASK_DRAM_QUOTA_H
#define DESIGNS_MASK_DRAM_QUOTA_H

#include <stdint.h>

enum { DRAM_QUOTA_COUNTER_MAX = 63 };

struct dram_quota_app {
	uint32_t walking; /* at this moment, exactly */
	uint8_t con_ptw, warps_stalled;
};

struct dram_quota {
	unsigned apps;
	uint32_t most; /* thresh_max */
	struct dram_quota_app *app;
	uint32_t *quota; /* by application */
};

void dram_quota_init(struct dram_quota *q, unsigned apps, uint32_t most);
void dram_quota_release(struct dram_quota *q);

void dram_quota_walk_begins(struct dram_quota *q, uint8_t app);
void dram_quota_walk_ends(struct dram_quota *q, uint8_t app);
/* So many warps waited for one miss. */
void dram_quota_stalled(struct dram_quota *q, uint8_t app, unsigned warps);

/* An epoch is over: new quotas, counters begin anew. */
void dram_quota_epoch(struct dram_quota *q);

#endif
