/* The timing wheel: near and far slots found through bitmaps, each slot a FIFO list. */
#include "sim/engine.h"

#include <string.h>

static void slot_init(struct engine_slot *slot)
{
	slot->first = NULL;
	slot->last = &slot->first;
}

void engine_init(struct engine *e)
{
	memset(e, 0, sizeof(*e));
	for (unsigned i = 0; i < ENGINE_SLOTS; i++) {
		slot_init(&e->near[i]);
		slot_init(&e->far[i]);
	}
	slot_init(&e->beyond);
}

static uint64_t engine_block_of(cycle_t when)
{
	return when >> ENGINE_SLOT_BITS;
}

static uint64_t span_of(cycle_t when)
{
	return when >> 2 * ENGINE_SLOT_BITS;
}

void engine_schedule_far(struct engine *e, struct event *event)
{
	unsigned slot = engine_block_of(event->when) & (ENGINE_SLOTS - 1);

	if (span_of(event->when) != span_of(e->now)) {
		engine_slot_append(&e->beyond, event);
		return;
	}
	e->far_bits[slot / 64] |= UINT64_C(1) << slot % 64;
	engine_slot_append(&e->far[slot], event);
}

/* First set bit at or after `from`, ENGINE_SLOTS when there is none. */
static inline unsigned next_bit(const uint64_t *bits, unsigned from)
{
	unsigned word = from / 64;
	uint64_t rest;

	if (from >= ENGINE_SLOTS)
		return ENGINE_SLOTS;
	rest = bits[word] & UINT64_MAX << from % 64;
	while (!rest) {
		if (++word == ENGINE_WORDS)
			return ENGINE_SLOTS;
		rest = bits[word];
	}
	return word * 64 + (unsigned)__builtin_ctzll(rest);
}

static struct event *slot_take(struct engine_slot *slot, uint64_t *bits, unsigned index)
{
	struct event *first = slot->first;

	slot_init(slot);
	bits[index / 64] &= ~(UINT64_C(1) << index % 64);
	return first;
}

/* Puts a list of events where they belong now that the time has moved on. */
static void schedule_again(struct engine *e, struct event *list)
{
	while (list) {
		struct event *event = list;
		void (*run)(struct event *) = event->run;

		list = event->next;
		event->run = NULL;
		e->pending--;
		engine_at(e, event, event->when, run);
	}
}

static cycle_t earliest_of(const struct event *list)
{
	cycle_t when = CYCLE_NEVER;

	for (; list; list = list->next)
		if (list->when < when)
			when = list->when;
	return when;
}

/* Moves on to the next block that has events; false when there is none at all. */
static bool advance_block(struct engine *e)
{
	unsigned slot = next_bit(e->far_bits, (engine_block_of(e->now) & (ENGINE_SLOTS - 1)) + 1);

	if (slot == ENGINE_SLOTS) {
		struct event *list = e->beyond.first;

		if (!list)
			return false;
		slot_init(&e->beyond);
		e->now = span_of(earliest_of(list)) << 2 * ENGINE_SLOT_BITS;
		schedule_again(e, list);
		return true;
	}
	e->now = ((span_of(e->now) << ENGINE_SLOT_BITS) + slot) << ENGINE_SLOT_BITS;
	schedule_again(e, slot_take(&e->far[slot], e->far_bits, slot));
	return true;
}

/* Two lines of the host's cache from an event on: it usually begins a message. */
static void prefetch_event(const struct event *event)
{
	__builtin_prefetch(event);
	__builtin_prefetch((const char *)event + HOST_LINE_BYTES);
}

/* Puts what was not run back in front of what has been added since. */
static void slot_put_back(struct engine_slot *slot, struct event *first, struct event **last)
{
	*last = slot->first;
	if (!slot->first)
		slot->last = last;
	slot->first = first;
}

/* Runs up to `limit` events of one slot, and what they add to it; a stop leaves the rest in place.
 * Returns how many are left of the limit. */
static inline uint64_t run_slot(struct engine_slot *s, const bool *stop, uint64_t limit)
{
	struct event *list = s->first;

	do {
		struct event **last = s->last;

		slot_init(s);
		do {
			struct event *event = list;
			void (*run)(struct event *) = event->run;

			list = event->next;
			prefetch_event(list);
			event->run = NULL;
			run(event);
			if (__builtin_expect(--limit == 0 || *stop, 0)) {
				if (list)
					slot_put_back(s, list, last);
				return limit;
			}
		} while (list);
		list = s->first;
	} while (list);
	return limit;
}

void engine_run(struct engine *e, const bool *stop, uint64_t limit)
{
	uint64_t left = limit > e->executed ? limit - e->executed : 0, before = left;

	while (left && !*stop) {
		unsigned slot = next_bit(e->near_bits, e->now & (ENGINE_SLOTS - 1));

		if (slot == ENGINE_SLOTS) {
			if (!advance_block(e))
				break;
			continue;
		}
		e->now = (e->now & ~(cycle_t)(ENGINE_SLOTS - 1)) | slot;
		left = run_slot(&e->near[slot], stop, left);
		if (__builtin_expect(!e->near[slot].first, 1))
			e->near_bits[slot / 64] &= ~(UINT64_C(1) << slot % 64);
	}
	e->executed += before - left;
	e->pending -= before - left;
}
