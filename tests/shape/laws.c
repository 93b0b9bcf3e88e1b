/* Laws that hold whatever the numbers: LRU inclusion, Little's law, peak bandwidth, what fits. */
#include <stdlib.h>
#include <string.h>

#include "harness.h"
#include "timed.h"

/*
 * An independent model of a fully associative LRU TLB, fed with the recorded sequence of lookups
 * and fills: a list of pages ordered by last use; a page is present when fewer than `entries` pages
 * have been used since. Knows nothing of the simulator's data structures.
 */
enum { STACK_PAGES = 1 << 16 };

struct stack_model {
	const struct tlb *tlb;
	uint64_t *page; /* most recently used first */
	size_t count, entries;
	uint64_t hits, lookups;
};

static size_t stack_distance(const struct stack_model *m, uint64_t page)
{
	for (size_t i = 0; i < m->count; i++)
		if (m->page[i] == page)
			return i;
	return m->count;
}

static void stack_use(struct stack_model *m, uint64_t page, size_t distance)
{
	if (distance == m->count) {
		if (m->count == STACK_PAGES)
			FAIL("more than %d pages", STACK_PAGES);
		m->count++;
	}
	memmove(m->page + 1, m->page, distance * sizeof(*m->page));
	m->page[0] = page;
}

static void stack_lookup(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	struct stack_model *m = state;
	size_t distance = stack_distance(m, t->vpn);

	(void)outcome;
	m->lookups++;
	if (distance < m->entries && distance < m->count) {
		m->hits++;
		stack_use(m, t->vpn, distance);
	}
}

static void stack_fill(void *state, const struct translation *t)
{
	struct stack_model *m = state;

	stack_use(m, t->vpn, stack_distance(m, t->vpn));
}

static void check_stack_model(const char *gpu, const char *workload)
{
	static const struct tlb_listener_ops ops = {.looked_up = stack_lookup,
						    .filled = stack_fill};
	struct stack_model *models;
	struct timed t;
	struct chiplet *ch;

	timed_open(&t, gpu, "", workload);
	ch = &t.system->chiplets[0];
	models = xcalloc(ch->l1_tlb_count, sizeof(*models));
	for (unsigned i = 0; i < ch->l1_tlb_count; i++) {
		models[i].entries = ch->l1_tlbs[i].config.entries;
		models[i].page = xmalloc(STACK_PAGES * sizeof(uint64_t));
		tlb_listen(&ch->l1_tlbs[i], &ops, &models[i]);
	}
	timed_run(&t);
	for (unsigned i = 0; i < ch->l1_tlb_count; i++) {
		CHECK_EQ(models[i].lookups, ch->l1_tlbs[i].stats.lookups);
		CHECK_EQ(models[i].hits, ch->l1_tlbs[i].stats.hits);
		free(models[i].page);
	}
	free(models);
	timed_close(&t);
}

TEST(l1_tlb_hits_agree_with_a_stack_distance_model)
{
	check_stack_model("apu18", "atax");
	check_stack_model("apu18", "bfs");
	check_stack_model("r9nano", "gups");
	check_stack_model("mcm4", "mvt");
}

/* Arrivals times mean latency equals mean occupancy times time, here as exact sums. */
static void check_little(const struct timed *t, const char *what, const struct occupancy *o,
			 const struct latency *l)
{
	uint64_t area = occupancy_area(o, t->cycles);

	if (o->now != 0)
		FAIL("%s: %u left over", what, o->now);
	if (o->arrivals != l->count || area != l->sum)
		FAIL("%s: %llu arrivals fill %llu cycles, but %llu latencies sum to %llu", what,
		     (unsigned long long)o->arrivals, (unsigned long long)area,
		     (unsigned long long)l->count, (unsigned long long)l->sum);
}

static void check_laws(const char *gpu, const char *workload)
{
	struct timed t;

	timed_open(&t, gpu, "", workload);
	timed_run(&t);
	for (unsigned i = 0; i < t.system->chiplet_count; i++) {
		struct chiplet *ch = &t.system->chiplets[i];

		check_little(&t, "walkers", &ch->walker.stats.busy, &ch->walker.stats.walk);
		for (unsigned c = 0; c < (unsigned)param(&t.params, P_DRAM_CHANNELS); c++) {
			const struct dram_stats *s;

			if (!ch->channels[c].dram)
				continue;
			s = dram_stats(ch->channels[c].dram);
			check_little(&t, "DRAM queue", &s->queue, &s->queue_latency);
		}
	}
	timed_close(&t);
}

TEST(littles_law)
{
	check_laws("apu18", "atax");
	check_laws("mcm4", "gups");
	check_laws("maxwell", "bfs");
}

TEST(bandwidth_stays_below_the_peak)
{
	static const char *const gpus[] = {"apu18", "apu21", "r9nano", "mcm4", "maxwell", "fermi"};

	for (size_t i = 0; i < sizeof(gpus) / sizeof(*gpus); i++) {
		struct timed t;
		double bytes;

		timed_open(&t, gpus[i], "", "reduction");
		timed_run(&t);
		bytes = (double)(timed_counter(&t, "dram", "data_bytes") +
				 timed_counter(&t, "dram", "translation_bytes"));
		CHECK(bytes > 0);
		CHECK(bytes <= system_dram_peak(t.system) * (double)t.cycles);
		timed_close(&t);
	}
}

/* The counters of one stage must add up to those of the next. */
TEST(counters_add_up)
{
	struct timed t;

	timed_open(&t, "apu18", "", "gups");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "l1_tlb", "lookups"),
		 timed_counter(&t, "l1_tlb", "hits") + timed_counter(&t, "l1_tlb", "mshr_hits") +
			 timed_counter(&t, "l1_tlb", "misses"));
	CHECK_EQ(timed_counter(&t, "l2_tlb", "lookups"),
		 timed_counter(&t, "l1_tlb", "misses") + timed_counter(&t, "scalar_tlb", "misses") +
			 timed_counter(&t, "instruction_tlb", "misses"));
	CHECK_EQ(timed_counter(&t, "walker", "walks"), timed_counter(&t, "iommu_l2_tlb", "misses"));
	timed_close(&t);
}

static uint64_t dram_reads(const char *settings)
{
	struct timed t;
	uint64_t reads;

	timed_open(&t, "apu18", settings, "atax:nx=512,ny=1024");
	timed_run(&t);
	reads = timed_counter(&t, "dram", "reads");
	timed_close(&t);
	return reads;
}

/* 512 rows of a page each are read in step: their lines have equal page offsets, and fit into the
 * L2 only where its sets do not follow from these alone. */
TEST(hashed_sets_keep_what_fits)
{
	CHECK(3 * dram_reads("l2_cache.bytes=128KB l2_cache.hash=xor") <
	      dram_reads("l2_cache.bytes=128KB l2_cache.hash=modulo"));
}
