/* Bits as [Ausavarungnirun18 §7.4] counts them. */
#include "designs/mask/mask.h"
#include "policy/storage.h"

/* Counters of 16 bits, a bit per warp, a count of 8 bits; per application, of which there may be
 * 30, a count of 15 bits and a direction. */
enum {
	LOOKUP_COUNTER_BITS = 16,
	WARP_COUNT_BITS = 8,
	MOST_APPS = 30,
	TOKEN_COUNT_BITS = 15,
	DIRECTION_BITS = 1,
	BYPASS_ENTRY_BITS = 64,
	ASID_BITS = 9,
	L2_TLB_ENTRY_BITS = 128, /* of which 9 are 7 % */
	LEVEL_COUNTER_BITS = 64, /* hits and accesses of data and of each level */
	LEVEL_COUNTERS = 2 * 5,
	DRAM_PLACE_BITS = 64, /* only the ratio is published */
};

static uint64_t tokens_bits(const struct params *p)
{
	/* A vector for warp numbers of so many whole bits. */
	uint64_t slots = storage_param(p, P_SIMDS) * storage_param(p, P_SIMD_WAVES);
	uint64_t warps = UINT64_C(1) << storage_log2_up(slots);
	uint64_t core = 2 * LOOKUP_COUNTER_BITS + warps + WARP_COUNT_BITS;

	return storage_cus(p) * core + storage_param(p, P_BYPASS_ENTRIES) * BYPASS_ENTRY_BITS +
	       MOST_APPS * (TOKEN_COUNT_BITS + DIRECTION_BITS);
}

static uint64_t l2_tlb_entries(const struct params *p)
{
	return storage_param(p, P_CHIPLETS) * storage_param(p, P_L2_TLB_ENTRIES);
}

static uint64_t asid_bits(const struct params *p)
{
	return l2_tlb_entries(p) * ASID_BITS;
}

static uint64_t l2_tlb_bits(const struct params *p)
{
	return l2_tlb_entries(p) * L2_TLB_ENTRY_BITS;
}

static uint64_t levels_bits(const struct params *p)
{
	(void)p;
	return LEVEL_COUNTERS * LEVEL_COUNTER_BITS;
}

static uint64_t l2_cache_bits(const struct params *p)
{
	return storage_param(p, P_CHIPLETS) * storage_param(p, P_L2_BYTES) * 8;
}

/* In all channels of all chiplets. */
static uint64_t places_bits(const struct params *p, uint64_t places)
{
	return storage_param(p, P_CHIPLETS) * storage_param(p, P_DRAM_CHANNELS) * places *
	       DRAM_PLACE_BITS;
}

static uint64_t one_queue_bits(const struct params *p)
{
	return places_bits(p, storage_param(p, P_DRAM_QUEUE));
}

static uint64_t more_queues_bits(const struct params *p)
{
	uint64_t places = storage_param(p, P_DRAM_GOLDEN) + storage_param(p, P_DRAM_SILVER) +
			  storage_param(p, P_DRAM_NORMAL);
	uint64_t before = storage_param(p, P_DRAM_QUEUE);

	return places < before ? 0 : places_bits(p, places - before);
}

#define OF_PAPER .paper = "mask", .source = "7.4", .gpu = "maxwell"

const struct storage_row tlb_fill_tokens_storage[] = {
	{"fill_tokens", "token counts, active warps, lookups of each core; bypass cache",
	 tokens_bits, OF_PAPER},
	{"asids", "address space of each L2 TLB entry", asid_bits, "L2 TLB", l2_tlb_bits, OF_PAPER},
	{.name = NULL},
};

const struct storage_row walk_caching_levels_storage[] = {
	{"level_counters", "hits and accesses of data and of each page table level", levels_bits,
	 "L2 cache", l2_cache_bits, OF_PAPER},
	{.name = NULL},
};

const struct storage_row dram_queues_storage[] = {
	{"dram_places", "places of three queues beyond those of one", more_queues_bits,
	 "DRAM queues", one_queue_bits, OF_PAPER},
	{.name = NULL},
};
