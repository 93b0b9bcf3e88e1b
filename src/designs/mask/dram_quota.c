/* [Ausavarungnirun18 Equation 1]; see dram_quota.h. */
#include "designs/mask/dram_quota.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

static void share_equally(struct dram_quota *q)
{
	for (unsigned i = 0; i < q->apps; i++)
		q->quota[i] = q->most / q->apps;
}

void dram_quota_init(struct dram_quota *q, unsigned apps, uint32_t most)
{
	memset(q, 0, sizeof(*q));
	q->apps = apps;
	q->most = most;
	q->app = xcalloc(apps, sizeof(*q->app));
	q->quota = xcalloc(apps, sizeof(*q->quota));
	share_equally(q);
}

void dram_quota_release(struct dram_quota *q)
{
	free(q->app);
	free(q->quota);
}

static void keep_largest(uint8_t *counter, uint32_t value)
{
	if (value > DRAM_QUOTA_COUNTER_MAX)
		value = DRAM_QUOTA_COUNTER_MAX;
	if (value > *counter)
		*counter = (uint8_t)value;
}

void dram_quota_walk_begins(struct dram_quota *q, uint8_t app)
{
	keep_largest(&q->app[app].con_ptw, ++q->app[app].walking);
}

void dram_quota_walk_ends(struct dram_quota *q, uint8_t app)
{
	if (q->app[app].walking)
		q->app[app].walking--;
}

void dram_quota_stalled(struct dram_quota *q, uint8_t app, unsigned warps)
{
	keep_largest(&q->app[app].warps_stalled, warps);
}

void dram_quota_epoch(struct dram_quota *q)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < q->apps; i++)
		sum += (uint64_t)q->app[i].con_ptw * q->app[i].warps_stalled;
	if (!sum)
		share_equally(q);
	for (unsigned i = 0; i < q->apps; i++) {
		struct dram_quota_app *a = &q->app[i];

		if (sum)
			q->quota[i] =
				(uint32_t)((uint64_t)q->most * a->con_ptw * a->warps_stalled / sum);
		a->con_ptw = a->warps_stalled = 0;
		keep_largest(&a->con_ptw, a->walking);
	}
}
