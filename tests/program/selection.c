/* Which launches are timed. */
#include "program/selection.h"

#include "harness.h"

static struct selection parsed(const char *text)
{
	struct selection s = {0};
	struct error err;

	if (!selection_parse(&s, text, &err))
		FAIL("%s", err.text);
	return s;
}

TEST(ranges_of_launches)
{
	struct selection s = parsed("3-5"), one = parsed("7");

	CHECK(!selection_has(&s, "k", 2, 1, 0));
	CHECK(selection_has(&s, "k", 3, 1, 0) && selection_has(&s, "k", 5, 1, 0));
	CHECK(!selection_has(&s, "k", 6, 1, 0));
	CHECK(selection_has(&one, "k", 7, 1, 0) && !selection_has(&one, "k", 8, 1, 0));
}

TEST(kernels_by_a_part_of_their_names)
{
	struct selection s = parsed("kernel=sort");

	CHECK(selection_has(&s, "_Z10radix_sortPi", 1, 1, 0));
	CHECK(!selection_has(&s, "scan", 1, 1, 0));
}

TEST(every_twentieth)
{
	struct selection s = parsed("1/20");

	CHECK(selection_has(&s, "k", 1, 1, 0) && !selection_has(&s, "k", 2, 2, 0));
	CHECK(!selection_has(&s, "k", 20, 20, 0) && selection_has(&s, "k", 21, 21, 0));
}

TEST(several_conditions_all_hold)
{
	struct selection s = parsed("kernel=a");
	struct error err;

	CHECK(selection_parse(&s, "10-20", &err));
	CHECK(selection_has(&s, "a", 10, 1, 0) && !selection_has(&s, "a", 9, 1, 0));
	CHECK(!selection_has(&s, "b", 10, 1, 0));
}

TEST(a_limit_of_instructions)
{
	struct selection s = {.max_instructions = 100};

	CHECK(selection_has(&s, "k", 1, 1, 99) && !selection_has(&s, "k", 2, 2, 100));
}

TEST(nonsense_is_refused)
{
	static const char *const wrong[] = {"",    "0",   "-3",      "3-",
					    "5-4", "a",   "2/3",     "1/",
					    "1/0", "1/x", "kernel=", "99999999999999999999"};

	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		struct selection s = {0};
		struct error err = {0};

		CHECK(!selection_parse(&s, wrong[i], &err));
		CHECK_CONTAINS(err.text, "--time");
	}
}
