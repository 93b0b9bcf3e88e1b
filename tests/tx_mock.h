/*
 * A level above and a level below a translation stage. Above: sends each translation at its cycle,
 * in order, and notes when the answer came. Below: takes at most `capacity` at a time and answers
 * each `latency` cycles later; page p of address space a is at frame p << 12 | a << 40.
 */
#ifndef TESTS_TX_MOCK_H
#define TESTS_TX_MOCK_H

#include <stdlib.h>

#include "harness.h"
#include "socket/request.h"

struct mock_below {
	struct engine *engine;
	cycle_t latency;
	unsigned capacity, present; /* capacity 0: any number */
	struct wait_list waiting;
	unsigned taken;
	struct {
		uint64_t vpn;
		cycle_t cycle;
	} log[64]; /* the first ones taken */
};

static inline uint64_t mock_frame(uint8_t asid, uint64_t vpn)
{
	return vpn << 12 | (uint64_t)asid << 40;
}

static inline void mock_below_answer(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct mock_below *b = t->owner;

	t->frame = mock_frame(t->who.asid, t->vpn);
	t->source = TX_WALK;
	b->present--;
	wait_list_wake(&b->waiting);
	tx_reply(t);
}

static inline bool mock_below_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct mock_below *b = owner;

	if (b->capacity && b->present == b->capacity) {
		wait_list_add(&b->waiting, waiter);
		return false;
	}
	b->present++;
	if (b->taken < 64) {
		b->log[b->taken].vpn = t->vpn;
		b->log[b->taken].cycle = b->engine->now;
	}
	b->taken++;
	t->owner = b;
	engine_after(b->engine, &t->event, b->latency, mock_below_answer);
	return true;
}

static inline struct tx_port mock_below_init(struct mock_below *b, struct engine *engine,
					     cycle_t latency, unsigned capacity)
{
	memset(b, 0, sizeof(*b));
	b->engine = engine;
	b->latency = latency;
	b->capacity = capacity;
	wait_list_init(&b->waiting);
	return (struct tx_port){.send = mock_below_send, .owner = b};
}

/* One request of the level above. */
struct mock_request {
	struct translation t;
	struct event start;
	struct mock_above *above;
	struct mock_request *next; /* refused */
	cycle_t accepted, replied; /* CYCLE_NEVER until then */
	unsigned rank;             /* in order of replies */
};

enum { MOCK_REQUESTS = 64 };

struct mock_above {
	struct engine *engine;
	struct tx_port down;
	struct waiter waiter;
	struct mock_request *refused, **refused_last;
	struct mock_request request[MOCK_REQUESTS];
	unsigned count, replies;
};

static inline void mock_above_reply(void *owner, struct translation *t)
{
	struct mock_above *a = owner;
	struct mock_request *r = container_of(t, struct mock_request, t);

	CHECK_EQ(r->replied, CYCLE_NEVER);
	CHECK_EQ(t->depth, 0);
	r->replied = a->engine->now;
	r->rank = a->replies++;
}

static inline void mock_above_drain(struct mock_above *a)
{
	while (a->refused) {
		struct mock_request *r = a->refused;

		if (!tx_send(&a->down, &r->t, &a->waiter))
			return;
		r->accepted = a->engine->now;
		a->refused = r->next;
		if (!a->refused)
			a->refused_last = &a->refused;
	}
}

static inline void mock_above_wake(struct waiter *waiter)
{
	mock_above_drain(container_of(waiter, struct mock_above, waiter));
}

static inline void mock_above_start(struct event *event)
{
	struct mock_request *r = container_of(event, struct mock_request, start);
	struct mock_above *a = r->above;
	bool first = !a->refused;

	tx_push(&r->t, mock_above_reply, a);
	r->next = NULL;
	*a->refused_last = r;
	a->refused_last = &r->next;
	if (first)
		mock_above_drain(a);
}

static inline void mock_above_init(struct mock_above *a, struct engine *engine, struct tx_port down)
{
	memset(a, 0, sizeof(*a));
	a->engine = engine;
	a->down = down;
	a->waiter.wake = mock_above_wake;
	a->refused_last = &a->refused;
}

/* A request of this page at this cycle, which is not in the past. */
static inline struct mock_request *mock_ask(struct mock_above *a, cycle_t cycle, uint8_t asid,
					    uint64_t vpn)
{
	struct mock_request *r = &a->request[a->count++];

	if (a->count > MOCK_REQUESTS)
		FAIL("too many requests for the mock");
	memset(r, 0, sizeof(*r));
	r->above = a;
	r->t.vpn = vpn;
	r->t.who.asid = asid;
	r->t.who.instruction = a->count;
	r->t.page_shift = 12;
	r->accepted = r->replied = CYCLE_NEVER;
	engine_at(a->engine, &r->start, cycle, mock_above_start);
	return r;
}

static inline void mock_run(struct engine *engine)
{
	bool stop = false;

	engine_run(engine, &stop, UINT64_MAX);
}

/* Runs all events up to and with this cycle. */
struct mock_stop {
	struct event event;
	bool stop;
};

static inline void mock_stop_event(struct event *event)
{
	container_of(event, struct mock_stop, event)->stop = true;
}

static inline void mock_run_to(struct engine *engine, cycle_t cycle)
{
	struct mock_stop s = {.stop = false};

	engine_at(engine, &s.event, cycle, mock_stop_event);
	engine_run(engine, &s.stop, UINT64_MAX);
}

#endif
