/* One look at all counters per interval. */
#include "measure/slice_load.h"

#include <stdlib.h>
#include <string.h>

void slice_load_init(struct slice_load *s, uint32_t slices)
{
	memset(s, 0, sizeof(*s));
	s->slices = slices;
	s->now = xcalloc(slices, sizeof(*s->now));
	s->requests = xcalloc(slices, sizeof(*s->requests));
}

void slice_load_release(struct slice_load *s)
{
	free(s->now);
	free(s->requests);
	memset(s, 0, sizeof(*s));
}

void slice_load_sample(struct slice_load *s)
{
	uint64_t total = 0, most = 0;

	for (uint32_t i = 0; i < s->slices; i++) {
		total += s->now[i];
		most = s->now[i] > most ? s->now[i] : most;
	}
	if (!total)
		return;
	gauge_add(&s->busiest_percent, most * 100 / total, 1);
	for (uint32_t i = 0; i < s->slices; i++) {
		gauge_add(&s->requests[i], s->now[i], 1);
		s->now[i] = 0;
	}
}

void slice_load_register_stats(const struct slice_load *s, struct stats *stats, const char *group)
{
	stats_gauge(stats, group, "busiest_percent", &s->busiest_percent);
	for (uint32_t i = 0; i < s->slices; i++)
		stats_gauge(stats, group, "requests", &s->requests[i]);
}
