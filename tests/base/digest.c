/* SHA-256 against the examples of FIPS 180-4 and every way of splitting the input. */
#include "base/digest.h"

#include <string.h>

#include "harness.h"

static void check_digest(const char *text, size_t repeat, const char *want)
{
	char got[DIGEST_DIGITS + 1];
	struct digest d;

	digest_init(&d);
	for (size_t i = 0; i < repeat; i++)
		digest_add(&d, text, strlen(text));
	digest_text(&d, got);
	CHECK_STR(got, want);
}

TEST(published_examples)
{
	check_digest("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	check_digest("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	check_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
		     "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	check_digest("a", 1000000,
		     "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(any_split)
{
	char text[200], whole[DIGEST_DIGITS + 1], split[DIGEST_DIGITS + 1];
	struct digest d;

	for (size_t i = 0; i < sizeof(text); i++)
		text[i] = (char)(7 * i);
	for (size_t length = 0; length <= sizeof(text); length++) {
		digest_init(&d);
		digest_add(&d, text, length);
		digest_text(&d, whole);
		for (size_t at = 0; at <= length; at += 3) {
			digest_init(&d);
			digest_add(&d, text, at);
			digest_add(&d, text + at, length - at);
			digest_text(&d, split);
			CHECK_STR(split, whole);
		}
	}
}

TEST(file_that_is_not_there)
{
	struct digest d;
	struct error err;

	digest_init(&d);
	CHECK(!digest_add_file(&d, "/nonexistent/file", &err));
	CHECK_CONTAINS(err.text, "/nonexistent/file: cannot be read");
	CHECK_EQ(err.exit_status, 2);
}
