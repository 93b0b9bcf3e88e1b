/*
 * TLB fill: may this translation be installed? Any TLB may have such a policy; the machine gives it
 * to its L2 TLBs. May listen to that TLB, and hear who is on the CUs.
 */
#ifndef SOCKET_TLB_FILL_H
#define SOCKET_TLB_FILL_H

#include "socket/policy.h"
#include "socket/tlb_listener.h"

struct tlb_fill_ops {
	struct policy_base base;
	/* Whether the answer is installed; if not, the policy may keep it beside the TLB. merged:
	 * requests that joined it, through ->next. */
	bool (*may_fill)(void *state, const struct translation *t,
			 const struct translation *merged);
	/* Asked in parallel with the TLB; true with t->frame set: found. NULL: nothing there.
	 * A lookup that stalls for an MSHR asks again. */
	bool (*aside)(void *state, struct translation *t);
	/* What it hears of the TLB; NULL: nothing. */
	const struct tlb_listener_ops *listener;
	/* A wavefront begins or ends in its slot of a CU; NULL: it makes no difference. */
	void (*wave)(void *state, const struct requester *who, bool begins);
	/* A page table entry that changes empties the whole TLB, not only its page. */
	bool flush_all;
};

struct tlb_fill {
	const struct tlb_fill_ops *ops;
	void *state;
};

#endif
