/* Copies are counted in a hash table that each sample finds empty: older slots do not count. */
#include "measure/replication.h"

#include <stdlib.h>
#include <string.h>

void replication_init(struct replication *r)
{
	memset(r, 0, sizeof(*r));
}

void replication_release(struct replication *r)
{
	free(r->tlbs);
	free(r->table);
	free(r->used);
	memset(r, 0, sizeof(*r));
}

void replication_add(struct replication *r, const struct tlb *tlb)
{
	uint32_t bits = 1;

	r->tlbs = xrealloc(r->tlbs, (r->tlb_count + 1) * sizeof(struct tlb *));
	r->tlbs[r->tlb_count++] = tlb;
	r->entries += tlb->config.entries;
	while (UINT32_C(1) << bits < 2 * r->entries)
		bits++;
	r->used = xrealloc(r->used, r->entries * sizeof(*r->used));
	if (r->table && (UINT32_C(1) << bits) - 1 == r->mask)
		return;
	free(r->table);
	r->table = xcalloc((size_t)1 << bits, sizeof(*r->table));
	r->mask = (UINT32_C(1) << bits) - 1;
	r->shift = 64 - bits;
}

static void count_key(struct replication *r, uint64_t key)
{
	uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> r->shift);

	while (r->table[at].sample == r->sample) {
		if (r->table[at].key == key) {
			r->table[at].copies++;
			return;
		}
		at = (at + 1) & r->mask;
	}
	r->table[at] = (struct replication_slot){key, r->sample, 1};
	r->used[r->distinct++] = at;
}

static unsigned class_of(uint32_t copies)
{
	unsigned class = copies > 1 ? 32u - (unsigned)__builtin_clz(copies - 1) : 0;

	return class < REPLICATION_CLASSES ? class : REPLICATION_CLASSES - 1;
}

void replication_sample(struct replication *r, uint64_t times)
{
	r->sample++;
	r->distinct = 0;
	for (uint32_t i = 0; i < r->tlb_count; i++) {
		const struct tlb *tlb = r->tlbs[i];

		for (uint32_t slot = 0; slot < tlb->config.entries; slot++)
			if (tlb->tags.key[slot] != ASSOC_INVALID)
				count_key(r, tlb->tags.key[slot]);
	}
	for (uint32_t i = 0; i < r->distinct; i++) {
		uint32_t copies = r->table[r->used[i]].copies;

		gauge_add(&r->copies, copies, times);
		r->class[class_of(copies)] += times;
	}
	r->samples += times;
}

void replication_register_stats(const struct replication *r, struct stats *stats, const char *group)
{
	static const char *const classes[REPLICATION_CLASSES] = {
		"copies_1",    "copies_2",     "copies_3_4",   "copies_5_8",
		"copies_9_16", "copies_17_32", "copies_33_64", "copies_65_up"};

	stats_counter(stats, group, "samples", &r->samples);
	stats_gauge(stats, group, "copies", &r->copies);
	for (unsigned i = 0; i < REPLICATION_CLASSES; i++)
		stats_counter(stats, group, classes[i], &r->class[i]);
}
