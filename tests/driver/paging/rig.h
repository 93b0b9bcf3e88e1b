/*
 * The driver with a fault buffer, a link and walkers around it. Costs: a walk 100 cycles, an idle
 * driver begins 10 after a fault, a batch 100, a block 10, a shootdown 5; a transfer 50 and a cycle
 * for 10 bytes, so that a page of 4 KB takes 459.6. Whoever gets a translation accesses its page
 * for as long as its request says.
 */
#ifndef TESTS_DRIVER_PAGING_RIG_H
#define TESTS_DRIVER_PAGING_RIG_H

#include <stdlib.h>

#include "driver/paging/pager.h"
#include "harness.h"
#include "hw/translation/oracle.h"
#include "hw/translation/walker.h"
#include "plan.h"
#include "policy/stock.h"

#define RIG_VA (UINT64_C(1) << 36)

enum { RIG_MOST = 20000, RIG_VPN = RIG_VA >> 12 };

struct rig_request {
	struct translation t;
	struct event start, end;
	struct waiter waiter;
	struct rig *rig;
	cycle_t lasts; /* of its access */
	bool writes;
	cycle_t replied, over;
};

struct rig_config {
	unsigned pages;       /* of one buffer */
	double oversubscribe; /* percent */
	uint32_t walkers, buffer, batch;
	bool replay_blocks;
	uint8_t hint;
	const struct fetch_ahead_ops *fetch;
	const struct eviction_ops *evict;
	const struct fault_service_ops *service;
	const struct params *params; /* of policies */
};

struct rig {
	struct engine engine;
	struct run_control control;
	struct frames *frames;
	void *placement, *fcfs;
	struct address_spaces spaces;
	struct host_link link;
	struct fault_buffer faults;
	struct pager *pager;
	struct walker walker;
	struct tx_port walks;
	struct oracle oracle;
	struct rig_request *request;
	unsigned count, replies;
	unsigned shootdowns;
	uint64_t dropped; /* bytes */
	uint64_t most;    /* frames there may be, 0: any */
	bool checks;      /* the pager, at every step */
	struct plan_facts facts;
	struct rig_config config;
	void *fetch, *evict, *service;
};

static inline void rig_arrived(void *rig)
{
	pager_arrived(((struct rig *)rig)->pager);
}

static inline void rig_shootdown(void *rig, uint8_t asid, uint64_t vpn)
{
	struct rig *r = rig;

	r->shootdowns++;
	walker_shootdown(&r->walker, asid, vpn);
}

static inline void rig_drop(void *rig, uint64_t pa, uint64_t bytes)
{
	(void)pa;
	((struct rig *)rig)->dropped += bytes;
}

static inline bool rig_paged(void *rig, uint8_t asid, uint64_t vpn)
{
	return pager_manages(((struct rig *)rig)->pager, asid, vpn);
}

static inline bool rig_translate(void *rig, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	return page_table_translate(((struct rig *)rig)->spaces.of[asid]->table, vpn, frame);
}

static inline void rig_check(struct rig *r)
{
	if (!r->checks)
		return;
	CHECK(pager_is_valid(r->pager));
	CHECK(!r->most || pager_resident(r->pager) <= r->most);
}

static inline void rig_access_over(struct event *event)
{
	struct rig_request *q = container_of(event, struct rig_request, end);
	struct rig *r = q->rig;

	q->over = r->engine.now;
	oracle_check_access(&r->oracle, &q->t.who, q->t.vpn, q->t.frame,
			    pager_holds(r->pager, q->t.who.asid, q->t.vpn, q->t.frame));
	pager_access_ends(r->pager, &q->t.who, q->t.vpn);
	rig_check(r);
}

static inline void rig_replied(void *owner, struct translation *t)
{
	struct rig_request *q = container_of(t, struct rig_request, t);
	struct rig *r = owner;

	CHECK_EQ(q->replied, CYCLE_NEVER);
	CHECK(!t->faulted);
	q->replied = r->engine.now;
	r->replies++;
	oracle_check(&r->oracle, t);
	pager_access_begins(r->pager, &t->who, t->vpn, q->writes ? MEM_OP_WRITE : MEM_OP_READ);
	engine_after(&r->engine, &q->end, q->lasts, rig_access_over);
	rig_check(r);
}

static inline void rig_send(struct waiter *waiter)
{
	struct rig_request *q = container_of(waiter, struct rig_request, waiter);

	tx_send(&q->rig->walks, &q->t, &q->waiter);
}

static inline void rig_start(struct event *event)
{
	struct rig_request *q = container_of(event, struct rig_request, start);

	tx_push(&q->t, rig_replied, q->rig);
	rig_send(&q->waiter);
}

/* A walk of this page begins at this cycle; its access lasts so long. */
static inline struct rig_request *rig_ask(struct rig *r, cycle_t cycle, unsigned page,
					  cycle_t lasts, bool writes)
{
	struct rig_request *q = &r->request[r->count++];

	CHECK(r->count <= RIG_MOST);
	*q = (struct rig_request){.rig = r,
				  .lasts = lasts,
				  .writes = writes,
				  .replied = CYCLE_NEVER,
				  .over = CYCLE_NEVER};
	q->t.vpn = RIG_VPN + page;
	q->t.who.instruction = r->count;
	q->waiter.wake = rig_send;
	engine_at(&r->engine, &q->start, cycle, rig_start);
	return q;
}

