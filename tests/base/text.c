/* Text helpers: suggestions, numbers, sizes. */
#include "harness.h"

#include "base/text.h"

static const char *const names[] = {"atax", "bicg", "mvt", "gesummv", "reduction"};

TEST(suggests_the_nearest)
{
	char out[256];

	text_suggest(out, sizeof(out), "atxa", names, 5);
	CHECK_STR(out, "; did you mean 'atax'?");
	text_suggest(out, sizeof(out), "ATAX", names, 5);
	CHECK_STR(out, "; did you mean 'atax'?");
	text_suggest(out, sizeof(out), "reductoin", names, 5);
	CHECK_STR(out, "; did you mean 'reduction'?");
}

TEST(suggests_several_nearest_first)
{
	static const char *const similar[] = {"size_x", "size_xy", "sizes", "other"};
	char out[256];

	text_suggest(out, sizeof(out), "size_z", similar, 4);
	CHECK_STR(out, "; did you mean 'size_x' or 'size_xy' or 'sizes'?");
}

TEST(lists_all_when_none_is_near)
{
	char out[256];

	text_suggest(out, sizeof(out), "zzzzzz", names, 5);
	CHECK_STR(out, "; known: atax, bicg, mvt, gesummv, reduction");
	text_suggest(out, 24, "zzzzzz", names, 5);
	CHECK_STR(out, "; known: atax, ...");
	text_suggest(out, sizeof(out), "x", names, 0);
	CHECK_STR(out, "");
}

TEST(long_names_and_small_buffers)
{
	char wrong[300], out[1];
	const char *const one[] = {wrong};

	memset(wrong, 'a', sizeof(wrong));
	wrong[299] = '\0';
	text_suggest(out, sizeof(out), wrong, one, 1);
	CHECK_STR(out, "");
}

TEST(integers)
{
	int64_t v;

	CHECK(text_to_i64("42", &v) && v == 42);
	CHECK(text_to_i64("-7", &v) && v == -7);
	CHECK(text_to_i64("0x10", &v) && v == 16);
	CHECK(text_to_i64("4K", &v) && v == 4096);
	CHECK(text_to_i64("3M", &v) && v == 3 << 20);
	CHECK(text_to_i64("2G", &v) && v == 2LL << 30);
	CHECK(text_to_i64("010", &v) && v == 10);
	CHECK(text_to_i64("9223372036854775807", &v) && v == INT64_MAX);
	CHECK(!text_to_i64("9223372036854775808", &v));
	CHECK(!text_to_i64("9007199254740992K", &v));
	CHECK(!text_to_i64("", &v));
	CHECK(!text_to_i64("K", &v));
	CHECK(!text_to_i64("0x", &v));
	CHECK(!text_to_i64(" 1", &v));
	CHECK(!text_to_i64("1 ", &v));
	CHECK(!text_to_i64("1KB", &v));
	CHECK(!text_to_i64("1.5", &v));
}

TEST(floats)
{
	double v;

	CHECK(text_to_f64("1.5", &v) && v == 1.5);
	CHECK(text_to_f64("-2e3", &v) && v == -2000);
	CHECK(text_to_f64("0x1p-2", &v) && v == 0.25);
	CHECK(text_to_f64("nan", &v) && v != v);
	CHECK(!text_to_f64("", &v));
	CHECK(!text_to_f64("1.5x", &v));
	CHECK(!text_to_f64(" 1", &v));
}

TEST(sizes)
{
	char out[32];

	CHECK_STR(text_bytes(out, sizeof(out), 0), "0 B");
	CHECK_STR(text_bytes(out, sizeof(out), 1023), "1023 B");
	CHECK_STR(text_bytes(out, sizeof(out), 640 * 1024), "640 KB");
	CHECK_STR(text_bytes(out, sizeof(out), 3 << 19), "1.5 MB");
	CHECK_STR(text_bytes(out, sizeof(out), (1 << 20) - 1), "1 MB");
	CHECK_STR(text_bytes(out, sizeof(out), UINT64_MAX), "16 EB");
	CHECK_STR(text_count(out, sizeof(out), 0), "0");
	CHECK_STR(text_count(out, sizeof(out), 999), "999");
	CHECK_STR(text_count(out, sizeof(out), 12345678), "12,345,678");
	CHECK_STR(text_count(out, sizeof(out), UINT64_MAX), "18,446,744,073,709,551,615");
}
