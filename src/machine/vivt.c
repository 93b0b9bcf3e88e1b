/* VIVT L1 caches: the parts below them and what concerns their lines; only where the machine has
 * such caches (system.vivt). */
#include <stdlib.h>

#include "machine/parts.h"

static void check_translation(void *system, const struct translation *t)
{
	cu_check(((struct system *)system)->cus[t->who.cu], t);
}

/* Lines of a VIVT L1 were translated when they were filled: a hit is right while the page is mapped
 * and the frame has no other name. */
void vivt_check_line(void *system, const struct mem_access *a, bool hit)
{
	struct system *s = system;
	uint64_t vpn = a->vaddr >> s->page_shift, frame;
	bool right;

	if (!hit || a->op != MEM_OP_READ)
		return;
	right = page_table_translate(s->spaces[a->who.asid]->table, vpn, &frame) &&
		reverse_map_knows(&s->chiplets[a->who.chiplet].reverse_map, frame, a->who.asid,
				  vpn);
	oracle_check_line(&s->oracle, a, right);
}

/* Fits struct reverse_map_config. */
static uint32_t drop_lines(void *chiplet, uint8_t asid, uint64_t vpn)
{
	struct chiplet *ch = chiplet;
	unsigned page_shift = ch->reverse_map.config.page_shift;
	uint32_t dropped = 0;

	for (unsigned i = 0; i < ch->cu_count; i++)
		dropped += cache_invalidate_page(ch->l1_caches[i], asid, vpn << page_shift,
						 page_shift);
	return dropped;
}

/* Translation after the L1 caches instead of before them [Choudhary22 ch. 7]: translators below
 * them, and what finds synonyms where their accesses come together. */
void vivt_wire(struct system *s, struct chiplet *ch)
{
	struct reverse_map_config reverse;
	struct translator_config config;

	config_reverse_map(s, &reverse);
	reverse.drop = drop_lines;
	reverse.drop_ctx = ch;
	reverse_map_init(&ch->reverse_map, &reverse, ch->data);
	config_translator(s, &config);
	config.translations = &s->translations;
	config.check = check_translation;
	config.check_ctx = s;
	ch->translators = xcalloc(s->cus_per_chiplet, sizeof(*ch->translators));
	for (unsigned i = 0; i < s->cus_per_chiplet; i++)
		translator_init(&ch->translators[i], &s->engine, &config,
				reverse_map_port(&ch->reverse_map));
}

void vivt_free(struct system *s, struct chiplet *ch)
{
	for (unsigned i = 0; i < s->cus_per_chiplet; i++)
		translator_release(&ch->translators[i]);
	free(ch->translators);
	reverse_map_release(&ch->reverse_map);
}

void vivt_register_stats(struct system *s, struct chiplet *ch)
{
	for (unsigned i = 0; i < s->cus_per_chiplet; i++)
		translator_register_stats(&ch->translators[i], s->stats, "translator", "vmem");
	reverse_map_register_stats(&ch->reverse_map, s->stats, "reverse_map");
}

/* A VIVT cache knows lines by their page, which is a translation, too. */
void vivt_shootdown(struct system *s, struct chiplet *ch, uint8_t asid, uint64_t vpn)
{
	if (vpn != UINT64_MAX)
		drop_lines(ch, asid, vpn);
	else
		for (unsigned i = 0; i < s->cus_per_chiplet; i++)
			cache_invalidate_all(ch->l1_caches[i]);
	reverse_map_shootdown(&ch->reverse_map, asid, vpn);
}
