/* Where an application's memory lies; see app_memory.h. */
#include "driver/memory/app_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Buffers begin at multiples of this, as app_buffer has them. */
static const uint64_t align_bytes = UINT64_C(2) << 20;
static const uint64_t highest_start = UINT64_C(1) << 45;

static uint64_t app_page_bytes(const struct app_memory *m)
{
	return UINT64_C(1) << m->space->config.page_shift;
}

void app_memory_init(struct app_memory *m, struct app *app, const struct code_object *code,
		     struct address_space *space, unsigned chiplets, const struct home_slice *home,
		     const struct launch_advice *adviser)
{
	struct error ignored;

	memset(m, 0, sizeof(*m));
	m->app = app;
	m->space = space;
	m->chiplets = chiplets;
	m->home = *home;
	m->adviser = *adviser;
	m->deferred = chiplets > 1 && (space->config.data_placement.ops->by_launch ||
				       (home->ops && home->ops->set_block));
	/* Notes that cannot be read are as good as none: the kernel is unclassified. */
	if (chiplets > 1 && code && code->index_notes)
		m->notes = index_notes_read(code->index_notes, &ignored);
}

void app_memory_release(struct app_memory *m)
{
	index_notes_free(m->notes);
	memset(m, 0, sizeof(*m));
}

/* Mapping */

static bool map_fixed(struct app_memory *m, const struct process *p, struct error *err)
{
	m->begun = true;
	if (p->co &&
	    !address_space_map(m->space, ADDRESS_CODE, p->co->image_bytes, "the code object", err))
		return false;
	return address_space_map(m->space, ADDRESS_RUNTIME, sizeof(p->area),
				 "the kernel's arguments", err);
}

/* The launch's advice for a buffer; 0 when it does not use it. */
static uint64_t advised_block(const struct app_memory *m, const struct buffer *b)
{
	for (size_t i = 0; i < m->advice.count; i++)
		if (m->advice.of[i].buffer == b)
			return m->advice.of[i].block_bytes;
	return 0;
}

static bool map_buffers(struct app_memory *m, struct error *err)
{
	bool by_launch =
		m->deferred && !m->app->is_placed && m->space->config.data_placement.ops->by_launch;

	if (m->mapped_layout == m->app->layout)
		return true;
	for (size_t i = 0; i < m->app->buffer_count; i++) {
		struct buffer *b = m->app->buffers[i];
		uint64_t block = by_launch ? advised_block(m, b) : 0;
		char name[sizeof(b->name) + 16];

		if (b->mapped || (by_launch && !block))
			continue;
		snprintf(name, sizeof(name), "buffer '%s'", b->name);
		if (!address_space_map_buffer(m->space, b->address, b->bytes, block, b->hint, name,
					      err))
			return false;
		b->mapped = true;
	}
	if (!by_launch)
		m->mapped_layout = m->app->layout;
	return true;
}

static void unmap_gone(struct app_memory *m)
{
	while (m->app->gone_count > 0)
		address_space_unmap(m->space, m->app->gone[--m->app->gone_count]);
}

/* Scratch only grows: what an earlier kernel had mapped stays. */
static bool map_scratch(struct app_memory *m, uint64_t bytes, struct error *err)
{
	bytes = (bytes + app_page_bytes(m) - 1) & ~(app_page_bytes(m) - 1);
	if (bytes <= m->scratch_mapped)
		return true;
	if (!address_space_map(m->space, ADDRESS_SCRATCH + m->scratch_mapped,
			       bytes - m->scratch_mapped, "private memory", err))
		return false;
	m->scratch_mapped = bytes;
	return true;
}

bool app_memory_begin(struct app_memory *m, const struct process *process, struct error *err)
{
	return m->deferred || (map_fixed(m, process, err) && map_buffers(m, err));
}

bool app_memory_map(struct app_memory *m, const struct process *process, struct error *err)
{
	unmap_gone(m);
	return (m->begun || map_fixed(m, process, err)) && map_buffers(m, err) &&
	       map_scratch(m, process->scratch_bytes, err);
}

