/*
 * Signals: amd_signal_t in memory that the GPU sees. They come from slabs, so that how many a
 * program takes, which depends on the host's timing, does not move other allocations.
 */
#include <pthread.h>
#include <string.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

enum { SLAB_SIGNALS = 1 << 14 };

/* Free signals are linked through their reserved2 field. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static amd_signal_t *free_signals, **slabs;
static size_t slab_count, slab_left; /* of the last one */

static bool add_slab(void)
{
	amd_signal_t *slab = gpu_allocate(SLAB_SIGNALS * sizeof(*slab), 0, "signals");

	if (!slab)
		return false;
	slabs = xrealloc(slabs, (slab_count + 1) * sizeof(*slabs));
	slabs[slab_count++] = slab;
	slab_left = SLAB_SIGNALS;
	return true;
}

/*
 * A kernel that changes a signal stores event_id at event_mailbox_ptr, then interrupts the host
 * with its low bits. Each signal has its own mailbox, in a field that nobody else uses.
 */
enum { EVENT_BITS = 8, EVENT_SET = 1 << EVENT_BITS };

static void set_event(amd_signal_t *s)
{
	size_t index = (uintptr_t)s / sizeof(*s);

	s->event_mailbox_ptr = (uintptr_t)s->reserved3;
	s->event_id = EVENT_SET | (uint32_t)(index & (EVENT_SET - 1));
}

static bool take_mail(amd_signal_t *s)
{
	return __atomic_exchange_n((uint64_t *)s->reserved3, 0, __ATOMIC_ACQ_REL) != 0;
}

hsa_signal_t signal_take_call(uint32_t what)
{
	hsa_signal_t found = {0};

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < slab_count && !found.handle; i++)
		for (size_t k = what & (EVENT_SET - 1); k < SLAB_SIGNALS && !found.handle;
		     k += EVENT_SET)
			if (take_mail(&slabs[i][k]))
				found.handle = (uintptr_t)&slabs[i][k];
	pthread_mutex_unlock(&lock);
	return found;
}

/* What waiters see, in a field that only doorbells and free signals use. */
static pthread_mutex_t shown_lock = PTHREAD_MUTEX_INITIALIZER;
static const uint64_t hidden_at_most_ns = 500 * 1000 * 1000;

static uint64_t *shown_of(amd_signal_t *s)
{
	return &s->reserved2;
}

/* Shows what the kernel did, unless the machine may have run meanwhile. With the lock held. */
static void show(amd_signal_t *s)
{
	uint64_t runs = gpu_runs();
	int64_t value = __atomic_load_n(&s->value, __ATOMIC_SEQ_CST);

	if (runs % 2 == 0 && gpu_runs() == runs)
		*shown_of(s) = (uint64_t)value;
}

int64_t signal_look(hsa_signal_t signal, uint64_t *since)
{
	amd_signal_t *s = signal_of(signal);
	int64_t value = signal_value(signal), shown;

	if (s->kind != AMD_SIGNAL_KIND_USER)
		return value;
	pthread_mutex_lock(&shown_lock);
	show(s);
	shown = (int64_t)*shown_of(s);
	pthread_mutex_unlock(&shown_lock);
	if (shown == value) {
		*since = 0;
		return shown;
	}
	if (!*since)
		*since = host_ns();
	return host_ns() - *since > hidden_at_most_ns ? value : shown;
}

/* By the program. */
static void set_value(amd_signal_t *s, int64_t value)
{
	pthread_mutex_lock(&shown_lock);
	__atomic_store_n(&s->value, value, __ATOMIC_SEQ_CST);
	if (s->kind == AMD_SIGNAL_KIND_USER)
		*shown_of(s) = (uint64_t)value;
	pthread_mutex_unlock(&shown_lock);
}

static void add_value(amd_signal_t *s, int64_t value)
{
	pthread_mutex_lock(&shown_lock);
	__atomic_fetch_add(&s->value, value, __ATOMIC_SEQ_CST);
	if (s->kind == AMD_SIGNAL_KIND_USER) {
		*shown_of(s) += (uint64_t)value;
		show(s);
	}
	pthread_mutex_unlock(&shown_lock);
}

bool signals_init(void)
{
	return slab_left || add_slab();
}

static amd_signal_t *take_signal(void)
{
	amd_signal_t *s;

	pthread_mutex_lock(&lock);
	s = free_signals;
	if (s)
		free_signals = (amd_signal_t *)s->queue_ptr;
	else if (slab_left || add_slab())
		s = &slabs[slab_count - 1][SLAB_SIGNALS - slab_left--];
	pthread_mutex_unlock(&lock);
	return s;
}

