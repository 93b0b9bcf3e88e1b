/*
 * Storage that policies add to a machine. Each design counts its own (policy_base.storage), here is
 * what all of them have in common.
 */
#ifndef POLICY_STORAGE_H
#define POLICY_STORAGE_H

#include "socket/policy.h"

/* Row `index` of all that the chosen policies have, in the order of the sockets; of every policy
 * there is when p is NULL. NULL beyond the last. */
const struct storage_row *storage_at(const struct params *p, size_t index);

/* For counting. */
static inline uint64_t storage_param(const struct params *p, enum param id)
{
	return (uint64_t)param(p, id);
}

/* CUs of the whole machine. */
static inline uint64_t storage_cus(const struct params *p)
{
	return storage_param(p, P_CHIPLETS) * storage_param(p, P_CUS);
}

/* Bits of a number below n. */
static inline uint64_t storage_log2_up(uint64_t n)
{
	uint64_t bits = 0;

	while (UINT64_C(1) << bits < n)
		bits++;
	return bits;
}

#endif
