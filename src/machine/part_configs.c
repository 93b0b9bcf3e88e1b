/* From parameters to the configuration of each part: nothing is made or wired here. */
#include "machine/parts.h"

#include <math.h>
#include <string.h>

void config_cu(const struct system *s, struct cu_config *c)
{
	memset(c, 0, sizeof(*c));
	c->simds = u32(s, P_SIMDS);
	c->simd_width = u32(s, P_SIMD_WIDTH);
	c->simd_waves = u32(s, P_SIMD_WAVES);
	c->vgprs = u32(s, P_SIMD_VGPRS);
	c->vgpr_granule = u32(s, P_VGPR_GRANULE);
	c->sgprs = u32(s, P_SIMD_SGPRS);
	c->sgpr_granule = u32(s, P_SGPR_GRANULE);
	c->workgroups = u32(s, P_CU_GROUPS);
	c->greedy = u32(s, P_WAVE_SCHEDULER) != 0;
	c->f64_factor = u32(s, P_VALU64_FACTOR);
	c->salu_latency = u32(s, P_SALU_LATENCY);
	c->branch_latency = u32(s, P_BRANCH_LATENCY);
	c->vmem_queue = u32(s, P_VMEM_QUEUE);
	c->smem_queue = u32(s, P_SMEM_QUEUE);
	c->vmem_reorder = u32(s, P_VMEM_REORDER);
	c->translate_lines = u32(s, P_TRANSLATE_LINES) != 0;
	c->coalescer_pages = u32(s, P_COALESCER_PAGES);
	c->coalescer_lines = u32(s, P_COALESCER_LINES);
	c->coalescer_latency = u32(s, P_COALESCER_LATENCY);
	c->lds.bytes = u32(s, P_LDS_BYTES);
	c->lds.granule = u32(s, P_LDS_GRANULE);
	c->lds.banks = u32(s, P_LDS_BANKS);
	c->lds.latency = u32(s, P_LDS_LATENCY);
	c->lds.lanes_per_cycle = u32(s, P_LDS_LANES);
	c->fetch_buffer_bytes = u32(s, P_IBUFFER_BYTES);
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->page_shift = (uint8_t)s->page_shift;
	c->translate_free = s->translation == TRANSLATION_IDEAL;
	c->virtual_vector = s->plan.l1_addressing.ops->virtual;
	c->hardware_barriers = s->options.hardware_barriers;
	c->wavefront_limit = s->options.wavefront_limit;
}

/* TLBs */

static void first_level_tlb(const struct system *s, struct tlb_config *c, const char *name)
{
	memset(c, 0, sizeof(*c));
	c->name = name;
	c->page_shift = (uint8_t)s->page_shift;
	c->hash = ASSOC_MODULO;
	c->hit_source = TX_L1_TLB;
	c->mshr_source = TX_L1_MSHR;
	c->merges = u32(s, P_L1_TLB_MERGES);
	c->merge_instruction = u32(s, P_TLB_MERGE);
	c->queue = u32(s, P_L1_TLB_QUEUE);
}

void config_l1_tlb(const struct system *s, struct tlb_config *c)
{
	first_level_tlb(s, c, "L1 TLB");
	c->entries = u32(s, P_L1_TLB_ENTRIES);
	c->ways = u32(s, P_L1_TLB_WAYS);
	c->latency = u32(s, P_L1_TLB_LATENCY);
	c->ports = u32(s, P_L1_TLB_PORTS);
	c->mshrs = u32(s, P_L1_TLB_MSHRS);
	c->blocking = u32(s, P_L1_TLB_BLOCKING);
	c->apps = s->app_count;
}

void config_fetch_tlb(const struct system *s, struct tlb_config *c)
{
	first_level_tlb(s, c, "instruction TLB");
	c->entries = u32(s, P_ITLB_ENTRIES);
	c->ways = u32(s, P_ITLB_WAYS);
	c->latency = u32(s, P_ITLB_LATENCY);
	c->ports = u32(s, P_ITLB_PORTS);
	c->mshrs = u32(s, P_ITLB_MSHRS);
}

