/* The conventional GPU's answer to each question of plan.h. */
#ifndef POLICY_STOCK_H
#define POLICY_STOCK_H

#include "plan.h"

extern const struct l1_org_ops l1_private;
extern const struct l1_addressing_ops l1_physical;
extern const struct tx_stage_ops stage_none; /* of both kinds; all its pointers are NULL */
extern const struct tlb_fill_ops tlb_fill_always;
extern const struct home_slice_ops home_private;
extern const struct walk_scheduler_ops walk_fcfs;
extern const struct pwc_replacement_ops pwc_lru;
extern const struct walk_caching_ops walk_caching_always;
extern const struct dram_scheduler_ops dram_fr_fcfs, dram_fcfs;
extern const struct launch_advice_ops advice_even;
extern const struct data_placement_ops placement_interleaved, placement_first_touch;
extern const struct table_placement_ops placement_tables_follow;
extern const struct workgroup_dispatch_ops dispatch_round_robin;
extern const struct fetch_ahead_ops fetch_none;
extern const struct eviction_ops evict_lru_4k, evict_lru_64k, evict_lru_2m;
extern const struct fault_service_ops service_migrate;

#endif
