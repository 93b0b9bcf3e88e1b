/* Page walk caches: arrays of keys; what a key stands for is the page table's to say. */
#include "hw/translation/pwc.h"

#include <stdlib.h>
#include <string.h>

#include "socket/pwc_replacement.h"

enum { KEY_ASID_SHIFT = 56, KEY_LEVEL_SHIFT = 52 };

static void array_init(struct pwc_array *array, uint32_t entries, uint32_t ways)
{
	if (!ways || !entries || entries % ways)
		BUG("page walk cache of %u entries in %u ways", entries, ways);
	assoc_init(&array->tags, entries / ways, ways, ASSOC_MODULO);
	array->claims = xcalloc(entries, sizeof(*array->claims));
}

void pwc_init(struct pwc *pwc, const struct pwc_config *config,
	      const struct pwc_replacement *replacement, const struct page_source *source)
{
	memset(pwc, 0, sizeof(*pwc));
	pwc->config = *config;
	pwc->shape = walk_shape(config->page_shift, config->index_bits);
	pwc->leaf = pwc->shape.leaf;
	pwc->replacement = *replacement;
	if (source)
		pwc->source = *source;
	port_init(&pwc->port, config->ports ? config->ports : 1);
	switch (config->kind) {
	case PWC_NONE:
		break;
	case PWC_SPLIT:
		for (unsigned level = pwc->leaf + 1; level <= WALK_ROOT; level++)
			array_init(&pwc->array[level], config->level_entries[level],
				   config->level_ways[level]);
		break;
	case PWC_UNIFIED:
		array_init(&pwc->array[0], config->entries, config->ways);
		break;
	case PWC_LINES:
		if (!config->line_bytes || config->line_bytes & (config->line_bytes - 1))
			BUG("page walk cache with lines of %u bytes", config->line_bytes);
		pwc->line_shift = (unsigned)__builtin_ctz(config->line_bytes);
		array_init(&pwc->array[0], config->bytes / config->line_bytes, config->ways);
		break;
	}
}

void pwc_release(struct pwc *pwc)
{
	for (unsigned i = 0; i <= WALK_ROOT; i++) {
		if (pwc->array[i].claims)
			assoc_release(&pwc->array[i].tags);
		free(pwc->array[i].claims);
		pwc->array[i].claims = NULL;
	}
}

/* A key and where it belongs. */
struct place {
	struct pwc_array *array;
	uint64_t key;
	uint32_t set;
	int way; /* -1: not there */
};

static struct place pwc_place(const struct pwc *pwc, unsigned array, uint8_t asid, unsigned level,
			      uint64_t bits)
{
	struct place p;

	p.array = (struct pwc_array *)&pwc->array[array];
	p.key = (uint64_t)asid << KEY_ASID_SHIFT | (uint64_t)level << KEY_LEVEL_SHIFT | bits;
	p.set = assoc_set(&p.array->tags, bits);
	p.way = assoc_find(&p.array->tags, p.set, p.key);
	return p;
}

static struct place place_of_prefix(const struct pwc *pwc, uint8_t asid, uint64_t vpn,
				    unsigned level)
{
	return pwc_place(pwc, pwc->config.kind == PWC_SPLIT ? level : 0, asid, level,
			 walk_prefix(pwc->shape, vpn, level));
}

static struct place place_of_line(const struct pwc *pwc, uint8_t asid, uint64_t pa)
{
	return pwc_place(pwc, 0, asid, 0, pa >> pwc->line_shift);
}

/* The deepest level above the leaf whose entry is known, WALK_ROOT + 1 when none is. */
static unsigned deepest_prefix(const struct pwc *pwc, uint8_t asid, uint64_t vpn,
			       struct place *place)
{
	if (pwc->config.kind == PWC_NONE)
		return WALK_ROOT + 1;
	for (unsigned level = pwc->leaf + 1; level <= WALK_ROOT; level++) {
		*place = place_of_prefix(pwc, asid, vpn, level);
		if (place->way >= 0)
			return level;
	}
	return WALK_ROOT + 1;
}

static uint8_t *claims_of(const struct place *p)
{
	return &p->array->claims[assoc_slot(&p->array->tags, p->set, (unsigned)p->way)];
}

unsigned pwc_lookup(struct pwc *pwc, uint8_t asid, uint64_t vpn, bool claimed)
{
	struct place place;
	unsigned level = deepest_prefix(pwc, asid, vpn, &place);

	if (pwc->config.kind == PWC_NONE)
		return level - pwc->leaf;
	pwc->stats.lookups++;
	if (level > WALK_ROOT) {
		pwc->stats.misses++;
		return level - pwc->leaf;
	}
	pwc->stats.hits[level]++;
	assoc_touch(&place.array->tags, place.set, (unsigned)place.way);
	if (claimed && *claims_of(&place))
		--*claims_of(&place);
	return level - pwc->leaf;
}

bool pwc_lookup_line(struct pwc *pwc, uint8_t asid, uint64_t pa, unsigned level)
{
	struct place place = place_of_line(pwc, asid, pa);

	pwc->stats.lookups++;
	if (place.way < 0) {
		pwc->stats.misses++;
		return false;
	}
	pwc->stats.hits[level]++;
	assoc_touch(&place.array->tags, place.set, (unsigned)place.way);
	return true;
}

