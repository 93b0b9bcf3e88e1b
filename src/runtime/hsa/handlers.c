/* Functions that are called once a signal has some value, on a thread of their own. */
#include <pthread.h>
#include <stdlib.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

struct handler {
	hsa_signal_t signal;
	hsa_signal_condition_t condition;
	hsa_signal_value_t value;
	hsa_amd_signal_handler call;
	void *data;
	const struct caller *caller; /* who asked, and how often it had come back by then */
	uint64_t returns;
	uint64_t ready_since;  /* on the host's clock; 0: not yet */
	uint64_t hidden_since; /* see signal_look */
	struct handler *next;
};

/* Nothing says that a thread calls the runtime again. */
static const uint64_t patience_ns = 20 * 1000 * 1000;

/* In the order in which they were asked for. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handler *handlers, **last = &handlers;
static bool has_thread;

static void append(struct handler *h)
{
	pthread_mutex_lock(&lock);
	h->next = NULL;
	*last = h;
	last = &h->next;
	pthread_mutex_unlock(&lock);
}

static bool is_callable(struct handler *h, int64_t value)
{
	if (!h->signal.handle)
		return true;
	if (!condition_holds(h->condition, value, h->value)) {
		h->ready_since = 0;
		return false;
	}
	if (!h->ready_since)
		h->ready_since = host_ns();
	return caller_returns(h->caller) > h->returns || host_ns() - h->ready_since > patience_ns;
}

/* Takes the first one out whose signal has its value; NULL: none has. */
static struct handler *take_ready(int64_t *value)
{
	struct handler *found = NULL;

	pthread_mutex_lock(&lock);
	for (struct handler **at = &handlers; *at && !found; at = &(*at)->next) {
		struct handler *h = *at;

		*value = h->signal.handle ? signal_look(h->signal, &h->hidden_since) : 0;
		if (!is_callable(h, *value))
			continue;
		found = h;
		*at = h->next;
		if (!h->next)
			last = at;
		break;
	}
	pthread_mutex_unlock(&lock);
	return found;
}

static bool is_empty(void)
{
	bool empty;

	pthread_mutex_lock(&lock);
	empty = !handlers;
	pthread_mutex_unlock(&lock);
	return empty;
}

static void *serve(void *unused)
{
	uint64_t sleep = POLL_FIRST_NS;

	(void)unused;
	for (;;) {
		uint32_t asked = bell_read(BELL_HANDLER), changed = bell_read(BELL_SIGNAL);
		int64_t value;
		struct handler *h = take_ready(&value);

		sleep = h ? POLL_FIRST_NS : poll_next_ns(sleep);
		if (!h && is_empty())
			bell_wait(BELL_HANDLER, asked, UINT64_C(1000000000));
		else if (!h)
			bell_wait(BELL_SIGNAL, changed, sleep);
		else if (h->call(value, h->data))
			append(h); /* it wants to be called again */
		else
			free(h);
	}
	return NULL;
}

static bool start(void)
{
	bool ok;

	pthread_mutex_lock(&lock);
	has_thread = has_thread || thread_start(serve);
	ok = has_thread;
	pthread_mutex_unlock(&lock);
	return ok;
}

hsa_status_t hsa_amd_signal_async_handler(hsa_signal_t signal, hsa_signal_condition_t cond,
					  hsa_signal_value_t value, hsa_amd_signal_handler handler,
					  void *arg)
{
	struct handler *h;

	if (!machine())
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!handler)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (!start())
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	h = xmalloc(sizeof(*h));
	*h = (struct handler){
		.signal = signal,
		.condition = cond,
		.value = value,
		.call = handler,
		.data = arg,
		.caller = caller_self(),
	};
	note_call();
	h->returns = caller_returns(h->caller);
	append(h);
	bell_ring(BELL_HANDLER);
	bell_ring(BELL_SIGNAL); /* the thread may wait for another handler's signal */
	return HSA_STATUS_SUCCESS;
}

enum attention handlers_attention(hsa_signal_t signal)
{
	enum attention attention = ATTENTION_NONE;

	pthread_mutex_lock(&lock);
	for (const struct handler *h = handlers; h; h = h->next)
		if (h->signal.handle == signal.handle)
			attention = condition_holds(h->condition, signal_value(signal), h->value)
					    ? ATTENTION_DUE
					    : ATTENTION_PAID;
	pthread_mutex_unlock(&lock);
	return attention;
}
