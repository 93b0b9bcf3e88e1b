/*
 * Applications that share a machine are isolated: their page tables map the same virtual pages to
 * different frames, and nothing that one left in a TLB, a page walk cache, a design's structure or
 * a cache ever serves another, nor a later run of itself. Under every design, with relaunches and
 * pages that move in between.
 */
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "harness.h"
#include "hw/memory/cache_parts.h"
#include "machine/perturb.h"
#include "timed.h"

enum { LINES = 1 << 20 };

/* Who brought a line into the L2: application and its relaunches so far; 0: nobody. */
struct watch {
	struct timed *timed;
	uint64_t line[LINES];
	uint32_t owner[LINES];
	uint64_t hits, relaunches;
	void (*next)(void *state, const struct mem_access *a, bool hit);
	void *next_state;
};

static uint32_t owner_of(const struct watch *w, uint8_t asid)
{
	uint64_t relaunches = dispatcher_app(w->timed->system->dispatcher, asid)->relaunches;

	return (uint32_t)(relaunches << 8 | asid) + 1;
}

static size_t slot_of(const struct watch *w, uint64_t line)
{
	size_t slot = (line * UINT64_C(0x9e3779b97f4a7c15)) >> 44;

	while (w->owner[slot] && w->line[slot] != line)
		slot = (slot + 1) % LINES;
	return slot;
}

static void looked_up(void *state, const struct mem_access *a, bool hit)
{
	struct watch *w = state;
	uint64_t line = a->address / 128;
	size_t slot = slot_of(w, line);

	/* A design's own memory, whose entries carry the address space: the oracle checks them. */
	if (a->kind != KIND_WALK || a->level) {
		if (hit)
			CHECK_EQ(w->owner[slot], owner_of(w, a->who.asid));
		w->hits += hit;
		w->line[slot] = line;
		w->owner[slot] = owner_of(w, a->who.asid);
	}
	if (w->next)
		w->next(w->next_state, a, hit);
}

static void watch_l2(struct watch *w)
{
	struct system *s = w->timed->system;

	for (unsigned i = 0; i < (unsigned)param(&s->params, P_L2_BANKS); i++) {
		struct cache_config *c = &s->chiplets[0].l2_banks[i]->config;

		w->next = c->looked_up;
		w->next_state = c->looked_up_state;
		c->looked_up = looked_up;
		c->looked_up_state = w;
	}
}

static void not_of(void *state, const struct tlb_entry *entry)
{
	CHECK(entry->asid != *(const unsigned *)state);
}

/* The new address space begins with nothing of the old one in any TLB. */
static void relaunched(struct timed *t, unsigned app)
{
	struct watch *w = t->relaunched_data;
	struct chiplet *ch = &t->system->chiplets[0];

	w->relaunches++;
	for (unsigned i = 0; i < ch->l1_tlb_count; i++)
		tlb_each(&ch->l1_tlbs[i], not_of, &app);
	for (unsigned i = 0; i < ch->fetch_group_count; i++)
		tlb_each(&ch->fetch_groups[i].tlb, not_of, &app);
	if (t->system->has_l2_tlb)
		tlb_each(&ch->l2_tlb, not_of, &app);
}

struct mover {
	struct event event;
	struct timed *timed;
	unsigned moves;
};

static void move_pages(struct event *event)
{
	struct mover *m = container_of(event, struct mover, event);

	for (unsigned i = 0; i < m->timed->apps; i++) {
		const struct buffer *b = m->timed->app[i]->buffers[0];

		if (m->timed->system->spaces[i]->table->mapped)
			system_migrate(m->timed->system, (uint8_t)i,
				       b->address + m->moves * 7 % (b->bytes / 4096) * 4096);
	}
	m->moves++;
	engine_after(&m->timed->system->engine, &m->event, 700, move_pages);
}

static void check_same_pages(struct timed *t)
{
	uint64_t first, second;

	if (t->system->is_paged) /* pages come when they are asked for */
		return;
	for (uint64_t va = t->app[0]->buffers[0]->address, i = 0; i < 8; i++, va += 4096) {
		CHECK(page_table_translate(t->system->spaces[0]->table, va >> 12, &first));
		CHECK(page_table_translate(t->system->spaces[1]->table, va >> 12, &second));
		CHECK(first != second);
	}
}

/* The second application ends several times before the first ends once. */
static void check_isolation(const char *settings, bool moving)
{
	struct watch *w = xcalloc(1, sizeof(*w));
	struct mover m = {0};
	struct timed t;

	timed_open(&t, "maxwell", settings, "gups:groups=8@2 atax:nx=64,ny=128@4");
	check_same_pages(&t);
	w->timed = m.timed = &t;
	t.relaunched = relaunched;
	t.relaunched_data = w;
	if (moving)
		engine_after(&t.system->engine, &m.event, 700, move_pages);
	else
		watch_l2(w); /* a write under way follows its page to the old frame */
	timed_run(&t);
	CHECK(w->relaunches >= 2 && (moving ? m.moves > 5 : w->hits > 100));
	timed_close(&t);
	free(w);
}

TEST(isolation_under_every_design)
{
	check_isolation("", false);
	check_isolation("", true);
	for (size_t i = 0; i < config_file_count; i++) {
		struct config_request request = {
			.gpu = "maxwell", .designs = &config_files[i].name, .design_count = 1};
		struct params params;
		struct error err;
		char settings[128];
		bool fits, private, paged;

		if (config_files[i].kind != CONFIG_DESIGN)
			continue;
		fits = config_load(&params, &request, &err);
		private = param_is(&params, P_L1_ORG, "private");
		paged = param_is(&params, P_PAGING, "demand");
		params_release(&params);
		if (!fits) /* a design for other GPUs */
			continue;
		if (paged) { /* its own pages move, and leave for those of others */
			snprintf(settings, sizeof(settings), "%s paging.oversubscribe=150",
				 config_files[i].name);
			check_isolation(settings, false);
			continue;
		}
		if (!SANITIZED || !private) /* else nothing happens that does not when pages move */
			check_isolation(config_files[i].name, false);
		check_isolation(config_files[i].name, true);
	}
}

/* Perturbed, applications begin apart; the cycles of each count from its own beginning. */
TEST(cycles_count_from_the_beginning_of_each)
{
	uint32_t starts[2];
	struct timed t;

	timed_open(&t, "maxwell", "perturb=1", "relu atax:nx=64,ny=128");
	perturb_starts(&t.params, 2, starts);
	CHECK_EQ(starts[0], 0);
	CHECK(starts[1] > 0);
	timed_run(&t);
	for (unsigned i = 0; i < 2; i++) {
		const struct dispatcher_app_stats *app =
			dispatcher_app(t.system->dispatcher, (uint8_t)i);

		CHECK_EQ(app->started, starts[i]);
		CHECK_EQ(system_result(t.system, i)->cycles, app->ended - starts[i]);
	}
	timed_close(&t);
}

TEST(thirty_applications)
{
	char workloads[30 * 8] = "";
	struct timed t;

	for (unsigned i = 0; i < 30; i++)
		strcat(workloads, "relu@1 ");
	timed_open(&t, "maxwell", "", workloads);
	CHECK_EQ(t.apps, 30);
	timed_run(&t);
	timed_close(&t);
}
