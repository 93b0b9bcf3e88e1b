/* Virtual ranges of one application, mapped page by page; see address_space.h. */
#include "driver/memory/address_space.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t space_page_bytes(const struct address_space *as)
{
	return UINT64_C(1) << as->config.page_shift;
}

struct address_space *address_space_new(const struct address_space_config *config)
{
	struct address_space *as = xcalloc(1, sizeof(*as));

	as->config = *config;
	as->table = page_table_new(&(struct page_table_config){.asid = config->asid,
							       .page_shift = config->page_shift,
							       .index_bits = config->index_bits,
							       .pte_bytes = config->pte_bytes,
							       .frames = config->frames,
							       .placement = config->table_placement,
							       .chiplets = config->chiplets});
	return as;
}

/* Pages with a hole in between are possible: unmap_page leaves one. */
static void give_frames(struct address_space *as, const struct mapped_range *range)
{
	uint64_t first = range->va >> as->config.page_shift;
	uint64_t end = first + (range->bytes >> as->config.page_shift), frame;

	if (range->kept)
		as->config.keeper.remove(as->config.keeper.owner, as, range);
	for (uint64_t vpn = first; !range->borrowed && vpn < end; vpn++)
		if (page_table_translate(as->table, vpn, &frame))
			frames_give(as->config.frames, page_table_unmap(as->table, vpn));
}

void address_space_each_frame(const struct address_space *as,
			      void (*visit)(void *state, uint64_t pa, uint64_t bytes), void *state)
{
	uint64_t frame;

	for (size_t i = 0; i < as->range_count; i++) {
		uint64_t first = as->ranges[i].va >> as->config.page_shift;
		uint64_t end = first + (as->ranges[i].bytes >> as->config.page_shift);

		for (uint64_t vpn = first; vpn < end; vpn++)
			if (page_table_translate(as->table, vpn, &frame))
				visit(state, frame, space_page_bytes(as));
	}
	page_table_each_page(as->table, visit, state);
}

void address_space_free(struct address_space *as)
{
	if (!as)
		return;
	for (size_t i = 0; i < as->range_count; i++)
		give_frames(as, &as->ranges[i]);
	page_table_free(as->table);
	free(as->ranges);
	free(as);
}

static void shoot_down(struct address_space *as, uint64_t vpn)
{
	as->shootdowns++;
	as->config.shootdown(as->config.owner, as->config.asid, vpn);
}

static bool map_page(struct address_space *as, uint64_t vpn, unsigned chiplet, struct error *err)
{
	uint64_t frame;

	if (!frames_take(as->config.frames, chiplet, &frame, err))
		return false;
	if (page_table_map(as->table, vpn, frame, chiplet, err))
		return true;
	frames_give(as->config.frames, frame);
	return false;
}

/* With one chiplet there is nothing to wait for. */
static bool by_first_touch(const struct address_space_config *c)
{
	return c->data_placement.ops->first_touch && c->chiplets > 1;
}

static struct mapped_range *add_range(struct address_space *as, uint64_t va, uint64_t bytes,
				      const char *name)
{
	uint64_t pages = (bytes + space_page_bytes(as) - 1) >> as->config.page_shift;
	struct mapped_range *range;

	if (va & (space_page_bytes(as) - 1) || !bytes)
		BUG("'%s' at 0x%llx: %llu bytes", name, (unsigned long long)va,
		    (unsigned long long)bytes);
	if (as->range_count == as->range_capacity) {
		as->range_capacity = as->range_capacity ? 2 * as->range_capacity : 16;
		as->ranges = xrealloc(as->ranges, as->range_capacity * sizeof(*as->ranges));
	}
	range = &as->ranges[as->range_count++];
	*range = (struct mapped_range){.va = va, .bytes = pages << as->config.page_shift};
	snprintf(range->name, sizeof(range->name), "%s", name);
	return range;
}

/* Where the pages of a range lie: each is mapped there, or its keeper is told. */
static bool place_pages(struct address_space *as, const struct mapped_range *range,
			uint64_t block_bytes, struct error *err)
{
	const struct address_space_config *c = &as->config;
	uint64_t pages = range->bytes >> c->page_shift, first = range->va >> c->page_shift;

	if (c->data_placement.ops->range)
		c->data_placement.ops->range(c->data_placement.state, c->asid,
					     block_bytes >> c->page_shift);
	for (uint64_t i = 0; i < pages; i++) {
		unsigned chiplet = 0;

		if (c->data_placement.ops->chiplet)
			chiplet = c->data_placement.ops->chiplet(c->data_placement.state, c->asid,
								 first + i, i, pages);
		if (range->kept)
			c->keeper.place(c->keeper.owner, c->asid, first + i, chiplet);
		else if (!map_page(as, first + i, chiplet, err))
			return error_prefix(err, "%s", range->name);
	}
	return true;
}

bool address_space_map_blocks(struct address_space *as, uint64_t va, uint64_t bytes,
			      uint64_t block_bytes, const char *name, struct error *err)
{
	const struct mapped_range *range = add_range(as, va, bytes, name);

	return by_first_touch(&as->config) || place_pages(as, range, block_bytes, err);
}

