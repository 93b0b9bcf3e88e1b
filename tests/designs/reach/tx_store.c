/*
 * Compressed tags bit by bit. With 512 segments of 32 bytes a page number is 9 bits of index and up
 * to 25 of tag; of the tag's 29 bits (VRF-ID, VM-ID, page) the upper 16 are the base, the lower 13
 * stand in each delta.
 */
#include "designs/reach/tx_store.h"
#include "base/rng.h"
#include "harness.h"

static struct tlb_entry victims[TX_MOST_WAYS];

static struct tlb_entry page(uint8_t asid, uint64_t vpn)
{
	return (struct tlb_entry){.vpn = vpn, .frame = vpn << 12, .asid = asid, .page_shift = 12};
}

static unsigned put(struct tx_store *s, uint8_t asid, uint64_t vpn)
{
	struct tlb_entry e = page(asid, vpn);

	return tx_store_put(s, &e, 0, victims);
}

static uint64_t field(const struct tx_store *s, uint32_t set, unsigned at, unsigned bits)
{
	return (uint64_t)(s->tags[set] >> at) & ((UINT64_C(1) << bits) - 1);
}

/* Page 0x1abcd of tag 0x1abcd in segment 7: page number 0x1abcd * 512 + 7. */
static uint64_t at(const struct tx_store *s, uint64_t tag, uint32_t set)
{
	return tag * s->sets + set;
}

TEST(widths_of_the_paper)
{
	/* 3 x (25 + 2 + 2 + 2 + 1) = 96 bits become 16 + 48 = 64 [Kotra21 §4.2.4]. */
	const struct tx_format *f = &tx_lds_segment_32;

	CHECK_EQ(f->va_bits + TX_ID_BITS + f->lru_bits + 1, 32);
	CHECK_EQ(f->base_bits, 16);
	CHECK_EQ(f->ways * f->delta_bits, 48);
	CHECK_EQ(24 + (f->base_bits + f->ways * f->delta_bits) / 8, 32);
	/* 8 x 39 bits become 32 + 64 [Kotra21 §4.3.1]. */
	f = &tx_icache_line_8;
	CHECK_EQ(f->va_bits + TX_ID_BITS + f->lru_bits + 1, 39);
	CHECK_EQ(f->base_bits, 32);
	CHECK_EQ(f->ways * f->delta_bits, 64);
	f = &tx_icache_line_1;
	CHECK_EQ(f->base_bits + f->delta_bits, 39);
	f = &tx_lds_segment_64;
	CHECK(f->base_bits + f->ways * f->delta_bits <= 128);
	CHECK_EQ(f->ways * 8 + 16, 64);
}

TEST(lds_segment_bits)
{
	struct tx_store s;

	tx_store_init(&s, &tx_lds_segment_32, 512);
	/* Address space 0b1001: VRF-ID 2, VM-ID 1. Tag 10 01 1_0101_0111_1001_1011_1100_1101,
	 * with the page's 25 bits 0x1579bcd: base 1001 1010_1011_1100 = 0x9abc, low 0x1bcd. */
	CHECK_EQ(put(&s, 9, at(&s, 0x1579bcd, 7)), 0);
	CHECK_EQ(field(&s, 7, 0, 16), 0x9abc);
	CHECK_EQ(field(&s, 7, 16, 1), 1);       /* valid */
	CHECK_EQ(field(&s, 7, 17, 2), 0);       /* last used */
	CHECK_EQ(field(&s, 7, 19, 13), 0x1bcd); /* lower bits */
	CHECK_EQ(field(&s, 7, 32, 1), 0);       /* the second way is empty */
	CHECK_EQ(put(&s, 9, at(&s, 0x1579000, 7)), 0);
	CHECK_EQ(field(&s, 7, 0, 16), 0x9abc);
	CHECK_EQ(field(&s, 7, 17, 2), 1);
	CHECK_EQ(field(&s, 7, 32, 1), 1);
	CHECK_EQ(field(&s, 7, 33, 2), 0);
	CHECK_EQ(field(&s, 7, 35, 13), 0x1000);
	CHECK_EQ(put(&s, 9, at(&s, 0x1579fff, 7)), 0);
	CHECK_EQ(field(&s, 7, 48, 16), 0x1fff << 3 | 1);
	CHECK_EQ(s.tags[7] >> 64 == 0, 1);
	CHECK_EQ(s.held, 3);
	CHECK_EQ(tx_store_find(&s, 9, at(&s, 0x1579000, 7)), 1);
	CHECK_EQ(tx_store_find(&s, 8, at(&s, 0x1579000, 7)), -1);
	CHECK_EQ(tx_store_find(&s, 9, at(&s, 0x1579000, 8)), -1);
	tx_store_release(&s);
}

