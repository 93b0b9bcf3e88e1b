/* Translation after the L1 caches; see vivt.h. */
#include "designs/vivt/vivt.h"

#include <stdlib.h>

#include "config/check.h"
#include "hw/memory/cache.h"

static void *l1_virtual_make(const struct plan_facts *facts)
{
	struct l1_virtual *v = xcalloc(1, sizeof(*v));

	v->engine = facts->engine;
	v->params = facts->params;
	v->chiplets = facts->chiplets;
	v->cus_per_chiplet = facts->cus / facts->chiplets;
	v->page_shift = facts->page_shift;
	v->sites = xcalloc(facts->chiplets, sizeof(*v->sites));
	v->translators = xcalloc(facts->cus, sizeof(*v->translators));
	return v;
}

static void l1_virtual_release(void *state)
{
	struct l1_virtual *v = state;

	for (unsigned i = 0; i < v->chiplets; i++) {
		const struct l1_site *l1 = &v->sites[i].l1;

		for (unsigned cu = l1->first_cu; cu < l1->first_cu + l1->cus; cu++)
			translator_release(&v->translators[cu]);
		if (l1->cus)
			reverse_map_release(&v->sites[i].reverse_map);
	}
	free(v->translators);
	free(v->sites);
	free(v);
}

/* Fits struct reverse_map_config. */
static uint32_t drop_lines(void *ctx, uint8_t asid, uint64_t vpn)
{
	const struct l1_virtual_site *site = ctx;
	uint32_t dropped = 0;

	for (unsigned i = 0; i < site->l1.cus; i++)
		dropped += cache_invalidate_page(site->l1.l1_caches[i], asid,
						 vpn << site->page_shift, site->page_shift);
	return dropped;
}

static void l1_virtual_attach(void *state, const struct l1_site *l1)
{
	struct l1_virtual *v = state;
	struct l1_virtual_site *site = &v->sites[l1->chiplet];
	struct reverse_map_config reverse = {
		.entries = (uint32_t)param(v->params, P_REVERSE_ENTRIES),
		.ways = (uint32_t)param(v->params, P_REVERSE_WAYS),
		.page_shift = (uint8_t)v->page_shift,
		.drop = drop_lines,
		.drop_ctx = site,
	};
	struct translator_config translator = {
		.queue = (uint32_t)param(v->params, P_TRANSLATOR_QUEUE),
		.unshared = param(v->params, P_TRANSLATE_LINES) != 0,
		.page_shift = (uint8_t)v->page_shift,
		.translations = l1->translations,
		.check = l1->check,
		.check_ctx = l1->oracle,
		.begins = l1->access_begins,
		.ends = l1->access_ends,
	};

	site->l1 = *l1;
	site->page_shift = v->page_shift;
	reverse_map_init(&site->reverse_map, &reverse, l1->data);
	for (unsigned cu = l1->first_cu; cu < l1->first_cu + l1->cus; cu++)
		translator_init(&v->translators[cu], v->engine, &translator,
				reverse_map_port(&site->reverse_map));
}

static struct mem_port l1_virtual_below(void *state, unsigned cu)
{
	struct l1_virtual *v = state;

	return translator_port(&v->translators[cu]);
}

static void l1_virtual_connect(void *state, unsigned cu, struct tx_port tlb)
{
	struct l1_virtual *v = state;

	translator_connect(&v->translators[cu], tlb);
}

/* Lines were translated when they were filled: a hit is right while the page is mapped and the
 * frame has no other name. */
static void l1_virtual_looked_up(void *state, const struct mem_access *a, bool hit)
{
	struct l1_virtual *v = state;
	const struct l1_virtual_site *site = &v->sites[a->who.chiplet];
	uint64_t vpn = a->vaddr >> v->page_shift, frame;
	bool correct;

	if (!hit || a->op != MEM_OP_READ)
		return;
	correct = site->l1.source.translate(site->l1.source.state, a->who.asid, vpn, &frame) &&
		  reverse_map_knows(&site->reverse_map, frame, a->who.asid, vpn);
	site->l1.check_line(site->l1.oracle, a, correct);
}

/* A virtually addressed cache knows lines by their page, which is a translation, too. */
static void l1_virtual_shootdown(void *state, uint8_t asid, uint64_t vpn)
{
	struct l1_virtual *v = state;

	for (unsigned i = 0; i < v->chiplets; i++) {
		struct l1_virtual_site *site = &v->sites[i];

		if (!site->l1.cus)
			continue;
		if (vpn != UINT64_MAX)
			drop_lines(site, asid, vpn);
		else
			for (unsigned cu = 0; cu < site->l1.cus; cu++)
				cache_invalidate_all(site->l1.l1_caches[cu]);
		reverse_map_shootdown(&site->reverse_map, asid, vpn);
	}
}

static void l1_virtual_register_stats(void *state, struct stats *stats)
{
	struct l1_virtual *v = state;

	for (unsigned i = 0; i < v->chiplets; i++) {
		const struct l1_site *l1 = &v->sites[i].l1;

		for (unsigned cu = l1->first_cu; cu < l1->first_cu + l1->cus; cu++)
			translator_register_stats(&v->translators[cu], stats, "translator", "vmem");
		if (l1->cus)
			reverse_map_register_stats(&v->sites[i].reverse_map, stats, "reverse_map");
	}
}

static void l1_virtual_describe(const void *state, FILE *out)
{
	const struct l1_virtual *v = state;

	for (unsigned i = 0; i < v->chiplets; i++) {
		const struct l1_site *l1 = &v->sites[i].l1;

		for (unsigned cu = l1->first_cu; cu < l1->first_cu + l1->cus; cu++)
			translator_describe(&v->translators[cu], out);
	}
}

static bool l1_virtual_check(struct params *p, struct error *err)
{
	if (!check_ways(p, P_REVERSE_ENTRIES, P_REVERSE_WAYS, err))
		return false;
	if (!param_is(p, P_L1_ADDRESSING, "vivt") || !param_is(p, P_L1_WRITE, "back"))
		return true;
	error_set(err, "l1_cache.addressing vivt goes with l1_cache.write through: a line that "
		       "was changed could not be written back once its page is unmapped");
	return check_contradiction(p, P_L1_ADDRESSING, P_L1_WRITE, err);
}

const struct l1_addressing_ops l1_virtual = {
	.base = {.name = "vivt",
		 .summary = "look up the L1 cache by virtual address, translate what misses",
		 .check = l1_virtual_check,
		 .make = l1_virtual_make,
		 .release = l1_virtual_release,
		 .register_stats = l1_virtual_register_stats,
		 .describe = l1_virtual_describe,
		 .shootdown = l1_virtual_shootdown},
	.virtual = true,
	.attach = l1_virtual_attach,
	.below = l1_virtual_below,
	.connect = l1_virtual_connect,
	.looked_up = l1_virtual_looked_up,
};
