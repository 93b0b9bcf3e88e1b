/* A set-associative array of frames with the name of each; see reverse_map.h. */
#include "designs/vivt/reverse_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "hw/translation/tlb.h"

static uint32_t reverse_map_drop(struct reverse_map *m, uint64_t name)
{
	return m->config.drop(m->config.drop_ctx, tlb_key_asid(name), tlb_key_vpn(name));
}

static void reverse_map_enter(struct reverse_map *m, uint32_t set, uint64_t frame, uint64_t name)
{
	unsigned way = assoc_victim(&m->tags, set);
	uint32_t slot = assoc_slot(&m->tags, set, way);

	if (assoc_valid(&m->tags, set, way)) {
		m->stats.evictions++;
		m->stats.evicted_lines += reverse_map_drop(m, m->name[slot]);
	}
	assoc_insert(&m->tags, set, way, frame);
	m->name[slot] = name;
}

static void reverse_map_note(struct reverse_map *m, const struct mem_access *a)
{
	uint64_t frame = a->address >> m->config.page_shift;
	uint64_t name = tlb_key(a->who.asid, a->vaddr >> m->config.page_shift);
	uint32_t set = assoc_set(&m->tags, frame), slot;
	int way = assoc_find(&m->tags, set, frame);

	m->stats.accesses++;
	if (__builtin_expect(way < 0, 0)) {
		reverse_map_enter(m, set, frame, name);
		return;
	}
	assoc_touch(&m->tags, set, (unsigned)way);
	slot = assoc_slot(&m->tags, set, (unsigned)way);
	if (__builtin_expect(m->name[slot] == name, 1))
		return;
	m->stats.synonyms++;
	m->stats.synonym_lines += reverse_map_drop(m, m->name[slot]);
	m->name[slot] = name;
}

/* Noted only when it is taken: one that is refused comes again. */
static bool reverse_map_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct reverse_map *m = owner;

	if (!mem_send(&m->down, a, waiter))
		return false;
	reverse_map_note(m, a);
	return true;
}

static void reverse_map_warm(void *owner, struct mem_access *a)
{
	struct reverse_map *m = owner;
	const struct reverse_map_stats counted = m->stats;

	mem_warm(&m->down, a);
	reverse_map_note(m, a);
	m->stats = counted;
}

struct mem_port reverse_map_port(struct reverse_map *m)
{
	return (struct mem_port){reverse_map_send, m, reverse_map_warm};
}

bool reverse_map_knows(const struct reverse_map *m, uint64_t frame, uint8_t asid, uint64_t vpn)
{
	uint64_t number = frame >> m->config.page_shift;
	uint32_t set = assoc_set(&m->tags, number);
	int way = assoc_find(&m->tags, set, number);

	return way >= 0 && m->name[assoc_slot(&m->tags, set, (unsigned)way)] == tlb_key(asid, vpn);
}

void reverse_map_shootdown(struct reverse_map *m, uint8_t asid, uint64_t vpn)
{
	for (uint32_t slot = 0; m->tags.valid && slot < m->config.entries; slot++)
		if (m->tags.key[slot] != ASSOC_INVALID && tlb_key_asid(m->name[slot]) == asid &&
		    (vpn == UINT64_MAX || tlb_key_vpn(m->name[slot]) == vpn))
			assoc_invalidate(&m->tags, slot / m->config.ways, slot % m->config.ways);
}

void reverse_map_init(struct reverse_map *m, const struct reverse_map_config *config,
		      struct mem_port down)
{
	if (!config->ways || config->entries % config->ways)
		BUG("reverse map: %u entries in %u ways", config->entries, config->ways);
	memset(m, 0, sizeof(*m));
	m->config = *config;
	m->down = down;
	assoc_init(&m->tags, config->entries / config->ways, config->ways, ASSOC_MODULO);
	m->name = xcalloc(config->entries, sizeof(*m->name));
}

void reverse_map_release(struct reverse_map *m)
{
	assoc_release(&m->tags);
	free(m->name);
}

void reverse_map_register_stats(const struct reverse_map *m, struct stats *stats, const char *group)
{
	const struct reverse_map_stats *s = &m->stats;

	stats_counter(stats, group, "accesses", &s->accesses);
	stats_counter(stats, group, "synonyms", &s->synonyms);
	stats_counter(stats, group, "synonym_lines", &s->synonym_lines);
	stats_counter(stats, group, "evictions", &s->evictions);
	stats_counter(stats, group, "evicted_lines", &s->evicted_lines);
}
