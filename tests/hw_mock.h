/*
 * The level above and the level below a part under test. Above: a source that sends accesses (or
 * translations) at given cycles, in order, keeps what is refused, and notes when each answer comes.
 * Below: a sink that answers after a latency, logs what it takes, and can refuse at random.
 */
#ifndef TESTS_HW_MOCK_H
#define TESTS_HW_MOCK_H

#include "base/rng.h"
#include "harness.h"
#include "socket/request.h"

enum { MOCK_LOG = 4096 };

/* The first three are shared by both kinds of message. */
struct mock_log {
	cycle_t cycle;
	uint64_t address; /* or vpn */
	uint8_t op, kind, level;
	bool full_line;
};

struct mock_below {
	struct engine *engine;
	cycle_t latency;
	uint32_t limit;   /* taken and not answered at most; 0: no limit */
	struct rng *rng;  /* NULL: never refuses at random */
	uint32_t percent; /* of sends that are refused at random */
	uint32_t jitter;  /* up to so many cycles more */
	uint32_t in_service;
	unsigned taken, refused;
	struct wait_list waiting;
	struct event wake;
	struct mock_log log[MOCK_LOG];
};

static inline void mock_below_init(struct mock_below *b, struct engine *e, cycle_t latency)
{
	memset(b, 0, sizeof(*b));
	b->engine = e;
	b->latency = latency;
	wait_list_init(&b->waiting);
}

static inline void mock_wake(struct event *event)
{
	struct mock_below *b = container_of(event, struct mock_below, wake);

	wait_list_wake(&b->waiting);
	if (b->waiting.first && !event_scheduled(event))
		engine_after(b->engine, event, 1 + rng_below(b->rng, 4), mock_wake);
}

static inline bool mock_refuses(struct mock_below *b, struct waiter *waiter)
{
	if (b->rng && rng_below(b->rng, 100) < b->percent) {
		wait_list_add(&b->waiting, waiter);
		if (!event_scheduled(&b->wake))
			engine_after(b->engine, &b->wake, 1 + rng_below(b->rng, 4), mock_wake);
		b->refused++;
		return true;
	}
	if (b->limit && b->in_service == b->limit) {
		wait_list_add(&b->waiting, waiter);
		b->refused++;
		return true;
	}
	b->in_service++;
	return false;
}

static inline cycle_t mock_delay(struct mock_below *b)
{
	return b->latency + (b->rng && b->jitter ? rng_below(b->rng, b->jitter) : 0);
}

static inline void mock_served(struct mock_below *b)
{
	b->in_service--;
	wait_list_wake(&b->waiting);
}

static inline void mock_mem_done(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);
	struct mock_below *b = a->hop[--a->depth].owner;

	mock_served(b);
	mem_reply(a);
}

static inline bool mock_mem_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct mock_below *b = owner;

	if (mock_refuses(b, waiter))
		return false;
	if (b->taken < MOCK_LOG)
		b->log[b->taken] = (struct mock_log){b->engine->now, a->address, a->op,
						     a->kind,        a->level,   a->full_line};
	b->taken++;
	mem_push(a, NULL, b);
	engine_after(b->engine, &a->event, mock_delay(b), mock_mem_done);
	return true;
}

static inline struct mem_port mock_mem_port(struct mock_below *b)
{
	return (struct mem_port){.send = mock_mem_send, .owner = b};
}

static inline void mock_tx_done(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct mock_below *b = t->hop[--t->depth].owner;

	t->frame = t->vpn << 12;
	mock_served(b);
	tx_reply(t);
}

static inline bool mock_tx_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct mock_below *b = owner;

	if (mock_refuses(b, waiter))
		return false;
	if (b->taken < MOCK_LOG)
		b->log[b->taken] = (struct mock_log){b->engine->now, t->vpn, 0, t->kind, 0, false};
	b->taken++;
	tx_push(t, NULL, b);
	engine_after(b->engine, &t->event, mock_delay(b), mock_tx_done);
	return true;
}

static inline struct tx_port mock_tx_port(struct mock_below *b)
{
	return (struct tx_port){.send = mock_tx_send, .owner = b};
}

/* One access from above, of either kind. */
struct mock_request {
	struct mem_access a;
	struct translation t;
	struct event start;
	struct mock_above *above;
	struct mock_request *next;
	cycle_t accepted, answered;
	unsigned answers;
};

struct mock_above {
	struct engine *engine;
	struct mem_port mem;
	struct tx_port tx; /* used when set */
	struct waiter waiter;
	struct mock_request *first, **last;
	unsigned answered;
};

static inline bool mock_try(struct mock_above *up, struct mock_request *r)
{
	if (up->tx.send ? !tx_send(&up->tx, &r->t, &up->waiter)
			: !mem_send(&up->mem, &r->a, &up->waiter))
		return false;
	r->accepted = up->engine->now;
	return true;
}

static inline void mock_room(struct waiter *waiter)
{
	struct mock_above *up = container_of(waiter, struct mock_above, waiter);

	while (up->first && mock_try(up, up->first)) {
		up->first = up->first->next;
		if (!up->first)
			up->last = &up->first;
	}
}

static inline void mock_above_init(struct mock_above *up, struct engine *e, struct mem_port mem)
{
	memset(up, 0, sizeof(*up));
	up->engine = e;
	up->mem = mem;
	up->waiter.wake = mock_room;
	up->last = &up->first;
}

static inline void mock_start(struct event *event)
{
	struct mock_request *r = container_of(event, struct mock_request, start);
	struct mock_above *up = r->above;

	if (!up->first && mock_try(up, r))
		return;
	r->next = NULL;
	*up->last = r;
	up->last = &r->next;
}

static inline void mock_mem_answered(void *owner, struct mem_access *a)
{
	struct mock_request *r = owner;

	(void)a;
	r->answered = r->above->engine->now;
	r->answers++;
	r->above->answered++;
}

static inline void mock_tx_answered(void *owner, struct translation *t)
{
	mock_mem_answered(owner, NULL);
	(void)t;
}

/* Sends a line access at a cycle; kind and flags may be changed before that cycle comes. */
static inline void mock_mem(struct mock_above *up, struct mock_request *r, cycle_t when,
			    enum mem_op op, uint64_t address)
{
	memset(r, 0, sizeof(*r));
	r->above = up;
	r->a.address = r->a.vaddr = address;
	r->a.op = (uint8_t)op;
	r->a.bytes = 4;
	mem_push(&r->a, mock_mem_answered, r);
	engine_at(up->engine, &r->start, when, mock_start);
}

static inline void mock_tx(struct mock_above *up, struct mock_request *r, cycle_t when,
			   uint64_t vpn, uint8_t home)
{
	memset(r, 0, sizeof(*r));
	r->above = up;
	r->t.vpn = vpn;
	r->t.page_shift = 12;
	r->t.home = home;
	tx_push(&r->t, mock_tx_answered, r);
	engine_at(up->engine, &r->start, when, mock_start);
}

static inline void mock_run(struct engine *e)
{
	static const bool never = false;

	engine_run(e, &never, UINT64_MAX);
}

#endif
