/* Page walk caches: what is known after a fill, per kind, level and page size. */
#include "hw/translation/pwc.h"

#include "page_mock.h"
#include "policy/stock.h"
#include "socket/pwc_replacement.h"

struct bench {
	struct page_mock pages;
	struct pwc pwc;
};

static void bench_init(struct bench *b, enum pwc_kind kind, unsigned page_shift)
{
	struct pwc_config config = {
		.kind = kind,
		.entries = 4,
		.ways = kind == PWC_LINES ? 8 : 4,
		.level_entries = {[2] = 2, [3] = 2, [4] = 2},
		.level_ways = {[2] = 2, [3] = 2, [4] = 1},
		.bytes = 512,
		.line_bytes = 64,
		.latency = 1,
		.ports = 1,
		.page_shift = (uint8_t)page_shift,
	};
	struct page_source source = page_mock_source(&b->pages);

	b->pages = (struct page_mock){.page_shift = page_shift};
	pwc_init(&b->pwc, &config, &(struct pwc_replacement){&pwc_lru, NULL}, &source);
}

/* What a walk that reads all levels leaves behind. */
static void walk_all(struct bench *b, uint8_t asid, uint64_t vpn)
{
	unsigned leaf = walk_leaf(b->pages.page_shift);

	for (unsigned level = WALK_ROOT; level >= leaf; level--) {
		uint64_t pa;

		page_mock_pte(&b->pages, asid, vpn, level, &pa);
		pwc_fill(&b->pwc, asid, vpn, level, pa);
	}
}

TEST(level_arithmetic)
{
	CHECK_EQ(walk_levels(12), 4);
	CHECK_EQ(walk_levels(16), 4);
	CHECK_EQ(walk_levels(21), 3);
	/* The x86-64 fields of 0x7f123456789a: 47-39, 38-30, 29-21, 20-12. */
	uint64_t va = UINT64_C(0x7f123456789a);

	CHECK_EQ(walk_index(walk_shape(12, 0), va >> 12, 4), va >> 39 & 511);
	CHECK_EQ(walk_index(walk_shape(12, 0), va >> 12, 3), va >> 30 & 511);
	CHECK_EQ(walk_index(walk_shape(12, 0), va >> 12, 2), va >> 21 & 511);
	CHECK_EQ(walk_index(walk_shape(12, 0), va >> 12, 1), va >> 12 & 511);
	CHECK_EQ(walk_index(walk_shape(21, 0), va >> 21, 4), va >> 39 & 511);
	CHECK_EQ(walk_index(walk_shape(21, 0), va >> 21, 3), va >> 30 & 511);
	CHECK_EQ(walk_index(walk_shape(21, 0), va >> 21, 2), va >> 21 & 511);
	/* 64 KB: nine bits each above 16, five at the root. */
	CHECK_EQ(walk_index(walk_shape(16, 0), va >> 16, 1), va >> 16 & 511);
	CHECK_EQ(walk_index(walk_shape(16, 0), va >> 16, 2), va >> 25 & 511);
	CHECK_EQ(walk_index(walk_shape(16, 0), va >> 16, 4), va >> 43 & 31);
	CHECK_EQ(walk_index(walk_shape(16, 0), UINT64_MAX >> 32, 4), 31);
}

TEST(reads_left_by_prefix)
{
	static const enum pwc_kind kind[] = {PWC_SPLIT, PWC_UNIFIED};
	const uint64_t vpn = UINT64_C(0x123456789);

	for (unsigned i = 0; i < 2; i++) {
		struct bench b;

		bench_init(&b, kind[i], 12);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn, false), 4);
		walk_all(&b, 1, vpn);
		CHECK_EQ(pwc_probe(&b.pwc, 1, vpn), 1);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn, false), 1);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn ^ 1, false), 1);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn ^ 1 << 9, false), 2);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn ^ 1 << 18, false), 3);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn ^ 1 << 27, false), 4);
		CHECK_EQ(pwc_lookup(&b.pwc, 2, vpn, false), 4);
		CHECK_EQ(b.pwc.stats.lookups, 7);
		CHECK_EQ(b.pwc.stats.misses, 3);
		CHECK_EQ(b.pwc.stats.hits[2], 2);
		CHECK_EQ(b.pwc.stats.hits[3], 1);
		CHECK_EQ(b.pwc.stats.hits[4], 1);
		CHECK_EQ(b.pwc.stats.fills, 3);
		pwc_release(&b.pwc);
		/* 2 MB pages: levels 4 and 3 above the leaf. */
		bench_init(&b, kind[i], 21);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn, false), 3);
		walk_all(&b, 1, vpn);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn ^ 1, false), 1);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn ^ 1 << 9, false), 2);
		CHECK_EQ(pwc_lookup(&b.pwc, 1, vpn ^ 1 << 18, false), 3);
		pwc_release(&b.pwc);
	}
}

TEST(none_knows_nothing)
{
	struct bench b;

	bench_init(&b, PWC_NONE, 12);
	walk_all(&b, 0, 5);
	CHECK_EQ(pwc_lookup(&b.pwc, 0, 5, false), 4);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 5), 4);
	CHECK_EQ(b.pwc.stats.lookups, 0);
	pwc_release(&b.pwc);
}

