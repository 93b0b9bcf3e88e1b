/* Reads and writes of the compressed bits; nothing is kept beside them. */
#include "designs/reach/tx_store.h"

#include <stdlib.h>
#include <string.h>

const struct tx_format tx_lds_segment_32 = {
	.ways = 3, .base_bits = 16, .delta_bits = 16, .lru_bits = 2, .va_bits = 25};
const struct tx_format tx_lds_segment_64 = {
	.ways = 6, .base_bits = 16, .delta_bits = 18, .lru_bits = 3, .va_bits = 26};
const struct tx_format tx_icache_line_8 = {
	.ways = 8, .base_bits = 32, .delta_bits = 8, .lru_bits = 3, .va_bits = 31};
const struct tx_format tx_icache_line_1 = {
	.ways = 1, .base_bits = 31, .delta_bits = 8, .lru_bits = 3, .va_bits = 31};

void tx_store_init(struct tx_store *s, const struct tx_format *format, uint32_t sets)
{
	memset(s, 0, sizeof(*s));
	s->format = *format;
	s->sets = sets;
	s->low_bits = format->delta_bits - format->lru_bits - 1;
	if (!sets || format->ways > TX_MOST_WAYS ||
	    format->va_bits + TX_ID_BITS > format->base_bits + s->low_bits ||
	    format->base_bits + format->ways * format->delta_bits > 8 * sizeof(tx_bits))
		BUG("compressed tags: %u ways, base of %u bits, deltas of %u", format->ways,
		    format->base_bits, format->delta_bits);
	s->tags = xcalloc(sets, sizeof(*s->tags));
	s->frame = xcalloc((size_t)sets * format->ways, sizeof(*s->frame));
	s->by = xcalloc((size_t)sets * format->ways, sizeof(*s->by));
}

void tx_store_fold(struct tx_store *s)
{
	if (s->sets & (s->sets - 1))
		BUG("%u sets of translations cannot be folded into", s->sets);
	s->fold_bits = (uint8_t)__builtin_ctz(s->sets);
}

void tx_store_release(struct tx_store *s)
{
	free(s->tags);
	free(s->frame);
	free(s->by);
	memset(s, 0, sizeof(*s));
}

/* Fields */

static uint64_t tag_bits_of(tx_bits tags, unsigned at, unsigned count)
{
	return (uint64_t)(tags >> at) & ((UINT64_C(1) << count) - 1);
}

static void set_tag_bits(tx_bits *tags, unsigned at, unsigned count, uint64_t value)
{
	tx_bits mask = ((tx_bits)1 << count) - 1;

	*tags = (*tags & ~(mask << at)) | (tx_bits)value << at;
}

static unsigned delta_at(const struct tx_store *s, unsigned way)
{
	return s->format.base_bits + way * s->format.delta_bits;
}

static bool is_valid(const struct tx_store *s, uint32_t set, unsigned way)
{
	return tag_bits_of(s->tags[set], delta_at(s, way), 1);
}

static void set_valid(struct tx_store *s, uint32_t set, unsigned way, bool valid)
{
	set_tag_bits(&s->tags[set], delta_at(s, way), 1, valid);
	s->held += valid ? 1 : UINT32_MAX;
}

static unsigned rank_of(const struct tx_store *s, uint32_t set, unsigned way)
{
	return (unsigned)tag_bits_of(s->tags[set], delta_at(s, way) + 1, s->format.lru_bits);
}

static void set_rank(struct tx_store *s, uint32_t set, unsigned way, unsigned rank)
{
	set_tag_bits(&s->tags[set], delta_at(s, way) + 1, s->format.lru_bits, rank);
}

static uint64_t low_of(const struct tx_store *s, uint32_t set, unsigned way)
{
	return tag_bits_of(s->tags[set], delta_at(s, way) + 1 + s->format.lru_bits, s->low_bits);
}

static uint64_t base_of(const struct tx_store *s, uint32_t set)
{
	return tag_bits_of(s->tags[set], 0, s->format.base_bits);
}

/* Tags */

static uint64_t tag_of(const struct tx_store *s, uint8_t asid, uint64_t vpn)
{
	return (uint64_t)asid << s->format.va_bits | vpn / s->sets;
}

bool tx_store_can_hold(const struct tx_store *s, uint8_t asid, uint64_t vpn)
{
	return asid >> TX_ID_BITS == 0 && vpn / s->sets >> s->format.va_bits == 0;
}

bool tx_store_empty(const struct tx_store *s, uint32_t set)
{
	for (unsigned way = 0; way < s->format.ways; way++)
		if (is_valid(s, set, way))
			return false;
	return true;
}

bool tx_store_joins(const struct tx_store *s, uint8_t asid, uint64_t vpn)
{
	uint32_t set = tx_store_set(s, vpn);

	return base_of(s, set) == tag_of(s, asid, vpn) >> s->low_bits || tx_store_empty(s, set);
}

