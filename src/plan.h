/*
 * Every socket of the machine on one screen. A socket is a question that the conventional GPU
 * answers in one way and a published design in another. Its contract is in socket/<type>.h, the
 * parameter beside it chooses the answer ("walk.scheduler: fcfs"), policy/registry.c lists the
 * answers. A design fills one or more sockets; the core calls what is plugged in and knows no
 * design's name.
 */
#ifndef PLAN_H
#define PLAN_H

#include "socket/data_placement.h"
#include "socket/dram_scheduler.h"
#include "socket/eviction.h"
#include "socket/fault_service.h"
#include "socket/fetch_ahead.h"
#include "socket/home_slice.h"
#include "socket/l1_addressing.h"
#include "socket/l1_org.h"
#include "socket/launch_advice.h"
#include "socket/pwc_replacement.h"
#include "socket/table_placement.h"
#include "socket/tlb_fill.h"
#include "socket/tx_stage.h"
#include "socket/walk_caching.h"
#include "socket/walk_scheduler.h"
#include "socket/workgroup_dispatch.h"

/*
 * In the order in which policies are made and their statistics come. MACHINE: one state for all;
 * CHIPLET: one for each, made by the wiring.
 */
/* clang-format off */
#define PLAN_SOCKETS(SOCKET)                                                                       \
	/*     type                socket           parameter          state    title  */          \
	/* Which L1 TLB, through which crossbar, serves this CU and page? */                       \
	SOCKET(l1_org,             l1_org,          P_L1_ORG,          MACHINE, "L1 TLB organisation") \
	/* Translate before or after the L1 lookup? */                                             \
	SOCKET(l1_addressing,      l1_addressing,   P_L1_ADDRESSING,   MACHINE, "L1 cache addressing") \
	/* Where do evicted translations go; who is asked before the L2 TLB? */                    \
	SOCKET(tx_stage,           l1_victims,      P_L1_VICTIMS,      MACHINE, "L1 TLB victims")  \
	/* Who is asked before a walk? */                                                          \
	SOCKET(tx_stage,           beyond_l2,       P_BEYOND_L2,       MACHINE, "beyond the L2 TLB") \
	/* May this translation be installed, or where else? */                                    \
	SOCKET(tlb_fill,           tlb_fill,        P_L2_FILL,         MACHINE, "L2 TLB fill")     \
	/* Which chiplet's L2 TLB and walkers serve this page? */                                  \
	SOCKET(home_slice,         home_slice,      P_HOME_SLICE,      MACHINE, "home slice")      \
	/* Which waiting walk starts next? */                                                      \
	SOCKET(walk_scheduler,     walk_scheduler,  P_WALK_SCHEDULER,  CHIPLET, "walk scheduling") \
	/* Which entry of the page walk cache goes? */                                             \
	SOCKET(pwc_replacement,    pwc_replacement, P_PWC_REPLACEMENT, MACHINE, "PWC replacement") \
	/* May this read of a page table entry use the L2 cache? */                                \
	SOCKET(walk_caching,       walk_caching,    P_WALK_CACHING,    MACHINE, "walk caching")    \
	/* Which request does the DRAM serve next? */                                              \
	SOCKET(dram_scheduler,     dram_scheduler,  P_DRAM_SCHEDULER,  MACHINE, "DRAM scheduling") \
	/* How should a launch's buffers be spread, and its grid be divided? */                    \
	SOCKET(launch_advice,      launch_advice,   P_LAUNCH_ADVICE,   MACHINE, "launch advice")   \
	/* Which chiplet and frame hold this page of data? */                                      \
	SOCKET(data_placement,     data_placement,  P_DATA_PLACEMENT,  MACHINE, "data placement")  \
	/* Which chiplet holds this page of PTEs? */                                               \
	SOCKET(table_placement,    table_placement, P_TABLE_PLACEMENT, MACHINE, "page-table placement") \
	/* Which CU runs this workgroup? */                                                        \
	SOCKET(workgroup_dispatch, dispatch,        P_DISPATCH,        MACHINE, "workgroup dispatch") \
	/* Which pages come with those that are asked for? */                                      \
	SOCKET(fetch_ahead,        fetch_ahead,     P_PAGING_FETCH,    MACHINE, "fetching ahead")  \
	/* Which pages leave a full memory? */                                                     \
	SOCKET(eviction,           eviction,        P_PAGING_EVICT,    MACHINE, "eviction")        \
	/* Does a page that is asked for come, or is it mapped where it is? */                     \
	SOCKET(fault_service,      fault_service,   P_PAGING_SERVICE,  MACHINE, "fault service")
/* clang-format on */

/* All sockets, filled: plan.walk_scheduler.ops, plan.walk_scheduler.state. */
struct plan {
#define PLAN_MEMBER(type, socket, ...) struct type socket;
	PLAN_SOCKETS(PLAN_MEMBER)
#undef PLAN_MEMBER
};

#endif
