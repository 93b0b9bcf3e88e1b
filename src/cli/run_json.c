/* The result of a run as one JSON object: what every run has, then each part's own statistics. */
#include <string.h>

#include "cli/run_parts.h"

static double ratio(uint64_t a, uint64_t b)
{
	return b ? (double)a / (double)b : 0;
}

static void json_apps(const struct run *r, struct json *j)
{
	json_open_array(j, "apps");
	for (unsigned i = 0; i < r->app_count; i++) {
		const struct system_app_result *a = system_result(r->system, i);

		json_open_object(j, NULL);
		json_string(j, "workload", r->subjects[i].name);
		json_u64(j, "instructions", a->instructions);
		json_u64(j, "cycles", a->cycles);
		json_f64(j, "ipc", ratio(a->instructions, a->cycles));
		json_u64(j, "launches", a->launches);
		json_u64(j, "first_cu", a->first_cu);
		json_u64(j, "cus", a->cus);
		json_u64(j, "footprint_bytes", app_footprint(r->subjects[i].app));
		json_bool(j, "finished", a->finished);
		json_bool(j, "verified", a->finished && r->subjects[i].checked && r->right[i]);
		json_close_object(j);
	}
	json_close_array(j);
}

struct groups {
	bool oracle, l1_tlb, l2_tlb;
};

static void note_group(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	struct groups *g = ctx;

	(void)name;
	(void)kind;
	g->oracle |= !strcmp(group, "oracle");
	g->l1_tlb |= !strcmp(group, "l1_tlb");
	g->l2_tlb |= !strcmp(group, "l2_tlb");
}

/* A TLB that this machine does not have (translation: ideal) still has its names. */
static void json_no_tlb(struct json *j, const char *key)
{
	json_open_object(j, key);
	json_u64(j, "lookups", 0);
	json_u64(j, "hits", 0);
	json_u64(j, "mshr_hits", 0);
	json_u64(j, "misses", 0);
	json_close_object(j);
}

static void json_statistics(const struct run *r, struct json *j)
{
	const struct stats *stats = system_stats(r->system);
	struct oracle_result oracle = system_oracle(r->system);
	struct groups has = {0};

	stats_each(stats, note_group, &has);
	if (!has.oracle) {
		json_open_object(j, "oracle");
		json_u64(j, "checked", oracle.checked);
		json_u64(j, "mismatches", oracle.mismatches);
		json_close_object(j);
	}
	if (!has.l1_tlb)
		json_no_tlb(j, "l1_tlb");
	if (!has.l2_tlb)
		json_no_tlb(j, "l2_tlb");
	stats_json(stats, j, system_cycles(r->system));
}

void run_json(const struct run *r, FILE *out)
{
	uint64_t cycles = system_cycles(r->system), count = system_instructions(r->system);
	struct json j;

	json_init(&j, out);
	json_open_object(&j, NULL);
	json_string(&j, "gpu", r->params.gpu);
	json_open_array(&j, "designs");
	for (size_t i = 0; i < r->design_count; i++)
		json_string(&j, NULL, r->designs[i]);
	json_close_array(&j);
	json_string(&j, "size", r->size);
	json_u64(&j, "cycles", cycles);
	json_f64(&j, "seconds", run_seconds(r));
	json_u64(&j, "instructions", count);
	json_f64(&j, "ipc", ratio(count, cycles));
	json_u64(&j, "walks", run_total(r, "walks"));
	json_bool(&j, "verified", r->verdict == RUN_VERIFIED);
	json_bool(&j, "finished", r->verdict != RUN_CUT_SHORT);
	json_apps(r, &j);
	json_statistics(r, &j);
	json_f64(&j, "dram_peak_bytes_per_cycle", system_dram_peak(r->system));
	params_json(&r->params, &j, "config");
	json_u64(&j, "events", system_events(r->system));
	json_f64(&j, "wall_seconds", r->wall_seconds);
	json_u64(&j, "peak_rss_bytes", r->peak_rss_bytes);
	json_close_object(&j);
	json_finish(&j);
}