void config_scalar_tlb(const struct system *s, struct tlb_config *c)
{
	first_level_tlb(s, c, "scalar TLB");
	c->entries = u32(s, P_STLB_ENTRIES);
	c->ways = u32(s, P_STLB_WAYS);
	c->latency = u32(s, P_STLB_LATENCY);
	c->ports = u32(s, P_STLB_PORTS);
	c->mshrs = u32(s, P_STLB_MSHRS);
}

void config_l2_tlb(const struct system *s, struct tlb_config *c)
{
	memset(c, 0, sizeof(*c));
	c->name = "L2 TLB";
	c->page_shift = (uint8_t)s->page_shift;
	c->hash = u32(s, P_L2_TLB_HASH) ? ASSOC_XOR : ASSOC_MODULO;
	c->hit_source = TX_L2_TLB;
	c->mshr_source = TX_L2_MSHR;
	c->entries = u32(s, P_L2_TLB_ENTRIES);
	c->ways = u32(s, P_L2_TLB_WAYS);
	c->latency = u32(s, P_L2_TLB_LATENCY);
	c->ports = u32(s, P_L2_TLB_PORTS);
	c->mshrs = u32(s, P_L2_TLB_MSHRS);
	c->merges = u32(s, P_L2_TLB_MERGES);
	c->merge_instruction = u32(s, P_TLB_MERGE);
	c->queue = u32(s, P_L2_TLB_QUEUE);
	c->apps = s->app_count;
}

void config_perfect_tlb(const struct system *s, struct perfect_tlb_config *c)
{
	c->latency = u32(s, P_L2_TLB_LATENCY);
	c->ports = u32(s, P_L2_TLB_PORTS);
	c->queue = u32(s, P_L2_TLB_QUEUE);
	c->apps = s->app_count;
}

void config_iommu(const struct system *s, struct iommu_config *c)
{
	c->hop_latency = u32(s, P_IOMMU_HOP);
	c->merge_instruction = u32(s, P_TLB_MERGE);
	c->capacity = u32(s, P_WALK_BUFFER) + u32(s, P_WALKERS);
	c->ports = u32(s, P_IOMMU_PORTS);
	c->l1_entries = u32(s, P_IOMMU_L1_ENTRIES);
	c->l1_latency = u32(s, P_IOMMU_L1_LATENCY);
	c->l2_entries = u32(s, P_IOMMU_L2_ENTRIES);
	c->l2_ways = u32(s, P_IOMMU_L2_WAYS);
	c->l2_latency = u32(s, P_IOMMU_L2_LATENCY);
	c->page_shift = (uint8_t)s->page_shift;
}

/* The order of pwc.kind's choices. */
static const enum pwc_kind pwc_kinds[] = {PWC_NONE, PWC_SPLIT, PWC_UNIFIED, PWC_LINES};

enum { WALK_DRAM, WALK_L2, WALK_FIXED_TIME };

/* Up to which level, from the leaf on. */
static const uint8_t missing_levels[] = {0, 2, WALK_ROOT};

void config_walker(const struct system *s, struct walker_config *c)
{
	static const enum param level_entries[WALK_ROOT + 1] = {
		[2] = P_PWC_L2_ENTRIES, [3] = P_PWC_L3_ENTRIES, [4] = P_PWC_L4_ENTRIES};
	uint32_t ways = u32(s, P_PWC_WAYS);

	memset(c, 0, sizeof(*c));
	c->name = "walker";
	c->walkers = u32(s, P_WALKERS);
	c->buffer = u32(s, P_WALK_BUFFER);
	c->starts_per_cycle = u32(s, P_WALK_START);
	c->scan_latency = u32(s, P_WALK_SCAN);
	c->fixed = u32(s, P_WALK_MODE) == WALK_FIXED_TIME;
	c->fixed_latency = u32(s, P_WALK_FIXED);
	c->page_shift = (uint8_t)s->page_shift;
	c->pwc.kind = c->fixed ? PWC_NONE : pwc_kinds[u32(s, P_PWC_KIND)];
	c->pwc.entries = c->pwc.kind == PWC_LINES ? u32(s, P_PWC_BYTES) / u32(s, P_LINE_BYTES)
						  : u32(s, P_PWC_ENTRIES);
	c->pwc.ways = ways ? ways : c->pwc.entries; /* 0: fully associative */
	for (unsigned level = 2; level <= WALK_ROOT; level++) {
		c->pwc.level_entries[level] = u32(s, level_entries[level]);
		c->pwc.level_ways[level] = ways ? ways : c->pwc.level_entries[level];
	}
	c->pwc.bytes = u32(s, P_PWC_BYTES);
	c->pwc.line_bytes = u32(s, P_LINE_BYTES);
	c->pwc.latency = u32(s, P_PWC_LATENCY);
	c->pwc.ports = u32(s, P_PWC_PORTS);
	c->pwc.page_shift = c->page_shift;
	c->pwc.index_bits = (uint8_t)u32(s, P_WALK_INDEX_BITS);
	c->missing_levels = missing_levels[u32(s, P_WALK_MISSES)];
}

