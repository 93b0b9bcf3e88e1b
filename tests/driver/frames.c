/* Physical frames: never one twice, in turn or scattered, given back, exhausted. */
#include "harness.h"

#include <stdlib.h>

#include "driver/memory/frames.h"

enum { MB = 1 << 20 };

static struct frames *make(uint64_t memory_bytes, unsigned page_shift, bool scattered,
			   uint64_t seed)
{
	return frames_new(&(struct frames_config){.chiplets = 2,
						  .memory_bytes = memory_bytes,
						  .page_shift = page_shift,
						  .scattered = scattered,
						  .seed = seed});
}

/* Takes everything of both chiplets; checks that no byte is handed out twice. Returns the number
 * of data frames. */
static unsigned take_all(struct frames *f, uint64_t memory_bytes, unsigned page_shift)
{
	size_t units = 2 * memory_bytes >> 12, data = 0;
	uint8_t *taken = calloc(units, 1);
	struct error err;
	uint64_t pa;

	for (unsigned chiplet = 0; chiplet < 2; chiplet++) {
		for (int table = 0; table < 2; table++) {
			unsigned shift = table ? 12 : page_shift;

			while (table ? frames_take_table(f, chiplet, &pa, &err)
				     : frames_take(f, chiplet, &pa, &err)) {
				CHECK_EQ(pa & ((1u << shift) - 1), 0);
				CHECK_EQ(pa / memory_bytes, chiplet);
				CHECK_EQ(frames_chiplet(f, pa), chiplet);
				for (size_t u = pa >> 12; u < (pa + (1u << shift)) >> 12; u++) {
					CHECK(u < units);
					CHECK(!taken[u]);
					taken[u] = 1;
				}
				data += !table;
			}
			CHECK_CONTAINS(err.text, "memory.bytes");
			CHECK_EQ(err.exit_status, 2);
		}
	}
	free(taken);
	return (unsigned)data;
}

TEST(no_frame_is_handed_out_twice)
{
	static const unsigned shifts[] = {12, 16, 21};

	for (int scattered = 0; scattered < 2; scattered++)
		for (int i = 0; i < 3; i++) {
			/* 60 MB less a thirty-second: not a power of two of anything. */
			struct frames *f = make(60 * MB, shifts[i], scattered, 7);
			unsigned data = take_all(f, 60 * MB, shifts[i]);

			CHECK_EQ(data, 2 * ((60 * MB - (60 * MB / 32 & ~4095)) >> shifts[i]));
			frames_free(f);
		}
}

TEST(contiguous_frames_follow_each_other)
{
	struct frames *f = make(64 * MB, 16, false, 1);
	struct error err;
	uint64_t pa;

	for (uint64_t i = 0; i < 100; i++) {
		CHECK(frames_take(f, 1, &pa, &err));
		CHECK_EQ(pa, 64 * MB + i * 65536);
	}
	CHECK_EQ(frames_used(f, 0), 0);
	CHECK_EQ(frames_used(f, 1), 100);
	frames_free(f);
}

TEST(scattered_frames_depend_on_the_seed_only)
{
	struct frames *a = make(UINT64_C(64) << 30, 12, true, 1);
	struct frames *b = make(UINT64_C(64) << 30, 12, true, 1);
	struct frames *c = make(UINT64_C(64) << 30, 12, true, 2);
	unsigned same = 0, neighbours = 0, upper_half = 0;
	uint64_t pa, pb, pc, last = 0;
	struct error err;

	for (int i = 0; i < 10000; i++) {
		CHECK(frames_take(a, 0, &pa, &err));
		CHECK(frames_take(b, 0, &pb, &err));
		CHECK(frames_take(c, 0, &pc, &err));
		CHECK_EQ(pa, pb);
		same += pa == pc;
		neighbours += pa - last == 4096;
		upper_half += pa >= UINT64_C(31) << 30;
		last = pa;
	}
	CHECK(same < 5);
	CHECK(neighbours < 5);
	/* Evenly over the 62 GB of data: 5000 expected, five standard deviations are 250. */
	CHECK(upper_half > 4750 && upper_half < 5250);
	frames_free(a);
	frames_free(b);
	frames_free(c);
}

TEST(frames_given_back_are_taken_again)
{
	struct frames *f = make(4 * MB, 21, true, 3);
	struct error err;
	uint64_t pa, again, table;

	/* 4 MB less 128 KB of tables: one frame of 2 MB on each chiplet. */
	CHECK(frames_take(f, 0, &pa, &err));
	CHECK(!frames_take(f, 0, &again, &err));
	frames_give(f, pa);
	CHECK_EQ(frames_used(f, 0), 0);
	CHECK(frames_take(f, 0, &again, &err));
	CHECK_EQ(again, pa);
	CHECK(frames_take_table(f, 0, &table, &err));
	CHECK_EQ(frames_used_tables(f, 0), 1);
	frames_give(f, table);
	CHECK_EQ(frames_used_tables(f, 0), 0);
	CHECK_EQ(frames_used(f, 0), 1);
	frames_free(f);
}

TEST(frames_of_a_part_of_the_memory)
{
	struct frames_config config = {.chiplets = 2,
				       .memory_bytes = 4 * MB,
				       .stride = 16 * MB,
				       .base = 8 * MB,
				       .page_shift = 12,
				       .scattered = true};
	struct frames *f = frames_new(&config);
	struct error err;
	uint64_t pa;

	for (int i = 0; i < 900; i++) {
		CHECK(frames_take(f, 1, &pa, &err));
		CHECK(pa >= 24 * MB && pa < 28 * MB);
		CHECK_EQ(frames_chiplet(f, pa), 1);
	}
	CHECK(frames_take_table(f, 0, &pa, &err));
	CHECK(pa >= 8 * MB && pa < 12 * MB);
	frames_give(f, pa);
	CHECK_EQ(frames_used_tables(f, 0), 0);
	frames_free(f);
}
