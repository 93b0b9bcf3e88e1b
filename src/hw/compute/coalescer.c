/*
 * Lanes to pages and lines. Contiguous and uniform accesses, which most are, are recognised as a
 * whole; otherwise lane by lane, with a hash index once more than a handful of lines are out of
 * order.
 */
#include "hw/compute/coalescer.h"

#include <string.h>

enum { LINEAR = 8, INDEX_BITS = 9, INDEX_SLOTS = 1 << INDEX_BITS, MAX_WORDS = 1024 / 64 };

/*
 * Numbers of lines or pages plus one, by hash of their key; 0 is empty. Keys mostly come in rising
 * order and are new then: the index is not asked, and filled up to the last only when it is.
 */
struct index {
	uint64_t highest; /* key so far */
	unsigned filled;  /* numbers below are in it, unless 0 */
	uint16_t slot[INDEX_SLOTS];
};

struct work {
	struct coalesced *c;
	unsigned line_shift, page_shift;
	bool by_line;
	unsigned words; /* of coverage per line */
	unsigned last;  /* line of the last piece, and its key; UINT64_MAX before the first */
	uint64_t key;
	struct index lines, pages;
	uint64_t covered[COALESCED_MAX * MAX_WORDS]; /* one bit per byte, `words` words per line */
};

static unsigned index_hash(uint64_t key)
{
	return (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> (64 - INDEX_BITS));
}

static void index_put(struct index *index, uint64_t key, unsigned number)
{
	unsigned i = index_hash(key);

	while (index->slot[i])
		i = (i + 1) % INDEX_SLOTS;
	index->slot[i] = (uint16_t)(number + 1);
}

static uint64_t line_key(const struct work *w, unsigned number)
{
	return w->c->line[number].address >> w->line_shift;
}

static unsigned find_line(struct work *w, uint64_t key)
{
	struct index *index = &w->lines;
	unsigned count = w->c->lines;

	if (!count || key > index->highest)
		return COALESCED_NONE;
	if (count <= LINEAR) {
		for (unsigned i = 0; i < count; i++)
			if (line_key(w, i) == key)
				return i;
		return COALESCED_NONE;
	}
	if (!index->filled)
		memset(index->slot, 0, sizeof(index->slot));
	for (; index->filled < count; index->filled++)
		index_put(index, line_key(w, index->filled), index->filled);
	for (unsigned i = index_hash(key); index->slot[i]; i = (i + 1) % INDEX_SLOTS)
		if (line_key(w, index->slot[i] - 1u) == key)
			return index->slot[i] - 1u;
	return COALESCED_NONE;
}

static unsigned find_page(struct work *w, uint64_t vpn)
{
	const struct coalesced_page *page = w->c->page;
	struct index *index = &w->pages;
	unsigned count = w->c->pages;

	if (!count || vpn > index->highest)
		return COALESCED_NONE;
	if (page[count - 1].vpn == vpn)
		return count - 1;
	if (count <= LINEAR) {
		for (unsigned i = 0; i < count; i++)
			if (page[i].vpn == vpn)
				return i;
		return COALESCED_NONE;
	}
	if (!index->filled)
		memset(index->slot, 0, sizeof(index->slot));
	for (; index->filled < count; index->filled++)
		index_put(index, page[index->filled].vpn, index->filled);
	for (unsigned i = index_hash(vpn); index->slot[i]; i = (i + 1) % INDEX_SLOTS)
		if (page[index->slot[i] - 1u].vpn == vpn)
			return index->slot[i] - 1u;
	return COALESCED_NONE;
}

static unsigned add_page(struct work *w, uint64_t vpn)
{
	struct coalesced *c = w->c;
	unsigned number = c->pages++;

	c->page[number] = (struct coalesced_page){vpn, COALESCED_NONE, COALESCED_NONE, 0};
	if (!number || vpn > w->pages.highest)
		w->pages.highest = vpn;
	return number;
}

/* A line of an access, appended to its page. */
static unsigned add_line(struct work *w, uint64_t key)
{
	struct coalesced *c = w->c;
	unsigned number = c->lines++;
	uint64_t address = key << w->line_shift;
	unsigned page = COALESCED_NONE;

	if (!w->by_line)
		page = find_page(w, address >> w->page_shift);
	if (page == COALESCED_NONE)
		page = add_page(w, address >> w->page_shift);
	if (c->page[page].last == COALESCED_NONE)
		c->page[page].first = (uint16_t)number;
	else
		c->line[c->page[page].last].next = (uint16_t)number;
	c->page[page].last = (uint16_t)number;
	c->line[number] =
		(struct coalesced_line){address, 0, COALESCED_NONE, (uint16_t)page, false};
	if (!number || key > w->lines.highest)
		w->lines.highest = key;
	for (unsigned k = 0; k < w->words; k++)
		w->covered[number * w->words + k] = 0;
	return number;
}