static inline void *rig_make(struct rig *r, const struct policy_base *base)
{
	return base->make ? base->make(&r->facts) : NULL;
}

static inline void rig_give(const struct policy_base *base, void *state)
{
	if (base->release)
		base->release(state);
}

static inline struct rig *rig_new(const struct rig_config *given)
{
	struct rig *r = calloc(1, sizeof(*r));
	struct rig_config c = *given;
	struct error err;

	if (!c.fetch)
		c.fetch = &fetch_none;
	if (!c.evict)
		c.evict = &evict_lru_4k;
	if (!c.service)
		c.service = &service_migrate;
	r->config = c;
	r->request = calloc(RIG_MOST, sizeof(*r->request));
	engine_init(&r->engine);
	r->facts = (struct plan_facts){.engine = &r->engine,
				       .params = c.params,
				       .chiplets = 1,
				       .cus = 1,
				       .apps = 1,
				       .page_shift = 12};
	r->frames = frames_new(&(struct frames_config){
		.chiplets = 1, .memory_bytes = UINT64_C(1) << 30, .page_shift = 12});
	host_link_init(&r->link, &r->engine,
		       &(struct host_link_config){.setup_cycles = 50,
						  .latency_cycles = 20,
						  .bytes_per_cycle = 10,
						  .per_cycles = 1,
						  .request_bytes = 20,
						  .line_bytes = 60,
						  .accesses = 16});
	fault_buffer_init(&r->faults, &r->engine,
			  &(struct fault_buffer_config){.entries = c.buffer ? c.buffer : 64,
							.sources = 1,
							.arrived = rig_arrived,
							.owner = r});
	r->fetch = rig_make(r, &c.fetch->base);
	r->evict = rig_make(r, &c.evict->base);
	r->service = rig_make(r, &c.service->base);
	r->pager = pager_new(&(struct pager_config){.engine = &r->engine,
						    .control = &r->control,
						    .link = &r->link,
						    .faults = &r->faults,
						    .page_shift = 12,
						    .chiplets = 1,
						    .apps = 1,
						    .oversubscribe = c.oversubscribe,
						    .batch = c.batch ? c.batch : 16,
						    .interrupt_cycles = 10,
						    .batch_cycles = 100,
						    .block_cycles = 10,
						    .shootdown_cycles = 5,
						    .replay_blocks = c.replay_blocks,
						    .counted_pages = 16,
						    .host_base = UINT64_C(1) << 40,
						    .fetch = {c.fetch, r->fetch},
						    .eviction = {c.evict, r->evict},
						    .service = {c.service, r->service},
						    .drop_lines = rig_drop,
						    .owner = r});
	r->placement = placement_interleaved.base.make(&r->facts);
	r->spaces.count = 1;
	r->spaces.of[0] = address_space_new(&(struct address_space_config){
		.page_shift = 12,
		.frames = r->frames,
		.chiplets = 1,
		.data_placement = {&placement_interleaved, r->placement},
		.table_placement.ops = &placement_tables_follow,
		.keeper = pager_keeper(r->pager),
		.shootdown = rig_shootdown,
		.owner = r});
	CHECK(address_space_map_buffer(r->spaces.of[0], RIG_VA, (uint64_t)c.pages << 12, 0, c.hint,
				       "buffer", &err));

	struct page_source source = {NULL, rig_translate, r, rig_paged};
	struct walker_policies policies = {.scheduler.ops = &walk_fcfs,
					   .pwc_replacement.ops = &pwc_lru};

	r->fcfs = policies.scheduler.state = walk_fcfs.base.make(NULL);
	walker_init(&r->walker, &r->engine,
		    &(struct walker_config){.name = "walkers",
					    .walkers = c.walkers ? c.walkers : 4,
					    .buffer = 64,
					    .starts_per_cycle = 64,
					    .fixed = true,
					    .fixed_latency = 100,
					    .page_shift = 12},
		    &policies, &source, (struct mem_port){0});
	walker_set_faults(&r->walker,
			  fault_buffer_port(&r->faults, 0, walker_replay_port(&r->walker)));
	r->walks = walker_port(&r->walker);
	oracle_init(&r->oracle, &r->engine, &source);
	return r;
}

static inline void rig_run(struct rig *r)
{
	bool stop = false;

	engine_run(&r->engine, &stop, UINT64_MAX);
}

/* All was answered, and nothing wrongly. */
static inline void rig_free(struct rig *r)
{
	CHECK_EQ(r->replies, r->count);
	CHECK_EQ(r->oracle.mismatches, 0);
	CHECK_EQ(r->faults.stats.entries.now, 0);
	CHECK(pager_is_valid(r->pager));
	CHECK_EQ(frames_used(r->frames, 0), pager_resident(r->pager));
	pager_close(r->pager);
	address_space_free(r->spaces.of[0]);
	CHECK_EQ(frames_used(r->frames, 0), 0);
	pager_free(r->pager);
	walker_release(&r->walker);
	fault_buffer_release(&r->faults);
	walk_fcfs.base.release(r->fcfs);
	placement_interleaved.base.release(r->placement);
	rig_give(&r->config.fetch->base, r->fetch);
	rig_give(&r->config.evict->base, r->evict);
	rig_give(&r->config.service->base, r->service);
	frames_free(r->frames);
	free(r->request);
	free(r);
}

#endif