/* Caches */

void config_l1_cache(const struct system *s, struct cache_config *c)
{
	memset(c, 0, sizeof(*c));
	c->bytes = u32(s, P_L1_BYTES);
	c->ways = u32(s, P_L1_WAYS);
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->latency = u32(s, P_L1_LATENCY);
	c->ports = u32(s, P_L1_PORTS);
	c->mshrs = u32(s, P_L1_MSHRS);
	c->queue = u32(s, P_L1_QUEUE);
	c->write_through = u32(s, P_L1_WRITE) == 0;
	c->write_allocate = param(&s->params, P_L1_WRITE_ALLOCATE);
	c->virtual = s->plan.l1_addressing.ops->virtual;
	c->looked_up = s->plan.l1_addressing.ops->looked_up;
	c->looked_up_state = s->plan.l1_addressing.state;
}

/* Read-only caches keep as many requests as they have places for misses and hits in the pipeline.
 */
static uint32_t read_only_queue(const struct cache_config *c)
{
	return c->mshrs + c->latency * c->ports;
}

void config_fetch_cache(const struct system *s, struct cache_config *c)
{
	memset(c, 0, sizeof(*c));
	c->bytes = u32(s, P_ICACHE_BYTES);
	c->ways = u32(s, P_ICACHE_WAYS);
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->latency = u32(s, P_ICACHE_LATENCY);
	c->ports = u32(s, P_ICACHE_PORTS);
	c->mshrs = u32(s, P_ICACHE_MSHRS);
	c->queue = read_only_queue(c);
	c->write_through = true;
}

void config_scalar_cache(const struct system *s, struct cache_config *c)
{
	memset(c, 0, sizeof(*c));
	c->bytes = u32(s, P_SCACHE_BYTES);
	c->ways = u32(s, P_SCACHE_WAYS);
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->latency = u32(s, P_SCACHE_LATENCY);
	c->ports = u32(s, P_SCACHE_PORTS);
	c->mshrs = u32(s, P_SCACHE_MSHRS);
	c->queue = read_only_queue(c);
	c->write_through = true;
}

static uint32_t interleave_bytes(const struct system *s)
{
	bool pages = u32(s, P_INTERLEAVE) != 0;

	return pages ? u32(s, P_PAGE_BYTES) : u32(s, P_INTERLEAVE_BYTES);
}

void config_l2_bank(const struct system *s, struct cache_config *c)
{
	memset(c, 0, sizeof(*c));
	c->banks = u32(s, P_L2_BANKS);
	c->bank_unit_bytes = interleave_bytes(s);
	c->bytes = (uint64_t)param(&s->params, P_L2_BYTES) / c->banks;
	c->ways = u32(s, P_L2_WAYS);
	c->hash = u32(s, P_L2_HASH) ? ASSOC_XOR : ASSOC_MODULO;
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->latency = u32(s, P_L2_LATENCY);
	c->ports = u32(s, P_L2_PORTS);
	c->mshrs = u32(s, P_L2_MSHRS);
	c->queue = u32(s, P_L2_QUEUE);
	c->write_through = u32(s, P_L2_WRITE) == 0;
	c->write_allocate = param(&s->params, P_L2_WRITE_ALLOCATE);
	c->atomics = true;
	c->looked_up = s->plan.walk_caching.ops->looked_up;
	c->looked_up_state = s->plan.walk_caching.state;
}

