/* Bits as [Pratheek22 §V] counts them. */
#include "designs/mgvm/mgvm.h"
#include "policy/storage.h"

enum {
	HOME_REGISTER_BITS = 32, /* per CU */
	BALANCE_COUNTERS = 5,    /* per remote translation unit */
	BALANCE_COUNTER_BITS = 32,
};

static uint64_t register_bits(const struct params *p)
{
	return storage_cus(p) * HOME_REGISTER_BITS;
}

/* And counters of each remote translation unit and of each L2 TLB, and the home of its entries. */
static uint64_t balance_bits(const struct params *p)
{
	uint64_t chiplets = storage_param(p, P_CHIPLETS);

	return register_bits(p) + chiplets * (BALANCE_COUNTERS + chiplets) * BALANCE_COUNTER_BITS +
	       chiplets * storage_param(p, P_L2_TLB_ENTRIES) * storage_log2_up(chiplets);
}

#define HOME_SLICES(count)                                                                         \
	{                                                                                          \
		.name = "home_slices",                                                             \
		.what = "which slice has a page, in each CU; counters where they are balanced",    \
		.bits = count, .paper = "mgvm", .source = "V", .gpu = "mcm4",                      \
	}

const struct storage_row home_blocks_storage[] = {HOME_SLICES(register_bits), {.name = NULL}};
const struct storage_row home_mgvm_storage[] = {HOME_SLICES(balance_bits), {.name = NULL}};
