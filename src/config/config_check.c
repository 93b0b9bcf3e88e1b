/* Whether the values of a configuration go together. What a single value may be is in the table. */
#include <inttypes.h>
#include <string.h>

#include "config/config_parts.h"

/* Command line over designs over GPU over defaults. */
static int rank(const struct params *p, enum param id)
{
	const struct param_origin *o = &p->origin[id];

	if (!o->file)
		return 0;
	return !o->line ? 3 : o->design ? 2 : 1;
}

/* "FILE:LINE: text", with the place of whichever of two values was set last. */
static bool contradiction(const struct params *p, enum param a, enum param b, struct error *err)
{
	char where[320];

	param_origin_text(p, rank(p, b) > rank(p, a) ? b : a, where, sizeof(where));
	return error_prefix(err, "%s", where);
}

/* A structure of entries (or bytes) in ways: whole sets. */
static bool check_sets(struct params *p, enum param size, enum param ways, int64_t unit,
		       struct error *err)
{
	char size_text[32], ways_text[32], each[64] = "";

	if (p->i[size] % (p->i[ways] * unit) == 0)
		return true;
	if (unit > 1)
		snprintf(each, sizeof(each), " times %" PRId64 " bytes per line", unit);
	error_set(err, "%s (%s) is not a multiple of %s (%s)%s", param_rows[size].name,
		  param_text(p, size, size_text, sizeof(size_text)), param_rows[ways].name,
		  param_text(p, ways, ways_text, sizeof(ways_text)), each);
	return contradiction(p, size, ways, err);
}

static bool check_tlbs(struct params *p, struct error *err)
{
	static const enum param tlbs[][2] = {
		{P_ITLB_ENTRIES, P_ITLB_WAYS},         {P_STLB_ENTRIES, P_STLB_WAYS},
		{P_L1_TLB_ENTRIES, P_L1_TLB_WAYS},     {P_L2_TLB_ENTRIES, P_L2_TLB_WAYS},
		{P_IOMMU_L2_ENTRIES, P_IOMMU_L2_WAYS}, {P_REVERSE_ENTRIES, P_REVERSE_WAYS},
	};

	for (size_t i = 0; i < sizeof(tlbs) / sizeof(*tlbs); i++) {
		enum param entries = tlbs[i][0], ways = tlbs[i][1];

		if (!p->i[ways] && p->i[entries] > (int64_t)param_rows[ways].max) {
			error_set(err, "%s (%" PRId64 ") is too large to be fully associative",
				  param_rows[entries].name, p->i[entries]);
			return contradiction(p, entries, ways, err);
		}
		if (!p->i[ways])
			p->f[ways] = (double)(p->i[ways] = p->i[entries]);
		if (!check_sets(p, entries, ways, 1, err))
			return false;
	}
	return true;
}

/* The split caches may have a size per level; ways of 0 stay, since each level has its own. */
static bool check_pwc(struct params *p, struct error *err)
{
	static const enum param levels[] = {P_PWC_L4_ENTRIES, P_PWC_L3_ENTRIES, P_PWC_L2_ENTRIES};
	char kind[32];

	for (int i = 0; i < 3; i++)
		if (!p->i[levels[i]])
			p->f[levels[i]] = (double)(p->i[levels[i]] = p->i[P_PWC_ENTRIES]);
	param_text(p, P_PWC_KIND, kind, sizeof(kind));
	if (!strcmp(kind, "none") || !p->i[P_PWC_WAYS])
		return true;
	if (!strcmp(kind, "lines"))
		return check_sets(p, P_PWC_BYTES, P_PWC_WAYS, p->i[P_LINE_BYTES], err);
	for (int i = 0; i < 3 && !strcmp(kind, "split"); i++)
		if (!check_sets(p, levels[i], P_PWC_WAYS, 1, err))
			return false;
	return strcmp(kind, "unified") || check_sets(p, P_PWC_ENTRIES, P_PWC_WAYS, 1, err);
}

static bool check_power(struct params *p, enum param id, struct error *err)
{
	char text[32];

	if (!(p->i[id] & (p->i[id] - 1)))
		return true;
	error_set(err, "%s (%s) is not a power of two", param_rows[id].name,
		  param_text(p, id, text, sizeof(text)));
	return contradiction(p, id, id, err);
}

/* `whole` in `count` equal pieces. */
static bool check_divides(struct params *p, enum param whole, enum param part, struct error *err)
{
	char a[32], b[32];

	if (p->i[whole] % p->i[part] == 0)
		return true;
	error_set(err, "%s (%s) is not a multiple of %s (%s)", param_rows[whole].name,
		  param_text(p, whole, a, sizeof(a)), param_rows[part].name,
		  param_text(p, part, b, sizeof(b)));
	return contradiction(p, whole, part, err);
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
		return contradiction(
			p, P_L2_BYTES,
			rank(p, P_L2_BANKS) > rank(p, P_L2_WAYS) ? P_L2_BANKS : P_L2_WAYS, err);
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
		return contradiction(p, sizes[i], sizes[i], err);
	}
	if (p->i[P_PAGE_BYTES] <= p->i[P_PAGE_LARGEST])
		return true;
	error_set(err, "page.bytes (%s) is larger than page.largest (%s), the largest this GPU has",
		  param_text(p, P_PAGE_BYTES, a, sizeof(a)),
		  param_text(p, P_PAGE_LARGEST, b, sizeof(b)));
	return contradiction(p, P_PAGE_BYTES, P_PAGE_LARGEST, err);
}

