/* Speedups beside others, and divisions of the CUs in order; see sharing.h. */
#include "experiment/run/sharing.h"

#include <stdlib.h>

#include "base/text.h"
#include "driver/job/subject.h"

bool sharing_evaluate(struct sharing *s)
{
	s->weighted_speedup = s->throughput = s->max_slowdown = 0;
	for (unsigned i = 0; i < s->apps; i++) {
		double slowdown;

		if (!(s->alone_ipc[i] > 0) || !(s->shared_ipc[i] > 0))
			return false;
		slowdown = s->alone_ipc[i] / s->shared_ipc[i];
		s->weighted_speedup += 1 / slowdown;
		s->throughput += s->shared_ipc[i];
		if (slowdown > s->max_slowdown)
			s->max_slowdown = slowdown;
	}
	return true;
}

static char *with_cus(const char *argument, unsigned cus)
{
	char *bare = subject_bare(argument), *text = xasprintf("%s@%u", bare, cus);

	free(bare);
	return text;
}

void sharing_alone(const struct run_spec *spec, unsigned app, struct run_spec *alone)
{
	struct cu_share shares[RUN_MOST_APPS];
	struct error err;
	char *workload;

	if (!run_spec_shares(spec, shares, &err))
		BUG("%s", err.text);
	run_spec_copy(alone, spec);
	text_list_release(&alone->designs);
	text_list_release(&alone->workloads);
	workload = with_cus(spec->workloads.items[app], shares[app].count);
	text_list_add(&alone->workloads, workload);
	free(workload);
}

/* Like the digits of a number, the last application taking what is left. */
bool sharing_next_split(unsigned cus, unsigned apps, unsigned step, unsigned *count)
{
	unsigned used = 0;

	if (!count[0]) {
		for (unsigned i = 0; i + 1 < apps; i++)
			count[i] = step;
		used = step * (apps - 1);
		count[apps - 1] = cus > used ? cus - used : 0;
		return count[apps - 1] > 0;
	}
	for (unsigned i = 0; i + 1 < apps; i++)
		used += count[i];
	for (unsigned i = apps - 1; i-- > 0;) {
		if (used + step < cus) {
			count[i] += step;
			count[apps - 1] = cus - used - step;
			return true;
		}
		used -= count[i] - step;
		count[i] = step;
	}
	return false;
}

size_t sharing_split_count(unsigned cus, unsigned apps, unsigned step, size_t most)
{
	unsigned count[RUN_MOST_APPS] = {0};
	size_t splits = 0;

	while (splits <= most && sharing_next_split(cus, apps, step, count))
		splits++;
	return splits;
}

void sharing_set_split(struct run_spec *spec, const unsigned *count)
{
	struct text_list workloads = {0};

	for (size_t i = 0; i < spec->workloads.count; i++) {
		char *text = with_cus(spec->workloads.items[i], count[i]);

		text_list_add(&workloads, text);
		free(text);
	}
	text_list_release(&spec->workloads);
	spec->workloads = workloads;
}
