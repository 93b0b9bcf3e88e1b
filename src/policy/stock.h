/* The conventional GPU's answer to each question of plan.h, and what papers answer. */
#ifndef POLICY_STOCK_H
#define POLICY_STOCK_H

#include "plan.h"

extern const struct l1_org_ops l1_private, l1_clustered, l1_adaptive;
extern const struct tx_stage_ops stage_none; /* of both kinds; all its pointers are NULL */
extern const struct l2_fill_ops l2_fill_always, l2_fill_tokens;
extern const struct home_slice_ops home_private, home_modulo, home_xor, home_dhsl, home_dhsl_coarse,
	home_dhsl_caching, home_mgvm, home_mgvm_magic;
extern const struct walk_scheduler_ops walk_fcfs;
extern const struct pwc_replacement_ops pwc_lru;
extern const struct walk_caching_ops walk_caching_always, walk_caching_levels;
extern const struct dram_scheduler_ops dram_fr_fcfs, dram_fcfs, dram_queues;
extern const struct data_placement_ops placement_interleaved, placement_lasp, placement_first_touch;
extern const struct table_placement_ops placement_tables_follow, placement_tables_spread,
	placement_tables_home, placement_tables_replicated;
extern const struct dispatch_ops dispatch_round_robin, dispatch_contiguous, dispatch_lasp;

#endif
