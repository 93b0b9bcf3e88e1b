/* Runs the tests of one file, or those whose name contains the first argument. */
#include "harness.h"

#include <stdarg.h>
#include <stdlib.h>

static struct test *tests, **last = &tests;
static const struct test *running;
static jmp_buf on_failure;
static char reason[2048];

void test_register(struct test *test)
{
	*last = test;
	last = &test->next;
}

const char *test_name(void)
{
	return running->name;
}

void test_fail(const char *file, int line, const char *fmt, ...)
{
	va_list ap;
	int used = snprintf(reason, sizeof(reason), "%s:%d: ", file, line);

	va_start(ap, fmt);
	vsnprintf(reason + used, sizeof(reason) - (size_t)used, fmt, ap);
	va_end(ap);
	longjmp(on_failure, 1);
}

/* A function of its own, so that no variable lives across setjmp. */
static bool passes(const struct test *test)
{
	if (setjmp(on_failure))
		return false;
	test->run();
	return true;
}

int main(int argc, char **argv)
{
	int failed = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	/* Compiled kernels of tests are no business of the user's. */
	setenv("WARPWALK_CACHE", "off", 1);
	for (struct test *test = tests; test; test = test->next) {
		if (argc > 1 && !strstr(test->name, argv[1]))
			continue;
		running = test;
		if (passes(test)) {
			printf("ok %s\n", test->name);
		} else {
			printf("not ok %s: %s\n", test->name, reason);
			failed++;
		}
	}
	return failed ? 1 : 0;
}
