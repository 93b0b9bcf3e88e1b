/* The page a person reads after a run. Lines about parts a machine does not have are left out. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/run_parts.h"
#include "hw/translation/resolution.h"

enum { BAR_WIDTH = 40 };

struct page {
	FILE *out;
	const struct simulation *run;
	const struct stats *stats;
	cycle_t cycles;
	bool begun; /* the heading of the section has been printed */
};

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static const char *count_text(uint64_t value)
{
	static char texts[8][32];
	static unsigned next;

	return text_count(texts[next++ % 8], sizeof(texts[0]), value);
}

static void print_bar(FILE *out, uint64_t part, uint64_t whole)
{
	unsigned filled = whole ? (unsigned)((double)part / (double)whole * BAR_WIDTH + 0.5) : 0;

	for (unsigned i = 0; i < BAR_WIDTH; i++)
		fputc(i < filled ? '#' : '.', out);
}

static void print_title(const struct page *p)
{
	const struct simulation *r = p->run;

	fputs(r->params->gpu, p->out);
	for (size_t i = 0; i < r->spec->designs.count; i++)
		fprintf(p->out, " + %s", r->spec->designs.items[i]);
	for (unsigned i = 0; i < r->app_count; i++)
		fprintf(p->out, "%s%s", i ? ", " : ": ", r->subjects[i].name);
	if (!r->once)
		fprintf(p->out, " (%s)", workload_size_name(r->spec->size));
	fputs("\n\n", p->out);
	if (r->interrupted)
		fprintf(p->out, "PARTIAL      interrupted: what was simulated until then\n");
}

static void print_time(const struct page *p)
{
	const struct simulation *r = p->run;
	uint64_t count = system_instructions(r->system);
	struct sharing sharing;

	fprintf(p->out, "time         %s cycles, %.6g ms at %.6g MHz\n", count_text(p->cycles),
		1e3 * simulation_seconds(r), param_real(r->params, P_CLOCK));
	fprintf(p->out, "work         %s wavefront instructions, %.3f per cycle\n",
		count_text(count), p->cycles ? (double)count / (double)p->cycles : 0);
	for (unsigned i = 0; i < r->app_count; i++) {
		const struct system_app_result *a = system_result(r->system, i);
		char bytes[32];

		fprintf(p->out,
			"  %-10s %s instructions in %s cycles (%.3f per cycle), %llu launch%s, "
			"CUs %u to %u, %s\n",
			r->subjects[i].name, count_text(a->instructions), count_text(a->cycles),
			a->cycles ? (double)a->instructions / (double)a->cycles : 0,
			(unsigned long long)a->launches, a->launches == 1 ? "" : "es", a->first_cu,
			a->first_cu + a->cus - 1,
			text_bytes(bytes, sizeof(bytes), app_footprint(r->subjects[i].app)));
	}
	if (simulation_sharing(r, &sharing))
		fprintf(p->out,
			"sharing      weighted speedup %.3f, throughput %.3f per cycle, maximum "
			"slowdown %.3f\n",
			sharing.weighted_speedup, sharing.throughput, sharing.max_slowdown);
}

/* Where the translations of one kind of memory instruction were resolved. */
static void print_sources(const struct page *p, const char *group, const char *what)
{
	static const struct {
		const char *name, *counter, *cycles;
	} sources[] = {
		{"L1 TLB", "resolved_l1_tlb", "cycles_l1_tlb"},
		{"L1 MSHR", "resolved_l1_mshr", "cycles_l1_mshr"},
		{"victims", "resolved_victim", "cycles_victim"},
		{"L2 TLB", "resolved_l2_tlb", "cycles_l2_tlb"},
		{"L2 MSHR", "resolved_l2_mshr", "cycles_l2_mshr"},
		{"beyond L2", "resolved_beyond", "cycles_beyond"},
		{"IOMMU TLBs", "resolved_iommu_tlb", "cycles_iommu_tlb"},
		{"walk", "resolved_walk", "cycles_walk"},
		{"ideal", "resolved_ideal", "cycles_ideal"},
	};
	enum { SOURCES = sizeof(sources) / sizeof(*sources) };
	uint64_t counts[SOURCES], all = 0;

	for (int i = 0; i < SOURCES; i++)
		all += counts[i] = stats_get(p->stats, group, sources[i].counter);
	if (!all)
		return;
	fprintf(p->out, "\n%s translations of %s, by where they were resolved\n", count_text(all),
		what);
	for (int i = 0; i < SOURCES; i++) {
		uint64_t cycles = stats_get(p->stats, group, sources[i].cycles);

		if (!counts[i])
			continue;
		fprintf(p->out, "  %-11s %5.1f %%  ", sources[i].name, percent(counts[i], all));
		print_bar(p->out, counts[i], all);
		fprintf(p->out, "  %.1f cycles\n", (double)cycles / (double)counts[i]);
	}
}

