/* Running the machine, and what concerns all parts at once: shootdowns, statistics, deadlocks. */
#include <string.h>

#include "machine/parts.h"
#include "policy/registry.h"

/* Hooks */

static bool source_pte_address(void *system, uint8_t asid, uint64_t vpn, unsigned level,
			       uint64_t *pa)
{
	struct system *s = system;

	return page_table_entry_address(s->spaces[asid]->table, vpn, level, pa);
}

static bool walk_pte_address(void *chiplet, uint8_t asid, uint64_t vpn, unsigned level,
			     uint64_t *pa)
{
	const struct chiplet *ch = chiplet;

	return page_table_copy_address(ch->system->spaces[asid]->table, ch->index, vpn, level, pa);
}

static bool source_translate(void *system, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	struct system *s = system;

	return page_table_translate(s->spaces[asid]->table, vpn, frame);
}

static bool source_paged(void *system, uint8_t asid, uint64_t vpn)
{
	return pager_manages(((struct system *)system)->pager, asid, vpn);
}

struct page_source system_page_source(struct system *s)
{
	return (struct page_source){source_pte_address, source_translate, s,
				    s->is_paged ? source_paged : NULL};
}

static bool walk_translate(void *chiplet, uint8_t asid, uint64_t vpn, uint64_t *frame)
{
	return source_translate(((struct chiplet *)chiplet)->system, asid, vpn, frame);
}

static bool walk_paged(void *chiplet, uint8_t asid, uint64_t vpn)
{
	return source_paged(((struct chiplet *)chiplet)->system, asid, vpn);
}

struct page_source system_walk_source(struct chiplet *ch)
{
	return (struct page_source){walk_pte_address, walk_translate, ch,
				    ch->system->is_paged ? walk_paged : NULL};
}

void system_touch(void *system, uint8_t asid, uint64_t vpn, unsigned chiplet)
{
	struct system *s = system;
	struct error err = {0};

	if (!address_space_touch(s->spaces[asid], vpn, chiplet, &err))
		run_fail(&s->control, &err);
}

static void hook_workgroup_ended(void *system, unsigned cu)
{
	dispatcher_workgroup_ended(((struct system *)system)->dispatcher, cu);
}

static void hook_memory_done(void *system, unsigned cu)
{
	dispatcher_memory_done(((struct system *)system)->dispatcher, cu);
}

static void hook_drained(void *system, unsigned cu)
{
	dispatcher_drained(((struct system *)system)->dispatcher, cu);
}

static void hook_check(void *system, const struct translation *t)
{
	oracle_check(&((struct system *)system)->oracle, t);
}

static void hook_vector_done(void *system, uint32_t instruction)
{
	measure_vector_done(&((struct system *)system)->measurements, instruction);
}

static void hook_wave(void *system, const struct requester *who, bool begins)
{
	struct system *s = system;

	s->plan.tlb_fill.ops->wave(s->plan.tlb_fill.state, who, begins);
}

static void hook_translate(void *system, struct translation *t)
{
	system_touch(system, t->who.asid, t->vpn, t->who.chiplet);
	t->faulted = !source_translate(system, t->who.asid, t->vpn, &t->frame);
	t->source = TX_IDEAL;
}

/* buffer_wbinvl1 empties the L1, s_dcache_inv the scalar cache; both are write-through or written
 * back by the flush that the caller waits for. */
void system_invalidate(void *system, unsigned cu, enum request_kind kind)
{
	struct system *s = system;
	struct chiplet *ch = &s->chiplets[cu / s->cus_per_chiplet];
	unsigned index = cu % s->cus_per_chiplet;

	if (kind == KIND_VECTOR)
		cache_invalidate_all(ch->l1_caches[index]);
	else if (kind == KIND_SCALAR)
		cache_invalidate_all(
			ch->scalar_groups[index / (unsigned)param(&s->params, P_SCACHE_CUS)].cache);
	else
		cache_invalidate_all(
			ch->fetch_groups[index / (unsigned)param(&s->params, P_ICACHE_CUS)].cache);
}

