/*
 * Miss status registers of a TLB: one per page asked for below, with the later requests of the same
 * page that wait for its answer. Found by key (address space and page) in O(1).
 */
#ifndef HW_MSHR_H
#define HW_MSHR_H

#include "hw/request.h"

/* Invariant: on the free list, or in the chain of its key's bucket. A line of the host's cache. */
struct mshr {
	uint64_t key;
	struct translation *first, **last; /* merged ones, in order of arrival */
	struct mshr *next, **link;         /* link: what points to this one */
	void *owner;                       /* whose register it is */
	cycle_t entered;                   /* when the primary came to this stage */
	uint32_t held;                     /* requests, the primary among them; 0 when free */
	bool stale;    /* shot down: takes no more requests, its answer is not installed */
	bool outdated; /* shot down since its request went down: must be asked again */
};

struct mshr_table {
	struct mshr *entry;
	struct mshr **bucket;
	struct mshr *free;
	uint32_t entries, used;
	uint32_t limit; /* requests one register holds, 0: any number */
	uint32_t shift; /* of the hash */
};

void mshr_init(struct mshr_table *m, void *owner, uint32_t entries, uint32_t limit);
void mshr_release(struct mshr_table *m);

/* The register that later requests of this key may join; NULL when there is none. */
struct mshr *mshr_find(const struct mshr_table *m, uint64_t key);

/* NULL when all are in use. */
struct mshr *mshr_allocate(struct mshr_table *m, uint64_t key);
/* Adds a request to the list; false when the register holds as many as it can. */
bool mshr_merge(const struct mshr_table *m, struct mshr *entry, struct translation *t);
/* Frees the register and returns its merged requests, linked through ->next. */
struct translation *mshr_free(struct mshr_table *m, struct mshr *entry);

/* Marks those of an address space, with vpn UINT64_MAX, or of one key stale (see tlb_key()). */
void mshr_shootdown(struct mshr_table *m, uint8_t asid, uint64_t vpn);

static inline bool mshr_full(const struct mshr_table *m)
{
	return !m->free;
}

#endif
