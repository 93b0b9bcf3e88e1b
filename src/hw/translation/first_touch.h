/*
 * Tells the driver of every translation that leaves a chiplet's first-level TLBs, before it goes
 * on: a page that is placed by first touch is mapped then, on the chiplet that asks. The page fault
 * that would do this costs no time here.
 */
#ifndef HW_TRANSLATION_FIRST_TOUCH_H
#define HW_TRANSLATION_FIRST_TOUCH_H

#include "socket/request.h"

struct first_touch {
	void (*touch)(void *owner, uint8_t asid, uint64_t vpn, unsigned chiplet);
	void *owner;
	struct tx_port down;
};

static inline bool first_touch_take(void *owner, struct translation *t, struct waiter *waiter)
{
	struct first_touch *f = owner;

	f->touch(f->owner, t->who.asid, t->vpn, t->who.chiplet);
	return tx_send(&f->down, t, waiter);
}

static inline void first_touch_warm(void *owner, struct translation *t)
{
	struct first_touch *f = owner;

	f->touch(f->owner, t->who.asid, t->vpn, t->who.chiplet);
	tx_warm(&f->down, t);
}

static inline struct tx_port first_touch_port(struct first_touch *f)
{
	return (struct tx_port){first_touch_take, f, first_touch_warm};
}

#endif