int tx_store_find(const struct tx_store *s, uint8_t asid, uint64_t vpn)
{
	uint32_t set = tx_store_set(s, vpn);
	uint64_t tag = tag_of(s, asid, vpn), low = tag & ((UINT64_C(1) << s->low_bits) - 1);

	if (base_of(s, set) != tag >> s->low_bits || !tx_store_can_hold(s, asid, vpn))
		return -1;
	for (unsigned way = 0; way < s->format.ways; way++)
		if (is_valid(s, set, way) && low_of(s, set, way) == low)
			return (int)way;
	return -1;
}

bool tx_store_entry(const struct tx_store *s, uint32_t set, unsigned way, struct tlb_entry *entry)
{
	uint64_t tag = base_of(s, set) << s->low_bits | low_of(s, set, way), above;

	if (!is_valid(s, set, way))
		return false;
	entry->asid = (uint8_t)(tag >> s->format.va_bits);
	above = tag & ((UINT64_C(1) << s->format.va_bits) - 1);
	entry->vpn = above * s->sets + (set ^ tx_store_folded(s, above));
	entry->frame = s->frame[set * s->format.ways + way];
	return true;
}

/* Changes */

static void touch_way(struct tx_store *s, uint32_t set, unsigned way)
{
	unsigned rank = rank_of(s, set, way);

	for (unsigned w = 0; w < s->format.ways; w++)
		if (rank_of(s, set, w) < rank)
			set_rank(s, set, w, rank_of(s, set, w) + 1);
	set_rank(s, set, way, 0);
}

/* An empty set with a base of its own. */
static void begin_set(struct tx_store *s, uint32_t set, uint64_t base)
{
	s->tags[set] = 0;
	set_tag_bits(&s->tags[set], 0, s->format.base_bits, base);
	for (unsigned way = 0; way < s->format.ways; way++)
		set_rank(s, set, way, way);
}

/* An empty way, else the least recently used. */
static unsigned victim_of(const struct tx_store *s, uint32_t set)
{
	unsigned last = 0;

	for (unsigned way = 0; way < s->format.ways; way++) {
		if (!is_valid(s, set, way))
			return way;
		if (rank_of(s, set, way) == s->format.ways - 1)
			last = way;
	}
	return last;
}

/* Hands a translation out and forgets it. */
static void hand_out(struct tx_store *s, uint32_t set, unsigned way, uint8_t page_shift,
		     struct tlb_entry *entry)
{
	tx_store_entry(s, set, way, entry);
	entry->page_shift = page_shift;
	set_valid(s, set, way, false);
}

unsigned tx_store_put(struct tx_store *s, const struct tlb_entry *entry, uint16_t by,
		      struct tlb_entry victims[TX_MOST_WAYS])
{
	uint32_t set = tx_store_set(s, entry->vpn), slot;
	uint64_t tag = tag_of(s, entry->asid, entry->vpn);
	int found = tx_store_find(s, entry->asid, entry->vpn);
	unsigned way, count = 0;

	if (found >= 0) {
		touch_way(s, set, (unsigned)found);
		return 0;
	}
	if (!tx_store_joins(s, entry->asid, entry->vpn))
		for (way = 0; way < s->format.ways; way++)
			if (is_valid(s, set, way))
				hand_out(s, set, way, entry->page_shift, &victims[count++]);
	if (tx_store_empty(s, set))
		begin_set(s, set, tag >> s->low_bits);
	way = victim_of(s, set);
	if (is_valid(s, set, way))
		hand_out(s, set, way, entry->page_shift, &victims[count++]);
	set_tag_bits(&s->tags[set], delta_at(s, way) + 1 + s->format.lru_bits, s->low_bits,
		     tag & ((UINT64_C(1) << s->low_bits) - 1));
	set_valid(s, set, way, true);
	touch_way(s, set, way);
	slot = set * s->format.ways + way;
	s->frame[slot] = entry->frame;
	s->by[slot] = by;
	return count;
}

bool tx_store_take(struct tx_store *s, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	uint32_t set = tx_store_set(s, vpn);
	int way = tx_store_find(s, asid, vpn);

	if (way < 0)
		return false;
	*frame = s->frame[set * s->format.ways + (unsigned)way];
	set_valid(s, set, (unsigned)way, false);
	return true;
}

unsigned tx_store_clear(struct tx_store *s, uint32_t set)
{
	unsigned count = 0;

	for (unsigned way = 0; way < s->format.ways; way++)
		count += is_valid(s, set, way);
	s->tags[set] = 0;
	s->held -= count;
	return count;
}

unsigned tx_store_shootdown(struct tx_store *s, uint8_t asid, uint64_t vpn)
{
	unsigned count = 0;
	struct tlb_entry entry;
	uint64_t frame;

	if (vpn != UINT64_MAX)
		return tx_store_take(s, asid, vpn, &frame);
	for (uint32_t set = 0; s->held && set < s->sets; set++)
		for (unsigned way = 0; way < s->format.ways; way++)
			if (tx_store_entry(s, set, way, &entry) && entry.asid == asid) {
				set_valid(s, set, way, false);
				count++;
			}
	return count;
}
