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

	/* What it waits for, or did when it last waited; with the lock held */
	hsa_signal_t signal;
	hsa_signal_condition_t condition;
	int64_t value;
	bool is_waiting;
	struct caller *next;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static __thread struct caller *this_caller;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct caller *callers;

/* Handlers may still hold it, so it stays. */
static void leave(void *caller)
{
	struct caller *c = caller;

	c->returns++;
	pthread_mutex_lock(&lock);
	c->signal.handle = 0;
	pthread_mutex_unlock(&lock);
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
		pthread_mutex_lock(&lock);
		this_caller->next = callers;
		callers = this_caller;
		pthread_mutex_unlock(&lock);
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

void note_wait(hsa_signal_t signal, hsa_signal_condition_t condition, int64_t value)
{
	struct caller *c = caller_self();

	pthread_mutex_lock(&lock);
	c->signal = signal;
	c->condition = condition;
	c->value = value;
	c->is_waiting = true;
	pthread_mutex_unlock(&lock);
	bell_ring(BELL_WAIT);
}

void note_wait_over(void)
{
	pthread_mutex_lock(&lock);
	this_caller->is_waiting = false;
	pthread_mutex_unlock(&lock);
}

enum attention callers_attention(hsa_signal_t signal)
{
	enum attention attention = ATTENTION_NONE;

	pthread_mutex_lock(&lock);
	for (const struct caller *c = callers; c && attention != ATTENTION_PAID; c = c->next) {
		if (c->signal.handle != signal.handle)
			continue;
		attention = c->is_waiting && !condition_holds(c->condition, signal_value(signal),
							      c->value)
				    ? ATTENTION_PAID
				    : ATTENTION_DUE;
	}
	pthread_mutex_unlock(&lock);
	return attention;
}