TEST(lines)
{
	struct bench b;
	uint64_t pa;

	bench_init(&b, PWC_LINES, 12);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 16), 4);
	walk_all(&b, 0, 16);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 16), 0);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 23), 0); /* eight entries in a line */
	CHECK_EQ(pwc_probe(&b.pwc, 0, 24), 1);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 7 << 9), 1);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 8 << 9), 2);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 8 << 18), 3);
	CHECK_EQ(pwc_probe(&b.pwc, 0, UINT64_C(8) << 27), 4);
	page_mock_pte(&b.pages, 0, 17, 1, &pa);
	CHECK(pwc_lookup_line(&b.pwc, 0, pa, 1));
	CHECK(!pwc_lookup_line(&b.pwc, 0, pa + 64, 1));
	CHECK_EQ(b.pwc.stats.hits[1], 1);
	CHECK_EQ(b.pwc.stats.misses, 1);
	/* A page: its lines go; another address space has others. */
	walk_all(&b, 1, 16);
	pwc_shootdown(&b.pwc, 0, 16);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 16), 4);
	CHECK_EQ(pwc_probe(&b.pwc, 1, 16), 0);
	pwc_shootdown(&b.pwc, 1, UINT64_MAX);
	CHECK_EQ(pwc_probe(&b.pwc, 1, 16), 4);
	CHECK_EQ(b.pwc.stats.shot_down, 8);
	pwc_release(&b.pwc);
}

TEST(probe_does_not_disturb)
{
	struct bench b;

	/* Level 2 has two entries: 0 is older than 1 and goes, though it was probed last. */
	bench_init(&b, PWC_SPLIT, 12);
	walk_all(&b, 0, 0 << 9);
	walk_all(&b, 0, 1 << 9);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 0 << 9), 1);
	walk_all(&b, 0, 2 << 9);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 0 << 9), 2);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 1 << 9), 1);
	CHECK_EQ(b.pwc.stats.evictions, 1);
	CHECK_EQ(b.pwc.stats.lookups, 0);
	/* A lookup does: 1 is used, so 2 goes. */
	pwc_lookup(&b.pwc, 0, 1 << 9, false);
	walk_all(&b, 0, 3 << 9);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 1 << 9), 1);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 2 << 9), 2);
	pwc_release(&b.pwc);
}

TEST(shootdown)
{
	struct bench b;

	bench_init(&b, PWC_SPLIT, 12);
	walk_all(&b, 1, 5);
	walk_all(&b, 2, 5);
	pwc_shootdown(&b.pwc, 1, 5);
	CHECK_EQ(pwc_probe(&b.pwc, 1, 5), 4);
	CHECK_EQ(pwc_probe(&b.pwc, 2, 5), 1);
	pwc_shootdown(&b.pwc, 2, UINT64_MAX);
	CHECK_EQ(pwc_probe(&b.pwc, 2, 5), 4);
	/* The level 4 array has one way per set, so address space 2 had replaced the entry of 1. */
	CHECK_EQ(b.pwc.stats.shot_down, 2 + 3);
	pwc_release(&b.pwc);
}

/* Gives up the oldest entry that no waiting walk would use, else the oldest. */
static unsigned unclaimed(void *state, const struct pwc_set_view *set)
{
	(void)state;
	for (int way = (int)set->oldest; way >= 0; way = pwc_view_newer(set, (unsigned)way))
		if (!set->claims[way])
			return (unsigned)way;
	return set->oldest;
}

TEST(claims)
{
	static const struct pwc_replacement_ops ops = {.base = {.name = "unclaimed"},
						       .victim = unclaimed};
	struct bench b;

	bench_init(&b, PWC_SPLIT, 12);
	b.pwc.replacement.ops = &ops;
	walk_all(&b, 0, 0 << 9);
	walk_all(&b, 0, 1 << 9);
	CHECK_EQ(pwc_claim(&b.pwc, 0, 0 << 9), 1);
	walk_all(&b, 0, 2 << 9); /* 1 goes: 0 is claimed */
	CHECK_EQ(pwc_probe(&b.pwc, 0, 0 << 9), 1);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 1 << 9), 2);
	CHECK_EQ(pwc_lookup(&b.pwc, 0, 0 << 9, true), 1); /* the claim is used up; 2 is older */
	walk_all(&b, 0, 3 << 9);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 2 << 9), 2);
	walk_all(&b, 0, 4 << 9);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 0 << 9), 2);
	/* Two bits. */
	for (unsigned i = 0; i < 5; i++)
		pwc_claim(&b.pwc, 0, 4 << 9);
	for (unsigned i = 0; i < PWC_CLAIMS_MAX; i++)
		pwc_lookup(&b.pwc, 0, 4 << 9, true);
	pwc_lookup(&b.pwc, 0, 3 << 9, false);
	walk_all(&b, 0, 5 << 9);
	CHECK_EQ(pwc_probe(&b.pwc, 0, 4 << 9), 2);
	pwc_release(&b.pwc);
}

TEST(ports_and_latency)
{
	struct bench b;

	bench_init(&b, PWC_SPLIT, 12);
	CHECK_EQ(pwc_slot(&b.pwc, 10), 11);
	CHECK_EQ(pwc_slot(&b.pwc, 10), 12);
	CHECK_EQ(pwc_slot(&b.pwc, 20), 21);
	pwc_release(&b.pwc);
}
