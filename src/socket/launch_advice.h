/*
 * Advice before each launch: how should its buffers be spread over the chiplets, and along which
 * dimension should its grid be divided? Data placement, workgroup dispatch and home slices follow
 * it where they want to.
 */
#ifndef SOCKET_LAUNCH_ADVICE_H
#define SOCKET_LAUNCH_ADVICE_H

#include "launch/index_notes.h"
#include "launch/launch.h"
#include "socket/policy.h"

/* Of one launch. */
struct advice {
	unsigned split; /* dimension along which workgroups are divided */
	size_t count;   /* buffers among its arguments */
	struct {
		const struct buffer *buffer;
		uint64_t block_bytes; /* consecutive blocks on consecutive chiplets; whole pages */
	} of[LAUNCH_MAX_ARGS];
};

struct launch_advice_ops {
	struct policy_base base;
	/* k: how the kernel indexes its data; NULL when that is not known. Fills the whole of
	 * *advice, with every buffer among the arguments. */
	void (*advise)(void *state, const struct index_kernel *k, const struct launch *launch,
		       struct advice *advice);
};

struct launch_advice {
	const struct launch_advice_ops *ops;
	void *state;
};

/* A buffer of which nothing is known: equal contiguous parts, whole pages. */
static inline uint64_t advice_even_block(uint64_t bytes, unsigned chiplets, uint64_t page_bytes)
{
	uint64_t pages = (bytes + page_bytes - 1) / page_bytes;

	return (pages + chiplets - 1) / chiplets * page_bytes;
}

/* The dimension with the most workgroups. */
static inline unsigned advice_widest(const struct launch *l)
{
	unsigned best = 0;

	for (unsigned d = 1; d < l->dims; d++)
		if (launch_groups(l, d) > launch_groups(l, best))
			best = d;
	return best;
}

#endif
