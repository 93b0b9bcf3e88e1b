/*
 * The known policies of each socket, in the order of the choices of the socket's parameter. One row
 * per policy: adding one means a file, a row in registry.c and a name in params.def.
 */
#ifndef POLICY_REGISTRY_H
#define POLICY_REGISTRY_H

#include "plan.h"
#include "config/params.h"

struct policy_socket {
	enum param param;                          /* that chooses */
	const char *title;                         /* "L1 TLB organisation" */
	const struct policy_base *const *policies; /* ends with NULL */
};

extern const struct policy_socket policy_sockets[];
extern const size_t policy_socket_count;

/* The policies of the socket that this parameter chooses; NULL when it chooses none. */
const struct policy_socket *policy_socket_find(enum param param);

/* The policy called so; NULL when there is none. */
const struct policy_base *policy_find(enum param param, const char *name);

/* Fills every socket with what the parameters choose. */
void plan_choose(struct plan *plan, const struct params *params);

#endif