/* Memory */

uint64_t memory_part_bytes(const struct system *s)
{
	uint64_t bytes = (uint64_t)param(&s->params, P_MEMORY_BYTES);
	uint64_t largest = (uint64_t)param_rows[P_PAGE_BYTES].max;

	return s->memory_parts == 1 ? bytes : bytes / s->memory_parts / largest * largest;
}

void config_memory_map(const struct system *s, struct memory_map_config *c)
{
	c->chiplet_bytes = (uint64_t)param(&s->params, P_MEMORY_BYTES);
	c->unit_bytes = interleave_bytes(s);
	c->chiplets = s->chiplet_count;
	c->banks = u32(s, P_L2_BANKS);
	c->channels = u32(s, P_DRAM_CHANNELS);
	c->parts = s->memory_parts;
	c->part_bytes = memory_part_bytes(s);
	c->host_base = s->is_paged ? c->chiplets * c->chiplet_bytes : 0;
}

static uint32_t khz_of(double mhz)
{
	return (uint32_t)lround(mhz * 1000);
}

static void override_param(const struct system *s, enum param id, double *value)
{
	if (param_real(&s->params, id) > 0)
		*value = param_real(&s->params, id);
}

void config_dram_currents(const struct system *s, struct dram_currents *c)
{
	*c = *dram_currents_at(u32(s, P_DRAM_KIND) - 1);
	override_param(s, P_DRAM_VDD, &c->vdd);
	override_param(s, P_DRAM_IDD0, &c->idd0);
	override_param(s, P_DRAM_IDD2N, &c->idd2n);
	override_param(s, P_DRAM_IDD3N, &c->idd3n);
	override_param(s, P_DRAM_IDD4R, &c->idd4r);
	override_param(s, P_DRAM_IDD4W, &c->idd4w);
	override_param(s, P_DRAM_IDD5B, &c->idd5b);
	if (u32(s, P_DRAM_DEVICES))
		c->devices = u32(s, P_DRAM_DEVICES);
}

void config_dram(const struct system *s, struct dram_config *c)
{
	memset(c, 0, sizeof(*c));
	c->timing = dram_timing_at(u32(s, P_DRAM_KIND) - 1); /* choice 0 is the plain memory */
	c->clock_khz = khz_of(param_real(&s->params, P_DRAM_CLOCK));
	c->core_clock_khz = khz_of(param_real(&s->params, P_CLOCK));
	c->ranks = u32(s, P_DRAM_RANKS);
	c->banks = u32(s, P_DRAM_BANKS);
	c->row_bytes = u32(s, P_DRAM_ROW);
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->queue = u32(s, P_DRAM_QUEUE);
	c->hit_cap = u32(s, P_DRAM_HIT_CAP);
	c->rows_before_classes = param(&s->params, P_DRAM_PRIORITY) != 0;
	c->closed_rows = u32(s, P_DRAM_ROWS) != 0;
	c->refresh = param(&s->params, P_DRAM_REFRESH);
	c->scheduler = s->plan.dram_scheduler;
	c->map = &s->map;
}

enum { BANDWIDTH_DENOMINATOR = 1000 };

void config_plain(const struct system *s, struct plain_memory_config *c)
{
	double bandwidth = param_real(&s->params, P_DRAM_BANDWIDTH);

	memset(c, 0, sizeof(*c));
	c->latency = u32(s, P_DRAM_LATENCY);
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->in_flight = u32(s, P_DRAM_INFLIGHT);
	if (bandwidth == 0) {
		c->bandwidth_bytes = c->line_bytes;
		c->bandwidth_cycles = 1;
		return;
	}
	bandwidth = bytes_per_cycle(bandwidth, param_real(&s->params, P_CLOCK)) /
		    u32(s, P_DRAM_CHANNELS);
	c->bandwidth_bytes = (uint64_t)llround(bandwidth * BANDWIDTH_DENOMINATOR);
	c->bandwidth_cycles = BANDWIDTH_DENOMINATOR;
	if (c->bandwidth_bytes == 0)
		c->bandwidth_bytes = 1;
}

