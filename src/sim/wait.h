/*
 * Back-pressure. A part that has no room says no to a sender and keeps its waiter; when there is
 * room again it wakes waiters in the order in which they came, and each tries again. Nobody polls.
 */
#ifndef SIM_WAIT_H
#define SIM_WAIT_H

#include <stdbool.h>
#include <stddef.h>

/* Lives in the sender. Invariant: in at most one list; `queued` says whether it is. */
struct waiter {
	struct waiter *next;
	void (*wake)(struct waiter *waiter);
	bool queued;
};

struct wait_list {
	struct waiter *first, **last;
};

static inline void wait_list_init(struct wait_list *list)
{
	list->first = NULL;
	list->last = &list->first;
}

/* Joining a list again while still in one changes nothing. */
static inline void wait_list_add(struct wait_list *list, struct waiter *waiter)
{
	if (waiter->queued)
		return;
	waiter->queued = true;
	waiter->next = NULL;
	*list->last = waiter;
	list->last = &waiter->next;
}

/* Wakes the first; false when nobody waits. A waiter that fails again joins at the end. */
static inline bool wait_list_wake(struct wait_list *list)
{
	struct waiter *waiter = list->first;

	if (!waiter)
		return false;
	list->first = waiter->next;
	if (!list->first)
		list->last = &list->first;
	waiter->queued = false;
	waiter->wake(waiter);
	return true;
}

#endif
