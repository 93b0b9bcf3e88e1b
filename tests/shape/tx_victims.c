/* Whole machines that keep L1 TLB victims in LDS and I-caches: a translation is in one place of a
 * CU only, pages may move at any time, applications do not see each other's, workgroups come first.
 */
#include "designs/reach/tx_victims.h"
#include "harness.h"
#include "timed.h"

/* Looks at everything every so often, and moves pages when asked to. */
struct watcher {
	struct event event;
	struct timed *timed;
	bool moves;
	uint64_t looks, held, moved;
};

struct place {
	const struct tx_victims *v;
	unsigned unit;
};

/* Entries of an L1 TLB are neither in the CU's LDS nor among those the CU put into its I-cache. */
static void check_entry(void *state, const struct tlb_entry *entry)
{
	const struct place *p = state;
	const struct tx_unit *u = &p->v->units[p->unit];

	if (p->v->has_lds)
		CHECK_EQ(tx_store_find(&u->lds, entry->asid, entry->vpn), -1);
	if (p->v->has_icache) {
		const struct tx_store *s = &u->icache->store;
		int way = tx_store_find(s, entry->asid, entry->vpn);

		CHECK(way < 0 ||
		      s->by[tx_store_set(s, entry->vpn) * s->format.ways + (unsigned)way] !=
			      p->unit);
	}
}

/* Those in the LDS are not among those the CU put into its I-cache. */
static void check_lds(const struct tx_victims *v, unsigned unit)
{
	const struct tx_unit *u = &v->units[unit];
	struct tlb_entry entry;

	for (uint32_t set = 0; set < u->lds.sets; set++)
		for (unsigned way = 0; way < u->lds.format.ways; way++)
			if (tx_store_entry(&u->lds, set, way, &entry)) {
				struct place p = {v, unit};
				int found;

				CHECK(!u->segment_holders[set]);
				if (!v->has_icache)
					continue;
				found = tx_store_find(&u->icache->store, entry.asid, entry.vpn);
				CHECK(found < 0 ||
				      u->icache->store.by[tx_store_set(&u->icache->store,
								       entry.vpn) *
								  u->icache->store.format.ways +
							  (unsigned)found] != p.unit);
			}
}

static void check_lines(const struct tx_victims *v)
{
	uint32_t lds = 0, icache = 0;

	for (unsigned i = 0; i < v->unit_count; i++) {
		const struct tx_icache *ic = &v->icaches[i];

		lds += v->units[i].lds.held;
		icache += ic->store.held;
		for (uint32_t line = 0; ic->cache && line < ic->store.sets; line++)
			CHECK_EQ(cache_line_use(ic->cache, line) == CACHE_LINE_TENANT,
				 !tx_store_empty(&ic->store, line));
	}
	CHECK_EQ(v->lds_held, lds);
	CHECK_EQ(v->icache_held, icache);
}

static void move_pages(struct watcher *w)
{
	const struct app *app = w->timed->app[0];

	for (size_t i = 0; i < app->buffer_count; i++) {
		uint64_t pages = (app->buffers[i]->bytes + 4095) / 4096;

		system_migrate(w->timed->system, 0,
			       app->buffers[i]->address + w->looks % pages * 4096);
		w->moved++;
	}
}

static void look(struct event *event)
{
	struct watcher *w = container_of(event, struct watcher, event);
	struct system *s = w->timed->system;
	const struct tx_victims *v = s->plan.l1_victims.state;

	for (unsigned i = 0; i < s->cu_count; i++) {
		struct place place = {v, i};

		tlb_each(&s->chiplets[0].l1_tlbs[i], check_entry, &place);
		if (v->has_lds)
			check_lds(v, i);
	}
	check_lines(v);
	if (w->moves && w->looks % 4 == 0)
		move_pages(w);
	w->looks++;
	w->held += v->lds_held + v->icache_held;
	if (!dispatcher_finished(s->dispatcher))
		engine_after(&s->engine, &w->event, 301, look);
}

static void check_machine(const char *settings, const char *workloads, bool moves)
{
	struct timed t;
	struct watcher w = {.timed = &t, .moves = moves};

	timed_open(&t, "apu21", settings, workloads);
	engine_after(&t.system->engine, &w.event, 301, look);
	timed_run(&t);
	CHECK(w.looks > 10 && w.held > 0);
	CHECK(timed_counter(&t, "victims", "lds_hits") +
	      timed_counter(&t, "victims", "icache_hits"));
	if (moves)
		CHECK(timed_counter(&t, "victims", "shot_down") > 0);
	timed_close(&t);
}

static const char atax[] = "atax:nx=128,ny=256";

