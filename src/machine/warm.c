/* Launches outside of time: which CU a workgroup would have run on, and what its instructions leave
 * in that CU's TLBs and caches. Leaves out that wavefronts of a CU take turns. */
#include <stdlib.h>
#include <string.h>

#include "isa/exec/wavefront.h"
#include "machine/parts.h"

struct warm_launch {
	uint16_t *cu; /* by workgroup */
	uint64_t capacity;
	uint64_t workgroup;                  /* whose wavefronts are at `chunk` */
	uint64_t chunk[WORKGROUP_MAX_WAVES]; /* of code, that each executed last */
};

static void forget_chunks(struct warm_launch *l, uint64_t workgroup)
{
	l->workgroup = workgroup;
	memset(l->chunk, 0xff, sizeof(l->chunk));
}

bool system_warm_begins(struct system *s, unsigned app, const struct launch *launch,
			const struct process *process, struct error *err)
{
	uint64_t groups = dispatch_group_count(&process->dispatch);
	struct warm_launch *l;

	if (!s->warm)
		s->warm = xcalloc(s->app_count, sizeof(*s->warm));
	l = &s->warm[app];
	if (l->capacity < groups) {
		l->cu = xrealloc(l->cu, groups * sizeof(*l->cu));
		l->capacity = groups;
	}
	forget_chunks(l, UINT64_MAX);
	return dispatcher_place(s->dispatcher, (uint8_t)app, launch, process, l->cu, err);
}

void system_warm(struct system *s, unsigned app, uint64_t workgroup, const struct wavefront *w,
		 const struct step *step, bool lines)
{
	struct warm_launch *l = &s->warm[app];
	uint16_t cu = l->cu[workgroup];
	const struct requester who = {.cu = cu,
				      .wave = (uint16_t)w->id,
				      .asid = (uint8_t)app,
				      .chiplet = (uint8_t)(cu / s->cus_per_chiplet)};
	uint64_t chunk = step->pc / cu_code_chunk(s->cus[cu]);
	bool fetches;

	if (workgroup != l->workgroup)
		forget_chunks(l, workgroup);
	fetches = l->chunk[w->id] != chunk;
	l->chunk[w->id] = chunk;
	cu_warm(s->cus[cu], &who, step, fetches, lines);
}

void system_free_warm(struct system *s)
{
	for (unsigned i = 0; s->warm && i < s->app_count; i++)
		free(s->warm[i].cu);
	free(s->warm);
}
