/* Records of faults, found by page in a small hash table; see fault_buffer.h. */
#include "hw/paging/fault_buffer.h"

#include <stdlib.h>
#include <string.h>

static struct fault_record **fault_bucket(const struct fault_buffer *b, uint8_t asid, uint64_t vpn)
{
	uint64_t key = vpn ^ (uint64_t)asid << 56;

	return &b->bucket[key * UINT64_C(0x9e3779b97f4a7c15) >> b->shift];
}

static struct fault_record *fault_find(const struct fault_buffer *b, uint8_t asid, uint64_t vpn)
{
	struct fault_record *r = *fault_bucket(b, asid, vpn);

	while (r && (r->vpn != vpn || r->who.asid != asid))
		r = r->chain;
	return r;
}

static struct fault_record *fault_make(struct fault_buffer *b, const struct translation *t)
{
	struct fault_record *r = b->free, **bucket = fault_bucket(b, t->who.asid, t->vpn);

	if (!r)
		return NULL;
	b->free = r->chain;
	r->vpn = t->vpn;
	r->who = t->who;
	tx_fifo_init(&r->waiting);
	r->held = 0;
	r->taken = false;
	r->born = b->engine->now;
	r->taken_at = r->served = r->framed = r->came = 0;
	r->block = NULL;
	r->chain = *bucket;
	*bucket = r;
	fault_list_append(&b->list, r);
	b->listed++;
	b->stats.records++;
	occupancy_change(&b->stats.entries, b->engine->now, 1);
	return r;
}

/* The way back of a translation: to the walkers that sent it. */
static void fault_replayed(void *owner, struct translation *t)
{
	struct fault_source *source = owner;

	latency_add(&source->buffer->stats.latency, source->buffer->engine->now - t->entered);
	if (!tx_send(&source->walkers, t, NULL))
		BUG("cycle %llu: a replay of page 0x%llx was refused",
		    (unsigned long long)source->buffer->engine->now, (unsigned long long)t->vpn);
}

static bool fault_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct fault_source *source = owner;
	struct fault_buffer *b = source->buffer;
	struct fault_record *r = fault_find(b, t->who.asid, t->vpn);
	bool first = !r;

	if (!r)
		r = fault_make(b, t);
	if (!r) {
		b->stats.refusals++;
		wait_list_add(&b->senders, waiter);
		return false;
	}
	b->stats.merged += !first;
	t->entered = b->engine->now;
	tx_push(t, fault_replayed, source);
	tx_fifo_append(&r->waiting, t);
	r->held++;
	if (first)
		b->config.arrived(b->config.owner);
	return true;
}

static void fault_warm(void *owner, struct translation *t)
{
	const struct fault_source *source = owner;

	source->buffer->config.warm(source->buffer->config.owner, t);
}

struct tx_port fault_buffer_port(struct fault_buffer *b, unsigned source, struct tx_port walkers)
{
	b->source[source] = (struct fault_source){b, walkers};
	return (struct tx_port){fault_send, &b->source[source], fault_warm};
}

struct fault_record *fault_buffer_take(struct fault_buffer *b)
{
	struct fault_record *r = fault_list_take(&b->list);

	if (!r)
		return NULL;
	b->listed--;
	r->taken = true;
	return r;
}

void fault_buffer_put_back(struct fault_buffer *b, struct fault_record *r)
{
	r->taken = false;
	r->next = b->list.first;
	if (!r->next)
		b->list.last = &r->next;
	b->list.first = r;
	b->listed++;
}

void fault_buffer_replay(struct fault_buffer *b, struct fault_record *r)
{
	struct fault_record **link = fault_bucket(b, r->who.asid, r->vpn);
	struct translation *t = r->waiting.first;

	if (!r->taken)
		BUG("cycle %llu: replay of page 0x%llx, which nobody has taken",
		    (unsigned long long)b->engine->now, (unsigned long long)r->vpn);
	while (*link != r)
		link = &(*link)->chain;
	*link = r->chain;
	r->chain = b->free;
	b->free = r;
	occupancy_change(&b->stats.entries, b->engine->now, -1);
	while (t) {
		struct translation *next = t->next;

		tx_reply(t);
		t = next;
	}
	while (b->free && wait_list_wake(&b->senders))
		;
}

void fault_buffer_init(struct fault_buffer *b, struct engine *engine,
		       const struct fault_buffer_config *config)
{
	unsigned bits = 1;

	memset(b, 0, sizeof(*b));
	b->engine = engine;
	b->config = *config;
	while (UINT64_C(1) << bits < 2 * (uint64_t)config->entries)
		bits++;
	b->shift = 64 - bits;
	b->bucket = xcalloc((size_t)1 << bits, sizeof(struct fault_record *));
	b->record = xcalloc(config->entries, sizeof(*b->record));
	for (uint32_t i = config->entries; i-- > 0;) {
		b->record[i].chain = b->free;
		b->free = &b->record[i];
	}
	b->source = xcalloc(config->sources, sizeof(*b->source));
	fault_list_init(&b->list);
	wait_list_init(&b->senders);
}

void fault_buffer_release(struct fault_buffer *b)
{
	free(b->record);
	free(b->bucket);
	free(b->source);
	b->record = NULL;
}

void fault_buffer_register_stats(const struct fault_buffer *b, struct stats *stats,
				 const char *group)
{
	const struct fault_buffer_stats *s = &b->stats;

	stats_counter(stats, group, "records", &s->records);
	stats_counter(stats, group, "merged", &s->merged);
	stats_counter(stats, group, "refusals", &s->refusals);
	stats_occupancy(stats, group, "entries", &s->entries);
	stats_latency(stats, group, "latency", &s->latency);
}

void fault_buffer_describe(const struct fault_buffer *b, FILE *out)
{
	if (b->stats.entries.now)
		fprintf(out, "fault buffer: %u of %u places taken, %u of them not yet seen%s\n",
			b->stats.entries.now, b->config.entries, b->listed,
			b->senders.first ? ", walks wait for room" : "");
}
