/* What the pager can say of itself: statistics, what it waits for, whether all adds up. */
#include "driver/paging/pager_parts.h"

uint64_t pager_resident(const struct pager *p)
{
	return p->stats.resident;
}

/* Frames of a block against the counts of its pools; a frame belongs to one page, which frames.c
 * makes sure of. */
static uint64_t count_frames(const struct block *b)
{
	uint64_t frames = 0;

	for (unsigned i = 0; i < b->base.pages; i++) {
		const struct page *page = &b->page[i];
		bool holds = page->state == PAGE_COMING || page->state == PAGE_IN ||
			     page->state == PAGE_LEAVING;

		frames += holds && page->frame != PAGE_NO_FRAME;
		frames += page->old_frame != PAGE_NO_FRAME;
	}
	return frames;
}

bool pager_is_valid(const struct pager *p)
{
	size_t pools = (size_t)p->config.chiplets * (p->config.shares ? p->config.apps : 1);
	uint64_t frames = 0, used = 0;

	for (size_t i = 0; i < (size_t)1 << p->bucket_bits; i++)
		for (const struct block *b = p->bucket[i]; b; b = b->chain)
			frames += count_frames(b);
	for (size_t i = 0; i < pools; i++) {
		if (p->pools[i].leaving > p->pools[i].used)
			return false;
		used += p->pools[i].used;
	}
	return frames == used && used == p->stats.resident;
}

void pager_register_stats(struct pager *p, struct stats *stats, const char *group)
{
	struct pager_stats *s = &p->stats;

	stats_counter(stats, group, "batches", &s->batches);
	stats_counter(stats, group, "blocks", &s->blocks);
	stats_gauge(stats, group, "batch_records", &s->batch_records);
	stats_gauge(stats, group, "batch_blocks", &s->batch_blocks);
	stats_counter(stats, group, "faults", &s->faults);
	stats_counter(stats, group, "already", &s->already);
	stats_counter(stats, group, "deferred", &s->deferred);
	stats_counter(stats, group, "pages_in", &s->pages_in);
	stats_counter(stats, group, "pages_ahead", &s->pages_ahead);
	stats_counter(stats, group, "ahead_unused", &s->ahead_unused);
	stats_counter(stats, group, "pages_mapped", &s->pages_mapped);
	stats_counter(stats, group, "pages_written", &s->pages_written);
	stats_counter(stats, group, "pages_dropped", &s->pages_dropped);
	if (p->config.chiplets > 1)
		stats_counter(stats, group, "pages_moved", &s->pages_moved);
	stats_counter(stats, group, "refetched", &s->refetched);
	stats_counter(stats, group, "thrashing", &s->thrashing);
	stats_counter(stats, group, "evictions", &s->evictions);
	stats_counter(stats, group, "counted", &s->counted);
	stats_counter(stats, group, "peak_pages", &s->peak_pages);
	stats_counter(stats, group, "cycles_waiting", &s->cycles_waiting);
	stats_counter(stats, group, "cycles_host", &s->cycles_host);
	stats_counter(stats, group, "cycles_frames", &s->cycles_frames);
	stats_counter(stats, group, "cycles_link", &s->cycles_link);
	stats_counter(stats, group, "cycles_replay", &s->cycles_replay);
	stats_latency(stats, group, "fault", &s->fault);
	stats_latency(stats, group, "batch", &s->batch);
	stats_latency(stats, group, "drain", &s->drain);
}

void pager_describe(const struct pager *p, FILE *out)
{
	if (p->busy)
		fprintf(out,
			"driver: a batch of %u faults in %u blocks is under way since cycle %llu, "
			"%u transfers have not come\n",
			p->batch_records, p->task_count, (unsigned long long)p->batch_began,
			p->batch_moves);
	else if (p->starved)
		fprintf(out, "driver: faults wait until a page may leave\n");
	if (p->hungry.first)
		fprintf(out, "driver: pages that come wait for frames\n");
}
