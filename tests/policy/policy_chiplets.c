/* Policies of machines with chiplets: homes of pages, places of data and page tables, parts of a
 * grid. */
#include "harness.h"

#include "designs/lasp/lasp.h"
#include "designs/mgvm/mgvm.h"
#include "policy/stock.h"

static struct plan_facts facts = {.chiplets = 4, .cus = 16, .apps = 2, .page_shift = 12};

static unsigned home_of(const struct home_slice_ops *ops, void *state, unsigned chiplet,
			uint8_t asid, uint64_t vpn)
{
	struct requester who = {.chiplet = (uint8_t)chiplet, .asid = asid};

	return ops->home(state, &who, vpn);
}

TEST(shared_slices_do_not_depend_on_who_asks)
{
	void *modulo = home_modulo.base.make(&facts), *folded = home_xor.base.make(&facts);

	for (unsigned chiplet = 0; chiplet < 4; chiplet++) {
		CHECK_EQ(home_of(&home_modulo, modulo, chiplet, 0, 0x12347), 3);
		/* Four fields of two bits: 0x1b = 00 01 10 11, 0 ^ 1 ^ 2 ^ 3 = 0; 0x6c = 01 10 11
		 * 00. */
		CHECK_EQ(home_of(&home_xor, folded, chiplet, 0, 0x1b), 0);
		CHECK_EQ(home_of(&home_xor, folded, chiplet, 0, 0x6c), 0);
		CHECK_EQ(home_of(&home_xor, folded, chiplet, 0, 0x10), 1);
		/* Bits beyond the four fields do not count. */
		CHECK_EQ(home_of(&home_xor, folded, chiplet, 0, 0xff02), 2);
	}
	CHECK_EQ(home_modulo.walks_at(modulo, 0, 6), 2);
	home_modulo.base.release(modulo);
	home_xor.base.release(folded);
}

/* Three chiplets: two bits of hash, 3 counts as 0. */
TEST(shared_slices_of_three_chiplets)
{
	struct plan_facts three = {.chiplets = 3, .cus = 12, .apps = 1, .page_shift = 12};
	void *state = home_xor.base.make(&three);

	CHECK_EQ(home_of(&home_xor, state, 0, 0, 3), 0);
	CHECK_EQ(home_of(&home_xor, state, 0, 0, 2), 2);
	home_xor.base.release(state);
}

/* Blocks of 5 pages: 0..4 at 0, 5..9 at 1, ..., 20..24 at 0 again; the other application has its
 * own. */
TEST(blocks_in_turn)
{
	void *state = home_dhsl.base.make(&facts);

	CHECK_EQ(home_dhsl.set_block(state, 0, 5), 5);
	CHECK_EQ(home_dhsl.set_block(state, 1, 1), 1);
	CHECK_EQ(home_of(&home_dhsl, state, 2, 0, 4), 0);
	CHECK_EQ(home_of(&home_dhsl, state, 2, 0, 5), 1);
	CHECK_EQ(home_of(&home_dhsl, state, 2, 0, 19), 3);
	CHECK_EQ(home_of(&home_dhsl, state, 2, 0, 20), 0);
	CHECK_EQ(home_of(&home_dhsl, state, 2, 1, 5), 1);
	CHECK_EQ(home_of(&home_dhsl, state, 2, 1, 6), 2);
	home_dhsl.base.release(state);
}

/* Listing 1, lines 4 to 7: the closest multiple of 512 pages, at least one. */
TEST(coarse_blocks_are_whole_pages_of_the_table)
{
	void *state = home_dhsl_coarse.base.make(&facts);

	CHECK_EQ(home_dhsl_coarse.set_block(state, 0, 1), 512);
	CHECK_EQ(home_dhsl_coarse.set_block(state, 0, 512), 512);
	CHECK_EQ(home_dhsl_coarse.set_block(state, 0, 767), 512);
	CHECK_EQ(home_dhsl_coarse.set_block(state, 0, 768), 1024);
	CHECK_EQ(home_of(&home_dhsl_coarse, state, 0, 0, 1023), 0);
	CHECK_EQ(home_of(&home_dhsl_coarse, state, 0, 0, 1024), 1);
	CHECK_EQ(home_dhsl_coarse.walks_at(state, 0, 3 * 1024), 3);
	home_dhsl_coarse.base.release(state);
}

TEST(blocks_of_fixed_size)
{
	struct plan_facts fixed = facts;
	struct params params;
	struct error err;
	void *state;

	params_init(&params);
	CHECK(param_set(&params, P_HOME_PAGES, "1100", &err));
	fixed.params = &params;
	state = home_dhsl_coarse.base.make(&fixed);
	CHECK_EQ(home_dhsl_coarse.set_block(state, 0, 4096), 1024);
	CHECK_EQ(home_of(&home_dhsl_coarse, state, 0, 0, 1024), 1);
	home_dhsl_coarse.base.release(state);
	params_release(&params);
}

TEST(lasp_places_blocks_and_interleaves_the_rest)
{
	void *state = placement_lasp.base.make(&facts);

	placement_lasp.range(state, 0, 3);
	for (uint64_t page = 0; page < 24; page++)
		CHECK_EQ(placement_lasp.chiplet(state, 0, 1000 + page, page, 24), page / 3 % 4);
	placement_lasp.range(state, 0, 0);
	CHECK_EQ(placement_lasp.chiplet(state, 0, 1001, 0, 24), 1);
	placement_lasp.base.release(state);
}