TEST(what_fits_a_segment)
{
	struct tx_store s;

	tx_store_init(&s, &tx_lds_segment_32, 512);
	put(&s, 1, at(&s, 0x4000, 0)); /* low 13 bits 0, base ...0010 */
	CHECK(tx_store_joins(&s, 1, at(&s, 0x4001, 0)));
	CHECK(tx_store_joins(&s, 1, at(&s, 0x5fff, 0)));  /* just fits: all lower bits set */
	CHECK(!tx_store_joins(&s, 1, at(&s, 0x6000, 0))); /* one more */
	CHECK(!tx_store_joins(&s, 1, at(&s, 0x3fff, 0))); /* one less than the base */
	CHECK(!tx_store_joins(&s, 2, at(&s, 0x4001, 0))); /* another address space */
	CHECK(tx_store_joins(&s, 2, at(&s, 0x6000, 1)));  /* an empty segment takes any */
	/* 25 bits of page and 4 of address space can be held at all. */
	CHECK(tx_store_can_hold(&s, 15, at(&s, 0x1ffffff, 511)));
	CHECK(!tx_store_can_hold(&s, 16, 0));
	CHECK(!tx_store_can_hold(&s, 0, at(&s, 0x2000000, 0)));
	CHECK_EQ(tx_store_find(&s, 1, at(&s, 0x2004000, 0)), -1);
	tx_store_release(&s);
}

TEST(another_base_takes_the_segment)
{
	struct tx_store s;

	tx_store_init(&s, &tx_lds_segment_32, 512);
	put(&s, 1, at(&s, 0x4000, 3));
	put(&s, 1, at(&s, 0x4001, 3));
	CHECK_EQ(put(&s, 1, at(&s, 0x6000, 3)), 2);
	CHECK(victims[0].vpn == at(&s, 0x4000, 3) && victims[0].asid == 1);
	CHECK(victims[1].vpn == at(&s, 0x4001, 3) && victims[1].frame == victims[1].vpn << 12);
	CHECK_EQ(victims[0].page_shift, 12);
	CHECK_EQ(s.held, 1);
	CHECK_EQ(tx_store_find(&s, 1, at(&s, 0x4000, 3)), -1);
	CHECK(tx_store_find(&s, 1, at(&s, 0x6000, 3)) >= 0);
	tx_store_release(&s);
}

TEST(icache_line_bits)
{
	struct tx_store s;

	tx_store_init(&s, &tx_icache_line_8, 256);
	/* Address space 5, page bits 0x7fffffa5: the tag's upper 31 bits are 0101 and 27 bits of
	 * 0x7fffffa, the lower 4 are 5. */
	CHECK_EQ(put(&s, 5, at(&s, 0x7fffffa5, 200)), 0);
	CHECK_EQ(field(&s, 200, 0, 32), UINT64_C(5) << 27 | 0x7fffffa);
	CHECK_EQ(field(&s, 200, 32, 8), 5 << 4 | 0 << 1 | 1);
	/* 0x...a0 to 0x...af fit, the next do not. */
	CHECK(tx_store_joins(&s, 5, at(&s, 0x7fffffa0, 200)));
	CHECK(tx_store_joins(&s, 5, at(&s, 0x7fffffaf, 200)));
	CHECK(!tx_store_joins(&s, 5, at(&s, 0x7fffffb0, 200)));
	CHECK(!tx_store_joins(&s, 5, at(&s, 0x7fffff9f, 200)));
	for (unsigned i = 8; i < 15; i++)
		CHECK_EQ(put(&s, 5, at(&s, 0x7fffffa0 + i, 200)), 0);
	/* The eighth delta ends at bit 96; a ninth translation evicts the least recently used. */
	CHECK_EQ(field(&s, 200, 88, 8), 14 << 4 | 0 << 1 | 1);
	CHECK_EQ(s.tags[200] >> 96 == 0, 1);
	CHECK_EQ(put(&s, 5, at(&s, 0x7fffffa7, 200)), 1);
	CHECK_EQ(victims[0].vpn, at(&s, 0x7fffffa5, 200));
	tx_store_release(&s);
}

