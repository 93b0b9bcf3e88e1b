/* All entries of a chiplet are taken out first and put in then: no move pushes out another. */
#include "designs/adaptive/l1_clusters.h"

#include <stdlib.h>

/* Shape */

/* M x N crossbars: log2(M) + log2(N) cycles [Choudhary22 §5.1]. */
uint32_t l1_clusters_way(const struct l1_clusters *c, unsigned level)
{
	return c->circuit ? level : 2 * level;
}

double l1_clusters_crossing(const struct l1_clusters *c, unsigned level)
{
	return 2.0 * l1_clusters_way(c, level);
}

/* 2^level sets are decoded in 2 * level cycles [Choudhary22 §5.1]. */
uint32_t l1_clusters_lookup(const struct l1_clusters *c, unsigned level)
{
	return c->circuit && 2 * level > c->latency ? 2 * level : c->latency;
}

/* Placement */

static unsigned fold_page(uint64_t vpn)
{
	return (unsigned)(vpn ^ vpn >> 6 ^ vpn >> 12 ^ vpn >> 18 ^ vpn >> 24);
}

unsigned l1_clusters_place(const struct l1_clusters *c, unsigned cu, uint64_t vpn)
{
	unsigned others = (1u << c->level) - 1;

	return (cu & ~others) | (fold_page(vpn) & others);
}

static bool may_fill_home(void *home, const struct translation *t, const struct translation *merged)
{
	const struct l1_home *h = home;

	(void)merged;
	return l1_clusters_place(h->clusters, h->index, t->vpn) == h->index;
}

static const struct tlb_fill_ops fill_at_home = {.may_fill = may_fill_home};

/* Change */

/*
 * For tlb_sweep: entries whose place is elsewhere now are noted, to be moved there. Of a cluster
 * cut in two each half has a place for them: one is where they are, the other the same in the other
 * half, which gets a copy.
 */
static bool entry_stays(void *home, const struct tlb_entry *entry)
{
	const struct l1_home *h = home;
	struct l1_clusters *c = h->clusters;
	unsigned to = l1_clusters_place(c, h->index, entry->vpn);
	bool here = to == h->index;

	if (here && c->cut)
		to = h->index ^ 1u << c->level;
	if (to != h->index)
		c->moving[c->moving_count++] = (struct l1_move){*entry, to};
	return here;
}

/* [Choudhary22 §5.1]: MSHRs are merged as entries are. */
static void share_mshrs(struct l1_clusters *c, unsigned chiplet)
{
	unsigned size = 1u << c->level;

	for (unsigned i = 0; i < c->cus; i += size)
		tlb_share_mshrs(&c->pools[chiplet * c->cus + i], &c->tlbs[chiplet][i], size,
				c->mshrs << c->level);
}

static void change_chiplet(struct l1_clusters *c, unsigned chiplet)
{
	struct tlb *tlbs = c->tlbs[chiplet];
	struct crossbar *x = c->crossbar[chiplet];
	struct translation *t;

	crossbar_pause(x, c->pause);
	c->moving_count = 0;
	for (unsigned i = 0; i < c->cus; i++) {
		while ((t = tlb_recall(&tlbs[i])) != NULL)
			crossbar_recall(x, t);
		tlb_sweep(&tlbs[i], entry_stays, &c->homes[chiplet * c->cus + i]);
		tlb_set_latency(&tlbs[i], l1_clusters_lookup(c, c->level));
	}
	crossbar_recall_blocked(x);
	share_mshrs(c, chiplet);
	for (uint32_t i = 0; i < c->moving_count; i++)
		tlb_insert(&tlbs[c->moving[i].to], &c->moving[i].entry);
	c->moved += c->moving_count;
	crossbar_reshape(x, l1_clusters_way(c, c->level), 1u << c->level);
}

void l1_clusters_change(struct l1_clusters *c, unsigned level)
{
	occupancy_change(&c->levels, c->engine->now, (int)level - (int)c->level);
	c->cut = level < c->level;
	c->level = level;
	for (unsigned i = 0; i < c->chiplets; i++)
		change_chiplet(c, i);
}

/* What is seen of them */

struct l1_work l1_clusters_work(const struct l1_clusters *c)
{
	struct l1_work sum = {0};

	for (unsigned i = 0; i < c->chiplets; i++) {
		sum.passing += crossbar_waited(c->crossbar[i]);
		for (unsigned k = 0; k < c->cus; k++) {
			struct tlb_work work = tlb_work_done(&c->tlbs[i][k]);

			sum.tlbs.lookups += work.lookups;
			sum.tlbs.answer_cycles += work.answer_cycles;
			sum.tlbs.queue_cycles += work.queue_cycles;
		}
	}
	return sum;
}

uint64_t l1_clusters_sent(const struct l1_clusters *c, unsigned cu)
{
	return crossbar_sent(c->crossbar[cu / c->cus], cu % c->cus);
}

bool l1_clusters_have_room(const struct l1_clusters *c, uint64_t *held)
{
	*held = 0;
	for (unsigned i = 0; i < c->chiplets * c->cus; i += 1u << c->level) {
		uint32_t entries = 0;

		for (unsigned k = i; k < i + (1u << c->level); k++)
			entries += tlb_valid_entries(&c->tlbs[k / c->cus][k % c->cus]);
		if (entries > c->entries << c->level >> 2)
			return false;
		*held += entries;
	}
	return true;
}

/* Wiring */

void l1_clusters_init(struct l1_clusters *c, struct engine *engine, unsigned chiplets, unsigned cus,
		      bool circuit, uint32_t pause)
{
	*c = (struct l1_clusters){
		.engine = engine,
		.chiplets = chiplets,
		.cus = cus,
		.top = (unsigned)__builtin_ctz(cus),
		.circuit = circuit,
		.pause = pause,
		.homes = xcalloc((size_t)chiplets * cus, sizeof(*c->homes)),
		.crossbar = xcalloc(chiplets, sizeof(struct crossbar *)),
		.tlbs = xcalloc(chiplets, sizeof(struct tlb *)),
		.pools = xcalloc((size_t)chiplets * cus, sizeof(*c->pools)),
	};
	for (unsigned i = 0; i < chiplets * cus; i++)
		c->homes[i] = (struct l1_home){c, i % cus};
}

void l1_clusters_release(struct l1_clusters *c)
{
	free(c->homes);
	free(c->crossbar);
	free(c->tlbs);
	free(c->pools);
	free(c->moving);
}

void l1_clusters_set_shape(struct l1_clusters *c, uint32_t entries, uint32_t latency,
			   uint32_t mshrs)
{
	c->entries = entries;
	c->latency = latency;
	c->mshrs = mshrs;
	free(c->moving); /* every chiplet's is the same */
	c->moving = xcalloc((size_t)c->cus * entries, sizeof(*c->moving));
}

void l1_clusters_attach(struct l1_clusters *c, unsigned chiplet, struct crossbar *crossbar,
			struct tlb *tlbs)
{
	c->crossbar[chiplet] = crossbar;
	c->tlbs[chiplet] = tlbs;
	for (unsigned i = 0; i < c->cus; i++) {
		struct tlb_fill fill = {&fill_at_home, &c->homes[chiplet * c->cus + i]};

		tlb_set_fill(&tlbs[i], &fill);
	}
	share_mshrs(c, chiplet);
}

void l1_clusters_register_stats(const struct l1_clusters *c, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "moved", &c->moved);
	stats_occupancy(stats, group, "level", &c->levels);
}
