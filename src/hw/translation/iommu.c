/* The IOMMU: a hop in and out around two TLBs. Without hop latency the first TLB is the port. */
#include "hw/translation/iommu.h"

#include <string.h>

static void iommu_crossed_back(struct event *event)
{
	tx_reply(container_of(event, struct translation, event));
}

static void iommu_hop_back(void *owner, struct translation *t)
{
	struct iommu *m = owner;

	engine_after(m->engine, &t->event, m->config.hop_latency, iommu_crossed_back);
}

static void iommu_leave_hop(struct iommu *m)
{
	m->crossing--;
	while (m->crossing < m->config.capacity && wait_list_wake(&m->senders))
		;
}

static void iommu_first_tlb_has_room(struct waiter *waiter)
{
	struct iommu *m = container_of(waiter, struct iommu, inner.waiter);

	while (tx_outbox_retry(&m->inner))
		iommu_leave_hop(m);
}

static void iommu_crossed(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct iommu *m = t->stage;

	if (tx_outbox_send(&m->inner, t))
		iommu_leave_hop(m);
}

static bool iommu_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct iommu *m = owner;

	if (m->crossing == m->config.capacity) {
		m->refusals++;
		wait_list_add(&m->senders, waiter);
		return false;
	}
	m->crossing++;
	t->stage = m;
	tx_push(t, iommu_hop_back, m);
	engine_after(m->engine, &t->event, m->config.hop_latency, iommu_crossed);
	return true;
}

static void iommu_warm(void *owner, struct translation *t)
{
	const struct iommu *m = owner;

	tx_warm(&m->inner.port, t);
}

void iommu_init(struct iommu *m, struct engine *engine, const struct iommu_config *config,
		struct tx_port walkers)
{
	struct tlb_config tlb = {
		.name = "IOMMU L2 TLB",
		.entries = config->l2_entries,
		.ways = config->l2_ways,
		.latency = config->l2_latency,
		.ports = config->ports,
		.mshrs = config->capacity,
		.queue = config->capacity,
		.merge_instruction = config->merge_instruction,
		.hit_source = TX_IOMMU_TLB,
		.mshr_source = TX_IOMMU_TLB,
		.page_shift = config->page_shift,
	};

	memset(m, 0, sizeof(*m));
	m->engine = engine;
	m->config = *config;
	tlb_init(&m->l2, engine, &tlb, walkers);
	tlb.name = "IOMMU L1 TLB";
	tlb.entries = tlb.ways = config->l1_entries;
	tlb.latency = config->l1_latency;
	tlb_init(&m->l1, engine, &tlb, tlb_port(&m->l2));
	tx_outbox_init(&m->inner, tlb_port(&m->l1), iommu_first_tlb_has_room);
	wait_list_init(&m->senders);
}

void iommu_release(struct iommu *m)
{
	tlb_release(&m->l1);
	tlb_release(&m->l2);
}

struct tx_port iommu_port(struct iommu *m)
{
	if (!m->config.hop_latency)
		return m->inner.port;
	return (struct tx_port){iommu_send, m, iommu_warm};
}

void iommu_shootdown(struct iommu *m, uint8_t asid, uint64_t vpn)
{
	tlb_shootdown(&m->l1, asid, vpn);
	tlb_shootdown(&m->l2, asid, vpn);
}

void iommu_register_stats(const struct iommu *m, struct stats *stats, const char *l1_group,
			  const char *l2_group)
{
	tlb_register_stats(&m->l1, stats, l1_group);
	tlb_register_stats(&m->l2, stats, l2_group);
}

void iommu_describe(const struct iommu *m, FILE *out)
{
	if (m->crossing)
		fprintf(out, "IOMMU: %u requests on their way in%s\n", m->crossing,
			tx_outbox_first(&m->inner) ? ", the first TLB does not take them" : "");
	tlb_describe(&m->l1, out);
	tlb_describe(&m->l2, out);
}
