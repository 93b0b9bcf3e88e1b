/* Address spaces: ranges mapped by the placement, apart from each other, shot down when changed. */
#include "harness.h"

#include "driver/memory/address_space.h"
#include "policy/stock.h"

#define MEMORY_BYTES (UINT64_C(1) << 30)
#define VA (UINT64_C(1) << 36)

static const struct plan_facts facts = {.chiplets = 4, .cus = 16, .apps = 2};
static struct frames *frames;
static void *placement;

/* What the last shootdowns were. */
static struct {
	unsigned count;
	uint8_t asid;
	uint64_t vpn;
	struct address_space *space; /* to look at its table during the shootdown */
	bool still_mapped;
	uint64_t used;
} shot;

static void shootdown(void *owner, uint8_t asid, uint64_t vpn)
{
	uint64_t frame;

	CHECK(owner == &shot);
	shot.count++;
	shot.asid = asid;
	shot.vpn = vpn;
	shot.used = frames_used(frames, 0) + frames_used(frames, 1) + frames_used(frames, 2) +
		    frames_used(frames, 3);
	if (shot.space)
		shot.still_mapped = page_table_translate(shot.space->table, vpn, &frame);
}

static struct address_space *make(uint8_t asid, unsigned page_shift)
{
	return address_space_new(&(struct address_space_config){
		.asid = asid,
		.page_shift = page_shift,
		.frames = frames,
		.data_placement = {&placement_interleaved, placement},
		.table_placement.ops = &placement_tables_follow,
		.shootdown = shootdown,
		.owner = &shot});
}

static void begin(unsigned page_shift)
{
	frames = frames_new(&(struct frames_config){.chiplets = 4,
						    .memory_bytes = MEMORY_BYTES,
						    .page_shift = page_shift,
						    .scattered = true});
	placement = placement_interleaved.base.make(&facts);
	memset(&shot, 0, sizeof(shot));
}

static void end(void)
{
	for (unsigned i = 0; i < 4; i++) {
		CHECK_EQ(frames_used(frames, i), 0);
		CHECK_EQ(frames_used_tables(frames, i), 0);
	}
	frames_free(frames);
	placement_interleaved.base.release(placement);
}

TEST(all_pages_of_a_range_are_mapped_where_the_policy_says)
{
	static const unsigned shifts[] = {12, 16, 21};

	for (int s = 0; s < 3; s++) {
		unsigned shift = shifts[s];
		struct address_space *as;
		struct error err;
		uint64_t frame;

		begin(shift);
		as = make(0, shift);
		/* One byte more than nine pages: ten. */
		CHECK(address_space_map(as, VA, (UINT64_C(9) << shift) + 1, "x", &err));
		CHECK_EQ(as->table->mapped, 10);
		for (uint64_t i = 0; i < 10; i++) {
			CHECK(page_table_translate(as->table, (VA >> shift) + i, &frame));
			CHECK_EQ(frame / MEMORY_BYTES, i % 4);
		}
		CHECK(!page_table_translate(as->table, (VA >> shift) + 10, &frame));
		CHECK_EQ(frames_used(frames, 0), 3);
		CHECK_EQ(frames_used(frames, 3), 2);
		CHECK_EQ(shot.count, 0);
		address_space_free(as);
		end();
	}
}

TEST(same_pages_of_two_address_spaces_are_different)
{
	struct address_space *a, *b;
	struct error err;
	uint64_t frame_a, frame_b, pa_a, pa_b;

	begin(12);
	a = make(0, 12);
	b = make(1, 12);
	CHECK(address_space_map(a, VA, 64 << 12, "x", &err));
	CHECK(address_space_map(b, VA, 64 << 12, "x", &err));
	for (uint64_t i = 0; i < 64; i++) {
		CHECK(page_table_translate(a->table, (VA >> 12) + i, &frame_a));
		CHECK(page_table_translate(b->table, (VA >> 12) + i, &frame_b));
		CHECK(frame_a != frame_b);
		for (unsigned level = 1; level <= 4; level++) {
			CHECK(page_table_entry_address(a->table, (VA >> 12) + i, level, &pa_a));
			CHECK(page_table_entry_address(b->table, (VA >> 12) + i, level, &pa_b));
			CHECK(pa_a != pa_b);
		}
	}
	struct address_spaces spaces = {.count = 2, .of = {a, b}};
	struct page_source source = address_spaces_source(&spaces);
	uint64_t frame, pa;

	CHECK(source.translate(source.state, 1, (VA >> 12) + 63, &frame));
	CHECK_EQ(frame, frame_b);
	CHECK(source.pte_address(source.state, 0, (VA >> 12) + 63, 4, &pa));
	CHECK_EQ(pa, pa_a);
	CHECK(!source.translate(source.state, 0, (VA >> 12) + 64, &frame));
	address_space_free(a);
	address_space_free(b);
	end();
}

