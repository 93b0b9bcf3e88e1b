/* Bits as [Kotra21] counts them. */
#include "designs/reach/tx_victims.h"
#include "policy/storage.h"

enum {
	LDS_SEGMENT_BYTES = 32, /* [Kotra21 §4.2.4]: a mode bit each */
	ICACHE_TAG_BYTES = 6,   /* [Kotra21 §4.3.1]: from 6 bytes to 12 */
};

static uint64_t lds_bits(const struct params *p)
{
	return storage_cus(p) * storage_param(p, P_LDS_BYTES) * 8;
}

static uint64_t lds_mode_bits(const struct params *p)
{
	return storage_cus(p) * storage_param(p, P_LDS_BYTES) / LDS_SEGMENT_BYTES;
}

static uint64_t icache_count(const struct params *p)
{
	uint64_t cus = storage_param(p, P_ICACHE_CUS);

	return storage_param(p, P_CHIPLETS) * ((storage_param(p, P_CUS) + cus - 1) / cus);
}

static uint64_t icache_bits(const struct params *p)
{
	return icache_count(p) * storage_param(p, P_ICACHE_BYTES) * 8;
}

static uint64_t icache_tag_bits(const struct params *p)
{
	return icache_count(p) * storage_param(p, P_ICACHE_BYTES) / storage_param(p, P_LINE_BYTES) *
	       ICACHE_TAG_BYTES * 8;
}

#define LDS_MODES                                                                                  \
	{                                                                                          \
		"lds_modes", "a mode bit for every 32 bytes of LDS", lds_mode_bits, "LDS",         \
			lds_bits, "reach", "4.2.4", "apu21"                                        \
	}
#define ICACHE_TAGS                                                                                \
	{                                                                                          \
		"icache_tags", "wider tags, for eight translations in a line", icache_tag_bits,    \
			"I-cache", icache_bits, "reach", "4.3.1", "apu21"                          \
	}

const struct storage_row tx_lds_storage[] = {LDS_MODES, {.name = NULL}};
const struct storage_row tx_icache_storage[] = {ICACHE_TAGS, {.name = NULL}};
const struct storage_row tx_both_storage[] = {LDS_MODES, ICACHE_TAGS, {.name = NULL}};
