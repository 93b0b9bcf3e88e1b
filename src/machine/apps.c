/*
 * The applications of a machine: their CUs, their address spaces, and what happens when one starts
 * anew. A core's page table root register is the address space of the application that holds the
 * core [Ausavarungnirun18 §5.1]: it changes when that application is relaunched.
 */
#include <stdlib.h>

#include "machine/parts.h"

static struct address_space *new_space(struct system *s, unsigned index)
{
	unsigned part = s->memory_parts > 1 ? index : 0;
	struct address_space_config config = {
		.asid = (uint8_t)index,
		.page_shift = s->page_shift,
		.index_bits = u32(s, P_WALK_INDEX_BITS),
		.pte_bytes = u32(s, P_WALK_PTE_BYTES),
		.frames = s->frames[part],
		.chiplets = s->chiplet_count,
		.data_placement = s->plan.data_placement,
		.table_placement = s->plan.table_placement,
		.keeper = s->is_paged ? pager_keeper(s->pager) : (struct page_keeper){0},
		.shootdown = system_shootdown,
		.owner = s,
	};

	return address_space_new(&config);
}

static bool add_app(struct system *s, unsigned index, const struct system_app *app,
		    const struct cu_share *share, struct error *err)
{
	struct app_instance instance = {app->app, app->code, new_space(s, index)};
	struct system_app_result *result = &s->results[index];

	s->spaces[index] = instance.space;
	result->first_cu = share->first;
	result->cus = share->count;
	return dispatcher_add_app(s->dispatcher, (uint8_t)index, &instance, share, err) ||
	       error_prefix(err, "%s", app->name);
}

bool system_add_apps(struct system *s, const struct system_app *apps, struct error *err)
{
	unsigned *asked = xcalloc(s->app_count, sizeof(*asked));
	struct cu_share *share = xcalloc(s->app_count, sizeof(*share));
	struct frames_config frames;
	bool ok;

	s->frames = xcalloc(s->memory_parts, sizeof(struct frames *));
	for (unsigned i = 0; i < s->memory_parts; i++) {
		config_frames(s, i, &frames);
		s->frames[i] = frames_new(&frames);
	}
	s->spaces = xcalloc(s->app_count, sizeof(struct address_space *));
	s->results = xcalloc(s->app_count, sizeof(*s->results));
	for (unsigned i = 0; i < s->app_count; i++)
		asked[i] = apps[i].cus;
	ok = partition_cus(s->cu_count, s->app_count, asked, share, err);
	for (unsigned i = 0; ok && i < s->app_count; i++)
		ok = add_app(s, i, &apps[i], &share[i], err);
	free(asked);
	free(share);
	return ok;
}

/* Only complete runs count: what was issued up to here, and when. */
void system_app_ended(void *system, uint8_t asid)
{
	struct system *s = system;

	s->results[asid].instructions = system_app_issued(s, asid);
	/* What pages are on their way nobody waits for. */
	if (s->is_paged && !s->relaunches && ++s->ended == s->app_count)
		s->control.stop = true;
}

uint64_t system_app_issued(const struct system *s, unsigned app)
{
	const struct system_app_result *result = &s->results[app];
	uint64_t instructions = 0;

	for (unsigned cu = result->first_cu; cu < result->first_cu + result->cus; cu++)
		instructions += cu_instructions(s->cus[cu]);
	return instructions;
}

/* Nobody else may find what these frames held in a cache. */
static void forget_frame(void *system, uint64_t pa, uint64_t bytes)
{
	struct system *s = system;
	struct chiplet *ch;
	uint64_t line_bytes = (uint64_t)param(&s->params, P_LINE_BYTES);

	if (pa >= s->map.host_base)
		return;
	ch = &s->chiplets[memory_map_chiplet(&s->map, pa)];
	for (uint64_t line = pa; line < pa + bytes; line += line_bytes)
		cache_invalidate_line(ch->l2_banks[memory_map_bank(&s->map, line)], 0, line);
}

static void empty_cu_caches(struct system *s, unsigned cu)
{
	static const enum request_kind kinds[] = {KIND_VECTOR, KIND_SCALAR, KIND_FETCH};

	for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		system_invalidate(s, cu, kinds[i]);
}

/*
 * The CUs of an application change to a new address space of the same number: nothing of theirs is
 * under way, so what remains is to forget. L1 TLBs, and this address space in all that is shared
 * [Ausavarungnirun18 §5.1], and the lines of frames that are given back.
 */
static void change_space(struct system *s, unsigned app)
{
	const struct system_app_result *result = &s->results[app];

	system_shootdown(s, (uint8_t)app, UINT64_MAX);
	for (unsigned cu = result->first_cu; cu < result->first_cu + result->cus; cu++)
		empty_cu_caches(s, cu);
	address_space_each_frame(s->spaces[app], forget_frame, s);
	address_space_free(s->spaces[app]);
	s->spaces[app] = new_space(s, app);
}

bool system_relaunch(void *system, uint8_t asid, struct app_instance *next, struct error *err)
{
	struct system *s = system;

	change_space(s, asid);
	next->space = s->spaces[asid];
	return s->options.relaunch(s->options.relaunch_data, asid, &next->app, &next->code, err);
}
