/*
 * What adaptive L1 TLBs know of the misses behind them (l1_adaptive.c): which CUs have missed a
 * page, and from which size of cluster on a miss would not have been.
 *
 * A CU of the cluster must have missed the page before, and the entry must have survived since.
 * With n CUs that share a page, m of them in the cluster, the last miss in the cluster was on
 * average n / m times as many misses ago as the last one of all; of these the cluster had its
 * share, and it must have four times as many entries (what was hit in between takes room, too, and
 * TLBs do not fill evenly). The same CU again means a TLB too small, which larger clusters mend by
 * the room of neighbours that need less. A page not missed for so long that it could be nowhere any
 * more begins anew. A miss while the one before is not answered does not count: it would wait as
 * long in a cluster, joined to the other there instead of below.
 */
#ifndef DESIGNS_ADAPTIVE_L1_SHARING_H
#define DESIGNS_ADAPTIVE_L1_SHARING_H

#include "socket/request.h"

struct page_misses;

/* Level k: clusters of 2^k neighbouring CUs of a chiplet. */
struct l1_sharing {
	unsigned chiplets, cus, top; /* CUs and the highest level of a chiplet */
	uint32_t entries;            /* of a CU's TLB */
	uint64_t misses;             /* so far */
	struct page_misses *table;
	uint32_t table_mask;
	unsigned bit_shift; /* CUs of one bit in it */
	uint64_t *missed;   /* by CU of all chiplets, halved from time to time */
	double *share;      /* of clusters in these, by level and cluster */
};

/* Remembers `pages` of them, a power of two. `entries` is to be set before the first miss. */
void l1_sharing_init(struct l1_sharing *s, unsigned chiplets, unsigned cus, uint32_t pages);
void l1_sharing_release(struct l1_sharing *s);

/* A miss: the lowest level above the present one at which it would not have been; top + 1: none. */
unsigned l1_sharing_missed(struct l1_sharing *s, const struct translation *t, unsigned level);
void l1_sharing_answered(struct l1_sharing *s, const struct translation *t);

/* From now on the shares are those of late. */
void l1_sharing_renew(struct l1_sharing *s);

#endif
