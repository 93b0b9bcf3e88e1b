/*
 * Home slice: MGvm [Pratheek22 §V]. Coarse blocks as dhsl-coarse has them; page by page while too
 * many requests would go to one slice. This file is what each chiplet has: the registers, the
 * counters of RTU and L2 TLB, the local tests at the end of an epoch (Figure 6a). The tag of an L2
 * TLB entry, the home that the page has under the coarse function, is computed from the page when
 * the entry is used.
 */
#include "designs/mgvm/mgvm.h"

#include <stdlib.h>
#include <string.h>

#include "designs/mgvm/home_fold.h"

/* Making and freeing */

static uint64_t *mgvm_new_counters(const struct plan_facts *facts)
{
	return xcalloc(facts->chiplets, sizeof(uint64_t));
}

static void *mgvm_make_either(const struct plan_facts *facts, bool magic)
{
	const struct params *p = facts->params;
	struct mgvm *m = xcalloc(1, sizeof(*m));

	m->engine = facts->engine;
	m->blocks = home_blocks_new(facts, true);
	m->chiplets = facts->chiplets;
	m->field_bits = home_fold_bits(facts->chiplets);
	m->magic = magic;
	m->epoch = (uint64_t)param(p, P_BALANCE_EPOCH);
	m->force = (uint64_t)param(p, P_BALANCE_FORCE);
	m->most_switches = (uint64_t)param(p, P_BALANCE_SWITCHES);
	m->ratio = param_real(p, P_BALANCE_RATIO);
	m->share = param_real(p, P_BALANCE_SHARE);
	m->hit_rate = param_real(p, P_BALANCE_HIT_RATE);
	m->back_share = param_real(p, P_BALANCE_BACK);
	m->back_by_all = param(p, P_BALANCE_BACK_HITS) != 0;
	m->hop = (uint32_t)param(p, P_BALANCE_HOP);
	m->message_bytes = (uint32_t)param(p, P_LINK_REQUEST_BYTES);
	m->chiplet = xcalloc(m->chiplets, sizeof(*m->chiplet));
	for (unsigned i = 0; i < m->chiplets; i++) {
		m->chiplet[i].m = m;
		m->chiplet[i].index = i;
		m->chiplet[i].now.hits_by_home = mgvm_new_counters(facts);
		m->chiplet[i].last.hits_by_home = mgvm_new_counters(facts);
		m->chiplet[i].reported.hits_by_home = mgvm_new_counters(facts);
	}
	mgvm_processor_init(m);
	return m;
}

static void *mgvm_make(const struct plan_facts *facts)
{
	return mgvm_make_either(facts, false);
}

static void *mgvm_make_magic(const struct plan_facts *facts)
{
	return mgvm_make_either(facts, true);
}

static void mgvm_release(void *state)
{
	struct mgvm *m = state;

	for (unsigned i = 0; i < m->chiplets; i++) {
		free(m->chiplet[i].now.hits_by_home);
		free(m->chiplet[i].last.hits_by_home);
		free(m->chiplet[i].reported.hits_by_home);
	}
	free(m->chiplet);
	free(m->blocks);
	free(m);
}

static void mgvm_wire(void *state, struct links *links)
{
	((struct mgvm *)state)->links = links;
}

static void mgvm_register_stats(void *state, struct stats *stats)
{
	struct mgvm *m = state;
	static const char group[] = "balance";

	if (m->chiplets == 1)
		return;
	stats_counter(stats, group, "epochs", &m->stats.epochs);
	stats_counter(stats, group, "triggers", &m->stats.triggers);
	stats_counter(stats, group, "collections", &m->stats.collections);
	stats_counter(stats, group, "switches", &m->stats.switches);
	stats_counter(stats, group, "switches_back", &m->stats.switches_back);
	stats_counter(stats, group, "forced", &m->stats.forced);
	stats_counter(stats, group, "messages", &m->stats.messages);
	stats_counter(stats, group, "message_bytes", &m->stats.message_bytes);
	stats_counter(stats, group, "returned", &m->stats.returned);
	stats_counter(stats, group, "rerouted", &m->stats.rerouted);
	stats_counter(stats, group, "redirected", &m->stats.redirected);
	stats_occupancy(stats, group, "fine", &m->stats.fine);
}

/* Registers */

static unsigned mgvm_home_in(const struct mgvm *m, enum mgvm_mode mode, uint8_t asid, uint64_t vpn)
{
	return mode == MGVM_FINE ? home_fold(vpn, m->field_bits, m->chiplets)
				 : home_blocks_of(m->blocks, asid, vpn);
}

static unsigned mgvm_home(void *state, const struct requester *who, uint64_t vpn)
{
	const struct mgvm *m = state;

	return mgvm_home_in(m, m->chiplet[who->chiplet].reg[HOME_L1_TLBS], who->asid, vpn);
}

static unsigned mgvm_serves(void *state, enum home_part part, unsigned chiplet, uint8_t asid,
			    uint64_t vpn)
{
	const struct mgvm *m = state;

	return mgvm_home_in(m, m->chiplet[chiplet].reg[part], asid, vpn);
}

static unsigned mgvm_walks_at(void *state, uint8_t asid, uint64_t vpn)
{
	const struct mgvm *m = state;

	return home_blocks_of(m->blocks, asid, vpn);
}

static uint64_t mgvm_set_block(void *state, uint8_t asid, uint64_t pages)
{
	return home_blocks_set(((struct mgvm *)state)->blocks, asid, pages);
}

static void mgvm_kernel_begins(void *state, uint8_t asid)
{
	(void)asid;
	mgvm_reset(state);
}

