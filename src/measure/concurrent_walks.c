/* One look at all walkers per sample. */
#include "measure/concurrent_walks.h"

#include <stdlib.h>
#include <string.h>

void concurrent_walks_init(struct concurrent_walks *c, uint32_t apps)
{
	memset(c, 0, sizeof(*c));
	c->apps = apps;
	c->now_by_app = xcalloc(apps, sizeof(*c->now_by_app));
	c->by_app = xcalloc(apps, sizeof(*c->by_app));
}

void concurrent_walks_release(struct concurrent_walks *c)
{
	free(c->walkers);
	free(c->now_by_app);
	free(c->by_app);
	memset(c, 0, sizeof(*c));
}

void concurrent_walks_add(struct concurrent_walks *c, const struct walker *walker)
{
	c->walkers = xrealloc(c->walkers, (c->walker_count + 1) * sizeof(struct walker *));
	c->walkers[c->walker_count++] = walker;
}

void concurrent_walks_sample(struct concurrent_walks *c, uint64_t times)
{
	uint64_t walking = 0, waiting = 0;

	memset(c->now_by_app, 0, c->apps * sizeof(*c->now_by_app));
	for (uint32_t i = 0; i < c->walker_count; i++) {
		const struct walker *w = c->walkers[i];

		waiting += w->buffered;
		for (uint32_t k = 0; k <= w->config.walkers; k++)
			if (w->walk[k].t) {
				walking++;
				c->now_by_app[w->walk[k].t->who.asid]++;
			}
	}
	if (!walking && !waiting) {
		c->idle_samples += times;
		return;
	}
	gauge_add(&c->walking, walking, times);
	gauge_add(&c->outstanding, walking + waiting, times);
	for (uint32_t app = 0; app < c->apps; app++)
		if (c->now_by_app[app])
			gauge_add(&c->by_app[app], c->now_by_app[app], times);
}

void concurrent_walks_register_stats(const struct concurrent_walks *c, struct stats *stats,
				     const char *group)
{
	stats_gauge(stats, group, "walking", &c->walking);
	stats_gauge(stats, group, "outstanding", &c->outstanding);
	stats_counter(stats, group, "idle_samples", &c->idle_samples);
}
