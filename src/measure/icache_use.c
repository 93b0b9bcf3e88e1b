/* Fills are counted by the caches; here only how many there were when a launch began. */
#include "measure/icache_use.h"

#include <stdlib.h>
#include <string.h>

void icache_use_init(struct icache_use *u, unsigned apps, unsigned cus_per_cache)
{
	memset(u, 0, sizeof(*u));
	u->apps = xcalloc(apps, sizeof(*u->apps));
	u->app_count = apps;
	u->cus = cus_per_cache;
}

void icache_use_release(struct icache_use *u)
{
	free(u->caches);
	free(u->apps);
	memset(u, 0, sizeof(*u));
}

void icache_use_add(struct icache_use *u, struct cache *cache)
{
	u->caches = xrealloc(u->caches, (u->cache_count + 1) * sizeof(struct cache *));
	u->caches[u->cache_count++] = cache;
}

static uint64_t icache_fills_of(const struct icache_use *u, const struct icache_use_app *app)
{
	uint64_t sum = 0;

	for (unsigned i = app->first; i < app->first + app->count; i++)
		sum += cache_statistics(u->caches[i])->fills;
	return sum;
}

static void end_use(struct icache_use *u, struct icache_use_app *app)
{
	uint64_t filled, lines, percent;

	if (!app->running)
		return;
	app->running = false;
	filled = icache_fills_of(u, app) - app->fills;
	lines = (uint64_t)cache_lines(u->caches[app->first]) * app->count;
	percent = filled >= lines ? 100 : (100 * filled + lines / 2) / lines;
	gauge_add(&u->percent, percent, 1);
	u->full += filled >= lines;
	if (u->launches < ICACHE_USE_SHOWN)
		u->launch[u->launches] = percent;
	u->launches++;
}

void icache_use_begins(struct icache_use *u, unsigned app, unsigned first_cu, unsigned cus)
{
	struct icache_use_app *a = &u->apps[app];

	end_use(u, a);
	a->running = true;
	a->first = first_cu / u->cus;
	a->count = (first_cu + cus - 1) / u->cus - a->first + 1;
	a->fills = icache_fills_of(u, a);
}

void icache_use_settle(struct icache_use *u)
{
	for (unsigned i = 0; i < u->app_count; i++)
		end_use(u, &u->apps[i]);
}

void icache_use_register_stats(const struct icache_use *u, struct stats *stats, const char *group)
{
	static const char *const names[ICACHE_USE_SHOWN] = {
		"launch_1",  "launch_2",  "launch_3",  "launch_4",  "launch_5",  "launch_6",
		"launch_7",  "launch_8",  "launch_9",  "launch_10", "launch_11", "launch_12",
		"launch_13", "launch_14", "launch_15", "launch_16"};

	stats_counter(stats, group, "launches", &u->launches);
	stats_counter(stats, group, "full", &u->full);
	stats_gauge(stats, group, "percent", &u->percent);
	for (unsigned i = 0; i < ICACHE_USE_SHOWN; i++)
		stats_counter(stats, group, names[i], &u->launch[i]);
}
