/*
 * Miss status registers of a TLB: one per page asked for below, with the later requests of the same
 * page that wait for its answer. Found by key (address space and page) in O(1).
 */
#ifndef HW_TRANSLATION_MSHR_H
#define HW_TRANSLATION_MSHR_H

#include "socket/request.h"

/* Invariant: on the free list, or in the chain of its key's bucket. A line of the host's cache. */
struct mshr {
	uint64_t key;
	struct tx_fifo merged;     /* in order of arrival */
	struct mshr *next, **link; /* link: what points to this one */
	void *owner;               /* whose register it is */
	cycle_t entered;           /* when the primary came to this stage */
	uint32_t instruction;      /* whose requests alone may join; 0 where all may */
	uint32_t held;             /* requests, the primary among them; 0 when free */
	bool stale;    /* shot down: takes no more requests, its answer is not installed */
	bool outdated; /* shot down since its request went down: must be asked again */
	cycle_t shot;  /* outdated: when; what a walk found later is right nevertheless */
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

/* Marks those of an address space, with vpn UINT64_MAX, or of one key stale (see tlb_key()). */
void mshr_shootdown(struct mshr_table *m, uint8_t asid, uint64_t vpn, cycle_t now);

static inline bool mshr_full(const struct mshr_table *m)
{
	return !m->free;
}

static inline struct mshr **mshr_bucket(const struct mshr_table *m, uint64_t key)
{
	return &m->bucket[(key ^ key >> 29) * UINT64_C(0x9e3779b97f4a7c15) >> m->shift];
}

/* The register that later requests of this key, and of this instruction, may join; NULL when there
 * is none. */
static inline struct mshr *mshr_find_of(const struct mshr_table *m, uint64_t key,
					uint32_t instruction)
{
	struct mshr *entry = *mshr_bucket(m, key);

	while (entry && (entry->key != key || entry->stale || entry->instruction != instruction))
		entry = entry->next;
	return entry;
}

/* One of the key, whoever's. */
static inline struct mshr *mshr_find(const struct mshr_table *m, uint64_t key)
{
	struct mshr *entry = *mshr_bucket(m, key);

	while (entry && (entry->key != key || entry->stale))
		entry = entry->next;
	return entry;
}

/* NULL when all are in use. */
static inline struct mshr *mshr_allocate(struct mshr_table *m, uint64_t key)
{
	struct mshr **bucket = mshr_bucket(m, key), *entry = m->free;

	if (!entry)
		return NULL;
	m->free = entry->next;
	m->used++;
	entry->key = key;
	entry->instruction = 0;
	tx_fifo_init(&entry->merged);
	entry->held = 1;
	entry->stale = false;
	entry->outdated = false;
	entry->next = *bucket;
	entry->link = bucket;
	if (entry->next)
		entry->next->link = &entry->next;
	*bucket = entry;
	return entry;
}

/* Adds a request to the list; false when the register holds as many as it can. */
static inline bool mshr_merge(const struct mshr_table *m, struct mshr *entry, struct translation *t)
{
	if (m->limit && entry->held >= m->limit)
		return false;
	entry->held++;
	tx_fifo_append(&entry->merged, t);
	return true;
}

/* Frees the register and returns its merged requests, linked through ->next. */
static inline struct translation *mshr_free(struct mshr_table *m, struct mshr *entry)
{
	*entry->link = entry->next;
	if (entry->next)
		entry->next->link = entry->link;
	entry->next = m->free;
	m->free = entry;
	entry->held = 0;
	m->used--;
	return entry->merged.first;
}

#endif
