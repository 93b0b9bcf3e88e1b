/* Every lookup hits: one port slot and one event per translation. */
#include "hw/translation/perfect_tlb.h"

#include <stdlib.h>
#include <string.h>

static void perfect_tlb_warm(void *owner, struct translation *t)
{
	const struct perfect_tlb *tlb = owner;

	t->faulted = !tlb->source.translate(tlb->source.state, t->who.asid, t->vpn, &t->frame);
}

static void perfect_tlb_answer(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct perfect_tlb *tlb = t->stage;

	tlb->lookups++;
	tlb->hits++;
	if (tlb->by_app)
		tlb->by_app[t->who.asid]++;
	tlb->queued--;
	perfect_tlb_warm(tlb, t);
	t->source = TX_L2_TLB;
	latency_add(&tlb->latency, tlb->engine->now - t->entered);
	tx_reply(t);
	wait_list_wake(&tlb->senders);
}

static bool perfect_tlb_take(void *owner, struct translation *t, struct waiter *waiter)
{
	struct perfect_tlb *tlb = owner;
	cycle_t now = tlb->engine->now;

	if (tlb->queued == tlb->config.queue) {
		wait_list_add(&tlb->senders, waiter);
		return false;
	}
	tlb->queued++;
	t->entered = now;
	t->stage = tlb;
	engine_at(tlb->engine, &t->event, port_reserve(&tlb->port, now) + tlb->config.latency,
		  perfect_tlb_answer);
	return true;
}

void perfect_tlb_init(struct perfect_tlb *tlb, struct engine *engine,
		      const struct perfect_tlb_config *config, const struct page_source *source)
{
	memset(tlb, 0, sizeof(*tlb));
	tlb->engine = engine;
	tlb->config = *config;
	tlb->source = *source;
	if (config->apps)
		tlb->by_app = xcalloc(config->apps, sizeof(*tlb->by_app));
	port_init(&tlb->port, config->ports);
	wait_list_init(&tlb->senders);
}

void perfect_tlb_release(struct perfect_tlb *tlb)
{
	free(tlb->by_app);
	tlb->by_app = NULL;
}

struct tx_port perfect_tlb_port(struct perfect_tlb *tlb)
{
	return (struct tx_port){perfect_tlb_take, tlb, perfect_tlb_warm};
}

void perfect_tlb_register_stats(const struct perfect_tlb *tlb, struct stats *stats,
				const char *group)
{
	stats_counter(stats, group, "lookups", &tlb->lookups);
	stats_counter(stats, group, "hits", &tlb->hits);
	stats_counter(stats, group, "mshr_hits", &tlb->mshr_hits);
	stats_counter(stats, group, "misses", &tlb->misses);
	stats_latency(stats, group, "latency", &tlb->latency);
}

void perfect_tlb_describe(const struct perfect_tlb *tlb, FILE *out)
{
	if (tlb->queued)
		fprintf(out, "perfect L2 TLB: %u translations under way\n", tlb->queued);
}
