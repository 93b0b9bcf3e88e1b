/*
 * A unit test file: TEST(name) { CHECK(...); } as often as needed, linked with harness.c, which has
 * main. Prints "ok name" or "not ok name" per test; tests/run counts those lines. A failed check
 * ends its test but not the others.
 */
#ifndef TESTS_HARNESS_H
#define TESTS_HARNESS_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* 1 under the address sanitizer. Everything runs there too, but what repeats itself to be sure of a
 * number, and executes nothing new, repeats itself less. */
#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

struct test {
	const char *name;
	void (*run)(void);
	struct test *next;
};

void test_register(struct test *test);
/* Of the running test, for a function that several share. */
const char *test_name(void);
_Noreturn void test_fail(const char *file, int line, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

#define TEST(id)                                                                                   \
	static void test_##id(void);                                                               \
	__attribute__((constructor)) static void register_##id(void)                               \
	{                                                                                          \
		static struct test test = {#id, test_##id, NULL};                                  \
		test_register(&test);                                                              \
	}                                                                                          \
	static void test_##id(void)

#define FAIL(...) test_fail(__FILE__, __LINE__, __VA_ARGS__)

#define CHECK(condition)                                                                           \
	do {                                                                                       \
		if (!(condition))                                                                  \
			FAIL("%s", #condition);                                                    \
	} while (0)

#define CHECK_EQ(got, want)                                                                        \
	do {                                                                                       \
		uint64_t got_ = (uint64_t)(got), want_ = (uint64_t)(want);                         \
		if (got_ != want_)                                                                 \
			FAIL("%s is 0x%" PRIx64 ", expected 0x%" PRIx64, #got, got_, want_);       \
	} while (0)

#define CHECK_STR(got, want)                                                                       \
	do {                                                                                       \
		const char *got_ = (got), *want_ = (want);                                         \
		if (strcmp(got_, want_))                                                           \
			FAIL("%s is \"%s\", expected \"%s\"", #got, got_, want_);                  \
	} while (0)

#define CHECK_CONTAINS(got, part)                                                                  \
	do {                                                                                       \
		const char *got_ = (got), *part_ = (part);                                         \
		if (!strstr(got_, part_))                                                          \
			FAIL("%s is \"%s\", which lacks \"%s\"", #got, got_, part_);               \
	} while (0)

#endif