hsa_status_t hsa_signal_create(hsa_signal_value_t initial_value, uint32_t num_consumers,
			       const hsa_agent_t *consumers, hsa_signal_t *signal)
{
	amd_signal_t *s;

	note_call();
	if (!machine())
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!signal || (num_consumers && !consumers))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	s = take_signal();
	if (!s)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	memset(s, 0, sizeof(*s));
	s->kind = AMD_SIGNAL_KIND_USER;
	set_value(s, initial_value);
	set_event(s);
	signal->handle = (uintptr_t)s;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_signal_create(hsa_signal_value_t initial_value, uint32_t num_consumers,
				   const hsa_agent_t *consumers, uint64_t attributes,
				   hsa_signal_t *signal)
{
	if (attributes & HSA_AMD_SIGNAL_IPC) {
		say_unsupported("hsa_amd_signal_create for several processes");
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	return hsa_signal_create(initial_value, num_consumers, consumers, signal);
}

hsa_status_t hsa_signal_destroy(hsa_signal_t signal)
{
	amd_signal_t *s = signal_of(signal);

	if (!s)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (s->kind == AMD_SIGNAL_KIND_INVALID)
		return HSA_STATUS_ERROR_INVALID_SIGNAL;
	pthread_mutex_lock(&lock);
	s->kind = AMD_SIGNAL_KIND_INVALID;
	s->queue_ptr = (amd_queue_t *)free_signals;
	free_signals = s;
	pthread_mutex_unlock(&lock);
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_signal_value_pointer(hsa_signal_t signal,
					  volatile hsa_signal_value_t **value_ptr)
{
	if (!signal.handle || !value_ptr)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	*value_ptr = &signal_of(signal)->value;
	return HSA_STATUS_SUCCESS;
}

hsa_signal_value_t hsa_signal_load_relaxed(hsa_signal_t signal)
{
	note_call();
	return signal_value(signal);
}

hsa_signal_value_t hsa_signal_load_scacquire(hsa_signal_t signal)
{
	note_call();
	return signal_value(signal);
}

/* A store to a queue's doorbell says which packet was the last to be written. */
static void store(hsa_signal_t signal, hsa_signal_value_t value)
{
	amd_signal_t *s = signal_of(signal);

	if (s->kind == AMD_SIGNAL_KIND_DOORBELL) {
		note_submission();
		work_add_packets((struct queue *)s->queue_ptr, (uint64_t)value + 1);
		return;
	}
	note_call();
	set_value(s, value);
	bell_ring(BELL_SIGNAL);
}

void hsa_signal_store_relaxed(hsa_signal_t signal, hsa_signal_value_t value)
{
	store(signal, value);
}

void hsa_signal_store_screlease(hsa_signal_t signal, hsa_signal_value_t value)
{
	store(signal, value);
}

void hsa_signal_silent_store_relaxed(hsa_signal_t signal, hsa_signal_value_t value)
{
	set_value(signal_of(signal), value);
}

static void add(hsa_signal_t signal, hsa_signal_value_t value)
{
	add_value(signal_of(signal), value);
	bell_ring(BELL_SIGNAL);
}

void hsa_signal_add_relaxed(hsa_signal_t signal, hsa_signal_value_t value)
{
	add(signal, value);
}

void hsa_signal_subtract_relaxed(hsa_signal_t signal, hsa_signal_value_t value)
{
	add(signal, -value);
}

void signal_complete(hsa_signal_t signal, uint64_t begin_ns, uint64_t end_ns)
{
	if (!signal.handle)
		return;
	signal_of(signal)->start_ts = begin_ns;
	signal_of(signal)->end_ts = end_ns;
	add(signal, -1);
}

bool condition_holds(hsa_signal_condition_t condition, int64_t value, int64_t compared)
{
	switch (condition) {
	case HSA_SIGNAL_CONDITION_EQ:
		return value == compared;
	case HSA_SIGNAL_CONDITION_NE:
		return value != compared;
	case HSA_SIGNAL_CONDITION_LT:
		return value < compared;
	case HSA_SIGNAL_CONDITION_GTE:
		return value >= compared;
	default:
		return true;
	}
}

hsa_signal_value_t hsa_signal_wait_scacquire(hsa_signal_t signal, hsa_signal_condition_t condition,
					     hsa_signal_value_t compare_value,
					     uint64_t timeout_hint, hsa_wait_state_t state)
{
	uint64_t begin = host_ns(), since = 0;

	(void)state;
	note_call();
	note_wait(signal, condition, compare_value);
	for (uint64_t sleep = POLL_FIRST_NS;; sleep = poll_next_ns(sleep)) {
		uint32_t seen = bell_read(BELL_SIGNAL);
		int64_t value = signal_look(signal, &since);
		uint64_t waited = host_ns() - begin;

		if (condition_holds(condition, value, compare_value) || waited >= timeout_hint) {
			note_wait_over();
			return value;
		}
		if (waited > SOON_NS || !bell_comes_soon(BELL_SIGNAL, seen))
			bell_wait(BELL_SIGNAL, seen,
				  sleep < timeout_hint - waited ? sleep : timeout_hint - waited);
	}
}

hsa_status_t hsa_amd_profiling_get_dispatch_time(hsa_agent_t agent, hsa_signal_t signal,
						 hsa_amd_profiling_dispatch_time_t *time)
{
	if (agent.handle != AGENT_GPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (!signal.handle || !time)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	time->start = signal_of(signal)->start_ts;
	time->end = signal_of(signal)->end_ts;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_profiling_get_async_copy_time(hsa_signal_t signal,
						   hsa_amd_profiling_async_copy_time_t *time)
{
	if (!signal.handle || !time)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	time->start = signal_of(signal)->start_ts;
	time->end = signal_of(signal)->end_ts;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_profiling_async_copy_enable(bool enable)
{
	(void)enable;
	return HSA_STATUS_SUCCESS;
}
