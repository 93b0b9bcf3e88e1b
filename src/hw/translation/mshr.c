/* MSHRs: a fixed array of registers, chained by the hash of their key. */
#include "hw/translation/mshr.h"

#include <stdlib.h>
#include <string.h>

#include "hw/translation/tlb.h"

void mshr_init(struct mshr_table *m, void *owner, uint32_t entries, uint32_t limit)
{
	unsigned bits = 1;

	while (UINT64_C(1) << bits < 2 * (uint64_t)entries)
		bits++;
	memset(m, 0, sizeof(*m));
	m->entries = entries;
	m->limit = limit;
	m->shift = 64 - bits;
	m->entry = xcalloc_lines(entries, sizeof(*m->entry));
	m->bucket = xcalloc((size_t)1 << bits, sizeof(*m->bucket));
	for (uint32_t i = entries; i-- > 0;) {
		m->entry[i].owner = owner;
		m->entry[i].next = m->free;
		m->free = &m->entry[i];
	}
}

void mshr_release(struct mshr_table *m)
{
	free(m->entry);
	free(m->bucket);
	memset(m, 0, sizeof(*m));
}

static void mshr_shoot(struct mshr *entry, cycle_t now)
{
	entry->stale = entry->outdated = true;
	entry->shot = now;
}

void mshr_shootdown(struct mshr_table *m, uint8_t asid, uint64_t vpn, cycle_t now)
{
	if (vpn != UINT64_MAX) {
		uint64_t key = tlb_key(asid, vpn);

		for (struct mshr *entry = *mshr_bucket(m, key); entry; entry = entry->next)
			if (entry->key == key) /* also one that is stale already */
				mshr_shoot(entry, now);
		return;
	}
	for (size_t i = 0; m->used && i <= UINT64_MAX >> m->shift; i++)
		for (struct mshr *entry = m->bucket[i]; entry; entry = entry->next)
			if (tlb_key_asid(entry->key) == asid)
				mshr_shoot(entry, now);
}