bool app_memory_map_placed(struct app_memory *m, struct error *err)
{
	return map_buffers(m, err);
}

/* Addresses [Pratheek22 Listing 1] */

static const struct buffer *largest_buffer(const struct app *app)
{
	const struct buffer *largest = NULL;

	for (size_t i = 0; i < app->buffer_count; i++)
		if (!largest || app->buffers[i]->bytes > largest->bytes)
			largest = app->buffers[i];
	return largest;
}

/* Largest first; equal ones stay in the order in which they were made, which is that of addresses.
 */
static int by_size(const void *a, const void *b)
{
	const struct buffer *const *x = a, *const *y = b;

	if ((*x)->bytes != (*y)->bytes)
		return (*x)->bytes > (*y)->bytes ? -1 : 1;
	return (*x)->address < (*y)->address ? -1 : 1;
}

static uint64_t round_up_to(uint64_t value, uint64_t unit)
{
	return (value + unit - 1) / unit * unit;
}

static uint64_t power_of_two_for(uint64_t bytes)
{
	uint64_t power = align_bytes;

	while (power < bytes)
		power *= 2;
	return power;
}

/* The first address from `from` on that is a multiple of both, or of the first alone when that
 * would be beyond what page tables reach. */
static uint64_t aligned_start(uint64_t from, uint64_t a, uint64_t b)
{
	for (uint64_t at = round_up_to(from, a); at < highest_start; at += a)
		if (at % b == 0)
			return at;
	return round_up_to(from, a);
}

/*
 * Lines 9 to 15: the start is aligned to the power of two above the largest buffer, which comes
 * first. It is also a multiple of a whole round of blocks, and so is the start of every buffer of
 * more than all blocks but one, so that block n of each has the home of block n of the largest; for
 * blocks that are no powers of two the paper's alignment alone would not do that. Smaller buffers
 * go on with the home at which the one before them ended, as if there were no gap in between.
 */
static void arrange_buffers(struct app *app, uint64_t block, unsigned chiplets)
{
	struct buffer **sorted = xcalloc(app->buffer_count, sizeof(*sorted));
	uint64_t next = app->buffers[0]->address, round = block * chiplets, home = 0;

	memcpy(sorted, app->buffers, app->buffer_count * sizeof(*sorted));
	qsort(sorted, app->buffer_count, sizeof(*sorted), by_size);
	next = aligned_start(next, power_of_two_for(sorted[0]->bytes), round);
	for (size_t i = 0; i < app->buffer_count; i++) {
		struct buffer *b = sorted[i];

		if (b->bytes > round - block)
			home = 0;
		next = round_up_to(next, block);
		while (next / block % chiplets != home)
			next += block;
		b->address = next;
		home = (home + (b->bytes + block - 1) / block) % chiplets;
		next += (b->bytes / align_bytes + 2) * align_bytes; /* as app_buffer does */
	}
	app->next_address = next;
	app_layout_changed(app);
	free(sorted);
}

static void first_launch(struct app_memory *m)
{
	const struct buffer *largest = largest_buffer(m->app);
	uint64_t block, pages;

	if (!largest || !m->home.ops || !m->home.ops->set_block)
		return;
	block = advised_block(m, largest);
	if (!block)
		block = advice_even_block(largest->bytes, m->chiplets, app_page_bytes(m));
	/* Without advice consecutive pages lie on consecutive chiplets. */
	if (!m->space->config.data_placement.ops->by_launch)
		block = app_page_bytes(m);
	pages = m->home.ops->set_block(m->home.state, m->space->config.asid,
				       block / app_page_bytes(m));
	block = pages * app_page_bytes(m);
	if (!m->app->is_placed)
		arrange_buffers(m->app, block, m->chiplets);
}

void app_memory_prepare(struct app_memory *m, const struct launch *launch)
{
	if (m->adviser.ops)
		m->adviser.ops->advise(m->adviser.state,
				       index_notes_kernel(m->notes, launch->kernel), launch,
				       &m->advice);
	if (m->deferred && !m->begun)
		first_launch(m);
}
