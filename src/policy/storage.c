/* Counting bits as [Kotra21], [Pratheek22] and [Ausavarungnirun18] do; see storage.h. */
#include "policy/storage.h"

#include <string.h>

/* [Ausavarungnirun18 §7.4]: counters of 16 bits, a bit per warp, a count of 8 bits; per
 * application, of which there may be 30, a count of 15 bits and a direction. */
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
	DRAM_PLACE_BITS = 64,    /* only the ratio is published */
	LDS_SEGMENT_BYTES = 32,  /* [Kotra21 §4.2.4]: a mode bit each */
	ICACHE_TAG_BYTES = 6,    /* [Kotra21 §4.3.1]: from 6 bytes to 12 */
	HOME_REGISTER_BITS = 32, /* [Pratheek22 §V]: per CU */
	BALANCE_COUNTERS = 5,    /* per remote translation unit */
	BALANCE_COUNTER_BITS = 32,
};

static uint64_t get(const struct params *p, enum param id)
{
	return (uint64_t)param(p, id);
}

static bool chosen(const struct params *p, enum param id, const char *choice)
{
	char text[64];

	return !strcmp(param_text(p, id, text, sizeof(text)), choice);
}

static uint64_t cus(const struct params *p)
{
	return get(p, P_CHIPLETS) * get(p, P_CUS);
}

static uint64_t log2_up(uint64_t n)
{
	uint64_t bits = 0;

	while (UINT64_C(1) << bits < n)
		bits++;
	return bits;
}

static uint64_t tokens_bits(const struct params *p)
{
	/* A vector for warp numbers of so many whole bits. */
	uint64_t warps = UINT64_C(1) << log2_up(get(p, P_SIMDS) * get(p, P_SIMD_WAVES));
	uint64_t core = 2 * LOOKUP_COUNTER_BITS + warps + WARP_COUNT_BITS;

	if (!chosen(p, P_L2_FILL, "tokens"))
		return 0;
	return cus(p) * core + get(p, P_BYPASS_ENTRIES) * BYPASS_ENTRY_BITS +
	       MOST_APPS * (TOKEN_COUNT_BITS + DIRECTION_BITS);
}

static uint64_t l2_tlb_bits(const struct params *p)
{
	return get(p, P_CHIPLETS) * get(p, P_L2_TLB_ENTRIES) * L2_TLB_ENTRY_BITS;
}

static uint64_t asid_bits(const struct params *p)
{
	if (!chosen(p, P_L2_FILL, "tokens"))
		return 0;
	return get(p, P_CHIPLETS) * get(p, P_L2_TLB_ENTRIES) * ASID_BITS;
}

static uint64_t levels_bits(const struct params *p)
{
	return chosen(p, P_WALK_CACHING, "levels") ? LEVEL_COUNTERS * LEVEL_COUNTER_BITS : 0;
}

static uint64_t l2_cache_bits(const struct params *p)
{
	return get(p, P_CHIPLETS) * get(p, P_L2_BYTES) * 8;
}

static uint64_t channels(const struct params *p)
{
	return get(p, P_CHIPLETS) * get(p, P_DRAM_CHANNELS);
}

static uint64_t queue_bits(const struct params *p)
{
	return channels(p) * get(p, P_DRAM_QUEUE) * DRAM_PLACE_BITS;
}

static uint64_t queues_bits(const struct params *p)
{
	uint64_t places = get(p, P_DRAM_GOLDEN) + get(p, P_DRAM_SILVER) + get(p, P_DRAM_NORMAL);

	if (!chosen(p, P_DRAM_SCHEDULER, "queues") || places < get(p, P_DRAM_QUEUE))
		return 0;
	return channels(p) * (places - get(p, P_DRAM_QUEUE)) * DRAM_PLACE_BITS;
}

static uint64_t lds_bits(const struct params *p)
{
	return cus(p) * get(p, P_LDS_BYTES) * 8;
}

static uint64_t lds_mode_bits(const struct params *p)
{
	if (!chosen(p, P_L1_VICTIMS, "lds") && !chosen(p, P_L1_VICTIMS, "lds-icache"))
		return 0;
	return cus(p) * get(p, P_LDS_BYTES) / LDS_SEGMENT_BYTES;
}

static uint64_t icaches(const struct params *p)
{
	return get(p, P_CHIPLETS) *
	       ((get(p, P_CUS) + get(p, P_ICACHE_CUS) - 1) / get(p, P_ICACHE_CUS));
}

static uint64_t icache_bits(const struct params *p)
{
	return icaches(p) * get(p, P_ICACHE_BYTES) * 8;
}

static uint64_t icache_tag_bits(const struct params *p)
{
	if (!chosen(p, P_L1_VICTIMS, "icache") && !chosen(p, P_L1_VICTIMS, "lds-icache"))
		return 0;
	return icaches(p) * get(p, P_ICACHE_BYTES) / get(p, P_LINE_BYTES) * ICACHE_TAG_BYTES * 8;
}

/* Counters of each remote translation unit and of each L2 TLB, and the home of its entries. */
static uint64_t balance_bits(const struct params *p)
{
	uint64_t chiplets = get(p, P_CHIPLETS);

	return chiplets * (BALANCE_COUNTERS + chiplets) * BALANCE_COUNTER_BITS +
	       chiplets * get(p, P_L2_TLB_ENTRIES) * log2_up(chiplets);
}

static uint64_t home_bits(const struct params *p)
{
	uint64_t registers = cus(p) * HOME_REGISTER_BITS;

	if (chosen(p, P_HOME_SLICE, "mgvm"))
		return registers + balance_bits(p);
	if (chosen(p, P_HOME_SLICE, "dhsl") || chosen(p, P_HOME_SLICE, "dhsl-coarse"))
		return registers;
	return 0;
}

const struct storage_part storage_parts[] = {
	{"fill_tokens", "token counts, active warps, lookups of each core; bypass cache", "mask",
	 "7.4", tokens_bits, NULL, NULL},
	{"asids", "address space of each L2 TLB entry", "mask", "7.4", asid_bits, "L2 TLB",
	 l2_tlb_bits},
	{"level_counters", "hits and accesses of data and of each page table level", "mask", "7.4",
	 levels_bits, "L2 cache", l2_cache_bits},
	{"dram_places", "places of three queues beyond those of one", "mask", "7.4", queues_bits,
	 "DRAM queues", queue_bits},
	{"lds_modes", "a mode bit for every 32 bytes of LDS", "reach", "4.2.4", lds_mode_bits,
	 "LDS", lds_bits},
	{"icache_tags", "wider tags, for eight translations in a line", "reach", "4.3.1",
	 icache_tag_bits, "I-cache", icache_bits},
	{"home_slices", "which slice has a page, in each CU; counters where they are balanced",
	 "mgvm", "V", home_bits, NULL, NULL},
};
const size_t storage_part_count = sizeof(storage_parts) / sizeof(*storage_parts);