static void heading(struct page *p, const char *text)
{
	if (!p->begun)
		fprintf(p->out, "\n%s\n", text);
	p->begun = true;
}

static const char ratio_heading[] =
	"hit ratios                 hits    merged     misses          lookups";

static void print_ratio(struct page *p, const char *label, uint64_t hits, uint64_t merged,
			uint64_t misses)
{
	uint64_t all = hits + merged + misses;

	if (!all)
		return;
	heading(p, ratio_heading);
	fprintf(p->out, "  %-19s %8.2f %% %7.2f %% %8.2f %% %16s\n", label, percent(hits, all),
		percent(merged, all), percent(misses, all), count_text(all));
}

/* Below the line of the L1 or the L2 TLBs: the same with the lanes that asked as weights. */
static void print_lanes(struct page *p, const char *group)
{
	struct lane_lookups l;

	if (!strcmp(group, "l1_tlb"))
		l = resolution_l1_lanes(p->stats);
	else if (!strcmp(group, "l2_tlb"))
		l = resolution_l2_lanes(p->stats);
	else
		return;
	print_ratio(p, "  by lane", l.hits, l.mshr_hits, l.misses);
}

/* TLBs, PWC: "lookups" with "hits" of the same group. */
static void print_lookups(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	struct page *p = ctx;
	uint64_t lookups, merged, misses;

	if (kind != STAT_COUNTER || strcmp(name, "lookups"))
		return;
	lookups = stats_get(p->stats, group, "lookups");
	merged = stats_get(p->stats, group, "mshr_hits");
	misses = stats_get(p->stats, group, "misses");
	if (lookups >= merged + misses)
		print_ratio(p, group, lookups - merged - misses, merged, misses);
	print_lanes(p, group);
}

/* Sums what a cache counts under PREFIX_hits, PREFIX_mshr_hits and PREFIX_misses. */
static void add_ratio(const struct page *p, const char *group, const char *prefix, uint64_t sum[3])
{
	static const char *const how[] = {"hits", "mshr_hits", "misses"};
	char counter[48];

	for (int k = 0; k < 3; k++) {
		snprintf(counter, sizeof(counter), "%s_%s", prefix, how[k]);
		sum[k] += stats_get(p->stats, group, counter);
	}
}

/* Caches count reads, writes and atomics apart, and the reads of walks by level. */
static void print_cache(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	static const char *const data[] = {"read", "write", "atomic"};
	static const char *const walk[] = {"walk_level1", "walk_level2", "walk_level3",
					   "walk_level4"};
	struct page *p = ctx;
	uint64_t of_data[3] = {0}, of_walks[3] = {0};
	char label[64];

	if (kind != STAT_COUNTER || strcmp(name, "read_hits"))
		return;
	for (int i = 0; i < 3; i++)
		add_ratio(p, group, data[i], of_data);
	for (int i = 0; i < 4; i++)
		add_ratio(p, group, walk[i], of_walks);
	snprintf(label, sizeof(label), "%s (walks)", group);
	print_ratio(p, group, of_data[0], of_data[1], of_data[2]);
	print_ratio(p, label, of_walks[0], of_walks[1], of_walks[2]);
}

static void print_walks(const struct page *p)
{
	uint64_t walks = simulation_total(p->run, "walks"),
		 count = system_instructions(p->run->system);
	uint64_t reads = 0;

	if (!walks)
		return;
	reads = stats_get(p->stats, "walker", "reads");
	fprintf(p->out, "\nwalks        %s, %.2f per thousand instructions", count_text(walks),
		count ? 1e3 * (double)walks / (double)count : 0);
	if (reads)
		fprintf(p->out, ", %.2f reads each", (double)reads / (double)walks);
	fputc('\n', p->out);
}

