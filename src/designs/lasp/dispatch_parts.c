/*
 * Workgroup dispatch: the grid in equal contiguous parts, one per chiplet, each in order to that
 * chiplet's CUs. By the number of the workgroup [Arunkumar17], or along the dimension that LASP
 * advises [Pratheek22 §II], so that workgroups run where their data lies. A chiplet that is done
 * takes no work from another.
 */
#include "designs/lasp/lasp.h"

#include <stdlib.h>
#include <string.h>

struct part {
	uint64_t next, count; /* workgroups given out, and of the part */
	uint32_t begin;       /* in the divided dimension */
	uint32_t extent[3];
};

struct parts_app {
	unsigned dimension;
	uint32_t groups[3];
	uint64_t given, total;
	struct part *part; /* by chiplet */
};

struct parts {
	unsigned chiplets, cus_per_chiplet, apps;
	struct parts_app app[];
};

static void *parts_make(const struct plan_facts *facts)
{
	struct parts *p = xcalloc(1, sizeof(*p) + facts->apps * sizeof(p->app[0]));

	p->chiplets = facts->chiplets;
	p->cus_per_chiplet = facts->cus / facts->chiplets;
	p->apps = facts->apps;
	for (unsigned i = 0; i < p->apps; i++)
		p->app[i].part = xcalloc(p->chiplets, sizeof(struct part));
	return p;
}

static void parts_release(void *state)
{
	struct parts *p = state;

	for (unsigned i = 0; i < p->apps; i++)
		free(p->app[i].part);
	free(p);
}

static void parts_advise(void *state, uint8_t asid, unsigned dimension)
{
	struct parts *p = state;

	p->app[asid].dimension = dimension;
}

/* An application may have CUs on some of the chiplets only; parts go to those. */
static void parts_divide(struct parts *p, struct parts_app *a, const uint16_t *cus,
			 unsigned cu_count)
{
	uint32_t size = a->groups[a->dimension], begin = 0, each;
	unsigned first = cus[0] / p->cus_per_chiplet, last = cus[cu_count - 1] / p->cus_per_chiplet;

	each = (size + last - first) / (last - first + 1);
	memset(a->part, 0, p->chiplets * sizeof(*a->part));
	for (unsigned chiplet = first; chiplet <= last; chiplet++) {
		struct part *part = &a->part[chiplet];

		memcpy(part->extent, a->groups, sizeof(part->extent));
		part->begin = begin;
		part->extent[a->dimension] = size - begin < each ? size - begin : each;
		part->count = (uint64_t)part->extent[0] * part->extent[1] * part->extent[2];
		begin += part->extent[a->dimension];
	}
}

static void parts_launch_lasp(void *state, uint8_t asid, const uint32_t groups[3],
			      const uint16_t *cus, unsigned cu_count)
{
	struct parts *p = state;
	struct parts_app *a = &p->app[asid];

	memcpy(a->groups, groups, sizeof(a->groups));
	a->given = 0;
	a->total = (uint64_t)groups[0] * groups[1] * groups[2];
	parts_divide(p, a, cus, cu_count);
}

/* As if the grid had one dimension. */
static void parts_launch_contiguous(void *state, uint8_t asid, const uint32_t groups[3],
				    const uint16_t *cus, unsigned cu_count)
{
	uint64_t total = (uint64_t)groups[0] * groups[1] * groups[2];
	uint32_t line[3] = {(uint32_t)total, 1, 1};

	if (total > UINT32_MAX) { /* then by its slowest dimension */
		parts_advise(state, asid, groups[2] > 1 ? 2 : 1);
		parts_launch_lasp(state, asid, groups, cus, cu_count);
		return;
	}
	parts_advise(state, asid, 0);
	parts_launch_lasp(state, asid, line, cus, cu_count);
}

static bool parts_has_left(void *state, uint8_t asid)
{
	const struct parts *p = state;

	return p->app[asid].given < p->app[asid].total;
}

static uint64_t parts_next(void *state, uint8_t asid, unsigned cu)
{
	struct parts *p = state;
	struct parts_app *a = &p->app[asid];
	struct part *part = &a->part[cu / p->cus_per_chiplet];
	uint64_t at[3], n = part->next;

	if (n == part->count)
		return UINT64_MAX;
	part->next++;
	a->given++;
	at[0] = n % part->extent[0];
	at[1] = n / part->extent[0] % part->extent[1];
	at[2] = n / part->extent[0] / part->extent[1];
	at[a->dimension] += part->begin;
	return at[0] + a->groups[0] * (at[1] + a->groups[1] * at[2]);
}

const struct workgroup_dispatch_ops dispatch_contiguous = {
	.base = {.name = "contiguous",
		 .summary = "equal contiguous parts of the grid, one per chiplet",
		 .make = parts_make,
		 .release = parts_release},
	.launch = parts_launch_contiguous,
	.next = parts_next,
	.has_left = parts_has_left,
};

const struct workgroup_dispatch_ops dispatch_lasp = {
	.base = {.name = "lasp",
		 .summary = "parts along the dimension in which kernels divide their data",
		 .make = parts_make,
		 .release = parts_release},
	.advise = parts_advise,
	.launch = parts_launch_lasp,
	.next = parts_next,
	.has_left = parts_has_left,
};