struct cu_hooks system_cu_hooks(struct system *s)
{
	return (struct cu_hooks){
		.ctx = s,
		.workgroup_ended = hook_workgroup_ended,
		.memory_done = hook_memory_done,
		.check = hook_check,
		.translate = hook_translate,
		.vector_done = hook_vector_done,
		.invalidate = system_invalidate,
		.wave = s->plan.tlb_fill.ops->wave ? hook_wave : NULL,
		.drained = hook_drained,
		.page_begins = s->is_paged ? system_page_begins : NULL,
		.page_ends = s->is_paged ? system_page_ends : NULL,
	};
}

/* Before a kernel GCN empties the L1 and scalar caches, so that it sees what others wrote. */
void system_kernel_begins(void *system, uint8_t asid, unsigned first_cu, unsigned cus, bool again)
{
	struct system *s = system;

	measure_kernel(&s->measurements, asid, first_cu, cus);
	if (s->plan.home_slice.ops->kernel_begins && s->chiplet_count > 1)
		s->plan.home_slice.ops->kernel_begins(s->plan.home_slice.state, asid);
	for (unsigned cu = first_cu; cu < first_cu + cus; cu++) {
		if (param(&s->params, P_ICACHE_FLUSH) && !again)
			system_invalidate(s, cu, KIND_FETCH);
		if (!param(&s->params, P_L1_FLUSH))
			continue;
		system_invalidate(s, cu, KIND_VECTOR);
		system_invalidate(s, cu, KIND_SCALAR);
	}
}

/* Shootdown: reaches every structure that can hold a translation. */
void system_shootdown(void *system, uint8_t asid, uint64_t vpn)
{
	struct system *s = system;

	measure_shootdown(&s->measurements);
	parts_shootdown(&s->parts, asid, vpn);
	plan_shootdown(&s->plan, asid, vpn);
}

void system_unmap(struct system *s, uint8_t asid, uint64_t va)
{
	address_space_unmap_page(s->spaces[asid], va);
}

void system_migrate(struct system *s, uint8_t asid, uint64_t va)
{
	struct error err;
	uint64_t frame;

	if (!page_table_translate(s->spaces[asid]->table, va >> s->page_shift, &frame))
		BUG("migration of an unmapped page at 0x%llx", (unsigned long long)va);
	if (!address_space_move_page(s->spaces[asid], va, memory_map_chiplet(&s->map, frame), &err))
		BUG("%s", err.text);
}

void system_register_stats(struct system *s)
{
	parts_register_stats(&s->parts, s->stats);
	if (s->is_paged)
		pager_register_stats(s->pager, s->stats, "paging");
	dispatcher_register_stats(s->dispatcher, s->stats, "dispatcher");
	measurements_register_stats(&s->measurements, s->stats);
	plan_register_stats(&s->plan, s->stats);
}

/* What waits, in a deadlock. */
void system_describe(const struct system *s, FILE *out)
{
	dispatcher_describe(s->dispatcher, out);
	if (s->is_paged)
		pager_describe(s->pager, out);
	parts_describe(&s->parts, out);
	plan_describe(&s->plan, out);
}

/* Running */

/* Events between two looks at the progress hook: a few milliseconds of host time. */
enum { SLICE_EVENTS = 100000 };

static void add_lookups(struct system_tlb_result *sum, const struct tlb_app_stats *app)
{
	sum->hits += app->outcome[TLB_HIT];
	sum->mshr_hits += app->outcome[TLB_MSHR_HIT];
	sum->misses += app->outcome[TLB_MISS];
	sum->aside_hits += app->aside_hits;
	sum->lookups = sum->hits + sum->mshr_hits + sum->misses;
}