TEST(a_translation_is_in_one_place)
{
	check_machine("l1_tlb.victims=lds l1_tlb.entries=8", atax, false);
	check_machine("l1_tlb.victims=icache l1_tlb.entries=8", atax, false);
	check_machine("l1_tlb.victims=lds-icache l1_tlb.entries=8 lds.bytes=1KB", atax, false);
	check_machine("l1_tlb.victims=lds-icache l1_tlb.entries=8 lds.bytes=1KB icache.cus=1", atax,
		      false);
	check_machine("l1_tlb.victims=lds-icache l1_tlb.entries=8 lds.bytes=1KB tx.misfit=evict "
		      "tx_icache.replacement=naive tx_lds.segment=64",
		      atax, false);
}

TEST(pages_may_move)
{
	check_machine("l1_tlb.victims=lds-icache l1_tlb.entries=8 lds.bytes=1KB", atax, true);
}

/* Three applications: CUs 0-1, 2-3, 4-7; the first two share an I-cache. */
TEST(applications_share_an_icache)
{
	check_machine("l1_tlb.victims=lds-icache l1_tlb.entries=8 lds.bytes=1KB",
		      "atax:nx=64,ny=256 bicg:nx=64,ny=256 mvt:n=128", false);
}

/* Workgroups of lud take pieces of the LDS and leave holes; results and translations stay right. */
TEST(workgroups_take_the_lds_back)
{
	struct timed t;

	timed_open(&t, "apu21", "l1_tlb.victims=lds-icache l1_tlb.entries=2", "lud");
	timed_run(&t);
	CHECK(timed_counter(&t, "victims", "lds_overwritten") > 0);
	CHECK(timed_counter(&t, "victims", "lds_mode") > 0);
	CHECK(timed_counter(&t, "victims", "lds_hits") > 0);
	timed_close(&t);
}

TEST(fewer_walks)
{
	static const char *const kinds[] = {"l1_tlb.victims=none", "l1_tlb.victims=lds",
					    "l1_tlb.victims=icache", "l1_tlb.victims=lds-icache"};
	uint64_t walks[4];

	for (int i = 0; i < 4; i++) {
		struct timed t;
		char settings[128];

		snprintf(settings, sizeof(settings),
			 "%s l2_tlb.entries=32 iommu.l1_entries=8 iommu.l2_entries=8", kinds[i]);
		timed_open(&t, "apu21", settings, "atax:nx=256,ny=512");
		timed_run(&t);
		walks[i] = timed_counter(&t, "walker", "walks");
		timed_close(&t);
	}
	for (int i = 1; i < 4; i++)
		CHECK(walks[i] < walks[0]);
}

/* DUCATI: a walk's page tables may change while its result is on the way to memory. */

/* More than a lookup and a walk take: a page that moves all the time is never translated. */
enum { MOVE_CYCLES = 4999 };

struct mover {
	struct event event;
	struct timed *timed;
	unsigned moves;
};

static void move(struct event *event)
{
	struct mover *m = container_of(event, struct mover, event);
	struct watcher w = {.timed = m->timed, .looks = m->moves++};

	move_pages(&w);
	if (!dispatcher_finished(m->timed->system->dispatcher))
		engine_after(&m->timed->system->engine, &m->event, MOVE_CYCLES, move);
}

static void check_ducati(const char *gpu, const char *settings, const char *workloads, bool moves)
{
	struct timed t;
	struct mover m = {.timed = &t};

	timed_open(&t, gpu, settings, workloads);
	if (moves)
		engine_after(&t.system->engine, &m.event, MOVE_CYCLES, move);
	timed_run(&t);
	CHECK(timed_counter(&t, "ducati", "hits") > 0);
	CHECK_EQ(timed_counter(&t, "ducati", "lookups"),
		 timed_counter(&t, "l2_tlb", "misses") + timed_counter(&t, "l2_tlb", "repeats"));
	timed_close(&t);
}

TEST(ducati_alone_and_with_the_others)
{
	static const char alone[] = "l2_tlb.beyond=ducati memory.reserved=1MB l2_tlb.entries=32";
	static const char both[] =
		"l2_tlb.beyond=ducati memory.reserved=64KB l2_tlb.entries=16 l1_tlb.entries=2 "
		"l1_tlb.victims=lds-icache lds.bytes=1KB icache.bytes=1KB icache.ways=1";

	check_ducati("apu21", alone, atax, false);
	check_ducati("apu21", alone, atax, true);
	check_ducati("apu21", both, "atax:nx=128,ny=512", true);
	check_ducati("apu21", both, "atax:nx=128,ny=512 bicg:nx=128,ny=512", false);
	check_ducati("mcm4", "l2_tlb.beyond=ducati memory.reserved=1MB l2_tlb.entries=8", atax,
		     false);
}
