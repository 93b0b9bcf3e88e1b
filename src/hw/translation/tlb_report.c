/* What a TLB can say of itself: work done, statistics, what it waits for. */
#include "hw/translation/tlb_parts.h"

struct tlb_work tlb_work_done(const struct tlb *tlb)
{
	const struct tlb_stats *stats = &tlb->stats;

	return (struct tlb_work){
		.lookups = stats->lookups,
		.answer_cycles = stats->latency.sum,
		.queue_cycles = occupancy_area(&stats->queue, tlb->engine->now),
	};
}

void tlb_register_stats(const struct tlb *tlb, struct stats *stats, const char *group)
{
	const struct tlb_stats *s = &tlb->stats;

	stats_counter(stats, group, "lookups", &s->lookups);
	stats_counter(stats, group, "hits", &s->hits);
	stats_counter(stats, group, "mshr_hits", &s->mshr_hits);
	stats_counter(stats, group, "misses", &s->misses);
	stats_counter(stats, group, "aside_hits", &s->aside_hits);
	stats_counter(stats, group, "fills", &s->fills);
	stats_counter(stats, group, "inserts", &s->inserts);
	stats_counter(stats, group, "evictions", &s->evictions);
	stats_counter(stats, group, "unfilled", &s->unfilled);
	stats_counter(stats, group, "refusals", &s->refusals);
	stats_counter(stats, group, "stall_cycles", &s->stall_cycles);
	stats_counter(stats, group, "shot_down", &s->shot_down);
	stats_counter(stats, group, "repeats", &s->repeats);
	stats_latency(stats, group, "latency", &s->latency);
	stats_occupancy(stats, group, "queue", &s->queue);
	stats_occupancy(stats, group, "mshrs", &s->mshrs);
}

void tlb_describe(const struct tlb *tlb, FILE *out)
{
	const struct translation *t;

	if (tlb->stats.queue.now)
		fprintf(out, "%s: %u of %u places in the queue taken%s\n", tlb->config.name,
			tlb->stats.queue.now, tlb->places,
			tlb->senders.first ? ", senders wait" : "");
	t = tlb->stalled.first;
	if (t)
		fprintf(out, "%s: page 0x%llx of address space %u waits for an MSHR\n",
			tlb->config.name, (unsigned long long)t->vpn, t->who.asid);
	t = tx_outbox_first(&tlb->down);
	if (t)
		fprintf(out, "%s: the miss of page 0x%llx of address space %u is not taken below\n",
			tlb->config.name, (unsigned long long)t->vpn, t->who.asid);
	for (uint32_t i = 0; tlb->mshrs.used && i < tlb->mshrs.entries; i++) {
		const struct mshr *m = &tlb->mshrs.entry[i];

		if (m->held)
			fprintf(out,
				"%s: MSHR %u waits for page 0x%llx of address space %u since cycle "
				"%llu, %u requests\n",
				tlb->config.name, i, (unsigned long long)tlb_key_vpn(m->key),
				tlb_key_asid(m->key), (unsigned long long)m->entered, m->held);
	}
}
