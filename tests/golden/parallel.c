/* Processes that take numbers in turn; see parallel.h. */
#include "parallel.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../harness.h"
#include "base/error.h"

enum { SANITIZED_PART = 8 };

void *golden_shared(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (memory == MAP_FAILED)
		BUG("no memory");
	return memory;
}

/* New processes while some have died before the last number was taken. */
void golden_parallel(size_t count, void (*take)(void *ctx, size_t i), void *ctx)
{
	atomic_size_t *next = golden_shared(sizeof(*next));
	size_t i;

	fflush(stdout);
	while (atomic_load(next) < count) {
		for (long n = sysconf(_SC_NPROCESSORS_ONLN); n > 0; n--) {
			pid_t child = fork();

			if (child < 0)
				BUG("no process");
			if (child)
				continue;
			while ((i = atomic_fetch_add(next, 1)) < count)
				take(ctx, i);
			_exit(0);
		}
		while (wait(NULL) > 0)
			;
	}
	munmap(next, sizeof(*next));
}

bool golden_is_wanted(const char *name)
{
	uint32_t h = 0;

	for (; *name; name++)
		h = h * 31 + (unsigned char)*name;
	return !SANITIZED || h % SANITIZED_PART == 0;
}