TEST(tables_are_spread_in_turn)
{
	void *state = placement_tables_spread.base.make(&facts);

	for (unsigned i = 0; i < 9; i++)
		CHECK_EQ(placement_tables_spread.chiplet(state, 0, 1, 77, 2), i % 4);
	placement_tables_spread.base.release(state);
}

/* Leaf pages at home, those above with the data; at 2 MB the leaves are at level 2. */
TEST(tables_at_home)
{
	struct plan_facts with = facts;
	void *home = home_dhsl_coarse.base.make(&facts), *state;

	home_dhsl_coarse.set_block(home, 0, 512);
	with.home_slice = &(struct home_slice){&home_dhsl_coarse, home};
	state = placement_tables_home.base.make(&with);
	CHECK_EQ(placement_tables_home.chiplet(state, 0, 1, 512 * 7, 1), 3);
	CHECK_EQ(placement_tables_home.chiplet(state, 0, 2, 512 * 7, 1), 1);
	placement_tables_home.base.release(state);
	with.page_shift = 21;
	state = placement_tables_home.base.make(&with);
	CHECK_EQ(placement_tables_home.chiplet(state, 0, 2, 512 * 7, 1), 3);
	placement_tables_home.base.release(state);
	/* Private slices have no home to be at. */
	with.home_slice = &(struct home_slice){&home_private, NULL};
	state = placement_tables_home.base.make(&with);
	CHECK_EQ(placement_tables_home.chiplet(state, 0, 1, 512 * 7, 1), 1);
	placement_tables_home.base.release(state);
	home_dhsl_coarse.base.release(home);
}

static const uint16_t all_cus[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

/* 3 x 5 groups by y on 4 chiplets: ceil(5 / 4) = 2 rows each, so 2, 2, 1 and none. */
TEST(parts_along_a_dimension)
{
	void *state = dispatch_lasp.base.make(&facts);

	dispatch_lasp.advise(state, 0, 1);
	dispatch_lasp.launch(state, 0, (uint32_t[3]){3, 5, 1}, all_cus, 16);
	for (uint64_t i = 0; i < 6; i++) {
		CHECK_EQ(dispatch_lasp.next(state, 0, (unsigned)i % 4), i);
		CHECK_EQ(dispatch_lasp.next(state, 0, 4), 6 + i);
	}
	CHECK_EQ(dispatch_lasp.next(state, 0, 0), UINT64_MAX);
	CHECK_EQ(dispatch_lasp.next(state, 0, 12), UINT64_MAX);
	CHECK(dispatch_lasp.has_left(state, 0));
	for (uint64_t i = 12; i < 15; i++)
		CHECK_EQ(dispatch_lasp.next(state, 0, 11), i);
	CHECK(!dispatch_lasp.has_left(state, 0));
	/* By x: column 0 first, numbers three apart. */
	dispatch_lasp.advise(state, 0, 0);
	dispatch_lasp.launch(state, 0, (uint32_t[3]){3, 2, 1}, all_cus, 16);
	CHECK_EQ(dispatch_lasp.next(state, 0, 4), 1);
	CHECK_EQ(dispatch_lasp.next(state, 0, 4), 4);
	CHECK_EQ(dispatch_lasp.next(state, 0, 4), UINT64_MAX);
	dispatch_lasp.base.release(state);
}

/* 10 groups in 3 + 3 + 3 + 1, whatever their dimensions; CUs 4 to 11 alone: 5 + 5 on chiplets 1
 * and 2. */
TEST(parts_of_a_line)
{
	void *state = dispatch_contiguous.base.make(&facts);

	dispatch_contiguous.launch(state, 0, (uint32_t[3]){2, 5, 1}, all_cus, 16);
	CHECK_EQ(dispatch_contiguous.next(state, 0, 15), 9);
	CHECK_EQ(dispatch_contiguous.next(state, 0, 15), UINT64_MAX);
	CHECK_EQ(dispatch_contiguous.next(state, 0, 5), 3);
	dispatch_contiguous.launch(state, 0, (uint32_t[3]){2, 5, 1}, all_cus + 4, 8);
	CHECK_EQ(dispatch_contiguous.next(state, 0, 5), 0);
	CHECK_EQ(dispatch_contiguous.next(state, 0, 9), 5);
	dispatch_contiguous.base.release(state);
}

/* Nothing is known: a quarter of each buffer on each chiplet, the grid by its longer side. */
TEST(even_advice)
{
	static struct buffer big = {.bytes = 9 * 4096}, small = {.bytes = 100};
	void *state = advice_even.base.make(&facts);
	struct advice advice;
	struct launch l;

	launch_2d(&l, "k", 256, 1024, 16, 16);
	launch_buffer(&l, &big);
	launch_u32(&l, 7);
	launch_buffer(&l, NULL);
	launch_buffer(&l, &small);
	advice_even.advise(state, NULL, &l, &advice);
	CHECK_EQ(advice.split, 1);
	CHECK_EQ(advice.count, 2);
	CHECK(advice.of[0].buffer == &big && advice.of[1].buffer == &small);
	CHECK_EQ(advice.of[0].block_bytes, 3 * 4096);
	CHECK_EQ(advice.of[1].block_bytes, 4096);
	advice_even.base.release(state);
}
