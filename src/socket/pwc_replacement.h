/*
 * PWC replacement: which entry of a full set goes? victim() returns a way of it. Ways are ordered
 * by last use: start at `oldest`, go on with pwc_view_newer() until it says -1.
 */
#ifndef SOCKET_PWC_REPLACEMENT_H
#define SOCKET_PWC_REPLACEMENT_H

#include "base/assoc.h"
#include "socket/policy.h"

struct pwc_set_view {
	const struct assoc *tags;
	uint32_t set;
	unsigned ways, oldest;
	/* By way: waiting walks that would use the entry, up to 3 [Shin18 §IV]. */
	const uint8_t *claims;
};

static inline int pwc_view_newer(const struct pwc_set_view *view, unsigned way)
{
	return assoc_newer(view->tags, view->set, way);
}

struct pwc_replacement_ops {
	struct policy_base base;
	unsigned (*victim)(void *state, const struct pwc_set_view *set);
};

struct pwc_replacement {
	const struct pwc_replacement_ops *ops;
	void *state;
};

#endif
