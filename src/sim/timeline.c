/* Each sample is added up once, and once more at most whenever stretches are joined. */
#include "sim/timeline.h"

static void timeline_join(struct timeline *t)
{
	for (unsigned i = 0; i < TIMELINE_STRETCHES; i++) {
		t->sum[i] = i < TIMELINE_STRETCHES / 2 ? t->sum[2 * i] + t->sum[2 * i + 1] : 0;
		t->mean[i] = t->sum[i] / (2 * t->stretch);
	}
	t->stretch *= 2;
	t->used = TIMELINE_STRETCHES / 2;
}

void timeline_add(struct timeline *t, uint64_t value, uint64_t times)
{
	if (!t->stretch)
		t->stretch = 1;
	while (times) {
		uint64_t room = t->stretch - t->filled, part = times < room ? times : room;

		t->sum[t->used] += value * part;
		t->filled += part;
		times -= part;
		if (t->filled < t->stretch)
			continue;
		t->mean[t->used] = t->sum[t->used] / t->stretch;
		t->filled = 0;
		if (++t->used == TIMELINE_STRETCHES)
			timeline_join(t);
	}
}

void timeline_register_stats(const struct timeline *t, struct stats *stats, const char *group,
			     const char *const names[TIMELINE_STRETCHES])
{
	for (unsigned i = 0; i < TIMELINE_STRETCHES; i++)
		stats_counter(stats, group, names[i], &t->mean[i]);
}
