/*
 * The known policies of each socket. One row of registry.c per policy: a new one is a file and a
 * row. The rows of a socket are its parameter's choices, in their order.
 */
#ifndef POLICY_REGISTRY_H
#define POLICY_REGISTRY_H

#include "plan.h"

/* "L1 TLB organisation"; NULL when the parameter chooses no policy. */
const char *policy_socket_title(enum param param);

/* The policy that this parameter's choice `index` names; NULL beyond the last, or when the
 * parameter chooses none. */
const struct policy_base *policy_at(enum param param, size_t index);

/* The policy called so; NULL when there is none. */
const struct policy_base *policy_find(enum param param, const char *name);

/* Fills every socket with what the parameters choose, without any state. */
void plan_choose(struct plan *plan, const struct params *params);

/* Makes the states that the machine has once, in the order of PLAN_SOCKETS. */
void plan_make(struct plan *plan, const struct plan_facts *facts);
void plan_register_stats(struct plan *plan, struct stats *stats);
void plan_describe(const struct plan *plan, FILE *out);
void plan_shootdown(struct plan *plan, uint8_t asid, uint64_t vpn);
/* Also of a plan whose states were never made. */
void plan_release(struct plan *plan);

#endif