void config_links(const struct system *s, struct link_config *c)
{
	double mhz = param_real(&s->params, P_CLOCK);

	memset(c, 0, sizeof(*c));
	c->chiplets = s->chiplet_count;
	c->latency = (uint32_t)ceil(param_real(&s->params, P_LINK_LATENCY) * mhz / 1000);
	c->queue = u32(s, P_LINK_QUEUE);
	link_config_bandwidth(c, bytes_per_cycle(param_real(&s->params, P_LINK_BANDWIDTH), mhz));
}

/* In the GPU's cycles. */
static uint32_t cycles_of(const struct system *s, enum param microseconds)
{
	return (uint32_t)llround(param_real(&s->params, microseconds) *
				 param_real(&s->params, P_CLOCK));
}

void config_host_link(const struct system *s, struct host_link_config *c)
{
	struct link_config bandwidth;

	memset(c, 0, sizeof(*c));
	link_config_bandwidth(&bandwidth, bytes_per_cycle(param_real(&s->params, P_HOST_BANDWIDTH),
							  param_real(&s->params, P_CLOCK)));
	c->bytes_per_cycle = bandwidth.bytes_per_cycle;
	c->per_cycles = bandwidth.per_cycles;
	c->setup_cycles = cycles_of(s, P_HOST_SETUP);
	c->latency_cycles = cycles_of(s, P_HOST_LATENCY);
	c->request_bytes = u32(s, P_HOST_REQUEST_BYTES);
	c->line_bytes = u32(s, P_LINE_BYTES);
	c->accesses = u32(s, P_HOST_ACCESSES);
}

void config_pager(struct system *s, struct pager_config *c)
{
	*c = (struct pager_config){
		.engine = &s->engine,
		.control = &s->control,
		.link = &s->host_link,
		.faults = &s->faults,
		.page_shift = s->page_shift,
		.chiplets = s->chiplet_count,
		.apps = s->app_count,
		.shares = s->memory_parts > 1 || u32(s, P_PAGING_SHARING) != 0,
		.oversubscribe = param_real(&s->params, P_PAGING_OVERSUBSCRIBE),
		.batch = u32(s, P_FAULT_BATCH),
		.interrupt_cycles = cycles_of(s, P_FAULT_INTERRUPT),
		.batch_cycles = cycles_of(s, P_FAULT_BATCH_TIME),
		.block_cycles = cycles_of(s, P_FAULT_BLOCK_TIME),
		.shootdown_cycles = cycles_of(s, P_PAGING_SHOOTDOWN),
		.replay_blocks = u32(s, P_FAULT_REPLAY) != 0,
		.counted_pages = u32(s, P_PAGING_BASIC_BLOCK) >> s->page_shift,
		.links = s->chiplet_count > 1 ? &s->links : NULL,
		.chiplet_threshold = u32(s, P_PAGING_CHIPLETS),
		.host_base = s->map.host_base,
		.fetch = s->plan.fetch_ahead,
		.eviction = s->plan.eviction,
		.service = s->plan.fault_service,
		.owner = s,
	};
}

void config_frames(const struct system *s, unsigned part, struct frames_config *c)
{
	c->chiplets = s->chiplet_count;
	c->stride = (uint64_t)param(&s->params, P_MEMORY_BYTES);
	c->memory_bytes = memory_part_bytes(s);
	c->base = part * c->memory_bytes;
	if (part == s->memory_parts - 1)
		c->memory_bytes -= (uint64_t)param(&s->params, P_MEMORY_RESERVED);
	c->page_shift = s->page_shift;
	c->scattered = u32(s, P_FRAMES) != 0;
	c->seed = (uint64_t)param(&s->params, P_FRAME_SEED);
}

void config_measurements(const struct system *s, struct measurements_config *c)
{
	c->map = &s->map;
	c->chiplets = s->chiplet_count;
	c->cus = s->cu_count;
	c->apps = s->app_count;
	c->wave_slots = u32(s, P_SIMDS) * u32(s, P_SIMD_WAVES);
	c->vector_instructions = s->cu_count * u32(s, P_VMEM_QUEUE);
	c->interval = u32(s, P_MEASURE_INTERVAL);
	c->fetch_cus = u32(s, P_ICACHE_CUS);
}
