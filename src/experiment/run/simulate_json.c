/* The result of a run as one JSON object: what every run has, then each part's own statistics. */
#include <string.h>

#include "experiment/run/simulate.h"
#include "hw/translation/resolution.h"
#include "model_version.h"
#include "policy/storage.h"

static double json_ratio(uint64_t a, uint64_t b)
{
	return b ? (double)a / (double)b : 0;
}

static void json_tlb(struct json *j, const char *key, const struct system_tlb_result *tlb)
{
	json_open_object(j, key);
	json_u64(j, "lookups", tlb->lookups);
	json_u64(j, "hits", tlb->hits);
	json_u64(j, "mshr_hits", tlb->mshr_hits);
	json_u64(j, "misses", tlb->misses);
	if (tlb->aside_hits)
		json_u64(j, "aside_hits", tlb->aside_hits);
	json_close_object(j);
}

/* What is known of a result: that of several is wrong when one is, right when all are. */
enum finding { FOUND_WRONG, FOUND_NOTHING, FOUND_RIGHT };

/* An application that has not ended has no result yet, which is not the one that was expected. */
static enum finding app_finding(const struct simulation *s, unsigned app)
{
	if (!s->subjects[app].checked)
		return FOUND_NOTHING;
	return system_result(s->system, app)->finished && s->correct[app] ? FOUND_RIGHT
									  : FOUND_WRONG;
}

static enum finding run_finding(const struct simulation *s)
{
	enum finding all = s->verdict == RUN_WRONG ? FOUND_WRONG : FOUND_RIGHT;

	for (unsigned i = 0; i < s->app_count; i++) {
		enum finding one = app_finding(s, i);

		all = one < all ? one : all;
	}
	return all;
}

static void json_finding(struct json *j, enum finding finding)
{
	if (finding == FOUND_NOTHING)
		json_null(j, "verified");
	else
		json_bool(j, "verified", finding == FOUND_RIGHT);
}

static void json_apps(const struct simulation *s, struct json *j)
{
	json_open_array(j, "apps");
	for (unsigned i = 0; i < s->app_count; i++) {
		const struct system_app_result *a = system_result(s->system, i);

		json_open_object(j, NULL);
		json_string(j, "workload", s->subjects[i].name);
		json_u64(j, "instructions", a->instructions);
		json_u64(j, "cycles", a->cycles);
		json_f64(j, "ipc", json_ratio(a->instructions, a->cycles));
		json_u64(j, "launches", a->launches);
		if (s->app_count > 1) {
			json_u64(j, "runs", a->runs);
			json_u64(j, "issued", a->issued);
		}
		json_u64(j, "first_cu", a->first_cu);
		json_u64(j, "cus", a->cus);
		json_u64(j, "footprint_bytes", app_footprint(s->subjects[i].app));
		json_bool(j, "finished", a->finished);
		json_finding(j, app_finding(s, i));
		json_tlb(j, "l1_tlb", &a->l1_tlb);
		json_tlb(j, "l2_tlb", &a->l2_tlb);
		json_gauge(j, "concurrent_walks", &a->concurrent_walks);
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
	static const struct system_tlb_result none;

	json_tlb(j, key, &none);
}

static void json_lanes(struct json *j, const char *key, struct lane_lookups l)
{
	const struct system_tlb_result tlb = {
		.lookups = l.lookups,
		.hits = l.hits,
		.mshr_hits = l.mshr_hits,
		.misses = l.misses,
	};

	json_tlb(j, key, &tlb);
}

static void json_buffers(const struct simulation *s, struct json *j);

static void json_statistics(const struct simulation *s, struct json *j)
{
	const struct stats *stats = system_stats(s->system);
	struct oracle_result oracle = system_oracle(s->system);
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
	json_open_object(j, "by_lane");
	json_lanes(j, "l1_tlb", resolution_l1_lanes(stats));
	json_lanes(j, "l2_tlb", resolution_l2_lanes(stats));
	json_close_object(j);
	stats_json(stats, j, system_cycles(s->system));
	json_buffers(s, j);
}

/* An element for each buffer of demand paging, in the order in which they were made. */
static void json_buffers(const struct simulation *s, struct json *j)
{
	const struct paged_buffer *buffers;
	size_t count = system_paged_buffers(s->system, &buffers);

	if (!count)
		return;
	json_open_array(j, "buffers");
	for (size_t i = 0; i < count; i++) {
		json_open_object(j, NULL);
		json_string(j, "name", buffers[i].name);
		json_u64(j, "app", buffers[i].asid);
		json_u64(j, "pages", buffers[i].pages);
		json_u64(j, "faults", buffers[i].faults);
		json_u64(j, "pages_in", buffers[i].pages_in);
		json_u64(j, "pages_out", buffers[i].pages_out);
		json_u64(j, "refetched", buffers[i].refetched);
		json_close_object(j);
	}
	json_close_array(j);
}

static void json_sharing(const struct simulation *s, struct json *j)
{
	struct sharing sharing;

	if (!simulation_sharing(s, &sharing))
		return;
	json_open_object(j, "slowdown");
	json_f64(j, "weighted_speedup", sharing.weighted_speedup);
	json_f64(j, "throughput", sharing.throughput);
	json_f64(j, "max_slowdown", sharing.max_slowdown);
	json_open_array(j, "alone_ipc");
	for (unsigned i = 0; i < sharing.apps; i++)
		json_f64(j, NULL, sharing.alone_ipc[i]);
	json_close_array(j);
	json_close_object(j);
}

/* Storage that the configuration's policies add, as far as their papers count it. */
static void json_storage(const struct simulation *s, struct json *j)
{
	const struct storage_row *row;
	bool any = false;

	for (size_t i = 0; (row = storage_at(s->params, i)); i++) {
		uint64_t bits = row->bits(s->params);

		if (!bits)
			continue;
		if (!any)
			json_open_object(j, "storage");
		any = true;
		json_u64(j, row->name, bits);
	}
	if (any)
		json_close_object(j);
}

void simulation_json(const struct simulation *s, struct json *j)
{
	uint64_t cycles = system_cycles(s->system), count = system_instructions(s->system);

	json_open_object(j, NULL);
	json_string(j, "gpu", s->params->gpu);
	json_open_array(j, "designs");
	for (size_t i = 0; i < s->spec->designs.count; i++)
		json_string(j, NULL, s->spec->designs.items[i]);
	json_close_array(j);
	json_string(j, "size", workload_size_name(s->spec->size));
	json_u64(j, "model", MODEL_VERSION);
	json_u64(j, "cycles", cycles);
	json_f64(j, "seconds", simulation_seconds(s));
	json_u64(j, "instructions", count);
	json_f64(j, "ipc", json_ratio(count, cycles));
	json_u64(j, "walks", simulation_total(s, "walks"));
	json_finding(j, run_finding(s));
	json_bool(j, "finished", s->verdict != RUN_CUT_SHORT && !s->interrupted);
	if (s->interrupted)
		json_bool(j, "partial", true);
	json_apps(s, j);
	json_sharing(s, j);
	json_storage(s, j);
	json_statistics(s, j);
	json_f64(j, "dram_peak_bytes_per_cycle", system_dram_peak(s->system));
	params_json(s->params, j, "config");
	json_u64(j, "events", system_events(s->system));
	json_f64(j, "wall_seconds", s->wall_seconds);
	json_u64(j, "peak_rss_bytes", s->peak_rss_bytes);
	json_close_object(j);
}