TEST(unmapping_shoots_down_before_the_frame_is_free)
{
	struct address_space *as;
	struct error err;
	uint64_t frame;

	begin(12);
	as = make(1, 12);
	CHECK(address_space_map(as, VA, 8 << 12, "x", &err));
	CHECK(address_space_map(as, 2 * VA, 3 << 12, "y", &err));
	shot.space = as;
	shot.still_mapped = true;
	address_space_unmap_page(as, VA + 0x2345);
	CHECK_EQ(shot.count, 1);
	CHECK_EQ(shot.asid, 1);
	CHECK_EQ(shot.vpn, (VA >> 12) + 2);
	CHECK_EQ(shot.used, 11);
	CHECK(!shot.still_mapped);
	CHECK_EQ(page_table_generation(as->table, (VA >> 12) + 2), 1);
	address_space_unmap(as, VA); /* the seven that are left */
	CHECK_EQ(shot.count, 8);
	CHECK_EQ(as->shootdowns, 8);
	CHECK_EQ(as->range_count, 1);
	CHECK(!page_table_translate(as->table, (VA >> 12) + 7, &frame));
	CHECK(page_table_translate(as->table, 2 * VA >> 12, &frame));
	CHECK(address_space_map(as, VA, 8 << 12, "x again", &err));
	CHECK_EQ(as->table->mapped, 11);
	address_space_free(as);
	end();
}

TEST(moving_a_page_changes_its_frame)
{
	struct address_space *as;
	struct error err;
	uint64_t before, after;

	begin(16);
	as = make(0, 16);
	CHECK(address_space_map(as, VA, 4 << 16, "x", &err));
	CHECK(page_table_translate(as->table, (VA >> 16) + 1, &before));
	CHECK(address_space_move_page(as, VA + 0x10000, 3, &err));
	CHECK(page_table_translate(as->table, (VA >> 16) + 1, &after));
	CHECK(before != after);
	CHECK_EQ(after / MEMORY_BYTES, 3);
	CHECK_EQ(shot.count, 1);
	CHECK_EQ(shot.vpn, (VA >> 16) + 1);
	CHECK_EQ(shot.used, 5); /* both frames held during the shootdown */
	CHECK_EQ(frames_used(frames, 1), 0);
	CHECK_EQ(frames_used(frames, 3), 2);
	address_space_free(as);
	end();
}

TEST(exhaustion_names_the_range)
{
	struct address_space *as;
	struct error err;

	begin(21);
	as = make(0, 21);
	CHECK(!address_space_map(as, VA, UINT64_C(4) << 30, "buffer 'big'", &err));
	CHECK_CONTAINS(err.text, "buffer 'big': ");
	CHECK_CONTAINS(err.text, "memory.bytes");
	address_space_free(as);
	end();
}

TEST(two_pages_of_one_frame)
{
	struct address_space *as;
	struct error err;
	uint64_t frame, other, used;

	begin(12);
	as = make(1, 12);
	CHECK(address_space_map(as, VA, 3 * 4096, "first", &err));
	used = frames_used(frames, 0) + frames_used(frames, 1) + frames_used(frames, 2) +
	       frames_used(frames, 3);
	CHECK(address_space_alias(as, VA + (1 << 20), 2 * 4096, VA + 4096, "second", &err));
	for (unsigned i = 0; i < 2; i++) {
		CHECK(page_table_translate(as->table, (VA >> 12) + 1 + i, &frame));
		CHECK(page_table_translate(as->table, (VA >> 12) + 256 + i, &other));
		CHECK_EQ(frame, other);
	}
	/* A page that goes leaves the frame to its owner. */
	address_space_unmap_page(as, VA + (1 << 20));
	CHECK_EQ(shot.vpn, (VA >> 12) + 256);
	CHECK_EQ(frames_used(frames, 0) + frames_used(frames, 1) + frames_used(frames, 2) +
			 frames_used(frames, 3),
		 used);
	address_space_unmap(as, VA + (1 << 20));
	CHECK(page_table_translate(as->table, (VA >> 12) + 1, &frame));
	CHECK(address_space_alias(as, VA + (2 << 20), 4096, VA, "third", &err));
	address_space_free(as); /* gives each frame back once */
	end();
}
