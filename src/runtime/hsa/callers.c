/*
 * Which threads have come back from a submission. HIP asks to be called when a signal changes, then
 * submits what changes it, and only then stores what the call will look for (the time stamps of the
 * command). A real GPU is slow enough for that; here the handler could be called before, and HIP
 * would take the host's time instead of ours. So a handler waits until the thread that asked for it
 * has submitted something and called the runtime once more.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

struct caller {
	bool has_submitted;       /* its last call was a submission */
	_Atomic uint64_t returns; /* calls that followed one */
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static __thread struct caller *this_caller;

/* Handlers may still hold it, so it stays. */
static void leave(void *caller)
{
	((struct caller *)caller)->returns++;
}

static void make_key(void)
{
	pthread_key_create(&key, leave);
}

struct caller *caller_self(void)
{
	if (!this_caller) {
		pthread_once(&once, make_key);
		this_caller = xcalloc(1, sizeof(*this_caller));
		pthread_setspecific(key, this_caller);
	}
	return this_caller;
}

uint64_t caller_returns(const struct caller *c)
{
	return atomic_load(&c->returns);
}

void note_call(void)
{
	struct caller *c = this_caller;

	if (!c || !c->has_submitted)
		return;
	c->has_submitted = false;
	atomic_fetch_add(&c->returns, 1);
	bell_ring(BELL_SIGNAL);
}

void note_submission(void)
{
	note_call();
	if (this_caller)
		this_caller->has_submitted = true;
}