/* What an application asked of the TLBs, all chiplets together. */
static void settle_translation(struct system *s, unsigned app)
{
	struct system_app_result *result = &s->results[app];

	memset(&result->l1_tlb, 0, sizeof(result->l1_tlb));
	memset(&result->l2_tlb, 0, sizeof(result->l2_tlb));
	for (unsigned i = 0; i < s->chiplet_count; i++) {
		const struct chiplet *ch = &s->chiplets[i];

		for (unsigned k = 0; k < ch->l1_tlb_count; k++)
			add_lookups(&result->l1_tlb, &ch->l1_tlbs[k].by_app[app]);
		if (s->has_l2_tlb)
			add_lookups(&result->l2_tlb, &ch->l2_tlb.by_app[app]);
		else if (s->translation != TRANSLATION_WALK)
			result->l2_tlb.lookups = result->l2_tlb.hits += ch->perfect.by_app[app];
	}
	result->concurrent_walks = s->measurements.concurrent_walks.by_app[app];
}

/* A run may be cut short before an application has begun. */
static cycle_t cycles_since(cycle_t started, cycle_t now)
{
	return now > started ? now - started : 0;
}

static void settle_run(struct system *s)
{
	measurements_settle(&s->measurements);
	for (unsigned app = 0; app < s->app_count; app++) {
		struct system_app_result *result = &s->results[app];
		const struct dispatcher_app_stats *stats =
			dispatcher_app(s->dispatcher, (uint8_t)app);

		result->issued = system_app_issued(s, app);
		if (!stats->finished)
			result->instructions = result->issued;
		result->runs = stats->runs;
		result->launches = stats->launches;
		result->finished = stats->finished;
		result->cycles = cycles_since(stats->started,
					      stats->finished ? stats->ended : s->engine.now);
		settle_translation(s, app);
	}
	parts_settle(&s->parts);
}

/* Nothing can happen any more, yet not all applications have ended. */
static bool report_deadlock(struct system *s, struct error *err)
{
	fprintf(stderr, "nothing can happen any more at cycle %llu; waiting are:\n",
		(unsigned long long)s->engine.now);
	system_describe(s, stderr);
	return error_failed(err,
			    "the simulated machine is stuck at cycle %llu (the parts that wait are "
			    "listed above); please report it with this command line",
			    (unsigned long long)s->engine.now);
}

bool system_run(struct system *s, struct error *err)
{
	dispatcher_start(s->dispatcher);
	while (!s->control.stop && s->engine.pending) {
		engine_run(&s->engine, &s->control.stop, s->engine.executed + SLICE_EVENTS);
		if (s->options.progress && s->options.progress(s->options.progress_data)) {
			s->interrupted = !s->control.stop && s->engine.pending;
			break;
		}
	}
	settle_run(s);
	if (s->control.failed) {
		*err = s->control.err;
		return false;
	}
	if (!s->interrupted && !s->engine.pending && !dispatcher_idle(s->dispatcher))
		return report_deadlock(s, err);
	return true;
}

/* Results */

bool system_interrupted(const struct system *s)
{
	return s->interrupted;
}

cycle_t system_cycles(const struct system *s)
{
	return s->engine.now;
}

uint64_t system_events(const struct system *s)
{
	return s->engine.executed;
}

uint64_t system_instructions(const struct system *s)
{
	return s->control.instructions;
}

const struct stats *system_stats(const struct system *s)
{
	return s->stats;
}

const struct system_app_result *system_result(const struct system *s, unsigned app)
{
	return &s->results[app];
}

struct oracle_result system_oracle(const struct system *s)
{
	return (struct oracle_result){
		.checked = s->oracle.checked,
		.mismatches = s->oracle.mismatches,
		.first = s->oracle.mismatches ? s->oracle.first : NULL,
	};
}

double system_dram_peak(const struct system *s)
{
	const struct channel *channel = &s->chiplets[0].channels[0];
	double mhz = param_real(&s->params, P_CLOCK);
	double gb = channel->dram ? dram_peak_gb_per_s(channel->dram)
				  : plain_memory_peak_gb_per_s(&channel->plain, mhz);

	return bytes_per_cycle(gb, mhz) * (double)param(&s->params, P_DRAM_CHANNELS) *
	       s->chiplet_count;
}
