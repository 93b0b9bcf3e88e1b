/* Lookups, fills and shootdowns of translations in memory; see ducati.h. */
#include "designs/ducati/ducati.h"

#include <stdlib.h>
#include <string.h>

#include "config/check.h"

/* The table */

static struct ducati_entry *ducati_set_of(const struct ducati_unit *u, uint64_t vpn)
{
	return &u->entries[vpn % u->lines * u->ways];
}

/* The key of an empty place. */
#define NONE UINT64_MAX

/* Its place in the set, or `ways`. */
static unsigned ducati_find_way(const struct ducati_unit *u, const struct ducati_entry *set,
				uint64_t key)
{
	unsigned way = 0;

	while (way < u->ways && set[way].key != key + 1)
		way++;
	return way;
}

/* Moves the ways before this one back by one place and puts the entry first. */
static void ducati_put_first(struct ducati_entry *set, unsigned way, struct ducati_entry entry)
{
	memmove(set + 1, set, way * sizeof(*set));
	set[0] = entry;
}

static void ducati_install(struct ducati_unit *u, const struct translation *t)
{
	struct ducati_entry *set = ducati_set_of(u, t->vpn);
	uint64_t key = tlb_key(t->who.asid, t->vpn);
	unsigned way = ducati_find_way(u, set, key);

	if (way == u->ways)
		way = ducati_find_way(u, set, NONE);
	if (way == u->ways) {
		way--;
		u->all->evictions++;
	}
	u->all->fills++;
	ducati_put_first(set, way, (struct ducati_entry){key + 1, t->frame});
}

/* Memory */

static void ducati_answered(void *owner, struct mem_access *a);

/* An access to the line of a page on behalf of who asks; level 0: not a page table's. */
static struct ducati_access *ducati_make_access(struct ducati_unit *u, const struct translation *t,
						enum mem_op op)
{
	struct ducati_access *d = pool_take(&u->all->accesses);
	struct mem_access *a = &d->access;

	mem_access_init(a, (uint8_t)op, KIND_WALK, u->all->engine->now);
	a->who = t->who;
	a->address = u->base + t->vpn % u->lines * u->all->line_bytes;
	a->vaddr = 0;
	a->bytes = DUCATI_ENTRY_BYTES;
	a->owner = d;
	d->unit = u;
	d->t = NULL;
	mem_push(a, ducati_answered, d);
	return d;
}

/* What was shot down since the walk began may be out of date: nothing is kept then. */
static void ducati_walked(void *owner, struct translation *t)
{
	struct ducati_access *d = owner;
	struct ducati_unit *u = d->unit;

	if (t->faulted || d->shootdowns != u->all->shootdowns) {
		u->all->unfilled++;
	} else {
		ducati_install(u, t);
		mem_outbox_send(&u->memory, &ducati_make_access(u, t, MEM_OP_WRITE)->access);
	}
	pool_give(&u->all->accesses, d);
	tx_reply(t);
}

/* Lookups */

static void ducati_looked_up(struct ducati_access *d)
{
	struct ducati_unit *u = d->unit;
	struct translation *t = d->t;
	struct ducati_entry *set = ducati_set_of(u, t->vpn);
	unsigned way = ducati_find_way(u, set, tlb_key(t->who.asid, t->vpn));

	latency_add(&u->all->latency, u->all->engine->now - t->entered);
	if (way < u->ways) {
		struct ducati_entry entry = set[way];

		u->all->hits++;
		ducati_put_first(set, way, entry);
		pool_give(&u->all->accesses, d);
		t->frame = entry.frame;
		t->source = TX_BEYOND;
		tx_reply(t);
		return;
	}
	u->all->misses++;
	d->shootdowns = u->all->shootdowns;
	tx_push(t, ducati_walked, d);
	tx_outbox_send(&u->down, t);
}

static void ducati_answered(void *owner, struct mem_access *a)
{
	struct ducati_access *d = owner;

	(void)a;
	if (d->t)
		ducati_looked_up(d);
	else
		pool_give(&d->unit->all->accesses, d);
}

/* Takes all: there are no more than the L2 TLB has MSHRs. */
static bool ducati_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct ducati_unit *u = owner;
	struct ducati_access *d = ducati_make_access(u, t, MEM_OP_READ);

	(void)waiter;
	u->all->lookups++;
	t->entered = u->all->engine->now;
	d->t = t;
	mem_outbox_send(&u->memory, &d->access);
	return true;
}

static void ducati_warm_memory(struct ducati_unit *u, const struct translation *t, enum mem_op op)
{
	struct mem_access a;

	mem_access_init(&a, (uint8_t)op, KIND_WALK, u->all->engine->now);
	a.who = t->who;
	a.address = u->base + t->vpn % u->lines * u->all->line_bytes;
	a.vaddr = 0;
	a.bytes = DUCATI_ENTRY_BYTES;
	mem_warm(&u->memory.port, &a);
}

