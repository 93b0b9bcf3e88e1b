/* Futexes for all that threads of the runtime wait for; see parts.h. */
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/hsa/parts.h"

static struct {
	_Atomic uint32_t rings, waiting;
} bells[BELL_COUNT];

uint64_t host_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

uint32_t bell_read(enum bell bell)
{
	return atomic_load(&bells[bell].rings);
}

static void pause_processor(void)
{
#ifdef __x86_64__
	__builtin_ia32_pause();
#else
	atomic_signal_fence(memory_order_seq_cst);
#endif
}

/* Without giving the processor away: on a busy host it would be gone for long. */
bool bell_comes_soon(enum bell bell, uint32_t seen)
{
	uint64_t begin = host_ns();

	while (bell_read(bell) == seen) {
		if (host_ns() - begin > SOON_NS)
			return false;
		for (int i = 0; i < 32; i++)
			pause_processor();
	}
	return true;
}

void bell_wait(enum bell bell, uint32_t seen, uint64_t most_ns)
{
	struct timespec t = {.tv_sec = (time_t)(most_ns / 1000000000),
			     .tv_nsec = (long)(most_ns % 1000000000)};

	atomic_fetch_add(&bells[bell].waiting, 1);
	syscall(SYS_futex, &bells[bell].rings, FUTEX_WAIT_PRIVATE, seen, &t, NULL, 0);
	atomic_fetch_sub(&bells[bell].waiting, 1);
}

void bell_ring(enum bell bell)
{
	atomic_fetch_add(&bells[bell].rings, 1);
	if (atomic_load(&bells[bell].waiting))
		syscall(SYS_futex, &bells[bell].rings, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

bool thread_start(void *(*run)(void *data))
{
	sigset_t all, before;
	pthread_t thread;
	bool ok;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	ok = !pthread_create(&thread, NULL, run, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (ok)
		pthread_detach(thread);
	return ok;
}
