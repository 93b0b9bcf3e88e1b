/*
 * What all sockets have in common. A socket is a struct of operations (a policy, const) and its
 * state: `struct x { const struct x_ops *ops; void *state; }`, each in a header of its own with its
 * contract. Every x_ops begins with a policy_base.
 *
 * needs: without these the policy would never make a difference; where the machine lacks one it is
 * refused, unless the GPU itself chose it. check: whether the values of the policy's parameters go
 * together and with the rest (config/check.h helps); asked before any machine is made, also where
 * another policy is chosen. It may replace values that stand for others. make(machine facts)
 * returns the state (NULL is a state like any other); release frees it, NULL when there is nothing
 * to free; the others may be NULL. describe: a line for each thing that waits. shootdown: forget a
 * page or, with vpn UINT64_MAX, all pages of an address space.
 */
#ifndef SOCKET_POLICY_H
#define SOCKET_POLICY_H

#include "config/matters.h"
#include "config/params.h"
#include "sim/stats.h"
#include "socket/request.h"

struct home_slice;

/* What every policy may want to know of the machine when it is made. */
struct plan_facts {
	struct engine *engine;
	const struct params *params;
	unsigned chiplets, cus; /* cus: of the whole machine */
	unsigned apps;
	unsigned page_shift;
	const struct home_slice *home_slice; /* for policies made after it */
};

/*
 * Storage that a policy adds to a machine, by the rules that its paper states; what a paper does
 * not count is not counted.
 */
struct storage_row {
	const char *name; /* in statistics: "lds_modes" */
	const char *what; /* a line for people */
	/* In the whole machine, of a configuration that has chosen the policy; 0: nothing. */
	uint64_t (*bits)(const struct params *p);
	/* What the paper compares with, and its bits; NULL: nothing. */
	const char *beside;
	uint64_t (*beside_bits)(const struct params *p);
	const char *paper, *source; /* its name, and the section */
	const char *gpu;            /* the machine for which the paper states the cost */
};

struct policy_base {
	const char *name;    /* as the parameter chooses it */
	const char *summary; /* one line for `list params` and the documentation */
	unsigned needs;      /* of the machine beyond what the socket does (config/matters.h) */
	bool (*check)(struct params *p, struct error *err);
	const struct storage_row *storage; /* up to one without a name */
	void *(*make)(const struct plan_facts *facts);
	void (*release)(void *state);
	void (*register_stats)(void *state, struct stats *stats);
	void (*describe)(const void *state, FILE *out);
	void (*shootdown)(void *state, uint8_t asid, uint64_t vpn);
};

#endif
