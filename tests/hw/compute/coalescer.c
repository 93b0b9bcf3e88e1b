/* The coalescer against a model that looks at every byte. */
#include "harness.h"

#include <stdlib.h>

#include "hw/compute/coalescer.h"
#include "base/rng.h"

enum { MAX_BYTES = COALESCED_MAX * 16 };

static struct coalesced got;
static uint64_t touched[MAX_BYTES], distinct_lines[MAX_BYTES], distinct_pages[MAX_BYTES];
static unsigned touched_count, lines, pages;

static bool add(uint64_t *set, unsigned *count, uint64_t value)
{
	for (unsigned i = 0; i < *count; i++)
		if (set[i] == value)
			return false;
	set[(*count)++] = value;
	return true;
}

/* Every distinct byte in lane order. */
static void naive(const struct step *step, unsigned line_shift, unsigned page_shift)
{
	touched_count = lines = pages = 0;
	for (unsigned i = 0; i < WAVE_LANES; i++) {
		if (!((step->lanes & ~step->lds_lanes) >> i & 1))
			continue;
		for (unsigned k = 0; k < step->width; k++) {
			bool row = step->space == SPACE_SCRATCH && step->width > 4;
			uint64_t byte = step->addr[i] + (row ? k / 4 * 256 + k % 4 : k);

			add(touched, &touched_count, byte);
			add(distinct_lines, &lines, byte >> line_shift);
			add(distinct_pages, &pages, byte >> page_shift);
		}
	}
}

static void check_line(const struct coalesced_line *line, uint64_t key, unsigned line_shift)
{
	unsigned bytes = 0;
	uint64_t first = UINT64_MAX;

	for (unsigned i = 0; i < touched_count; i++)
		if (touched[i] >> line_shift == key) {
			bytes++;
			if (touched[i] < first)
				first = touched[i];
		}
	CHECK_EQ(line->address, first);
	CHECK_EQ(line->bytes, bytes);
	CHECK_EQ(line->full, bytes == 1u << line_shift);
}

/* Lanes whose last byte is in the page. */
static unsigned lanes_of(const struct step *step, uint64_t vpn, unsigned page_shift)
{
	bool rows = step->space == SPACE_SCRATCH && step->width > 4;
	unsigned apart = rows ? (step->width / 4u - 1) * 4 * WAVE_LANES + 3 : step->width - 1u;
	unsigned count = 0;

	for (unsigned i = 0; i < WAVE_LANES; i++)
		if ((step->lanes & ~step->lds_lanes) >> i & 1)
			count += (step->addr[i] + apart) >> page_shift == vpn;
	return count;
}

/* Where lines are translated on their own, each has a page to itself. */
static void check_by_line(const struct step *step, struct coalescing how)
{
	how.by_line = true;
	coalesce(&got, step, &how);
	CHECK_EQ(got.pages, lines);
	CHECK_EQ(got.lines, lines);
	for (unsigned i = 0; i < lines; i++) {
		check_line(&got.line[i], distinct_lines[i], how.line_shift);
		CHECK_EQ(got.line[i].page, i);
		CHECK_EQ(got.line[i].next, COALESCED_NONE);
		CHECK_EQ(got.page[i].first, i);
		CHECK_EQ(got.page[i].last, i);
		CHECK_EQ(got.page[i].vpn, got.line[i].address >> how.page_shift);
		CHECK_EQ(got.page[i].lanes, lanes_of(step, distinct_lines[i], how.line_shift));
	}
}

static void check(const struct step *step, unsigned line_shift, unsigned page_shift)
{
	struct coalescing how = {(uint8_t)line_shift, (uint8_t)page_shift, false};
	unsigned listed = 0;

	naive(step, line_shift, page_shift);
	check_by_line(step, how);
	coalesce(&got, step, &how);
	CHECK_EQ(got.pages, pages);
	CHECK_EQ(got.lines, lines);
	for (unsigned i = 0; i < lines; i++) {
		CHECK_EQ(got.line[i].address >> line_shift, distinct_lines[i]);
		check_line(&got.line[i], distinct_lines[i], line_shift);
	}
	for (unsigned i = 0; i < pages; i++) {
		unsigned line = got.page[i].first, last = COALESCED_NONE;

		CHECK_EQ(got.page[i].vpn, distinct_pages[i]);
		for (; line != COALESCED_NONE; last = line, line = got.line[line].next) {
			CHECK(last == COALESCED_NONE || line > last);
			CHECK_EQ(got.line[line].address >> page_shift, distinct_pages[i]);
			listed++;
		}
		CHECK_EQ(got.page[i].last, last);
		CHECK_EQ(got.page[i].lanes, lanes_of(step, distinct_pages[i], page_shift));
	}
	CHECK_EQ(listed, lines);
}

/* Addresses of several kinds: stretches, strides, one place, anything within some range. */
static void random_step(struct rng *rng, struct step *step)
{
	static const uint8_t widths[] = {1, 2, 4, 8, 12, 16};
	uint64_t base = UINT64_C(0x500000000) + rng_below(rng, 1 << 16);
	uint64_t stride = rng_below(rng, 5) * rng_below(rng, 2000);
	uint64_t range = UINT64_C(1) << rng_below(rng, 24);
	unsigned kind = (unsigned)rng_below(rng, 4);

	memset(step, 0, sizeof(*step));
	step->width = widths[rng_below(rng, sizeof(widths))];
	step->lanes = rng_below(rng, 3) ? UINT64_MAX : rng_u64(rng);
	if (rng_below(rng, 8) == 0)
		step->lds_lanes = rng_u64(rng) & step->lanes;
	if (rng_below(rng, 4) == 0)
		step->space = SPACE_SCRATCH;
	for (unsigned i = 0; i < WAVE_LANES; i++)
		step->addr[i] = kind == 0   ? base + (uint64_t)i * step->width
				: kind == 1 ? base + i * stride
				: kind == 2 ? base
					    : base + rng_below(rng, range);
	/* Private memory is laid out in aligned dwords. */
	for (unsigned i = 0; i < WAVE_LANES && step->space == SPACE_SCRATCH; i++)
		step->addr[i] &= ~UINT64_C(3);
}

TEST(random_lanes)
{
	static const unsigned page_shifts[] = {12, 16, 21};
	struct step step;
	struct rng rng;

	rng_seed(&rng, 1);
	for (unsigned i = 0; i < 3000; i++) {
		random_step(&rng, &step);
		check(&step, 5 + (unsigned)rng_below(&rng, 6), page_shifts[rng_below(&rng, 3)]);
	}
}

TEST(uniform_load_counts_once)
{
	struct step step = {.width = 4, .lanes = UINT64_MAX};

	for (unsigned i = 0; i < WAVE_LANES; i++)
		step.addr[i] = 0x1004;
	check(&step, 6, 12);
	CHECK_EQ(got.lines, 1);
	CHECK_EQ(got.line[0].bytes, 4);
}

/* A lane that straddles two pages counts for both. */
TEST(straddling_lane)
{
	struct step step = {.width = 8, .lanes = 1};

	step.addr[0] = 0x1ffc;
	check(&step, 6, 12);
	CHECK_EQ(got.pages, 2);
	CHECK_EQ(got.lines, 2);
	CHECK_EQ(got.line[0].address, 0x1ffc);
	CHECK_EQ(got.line[1].address, 0x2000);
	CHECK_EQ(got.line[1].bytes, 4);
}

TEST(no_lanes)
{
	struct step step = {.width = 4};

	check(&step, 6, 12);
	CHECK_EQ(got.pages, 0);
}