static void ducati_warm(void *owner, struct translation *t)
{
	struct ducati_unit *u = owner;
	struct ducati_entry *set = ducati_set_of(u, t->vpn);
	unsigned way = ducati_find_way(u, set, tlb_key(t->who.asid, t->vpn));
	const uint64_t fills = u->all->fills, evictions = u->all->evictions;

	ducati_warm_memory(u, t, MEM_OP_READ);
	if (way < u->ways) {
		struct ducati_entry entry = set[way];

		ducati_put_first(set, way, entry);
		t->frame = entry.frame;
		return;
	}
	tx_warm(&u->down.port, t);
	if (t->faulted)
		return;
	ducati_install(u, t);
	u->all->fills = fills;
	u->all->evictions = evictions;
	ducati_warm_memory(u, t, MEM_OP_WRITE);
}

static void ducati_shootdown(void *state, uint8_t asid, uint64_t vpn)
{
	struct ducati *all = state;

	all->shootdowns++;
	for (unsigned i = 0; i < all->unit_count; i++) {
		struct ducati_unit *u = &all->units[i];
		uint64_t first = vpn == UINT64_MAX ? 0 : vpn % u->lines * u->ways;
		uint64_t end = vpn == UINT64_MAX ? u->lines * u->ways : first + u->ways;

		for (uint64_t e = first; e < end; e++) {
			uint64_t key = u->entries[e].key - 1;

			if (!u->entries[e].key || tlb_key_asid(key) != asid ||
			    (vpn != UINT64_MAX && tlb_key_vpn(key) != vpn))
				continue;
			u->entries[e].key = 0;
			all->shot_down++;
		}
	}
}

/* Making */

static void *ducati_make(const struct plan_facts *facts)
{
	struct ducati *all = xcalloc(1, sizeof(*all));

	all->engine = facts->engine;
	all->line_bytes = (uint32_t)param(facts->params, P_LINE_BYTES);
	all->unit_count = facts->chiplets;
	all->units = xcalloc(all->unit_count, sizeof(*all->units));
	pool_init(&all->accesses, sizeof(struct ducati_access));
	for (unsigned i = 0; i < all->unit_count; i++) {
		struct ducati_unit *u = &all->units[i];

		u->all = all;
		u->lines = (uint64_t)param(facts->params, P_MEMORY_RESERVED) / all->line_bytes;
		u->ways = all->line_bytes / DUCATI_ENTRY_BYTES;
		u->entries = xcalloc(u->lines * u->ways, sizeof(*u->entries));
		mem_outbox_init(&u->memory, (struct mem_port){0}, NULL);
		tx_outbox_init(&u->down, (struct tx_port){0}, NULL);
	}
	return all;
}

static void ducati_release(void *state)
{
	struct ducati *all = state;

	for (unsigned i = 0; i < all->unit_count; i++)
		free(all->units[i].entries);
	pool_release(&all->accesses);
	free(all->units);
	free(all);
}

static struct tx_port ducati_port(void *state, unsigned unit, struct tx_port down)
{
	struct ducati_unit *u = &((struct ducati *)state)->units[unit];

	u->down.port = down;
	return (struct tx_port){ducati_send, u, ducati_warm};
}

static void ducati_attach(void *state, unsigned unit, const struct tx_site *site)
{
	struct ducati_unit *u = &((struct ducati *)state)->units[unit];

	u->memory.port = site->memory;
	u->base = site->reserved_base;
}

static void ducati_register_stats(void *state, struct stats *stats)
{
	struct ducati *all = state;

	stats_counter(stats, "ducati", "lookups", &all->lookups);
	stats_counter(stats, "ducati", "hits", &all->hits);
	stats_counter(stats, "ducati", "misses", &all->misses);
	stats_counter(stats, "ducati", "fills", &all->fills);
	stats_counter(stats, "ducati", "evictions", &all->evictions);
	stats_counter(stats, "ducati", "unfilled", &all->unfilled);
	stats_counter(stats, "ducati", "shot_down", &all->shot_down);
	stats_latency(stats, "ducati", "latency", &all->latency);
}

static bool ducati_check(struct params *p, struct error *err)
{
	if (!param_is(p, P_BEYOND_L2, "ducati") || p->i[P_MEMORY_RESERVED] >= p->i[P_LINE_BYTES])
		return true;
	error_set(err, "l2_tlb.beyond (ducati) needs memory.reserved for its translations");
	return check_contradiction(p, P_BEYOND_L2, P_MEMORY_RESERVED, err);
}

const struct tx_stage_ops ducati = {
	.base = {.name = "ducati",
		 .summary = "translations in memory set apart, through the L2 cache",
		 .check = ducati_check,
		 .make = ducati_make,
		 .release = ducati_release,
		 .register_stats = ducati_register_stats,
		 .shootdown = ducati_shootdown},
	.attach = ducati_attach,
	.port = ducati_port,
};