/* Marks bytes [from, to) of a line. */
static void cover_bytes(uint64_t *covered, unsigned from, unsigned to)
{
	while (from < to) {
		unsigned end = (from | 63) + 1;
		unsigned bits = (end < to ? end : to) - from;

		covered[from / 64] |= UINT64_MAX >> (64 - bits) << from % 64;
		from += bits;
	}
}

/* One piece of a lane: `bytes` bytes at an address. */
static void add_piece(struct work *w, uint64_t address, unsigned bytes)
{
	uint64_t size = UINT64_C(1) << w->line_shift, end = address + bytes;

	while (address < end) {
		uint64_t key = address >> w->line_shift, base = key << w->line_shift;

		if (key != w->key) {
			w->last = find_line(w, key);
			if (w->last == COALESCED_NONE)
				w->last = add_line(w, key);
			w->key = key;
		}
		cover_bytes(&w->covered[w->last * w->words], (unsigned)(address - base),
			    (unsigned)(end - base < size ? end - base : size));
		address = base + size;
	}
}

static void finish_lines(struct work *w)
{
	for (unsigned i = 0; i < w->c->lines; i++) {
		struct coalesced_line *line = &w->c->line[i];
		const uint64_t *covered = &w->covered[i * w->words];
		unsigned bytes = 0, first = 0;

		for (unsigned k = w->words; k-- > 0;) {
			bytes += covered[k] == UINT64_MAX
					 ? 64
					 : (unsigned)__builtin_popcountll(covered[k]);
			if (covered[k])
				first = 64 * k + (unsigned)__builtin_ctzll(covered[k]);
		}
		line->address += first;
		line->bytes = (uint16_t)bytes;
		line->full = bytes == 1u << w->line_shift;
	}
}

/* Whether the lanes are all active and form one stretch of memory; *bytes: how long it is. */
static bool is_stretch(const struct step *step, uint64_t lanes, unsigned *bytes)
{
	uint64_t first = step->addr[0], apart = 0, moved = 0;

	if (lanes != UINT64_MAX || step->space == SPACE_SCRATCH)
		return false;
	if (step->addr[1] != first && step->addr[1] != first + step->width)
		return false;
	for (unsigned i = 0; i < WAVE_LANES; i++) {
		moved |= step->addr[i] ^ first;
		apart |= step->addr[i] ^ (first + (uint64_t)i * step->width);
	}
	if (moved == 0)
		*bytes = step->width;
	else if (apart == 0)
		*bytes = step->width * (unsigned)WAVE_LANES;
	return moved == 0 || apart == 0;
}

static uint64_t page_end(const struct work *w, const struct coalesced_page *page)
{
	if (w->by_line)
		return (line_key(w, page->first) + 1) << w->line_shift;
	return (page->vpn + 1) << w->page_shift;
}

/* Lanes of a stretch by page: those whose last byte lies before the page's end. */
static void count_stretch(struct work *w, const struct step *step, unsigned bytes)
{
	struct coalesced *c = w->c;
	unsigned counted = 0;

	for (unsigned i = 0; i + 1 < c->pages && bytes > step->width; i++) {
		uint64_t end = page_end(w, &c->page[i]);
		unsigned lanes = (unsigned)((end - step->addr[0]) / step->width);

		c->page[i].lanes = (uint16_t)(lanes - counted);
		counted = lanes;
	}
	c->page[c->pages - 1].lanes = (uint16_t)(WAVE_LANES - counted);
}

void coalesce(struct coalesced *c, const struct step *step, const struct coalescing *how)
{
	uint64_t lanes = step->lanes & ~step->lds_lanes;
	bool rows = step->space == SPACE_SCRATCH && step->width > 4;
	unsigned pieces = rows ? step->width / 4u : 1, bytes = rows ? 4 : step->width;
	unsigned stretch;
	struct work w;

	c->pages = c->lines = 0;
	w.c = c;
	w.line_shift = how->line_shift;
	w.page_shift = how->page_shift;
	w.by_line = how->by_line;
	w.words = how->line_shift > 6 ? 1u << (how->line_shift - 6) : 1;
	w.lines.filled = w.pages.filled = 0;
	w.key = UINT64_MAX;
	w.last = 0;
	if (is_stretch(step, lanes, &stretch)) {
		add_piece(&w, step->addr[0], stretch);
		count_stretch(&w, step, stretch);
		lanes = 0;
	}
	for (; lanes; lanes &= lanes - 1) {
		unsigned i = (unsigned)__builtin_ctzll(lanes);

		/* Dwords of private memory are a row of 64 lanes apart. */
		for (unsigned k = 0; k < pieces; k++)
			add_piece(&w, step->addr[i] + (uint64_t)k * 4 * WAVE_LANES, bytes);
		c->page[c->line[w.last].page].lanes++;
	}
	finish_lines(&w);
}
