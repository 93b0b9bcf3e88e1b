/* Whether the values of a configuration go together. What a single value may be is in the table;
 * what designs want of theirs is checked in their folders. */
#include <inttypes.h>
#include <string.h>

#include "config/check.h"
#include "config/config_parts.h"
#include "config/policies.h"

static bool check_tlbs(struct params *p, struct error *err)
{
	static const enum param tlbs[][2] = {
		{P_ITLB_ENTRIES, P_ITLB_WAYS},         {P_STLB_ENTRIES, P_STLB_WAYS},
		{P_L1_TLB_ENTRIES, P_L1_TLB_WAYS},     {P_L2_TLB_ENTRIES, P_L2_TLB_WAYS},
		{P_IOMMU_L2_ENTRIES, P_IOMMU_L2_WAYS},
	};

	for (size_t i = 0; i < sizeof(tlbs) / sizeof(*tlbs); i++)
		if (!check_ways(p, tlbs[i][0], tlbs[i][1], err))
			return false;
	return true;
}

/* The split caches may have a size per level; ways of 0 stay, since each level has its own. */
static bool check_pwc(struct params *p, struct error *err)
{
	static const enum param levels[] = {P_PWC_L4_ENTRIES, P_PWC_L3_ENTRIES, P_PWC_L2_ENTRIES};
	enum param given[3]; /* where the size of a level comes from */
	char kind[32];

	for (int i = 0; i < 3; i++) {
		given[i] = p->i[levels[i]] ? levels[i] : P_PWC_ENTRIES;
		p->i[levels[i]] = p->i[given[i]];
		p->f[levels[i]] = p->f[given[i]];
	}
	param_text(p, P_PWC_KIND, kind, sizeof(kind));
	if (!strcmp(kind, "none") || !p->i[P_PWC_WAYS])
		return true;
	if (!strcmp(kind, "lines"))
		return check_sets(p, P_PWC_BYTES, P_PWC_WAYS, p->i[P_LINE_BYTES], err);
	for (int i = 0; i < 3 && !strcmp(kind, "split"); i++)
		if (!check_sets(p, given[i], P_PWC_WAYS, 1, err))
			return false;
	return strcmp(kind, "unified") || check_sets(p, P_PWC_ENTRIES, P_PWC_WAYS, 1, err);
}

static bool check_caches(struct params *p, struct error *err)
{
	static const enum param caches[][2] = {
		{P_ICACHE_BYTES, P_ICACHE_WAYS},
		{P_SCACHE_BYTES, P_SCACHE_WAYS},
		{P_L1_BYTES, P_L1_WAYS},
	};
	char bytes[32];
	int64_t line = p->i[P_LINE_BYTES], bank = p->i[P_L2_BANKS] * p->i[P_L2_WAYS] * line;

	if (!check_power(p, P_LINE_BYTES, err))
		return false;
	for (size_t i = 0; i < sizeof(caches) / sizeof(*caches); i++)
		if (!check_sets(p, caches[i][0], caches[i][1], line, err))
			return false;
	if (p->i[P_L2_BYTES] % bank) {
		error_set(err,
			  "l2_cache.bytes (%s) is not a multiple of %" PRId64 " banks of %" PRId64
			  " ways of %" PRId64 "-byte lines",
			  param_text(p, P_L2_BYTES, bytes, sizeof(bytes)), p->i[P_L2_BANKS],
			  p->i[P_L2_WAYS], line);
		return check_contradiction(
			p, P_L2_BYTES,
			check_later(p, check_later(p, P_L2_WAYS, P_L2_BANKS), P_LINE_BYTES), err);
	}
	return true;
}

static bool is_page_size(int64_t bytes)
{
	return bytes == 4096 || bytes == 65536 || bytes == 2097152;
}

static bool check_pages(struct params *p, struct error *err)
{
	static const enum param sizes[] = {P_PAGE_BYTES, P_PAGE_LARGEST};
	char a[32], b[32];

	for (int i = 0; i < 2; i++) {
		if (is_page_size(p->i[sizes[i]]))
			continue;
		error_set(err, "%s: expected 4KB, 64KB or 2MB, not %s", param_rows[sizes[i]].name,
			  param_text(p, sizes[i], a, sizeof(a)));
		return check_contradiction(p, sizes[i], sizes[i], err);
	}
	if (p->i[P_PAGE_BYTES] <= p->i[P_PAGE_LARGEST])
		return true;
	error_set(err, "page.bytes (%s) is larger than page.largest (%s), the largest this GPU has",
		  param_text(p, P_PAGE_BYTES, a, sizeof(a)),
		  param_text(p, P_PAGE_LARGEST, b, sizeof(b)));
	return check_contradiction(p, P_PAGE_BYTES, P_PAGE_LARGEST, err);
}

