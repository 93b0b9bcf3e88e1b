/* One futex for everything that threads of the runtime wait for; see parts.h. */
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runtime/hsa/parts.h"

/* While a kernel runs it may wait for the host (device printf), so somebody has to look often. */
static const uint64_t busy_poll_ns = 50 * 1000, idle_poll_ns = 5 * 1000 * 1000;

static _Atomic uint32_t rings;
static _Atomic uint32_t waiting;
static _Atomic bool busy;

uint64_t host_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

uint32_t bell_read(void)
{
	return atomic_load(&rings);
}

void bell_wait(uint32_t seen, uint64_t most_ns)
{
	struct timespec t = {.tv_sec = (time_t)(most_ns / 1000000000),
			     .tv_nsec = (long)(most_ns % 1000000000)};

	atomic_fetch_add(&waiting, 1);
	syscall(SYS_futex, &rings, FUTEX_WAIT_PRIVATE, seen, &t, NULL, 0);
	atomic_fetch_sub(&waiting, 1);
}

void bell_ring(void)
{
	atomic_fetch_add(&rings, 1);
	if (atomic_load(&waiting))
		syscall(SYS_futex, &rings, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

uint64_t bell_poll_ns(void)
{
	return atomic_load(&busy) ? busy_poll_ns : idle_poll_ns;
}

void bell_set_busy(bool is_busy)
{
	atomic_store(&busy, is_busy);
	if (is_busy)
		bell_ring(); /* who sleeps long shall sleep short from now on */
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