static unsigned probe_lines(const struct pwc *pwc, uint8_t asid, uint64_t vpn)
{
	unsigned reads = 0;

	for (unsigned level = WALK_ROOT; level >= pwc->leaf; level--) {
		uint64_t pa;

		if (!pwc->source.pte_address(pwc->source.state, asid, vpn, level, &pa))
			break;
		reads += place_of_line(pwc, asid, pa).way < 0;
	}
	return reads;
}

unsigned pwc_probe(const struct pwc *pwc, uint8_t asid, uint64_t vpn)
{
	struct place place;

	if (pwc->config.kind == PWC_LINES)
		return probe_lines(pwc, asid, vpn);
	return deepest_prefix(pwc, asid, vpn, &place) - pwc->leaf;
}

unsigned pwc_claim(struct pwc *pwc, uint8_t asid, uint64_t vpn)
{
	struct place place;
	unsigned level;

	if (pwc->config.kind == PWC_LINES)
		return probe_lines(pwc, asid, vpn);
	level = deepest_prefix(pwc, asid, vpn, &place);
	if (level <= WALK_ROOT && *claims_of(&place) < PWC_CLAIMS_MAX)
		++*claims_of(&place);
	return level - pwc->leaf;
}

/* An empty way if there is one, else what the policy gives up. */
static unsigned make_room(struct pwc *pwc, const struct place *place)
{
	const struct assoc *tags = &place->array->tags;
	unsigned oldest = assoc_victim(tags, place->set), way;
	struct pwc_set_view view;

	if (assoc_key(tags, place->set, oldest) == ASSOC_INVALID)
		return oldest;
	pwc->stats.evictions++;
	if (!pwc->replacement.ops)
		return oldest;
	view = (struct pwc_set_view){
		.tags = tags,
		.set = place->set,
		.ways = tags->ways,
		.oldest = oldest,
		.claims = &place->array->claims[assoc_slot(tags, place->set, 0)],
	};
	way = pwc->replacement.ops->victim(pwc->replacement.state, &view);
	if (way >= tags->ways)
		BUG("replacement policy %s gives up way %u of %u", pwc->replacement.ops->base.name,
		    way, tags->ways);
	return way;
}

void pwc_fill(struct pwc *pwc, uint8_t asid, uint64_t vpn, unsigned level, uint64_t pa)
{
	struct place place;

	if (pwc->config.kind == PWC_NONE)
		return;
	if (pwc->config.kind == PWC_LINES)
		place = place_of_line(pwc, asid, pa);
	else if (level > pwc->leaf)
		place = place_of_prefix(pwc, asid, vpn, level);
	else
		return;
	if (place.way >= 0) {
		assoc_touch(&place.array->tags, place.set, (unsigned)place.way);
		return;
	}
	place.way = (int)make_room(pwc, &place);
	assoc_insert(&place.array->tags, place.set, (unsigned)place.way, place.key);
	*claims_of(&place) = 0;
	pwc->stats.fills++;
}

static void forget_place(struct pwc *pwc, const struct place *place)
{
	if (place->way < 0)
		return;
	assoc_invalidate(&place->array->tags, place->set, (unsigned)place->way);
	*claims_of(place) = 0;
	pwc->stats.shot_down++;
}

static void forget_space(struct pwc *pwc, uint8_t asid)
{
	for (unsigned i = 0; i <= WALK_ROOT; i++) {
		struct pwc_array *array = &pwc->array[i];

		if (!array->claims)
			continue;
		for (uint32_t slot = 0; slot < array->tags.sets * array->tags.ways; slot++) {
			uint64_t key = array->tags.key[slot];
			struct place place = {
				.array = array,
				.set = slot / array->tags.ways,
				.way = (int)(slot % array->tags.ways),
			};

			if (key != ASSOC_INVALID && key >> KEY_ASID_SHIFT == asid)
				forget_place(pwc, &place);
		}
	}
}

void pwc_shootdown(struct pwc *pwc, uint8_t asid, uint64_t vpn)
{
	if (vpn == UINT64_MAX) {
		forget_space(pwc, asid);
		return;
	}
	for (unsigned level = pwc->leaf; level <= WALK_ROOT && pwc->config.kind != PWC_NONE;
	     level++) {
		struct place place = {.way = -1};
		uint64_t pa;

		if (pwc->config.kind != PWC_LINES) {
			if (level > pwc->leaf)
				place = place_of_prefix(pwc, asid, vpn, level);
		} else if (pwc->source.pte_address(pwc->source.state, asid, vpn, level, &pa)) {
			place = place_of_line(pwc, asid, pa);
		}
		forget_place(pwc, &place);
	}
}

void pwc_register_stats(const struct pwc *pwc, struct stats *stats, const char *group)
{
	static const char *const hits[] = {NULL, "hits_level1", "hits_level2", "hits_level3",
					   "hits_level4"};
	const struct pwc_stats *s = &pwc->stats;

	stats_counter(stats, group, "lookups", &s->lookups);
	stats_counter(stats, group, "misses", &s->misses);
	for (unsigned level = 1; level <= WALK_ROOT; level++)
		stats_counter(stats, group, hits[level], &s->hits[level]);
	stats_counter(stats, group, "fills", &s->fills);
	stats_counter(stats, group, "evictions", &s->evictions);
	stats_counter(stats, group, "shot_down", &s->shot_down);
}