static void print_latency(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	struct page *p = ctx;
	struct latency *l;
	char label[64];

	if (kind != STAT_LATENCY)
		return;
	l = xmalloc(sizeof(*l));
	stats_get_latency(p->stats, group, name, l);
	if (l->count) {
		heading(p, "latency in cycles                        mean        99 %         max"
			   "            count");
		snprintf(label, sizeof(label), "%s %s", group, name);
		fprintf(p->out, "  %-31s %11.1f %11s %11s %16s\n", label, latency_mean(l),
			count_text(latency_percentile(l, 0.99)), count_text(l->max),
			count_text(l->count));
	}
	free(l);
}

static void print_occupancy(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	struct page *p = ctx;
	struct occupancy_sum sum;
	char label[64];

	if (kind != STAT_OCCUPANCY ||
	    !stats_get_occupancy(p->stats, group, name, p->cycles, &sum) || !sum.arrivals)
		return;
	heading(p, "occupancy                           mean of one   peak of one       parts"
		   "         arrivals");
	snprintf(label, sizeof(label), "%s %s", group, name);
	fprintf(p->out, "  %-31s %13.2f %13u %11u %16s\n", label, sum.mean / sum.parts, sum.peak,
		sum.parts, count_text(sum.arrivals));
}

static void print_dram(const struct page *p)
{
	const struct simulation *r = p->run;
	uint64_t data = stats_get(p->stats, "dram", "data_bytes");
	uint64_t walks = stats_get(p->stats, "dram", "translation_bytes");
	double clock = param_real(r->params, P_CLOCK), seconds = simulation_seconds(r);
	double peak = system_dram_peak(r->system) * clock / 1e3;

	if (!data && !walks)
		return;
	fprintf(p->out, "\nDRAM         %.3f GB/s for data, %.3f GB/s for translation",
		(double)data / seconds / 1e9, (double)walks / seconds / 1e9);
	if (peak > 0)
		fprintf(p->out, ", %.1f %% of the peak of %.1f GB/s",
			(double)(data + walks) / seconds / 1e7 / peak, peak);
	fputc('\n', p->out);
}

static void print_energy(const struct page *p)
{
	static const char *const commands[] = {"activate", "precharge", "read", "write"};
	uint64_t data = 0, translation = 0, total = stats_get(p->stats, "dram_energy", "total_pj");
	char name[48];

	if (!total)
		return;
	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof(name), "%s_data_pj", commands[i]);
		data += stats_get(p->stats, "dram_energy", name);
		snprintf(name, sizeof(name), "%s_translation_pj", commands[i]);
		translation += stats_get(p->stats, "dram_energy", name);
	}
	fprintf(p->out,
		"             %.4g mJ: %.1f %% for data, %.1f %% for translation, %.1f %% refresh "
		"and standby\n",
		(double)total / 1e9, percent(data, total), percent(translation, total),
		percent(total - data - translation, total));
}

/* What the CUs did, of all cycles of all CUs; a stalled CU waits for what its oldest wavefront
 * waits for. */
static void print_cus(const struct page *p)
{
	static const struct {
		const char *name, *counter;
	} rows[] = {
		{"issuing", "busy_cycles"},       {"translation", "stall_translation"},
		{"data", "stall_data"},           {"LDS", "stall_lds"},
		{"fetch", "stall_fetch"},         {"barrier", "stall_barrier"},
		{"execution", "stall_execution"}, {"memory pipe", "stall_pipe"},
	};
	const struct params *params = p->run->params;
	uint64_t cus = (uint64_t)(param(params, P_CHIPLETS) * param(params, P_CUS));
	uint64_t all = cus * p->cycles, used = 0;

	fprintf(p->out, "\ncompute units, share of their cycles\n");
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		uint64_t cycles = stats_get(p->stats, "cu", rows[i].counter);

		used += cycles;
		if (!cycles)
			continue;
		fprintf(p->out, "  %-11s %5.1f %%  ", rows[i].name, percent(cycles, all));
		print_bar(p->out, cycles, all);
		fputs(i ? "  waiting\n" : "\n", p->out);
	}
	if (used >= all)
		return;
	fprintf(p->out, "  %-11s %5.1f %%  ", "empty", percent(all - used, all));
	print_bar(p->out, all - used, all);
	fputc('\n', p->out);
}