/* A table page is a frame of page tables at most. */
static bool check_tables(struct params *p, struct error *err)
{
	enum { TABLE_BYTES = 4096 };

	if (!check_power(p, P_WALK_PTE_BYTES, err))
		return false;
	if (p->i[P_WALK_PTE_BYTES] << p->i[P_WALK_INDEX_BITS] <= TABLE_BYTES)
		return true;
	error_set(err,
		  "walk.index_bits (%" PRId64 ") of entries walk.pte_bytes (%" PRId64
		  ") apart: a page of a page table has %d bytes",
		  p->i[P_WALK_INDEX_BITS], p->i[P_WALK_PTE_BYTES], TABLE_BYTES);
	return check_contradiction(p, P_WALK_INDEX_BITS, P_WALK_PTE_BYTES, err);
}

enum { MOST_DRAM_BANKS = 64 }; /* of a channel */

static bool check_memory(struct params *p, struct error *err)
{
	if (p->i[P_DRAM_RANKS] * p->i[P_DRAM_BANKS] > MOST_DRAM_BANKS) {
		error_set(err,
			  "dram.ranks (%" PRId64 ") of dram.banks (%" PRId64
			  ") are more than %d banks in a channel",
			  p->i[P_DRAM_RANKS], p->i[P_DRAM_BANKS], MOST_DRAM_BANKS);
		return check_contradiction(p, P_DRAM_RANKS, P_DRAM_BANKS, err);
	}
	return check_power(p, P_DRAM_BANKS, err) && check_power(p, P_DRAM_RANKS, err) &&
	       check_power(p, P_DRAM_ROW, err) && check_power(p, P_INTERLEAVE_BYTES, err) &&
	       check_divides(p, P_DRAM_ROW, P_LINE_BYTES, err) &&
	       check_divides(p, P_INTERLEAVE_BYTES, P_LINE_BYTES, err) &&
	       check_divides(p, P_MEMORY_BYTES, P_PAGE_LARGEST, err) &&
	       check_divides(p, P_MEMORY_BYTES, P_INTERLEAVE_BYTES, err);
}

static bool check_cu(struct params *p, struct error *err)
{
	return check_divides(p, P_LDS_BYTES, P_LDS_GRANULE, err) &&
	       check_power(p, P_LDS_BANKS, err) && check_power(p, P_SIMD_WIDTH, err) &&
	       check_divides(p, P_SIMD_VGPRS, P_VGPR_GRANULE, err) &&
	       check_divides(p, P_SIMD_SGPRS, P_SGPR_GRANULE, err);
}

static bool check_reserved(struct params *p, struct error *err)
{
	char bytes[32];

	if (p->i[P_MEMORY_RESERVED] > p->i[P_MEMORY_BYTES] / 2) {
		error_set(err, "memory.reserved (%s) is more than half of memory.bytes",
			  param_text(p, P_MEMORY_RESERVED, bytes, sizeof(bytes)));
		return check_contradiction(p, P_MEMORY_RESERVED, P_MEMORY_BYTES, err);
	}
	return true;
}

/* Pages that are not there are found by walks. */
static bool check_paging(struct params *p, struct error *err)
{
	if (!check_power(p, P_PAGING_BASIC_BLOCK, err))
		return false;
	if (p->f[P_PAGING_OVERSUBSCRIBE] != 0 && !param_is(p, P_PAGING, "demand")) {
		error_set(err, "paging.oversubscribe needs demand paging, but memory.paging is "
			       "resident; try -s memory.paging=demand");
		return check_contradiction(p, P_PAGING_OVERSUBSCRIBE, P_PAGING, err);
	}
	if (!param_is(p, P_PAGING, "demand") || param_is(p, P_TRANSLATION, "walk"))
		return true;
	error_set(err,
		  "memory.paging (demand) goes with translation walk: only a walk finds that a "
		  "page is not there");
	return check_contradiction(p, P_PAGING, P_TRANSLATION, err);
}

bool config_check(struct params *p, struct error *err)
{
	return check_pages(p, err) && check_tables(p, err) && check_tlbs(p, err) &&
	       check_pwc(p, err) && check_caches(p, err) && check_memory(p, err) &&
	       check_cu(p, err) && check_reserved(p, err) && check_paging(p, err) &&
	       policies_check(p, err);
}
