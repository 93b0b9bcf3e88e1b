/* L1 TLB organisation: which L1 TLB, through which crossbar, serves this CU and page? */
#ifndef SOCKET_L1_ORG_H
#define SOCKET_L1_ORG_H

#include "socket/policy.h"

struct crossbar;
struct tlb;

struct l1_org_ops {
	struct policy_base base;
	/* Number of L1 TLBs of one chiplet, and each one's shape; entries, ways, mshrs and latency
	 * hold the private TLB's values on entry. */
	void (*geometry)(void *state, unsigned cus, unsigned *tlbs, uint32_t *entries,
			 uint32_t *ways, uint32_t *mshrs, uint32_t *latency);
	/* The TLB for a page; NULL: TLB number = CU number. */
	unsigned (*route)(void *state, unsigned cu, uint64_t vpn);
	/* The same without counting it as a translation; NULL: route does not count. */
	unsigned (*place)(void *state, unsigned cu, uint64_t vpn);
	/* Whether crossbars lead there, their latency in cycles each way, and to how many TLBs each
	 * one leads; NULL: none. */
	bool (*crossbar)(void *state, uint32_t *latency, uint32_t *reach);
	/* Set of a page in its TLB; NULL: low bits of the page number. */
	uint32_t (*set)(void *state, uint64_t vpn, uint32_t sets);
	/* An organisation that changes while time runs has both, others none: a port of its own
	 * below each L1 TLB (of chiplet, number), which sees what misses and sends it to
	 * `down`; the parts that it may change, once per chiplet, before the first translation. */
	struct tx_port (*below)(void *state, unsigned chiplet, unsigned tlb, struct tx_port down);
	void (*attach)(void *state, unsigned chiplet, struct crossbar *crossbar, struct tlb *tlbs);
};

struct l1_org {
	const struct l1_org_ops *ops;
	void *state;
};

#endif