enum { MOST_DRAM_BANKS = 64 }; /* of a channel */

static bool check_memory(struct params *p, struct error *err)
{
	if (p->i[P_DRAM_RANKS] * p->i[P_DRAM_BANKS] > MOST_DRAM_BANKS) {
		error_set(err,
			  "dram.ranks (%" PRId64 ") of dram.banks (%" PRId64
			  ") are more than %d banks in a channel",
			  p->i[P_DRAM_RANKS], p->i[P_DRAM_BANKS], MOST_DRAM_BANKS);
		return contradiction(p, P_DRAM_RANKS, P_DRAM_BANKS, err);
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

/* Sharing L1 TLBs wants powers of two: CUs per chiplet, L1 TLBs, clusters, each at most the one
 * before. */
static bool check_shared(struct params *p, enum param part, enum param whole, struct error *err)
{
	char organisation[32];

	if (!p->i[part])
		return true;
	param_text(p, P_L1_ORG, organisation, sizeof(organisation));
	if (strcmp(organisation, "clustered") != 0) {
		error_set(err,
			  "%s (%" PRId64 ") says how CUs share L1 TLBs when l1_tlb.organisation is "
			  "clustered, but it is %s",
			  param_rows[part].name, p->i[part], organisation);
		return contradiction(p, part, P_L1_ORG, err);
	}
	if (!check_power(p, part, err))
		return false;
	if (p->i[part] <= p->i[whole])
		return true;
	error_set(err, "%s (%" PRId64 ") is more than %s (%" PRId64 ")", param_rows[part].name,
		  p->i[part], param_rows[whole].name, p->i[whole]);
	return contradiction(p, part, whole, err);
}

static bool check_l1_organisation(struct params *p, struct error *err)
{
	enum param tlbs = p->i[P_L1_TLB_COUNT] ? P_L1_TLB_COUNT : P_CUS;

	if (p->i[P_L1_ORG] && p->i[P_CUS] & (p->i[P_CUS] - 1)) {
		error_set(err,
			  "cus (%" PRId64 ") is not a power of two, which CUs that share L1 TLBs "
			  "must be",
			  p->i[P_CUS]);
		return contradiction(p, P_CUS, P_L1_ORG, err);
	}
	return check_power(p, P_ADAPTIVE_TABLE, err) &&
	       check_shared(p, P_L1_TLB_COUNT, P_CUS, err) &&
	       check_shared(p, P_L1_TLB_CLUSTERS, tlbs, err);
}

static bool check_vivt(struct params *p, struct error *err)
{
	if (!p->i[P_L1_ADDRESSING])
		return true;
	if (p->i[P_L1_WRITE]) {
		error_set(err,
			  "l1_cache.addressing vivt goes with l1_cache.write through: a line that "
			  "was changed could not be written back once its page is unmapped");
		return contradiction(p, P_L1_ADDRESSING, P_L1_WRITE, err);
	}
	return true;
}

static bool check_one_of(struct params *p, enum param id, int64_t a, int64_t b, struct error *err)
{
	if (p->i[id] == a || p->i[id] == b)
		return true;
	error_set(err, "%s: expected %" PRId64 " or %" PRId64 ", not %" PRId64, param_rows[id].name,
		  a, b, p->i[id]);
	return contradiction(p, id, id, err);
}

/* Idle LDS and I-cache are those of one CU. */
static bool check_victims(struct params *p, struct error *err)
{
	char kind[32];

	if (!check_one_of(p, P_TX_LDS_SEGMENT, 32, 64, err) ||
	    !check_one_of(p, P_TX_ICACHE_PER_WAY, 1, 8, err))
		return false;
	if (!p->i[P_L1_VICTIMS] || !p->i[P_L1_ORG])
		return true;
	error_set(err,
		  "l1_tlb.victims (%s) needs an L1 TLB for each CU: l1_tlb.organisation private",
		  param_text(p, P_L1_VICTIMS, kind, sizeof(kind)));
	return contradiction(p, P_L1_VICTIMS, P_L1_ORG, err);
}

static bool check_reserved(struct params *p, struct error *err)
{
	char bytes[32], kind[32];

	if (p->i[P_MEMORY_RESERVED] > p->i[P_MEMORY_BYTES] / 2) {
		error_set(err, "memory.reserved (%s) is more than half of memory.bytes",
			  param_text(p, P_MEMORY_RESERVED, bytes, sizeof(bytes)));
		return contradiction(p, P_MEMORY_RESERVED, P_MEMORY_BYTES, err);
	}
	if (!p->i[P_BEYOND_L2] || p->i[P_MEMORY_RESERVED] >= p->i[P_LINE_BYTES])
		return true;
	error_set(err, "l2_tlb.beyond (%s) needs memory.reserved for its translations",
		  param_text(p, P_BEYOND_L2, kind, sizeof(kind)));
	return contradiction(p, P_BEYOND_L2, P_MEMORY_RESERVED, err);
}

bool config_check(struct params *p, struct error *err)
{
	return check_pages(p, err) && check_tlbs(p, err) && check_pwc(p, err) &&
	       check_caches(p, err) && check_memory(p, err) && check_cu(p, err) &&
	       check_l1_organisation(p, err) && check_vivt(p, err) && check_victims(p, err) &&
	       check_reserved(p, err);
}