static void mgvm_part_switches(struct mgvm_chiplet *ch, enum home_part part)
{
	ch->reg[part] = ch->next;
	ch->m->switches_due--;
}

static void l1_tlbs_switch(struct event *event)
{
	mgvm_part_switches(container_of(event, struct mgvm_chiplet, late[HOME_L1_TLBS]),
			   HOME_L1_TLBS);
}

static void l2_tlb_switches(struct event *event)
{
	mgvm_part_switches(container_of(event, struct mgvm_chiplet, late[HOME_L2_TLB]),
			   HOME_L2_TLB);
}

/* The RTU has the message first; it reaches the other parts of the chiplet one after the other. */
void mgvm_switch_chiplet(struct mgvm_chiplet *ch, enum mgvm_mode mode)
{
	struct mgvm *m = ch->m;

	ch->next = mode;
	ch->possible_before = false; /* the test is another one now */
	mgvm_part_switches(ch, HOME_RTU);
	if (m->magic) {
		mgvm_part_switches(ch, HOME_L1_TLBS);
		mgvm_part_switches(ch, HOME_L2_TLB);
		return;
	}
	engine_after(m->engine, &ch->late[HOME_L1_TLBS], m->hop, l1_tlbs_switch);
	engine_after(m->engine, &ch->late[HOME_L2_TLB], (uint64_t)2 * m->hop, l2_tlb_switches);
}

/* Counters */

static bool too_many_come_in(const struct mgvm *m, const struct mgvm_counts *c)
{
	return (double)c->incoming > m->ratio * (double)c->outgoing;
}

/* No slice would have too many of this one's hits if blocks were coarse again. */
static bool would_be_even(const struct mgvm *m, const struct mgvm_counts *c)
{
	uint64_t total = 0, most = 0;

	for (unsigned i = 0; i < m->chiplets; i++) {
		total += c->hits_by_home[i];
		most = c->hits_by_home[i] > most ? c->hits_by_home[i] : most;
	}
	return total > 0 && (double)most <= m->back_share * (double)total;
}

static void mgvm_end_epoch(struct mgvm_chiplet *ch)
{
	struct mgvm *m = ch->m;
	struct mgvm_counts empty = ch->last;
	bool possible;

	m->stats.epochs++;
	ch->serviced = 0;
	ch->last = ch->now;
	memset(empty.hits_by_home, 0, m->chiplets * sizeof(*empty.hits_by_home));
	ch->now = (struct mgvm_counts){.hits_by_home = empty.hits_by_home};
	possible = ch->reg[HOME_RTU] == MGVM_COARSE ? too_many_come_in(m, &ch->last)
						    : would_be_even(m, &ch->last);
	if (possible && ch->possible_before)
		mgvm_trigger(ch, false);
	ch->possible_before = possible;
}

static void mgvm_serviced(struct mgvm_chiplet *ch)
{
	struct mgvm *m = ch->m;

	ch->serviced++;
	if (m->force && (ch->now.incoming + ch->now.outgoing) % m->force == 0)
		mgvm_trigger(ch, true);
	if (ch->serviced == m->epoch)
		mgvm_end_epoch(ch);
}

/*
 * Imbalance is defined over remote requests: those that would be remote in blocks count. All hits,
 * as the paper describes the tags, do not tell: where each chiplet uses a block of its own and all
 * use a few pages of one (syrk), they are even, and slices would be switched back at once.
 */
static void count_by_home(const struct mgvm *m, struct mgvm_counts *c, const struct translation *t)
{
	unsigned coarse = home_blocks_of(m->blocks, t->who.asid, t->vpn);

	if (m->back_by_all || coarse != t->who.chiplet)
		c->hits_by_home[coarse]++;
}

static void mgvm_heard(void *state, enum home_event event, unsigned chiplet,
		       const struct translation *t)
{
	struct mgvm *m = state;
	struct mgvm_chiplet *ch = &m->chiplet[chiplet];

	switch (event) {
	case HOME_SENT:
		ch->now.outgoing++;
		mgvm_serviced(ch);
		break;
	case HOME_RECEIVED:
		ch->now.incoming++;
		mgvm_serviced(ch);
		break;
	case HOME_HIT:
		ch->now.hits++;
		count_by_home(m, &ch->now, t);
		break;
	case HOME_MISS:
		ch->now.misses++;
		break;
	case HOME_RETURNED:
		m->stats.returned++;
		break;
	case HOME_REROUTED:
		m->stats.rerouted++;
		break;
	case HOME_REDIRECTED:
		m->stats.redirected++;
		break;
	}
}

const struct home_slice_ops home_mgvm = {
	.base = {.name = "mgvm",
		 .summary = "dhsl-coarse, page by page while one slice has too many requests",
		 .storage = home_mgvm_storage,
		 .make = mgvm_make,
		 .release = mgvm_release,
		 .register_stats = mgvm_register_stats},
	.home = mgvm_home,
	.serves = mgvm_serves,
	.heard = mgvm_heard,
	.wire = mgvm_wire,
	.kernel_begins = mgvm_kernel_begins,
	.walks_at = mgvm_walks_at,
	.set_block = mgvm_set_block,
};

/* What switches cost: here every part switches at once, and a request is served where it was sent
 * to. */
const struct home_slice_ops home_mgvm_magic = {
	.base = {.name = "mgvm-magic",
		 .summary = "the same, switching without messages and without time",
		 .make = mgvm_make_magic,
		 .release = mgvm_release,
		 .register_stats = mgvm_register_stats},
	.home = mgvm_home,
	.heard = mgvm_heard,
	.wire = mgvm_wire,
	.kernel_begins = mgvm_kernel_begins,
	.walks_at = mgvm_walks_at,
	.set_block = mgvm_set_block,
};