bool address_space_map_buffer(struct address_space *as, uint64_t va, uint64_t bytes,
			      uint64_t block_bytes, uint8_t hint, const char *name,
			      struct error *err)
{
	const struct address_space_config *c = &as->config;
	struct mapped_range *range;

	if (!c->keeper.add)
		return address_space_map_blocks(as, va, bytes, block_bytes, name, err);
	range = add_range(as, va, bytes, name);
	range->kept = true;
	range->hint = hint;
	c->keeper.add(c->keeper.owner, as, range);
	return by_first_touch(c) || place_pages(as, range, block_bytes, err);
}

bool address_space_map(struct address_space *as, uint64_t va, uint64_t bytes, const char *name,
		       struct error *err)
{
	return address_space_map_blocks(as, va, bytes, 0, name, err);
}

bool address_space_touch(struct address_space *as, uint64_t vpn, unsigned chiplet,
			 struct error *err)
{
	uint64_t frame, va = vpn << as->config.page_shift;

	if (!by_first_touch(&as->config) || page_table_translate(as->table, vpn, &frame))
		return true;
	for (size_t i = 0; i < as->range_count; i++)
		if (va >= as->ranges[i].va && va - as->ranges[i].va < as->ranges[i].bytes) {
			if (as->ranges[i].kept)
				return true; /* the fault brings it */
			if (map_page(as, vpn, chiplet, err))
				return true;
			return error_prefix(err, "%s", as->ranges[i].name);
		}
	return true; /* nobody's page: the oracle reports it */
}

bool address_space_alias(struct address_space *as, uint64_t va, uint64_t bytes, uint64_t to,
			 const char *name, struct error *err)
{
	struct mapped_range *range = add_range(as, va, bytes, name);
	unsigned shift = as->config.page_shift;
	uint64_t first = va >> shift, from = to >> shift, frame;

	range->borrowed = true;
	for (uint64_t i = 0; i < range->bytes >> shift; i++) {
		if (!page_table_translate(as->table, from + i, &frame))
			BUG("'%s': nothing is mapped at 0x%llx", name,
			    (unsigned long long)(from + i) << shift);
		if (!page_table_map(as->table, first + i, frame,
				    frames_chiplet(as->config.frames, frame), err))
			return error_prefix(err, "%s", name);
	}
	return true;
}

/* Whether the frame of this page goes with its mapping. */
static bool owns_frame(const struct address_space *as, uint64_t va)
{
	for (size_t i = 0; i < as->range_count; i++)
		if (as->ranges[i].borrowed && va - as->ranges[i].va < as->ranges[i].bytes)
			return false;
	return true;
}

void address_space_unmap(struct address_space *as, uint64_t va)
{
	size_t i = 0;

	while (i < as->range_count && as->ranges[i].va != va)
		i++;
	if (i == as->range_count)
		BUG("address space %u: no range starts at 0x%llx", as->config.asid,
		    (unsigned long long)va);
	uint64_t first = va >> as->config.page_shift;
	uint64_t end = first + (as->ranges[i].bytes >> as->config.page_shift), frame;

	if (as->ranges[i].kept)
		as->config.keeper.remove(as->config.keeper.owner, as, &as->ranges[i]);
	for (uint64_t vpn = first; vpn < end; vpn++)
		if (page_table_translate(as->table, vpn, &frame))
			address_space_unmap_page(as, vpn << as->config.page_shift);
	memmove(&as->ranges[i], &as->ranges[i + 1],
		(as->range_count - i - 1) * sizeof(*as->ranges));
	as->range_count--;
}

void address_space_unmap_page(struct address_space *as, uint64_t va)
{
	uint64_t vpn = va >> as->config.page_shift;
	uint64_t frame = page_table_unmap(as->table, vpn);

	shoot_down(as, vpn);
	if (owns_frame(as, va))
		frames_give(as->config.frames, frame);
}

bool address_space_move_page(struct address_space *as, uint64_t va, unsigned chiplet,
			     struct error *err)
{
	uint64_t vpn = va >> as->config.page_shift, frame;

	if (!frames_take(as->config.frames, chiplet, &frame, err))
		return false;
	frame = page_table_remap(as->table, vpn, frame);
	shoot_down(as, vpn);
	frames_give(as->config.frames, frame);
	return true;
}

static struct page_table *table_of(void *state, uint8_t asid)
{
	const struct address_spaces *spaces = state;

	if (__builtin_expect(asid >= spaces->count, 0))
		BUG("address space %u of %u", asid, spaces->count);
	return spaces->of[asid]->table;
}

static bool pte_address(void *state, uint8_t asid, uint64_t vpn, unsigned level, uint64_t *pa)
{
	return page_table_entry_address(table_of(state, asid), vpn, level, pa);
}

static bool space_translate(void *state, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	return page_table_translate(table_of(state, asid), vpn, frame);
}

struct page_source address_spaces_source(struct address_spaces *spaces)
{
	return (struct page_source){
		.pte_address = pte_address, .translate = space_translate, .state = spaces};
}