TEST(least_recently_used)
{
	struct tx_store s;
	uint64_t frame;

	tx_store_init(&s, &tx_lds_segment_32, 512);
	put(&s, 0, at(&s, 1, 0));
	put(&s, 0, at(&s, 2, 0));
	put(&s, 0, at(&s, 3, 0));
	CHECK_EQ(put(&s, 0, at(&s, 1, 0)), 0); /* used again */
	CHECK_EQ(s.held, 3);
	CHECK_EQ(put(&s, 0, at(&s, 4, 0)), 1);
	CHECK_EQ(victims[0].vpn, at(&s, 2, 0));
	/* A place that became free is taken before anything has to go. */
	CHECK(tx_store_take(&s, 0, at(&s, 4, 0), &frame));
	CHECK_EQ(frame, at(&s, 4, 0) << 12);
	CHECK(!tx_store_take(&s, 0, at(&s, 4, 0), &frame));
	CHECK_EQ(put(&s, 0, at(&s, 5, 0)), 0);
	CHECK_EQ(put(&s, 0, at(&s, 6, 0)), 1);
	CHECK_EQ(victims[0].vpn, at(&s, 3, 0));
	tx_store_release(&s);
}

TEST(clear_and_shootdown)
{
	struct tx_store s;

	tx_store_init(&s, &tx_lds_segment_64, 256);
	for (uint64_t vpn = 0; vpn < 1536; vpn++)
		CHECK_EQ(put(&s, 0, vpn), 0); /* 256 segments of six */
	CHECK_EQ(s.held, 1536);
	CHECK_EQ(put(&s, 3, 5), 6); /* another address space, another base */
	CHECK_EQ(tx_store_clear(&s, 6), 6);
	CHECK(tx_store_empty(&s, 6));
	CHECK_EQ(tx_store_shootdown(&s, 0, 7), 1);
	CHECK_EQ(tx_store_shootdown(&s, 0, 7), 0);
	CHECK_EQ(tx_store_shootdown(&s, 3, UINT64_MAX), 1);
	CHECK_EQ(tx_store_shootdown(&s, 0, UINT64_MAX), 1536 - 6 - 6 - 1);
	CHECK_EQ(s.held, 0);
	tx_store_release(&s);
}

/* Against a list of what should be there. */
TEST(random_operations)
{
	static const struct tx_format *const formats[] = {&tx_lds_segment_32, &tx_lds_segment_64,
							  &tx_icache_line_8, &tx_icache_line_1};
	enum { SETS = 4, PAGES = 256 };
	struct rng rng;

	rng_seed(&rng, 7);
	for (unsigned f = 0; f < 8; f++) {
		bool there[2][PAGES] = {{false}};
		unsigned held = 0;
		struct tx_store s;

		tx_store_init(&s, formats[f / 2], SETS);
		if (f % 2)
			tx_store_fold(&s);
		for (unsigned i = 0; i < 20000; i++) {
			uint8_t asid = (uint8_t)rng_below(&rng, 2);
			uint64_t vpn = rng_below(&rng, PAGES), frame;

			if (rng_below(&rng, 3) == 0) {
				CHECK_EQ(tx_store_take(&s, asid, vpn, &frame), there[asid][vpn]);
				held -= there[asid][vpn];
				there[asid][vpn] = false;
			} else {
				unsigned out = put(&s, asid, vpn);

				CHECK(!there[asid][vpn] || out == 0);
				held += !there[asid][vpn];
				there[asid][vpn] = true;
				for (unsigned v = 0; v < out; v++) {
					CHECK(there[victims[v].asid][victims[v].vpn]);
					there[victims[v].asid][victims[v].vpn] = false;
				}
				held -= out;
			}
			CHECK_EQ(s.held, held);
		}
		tx_store_release(&s);
	}
}

/* 8 sets: bits 0 to 2 of a page number, and what is above them folded in threes. */
TEST(folded_sets)
{
	struct tlb_entry entry;
	struct tx_store s;

	tx_store_init(&s, &tx_icache_line_8, 8);
	tx_store_fold(&s);
	CHECK_EQ(tx_store_set(&s, 05), 5);
	CHECK_EQ(tx_store_set(&s, 035), 5 ^ 3);
	CHECK_EQ(tx_store_set(&s, 0635), 5 ^ 3 ^ 6);
	CHECK_EQ(tx_store_set(&s, 04635), 5 ^ 3 ^ 6 ^ 4);
	CHECK_EQ(tx_store_set(&s, 014635), 5 ^ 3 ^ 6 ^ 4); /* four fields */
	CHECK_EQ(put(&s, 0, 04635), 0);
	CHECK(tx_store_entry(&s, 4, 0, &entry) || tx_store_entry(&s, 4, 7, &entry));
	CHECK_EQ(entry.vpn, 04635);
	tx_store_release(&s);
}