/* Demand paging: what came and left, where a fault spends its time, whose they are. */
static void print_paging(const struct page *p)
{
	static const struct {
		const char *name, *counter;
	} causes[] = {
		{"in the buffer", "cycles_waiting"}, {"driver", "cycles_host"},
		{"no frame", "cycles_frames"},       {"transfer", "cycles_link"},
		{"its batch", "cycles_replay"},
	};
	const struct paged_buffer *buffers;
	size_t count = system_paged_buffers(p->run->system, &buffers);
	struct latency fault;
	uint64_t all;

	if (!count)
		return;
	stats_get_latency(p->stats, "paging", "fault", &fault);
	all = fault.sum;
	fprintf(p->out, "\ndemand paging: %s faults in %s batches",
		count_text(stats_get(p->stats, "paging", "faults")),
		count_text(stats_get(p->stats, "paging", "batches")));
	fprintf(p->out, ", pages in %s", count_text(stats_get(p->stats, "paging", "pages_in")));
	fprintf(p->out, " (%s again)", count_text(stats_get(p->stats, "paging", "refetched")));
	fprintf(p->out, ", written back %s\n",
		count_text(stats_get(p->stats, "paging", "pages_written")));
	for (size_t i = 0; all && i < sizeof(causes) / sizeof(*causes); i++) {
		uint64_t cycles = stats_get(p->stats, "paging", causes[i].counter);

		fprintf(p->out, "  %-13s %5.1f %%  ", causes[i].name, percent(cycles, all));
		print_bar(p->out, cycles, all);
		fputc('\n', p->out);
	}
	for (size_t i = 0; i < count; i++)
		if (buffers[i].faults)
			fprintf(p->out, "  %-24s %s faults\n", buffers[i].name,
				count_text(buffers[i].faults));
}

static void print_end(const struct page *p)
{
	static const char *const verdicts[] = {
		[RUN_VERIFIED] = "yes: the result is that of the reference",
		[RUN_UNCHECKED] = "nothing expected",
		[RUN_CUT_SHORT] = "no: stopped at --max-instructions, nothing to compare",
		[RUN_WRONG] = "NO",
	};
	const struct simulation *r = p->run;
	struct oracle_result oracle = system_oracle(r->system);
	double wall = r->wall_seconds > 0 ? r->wall_seconds : 1e-9;
	char memory[32];

	fprintf(p->out, "\noracle       %s translations checked, %s wrong\n",
		count_text(oracle.checked),
		oracle.mismatches ? count_text(oracle.mismatches) : "none");
	fprintf(p->out, "verified     %s\n",
		r->interrupted && r->verdict == RUN_CUT_SHORT
			? "no: interrupted, nothing to compare"
			: verdicts[r->verdict]);
	fprintf(p->out, "host         %.2f s, %.2f M instructions/s, %.1f M events/s, %s\n",
		r->wall_seconds, (double)system_instructions(r->system) / wall / 1e6,
		(double)system_events(r->system) / wall / 1e6,
		text_bytes(memory, sizeof(memory), r->peak_rss_bytes));
}

/* A section whose lines come from walking through all statistics. */
static void section(struct page *p, stats_visit visit)
{
	p->begun = false;
	stats_each(p->stats, visit, p);
}

void run_report(const struct simulation *r, FILE *out)
{
	struct page page = {
		.out = out,
		.run = r,
		.stats = system_stats(r->system),
		.cycles = system_cycles(r->system),
	};

	print_title(&page);
	print_time(&page);
	print_sources(&page, "vmem", "vector memory");
	print_sources(&page, "smem", "scalar memory");
	section(&page, print_lookups);
	stats_each(page.stats, print_cache, &page); /* goes on in the same section */
	print_walks(&page);
	section(&page, print_latency);
	section(&page, print_occupancy);
	print_dram(&page);
	print_energy(&page);
	print_cus(&page);
	print_paging(&page);
	print_end(&page);
}
