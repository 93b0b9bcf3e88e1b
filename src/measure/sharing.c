/* A hash table of fixed size; its memory is touched only as far as it is used. */
#include "measure/sharing.h"

#include <stdlib.h>
#include <string.h>

void sharing_init(struct sharing *s)
{
	memset(s, 0, sizeof(*s));
	s->table = xcalloc((size_t)1 << SHARING_BITS, sizeof(*s->table));
}

void sharing_release(struct sharing *s)
{
	free(s->table);
	s->table = NULL;
}

void sharing_used(struct sharing *s, const struct translation *t)
{
	uint64_t key = tlb_key(t->who.asid, t->vpn) + 1;
	uint32_t at = (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - SHARING_BITS));

	while (s->table[at].key && s->table[at].key != key)
		at = (at + 1) & ((1u << SHARING_BITS) - 1);
	if (s->table[at].key == key) {
		if (s->table[at].cu != t->who.cu && !s->table[at].shared) {
			s->table[at].shared = true;
			s->shared++;
		}
	} else if (s->translations < SHARING_MOST) {
		s->table[at] = (struct sharing_slot){key, t->who.cu, false};
		s->translations++;
	} else {
		s->not_followed++;
	}
}

void sharing_register_stats(const struct sharing *s, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "translations", &s->translations);
	stats_counter(stats, group, "shared", &s->shared);
	stats_counter(stats, group, "not_followed", &s->not_followed);
}
