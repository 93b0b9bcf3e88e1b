/* Walk scheduling: which waiting walk starts next? Holds the waiting walks of one chiplet. */
#ifndef SOCKET_WALK_SCHEDULER_H
#define SOCKET_WALK_SCHEDULER_H

#include "socket/policy.h"

struct walk_scheduler_ops {
	struct policy_base base;
	/* Whether arrive() wants to know, in t->walk_reads, how many PTE reads the walk would make
	 * as the PWC stands now. The entry that answers counts the walk as waiting for it. */
	bool wants_reads;
	/* A request that found all walkers busy. */
	void (*arrive)(void *state, struct translation *t);
	/* One that found a walker idle, which is so only while none waits; may be NULL. */
	void (*passed)(void *state, const struct translation *t);
	/* Takes the next one out; NULL when none waits. */
	struct translation *(*next)(void *state);
};

struct walk_scheduler {
	const struct walk_scheduler_ops *ops;
	void *state;
};

#endif
