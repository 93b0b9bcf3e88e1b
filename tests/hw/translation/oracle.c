/* The oracle by hand: right, wrong and missing translations. */
#include "hw/translation/oracle.h"

#include "page_mock.h"

TEST(oracle)
{
	struct page_mock pages = {.page_shift = 12, .unmapped_from = 1000};
	struct page_source source = page_mock_source(&pages);
	struct translation t = {.vpn = 5, .who.asid = 2, .frame = mock_frame(2, 5)};
	struct engine *engine = calloc(1, sizeof(*engine));
	struct oracle o;

	engine_init(engine);
	engine->now = 42;
	oracle_init(&o, engine, &source);
	CHECK(oracle_check(&o, &t));
	CHECK_STR(o.first, "");
	t.frame = mock_frame(1, 5);
	CHECK(!oracle_check(&o, &t));
	CHECK_STR(o.first, "cycle 42: page 0x5 of address space 2 was translated to 0x10000005000, "
			   "the page table says 0x20000005000");
	t.vpn = 1000;
	CHECK(!oracle_check(&o, &t));
	t.faulted = true;
	CHECK(!oracle_check(&o, &t));
	CHECK_EQ(o.checked, 4);
	CHECK_EQ(o.mismatches, 3);
	CHECK_CONTAINS(o.first, "cycle 42: page 0x5 ");
	free(engine);
}
