/* Stages of a design's own in the way of translations get to know what is around them. */
#include "machine/parts.h"

/* Only the home slice is ever asked for the page. */
static void to_l2_tlb(void *owner, const struct tlb_entry *entry, bool warm)
{
	struct stage_site *site = owner;
	struct system *s = site->system;
	struct requester who = {.cu = (uint16_t)site->cu,
				.asid = entry->asid,
				.chiplet = (uint8_t)site->chiplet->index};

	if (s->chiplet_count > 1 &&
	    s->plan.home_slice.ops->home(s->plan.home_slice.state, &who, entry->vpn) != who.chiplet)
		return;
	if (warm)
		tlb_warm_insert(&site->chiplet->l2_tlb, entry);
	else
		tlb_insert(&site->chiplet->l2_tlb, entry);
}

static void attach_victims(struct system *s, struct chiplet *ch)
{
	unsigned group_cus = (unsigned)param(&s->params, P_ICACHE_CUS);

	ch->sites = xcalloc(ch->l1_tlb_count, sizeof(*ch->sites));
	for (unsigned i = 0; i < ch->l1_tlb_count; i++) {
		unsigned cu = ch->index * s->cus_per_chiplet + i;
		struct tx_site site = {
			.lds = cu_lds(s->cus[cu]),
			.fetch_cache = ch->fetch_groups[i / group_cus].cache,
			.fetch_group = ch->index * ch->fetch_group_count + i / group_cus,
			.to_l2 = s->has_l2_tlb ? to_l2_tlb : NULL,
			.to_l2_owner = &ch->sites[i],
		};

		ch->sites[i] = (struct stage_site){s, ch, cu};
		s->plan.l1_victims.ops->attach(s->plan.l1_victims.state,
					       ch->index * ch->l1_tlb_count + i, &site);
	}
}

void system_attach_stages(struct system *s, struct chiplet *ch)
{
	/* The end of the last part of the chiplet's memory: see config_frames. */
	uint64_t end = (uint64_t)param(&s->params, P_MEMORY_BYTES) * ch->index +
		       memory_part_bytes(s) * s->memory_parts;
	struct tx_site beyond = {.memory = router_port(&ch->to_l2),
				 .reserved_base =
					 end - (uint64_t)param(&s->params, P_MEMORY_RESERVED)};

	if (s->plan.l1_victims.ops->attach)
		attach_victims(s, ch);
	if (s->plan.beyond_l2.ops->attach && s->translation == TRANSLATION_WALK)
		s->plan.beyond_l2.ops->attach(s->plan.beyond_l2.state, ch->index, &beyond);
}
