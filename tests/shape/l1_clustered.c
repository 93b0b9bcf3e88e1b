/* Whole machines whose CUs share L1 TLBs: one place per page and cluster, equal organisations with
 * equal results, and back-pressure through the crossbar. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "harness.h"
#include "timed.h"

/* What the organisation says of itself is not compared. */
static bool compared(const char *path)
{
	return strncmp(path, "l1_organisation.", strlen("l1_organisation.")) != 0;
}

static void whole(void *out, const char *path, uint64_t value)
{
	if (compared(path))
		fprintf(out, "%s %" PRIu64 "\n", path, value);
}

static void real(void *out, const char *path, double value)
{
	if (compared(path))
		fprintf(out, "%s %.17g\n", path, value);
}

/* Every number that a run measures, for the caller to free. */
static char *numbers(const char *settings, const char *workload)
{
	char *text = NULL, *page = NULL;
	size_t size, page_size;
	FILE *out = open_memstream(&text, &size), *sink = open_memstream(&page, &page_size);
	struct json_listener listener = {whole, real, out};
	struct json json;
	struct timed t;

	timed_open(&t, "r9nano", settings, workload);
	timed_run(&t);
	json_init(&json, sink);
	json.listener = &listener;
	json_open_object(&json, NULL);
	json_u64(&json, "cycles", t.cycles);
	json_u64(&json, "events", system_events(t.system));
	stats_json(system_stats(t.system), &json, t.cycles);
	json_close_object(&json);
	timed_close(&t);
	fclose(out);
	fclose(sink);
	free(page);
	return text;
}

static void check_alike(const char *settings, const char *others, const char *workload)
{
	char *a = numbers(settings, workload), *b = numbers(others, workload);

	CHECK(strlen(a) > 1000);
	CHECK_STR(a, b);
	free(a);
	free(b);
}

TEST(a_tlb_per_cu_is_the_plain_gpu)
{
	static const char private[] =
		"l1_tlb.organisation=clustered l1_tlb.count=64 l1_tlb.clusters=64";

	check_alike("", private, "mm");
	check_alike("", private, "atax");
	check_alike("", "l1_tlb.organisation=clustered", "spmv");
}

TEST(a_tlb_per_cluster_is_aggregation)
{
	check_alike("l1_tlb.organisation=clustered l1_tlb.count=8",
		    "l1_tlb.organisation=clustered l1_tlb.count=8 l1_tlb.clusters=8", "bicg");
}

/* Looks at all L1 TLBs every so often. */
struct watch {
	struct event event;
	struct timed *timed;
	unsigned clusters, cluster;
	const struct tlb *at;
	uint64_t entries;
};

/* The entry is where the organisation wants it for the CUs of its cluster, and in no other TLB of
 * the cluster. */
static void check_entry(void *state, const struct tlb_entry *entry)
{
	struct watch *w = state;
	struct system *s = w->timed->system;
	const struct chiplet *ch = &s->chiplets[0];
	unsigned each = ch->l1_tlb_count / w->clusters;
	unsigned first_cu = w->cluster * (s->cus_per_chiplet / w->clusters);

	w->entries++;
	CHECK(&ch->l1_tlbs[s->plan.l1_org.ops->route(s->plan.l1_org.state, first_cu, entry->vpn)] ==
	      w->at);
	for (unsigned i = w->cluster * each; i < (w->cluster + 1) * each; i++)
		if (&ch->l1_tlbs[i] != w->at &&
		    tlb_probe(&ch->l1_tlbs[i], entry->asid, entry->vpn, NULL))
			FAIL("page 0x%llx is in two TLBs of cluster %u",
			     (unsigned long long)entry->vpn, w->cluster);
}

static void look(struct event *event)
{
	struct watch *w = container_of(event, struct watch, event);
	struct system *s = w->timed->system;
	struct chiplet *ch = &s->chiplets[0];

	for (unsigned i = 0; i < ch->l1_tlb_count; i++) {
		w->at = &ch->l1_tlbs[i];
		w->cluster = i / (ch->l1_tlb_count / w->clusters);
		tlb_each(w->at, check_entry, w);
	}
	if (!dispatcher_finished(s->dispatcher))
		engine_after(&s->engine, event, 211, look);
}

static void check_one_place(const char *settings, unsigned clusters, const char *workload)
{
	struct timed t;
	struct watch w = {.timed = &t, .clusters = clusters};

	timed_open(&t, "r9nano", settings, workload);
	engine_after(&t.system->engine, &w.event, 211, look);
	timed_run(&t);
	CHECK(w.entries > 1000);
	timed_close(&t);
}

TEST(a_page_is_once_in_a_cluster)
{
	check_one_place("l1_tlb.organisation=clustered l1_tlb.count=32 l1_tlb.clusters=16", 16,
			"mm");
	check_one_place("l1_tlb.organisation=clustered l1_tlb.count=64 l1_tlb.clusters=4", 4, "mt");
	check_one_place("l1_tlb.organisation=clustered l1_tlb.count=8 l1_tlb.clusters=2", 2,
			"spmv");
	check_one_place("l1_tlb.organisation=clustered l1_tlb.count=4 l1_tlb.clusters=4", 4, "fft");
}

/* Copies over all L1 TLBs are at most one per cluster, and with one cluster exactly one. */
TEST(copies_are_bounded_by_clusters)
{
	struct gauge copies;
	struct timed t;

	timed_open(&t, "r9nano",
		   "l1_tlb.organisation=clustered l1_tlb.clusters=4 measure.interval=100", "mt");
	timed_run(&t);
	memset(&copies, 0, sizeof(copies));
	stats_get_gauge(system_stats(t.system), "replication", "copies", &copies);
	CHECK(copies.max > 1 && copies.max <= 4);
	timed_close(&t);
	timed_open(&t, "r9nano",
		   "l1_tlb.organisation=clustered l1_tlb.clusters=1 measure.interval=100", "mt");
	timed_run(&t);
	memset(&copies, 0, sizeof(copies));
	stats_get_gauge(system_stats(t.system), "replication", "copies", &copies);
	CHECK_EQ(copies.max, 1);
	timed_close(&t);
}

TEST(other_machines_share_too)
{
	timed_cycles("mcm4", "l1_tlb.organisation=clustered l1_tlb.count=8 l1_tlb.clusters=4",
		     "bfs");
	timed_cycles("apu18", "l1_tlb.organisation=clustered l1_tlb.count=2", "mvt");
	timed_cycles(
		"r9nano",
		"l1_tlb.organisation=clustered l1_tlb.count=4 l1_tlb.clusters=2 l1_tlb.queue=1 "
		"l2_tlb.queue=1 l2_tlb.mshrs=1",
		"gups:updates=256");
}

/* Circuits that all CUs share are slower than private TLBs, for those who ask for much; with
 * pipelined crossbars it is not their ports that decide [Choudhary22 §5.2]. */
TEST(a_circuit_is_held)
{
	static const char one[] = "l1_tlb.organisation=clustered l1_tlb.count=1";
	static const char pipelined[] = "l1_tlb.organisation=clustered l1_tlb.count=1 "
					"l1_tlb.crossbar=pipelined l1_tlb.crossbar_rate=4";
	cycle_t private = timed_cycles("r9nano", "", "fft");

	CHECK(timed_cycles("r9nano", one, "fft") > 4 * private);
	CHECK(timed_cycles("r9nano", pipelined, "fft") < 2 * private);
}
