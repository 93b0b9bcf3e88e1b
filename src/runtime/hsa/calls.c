/*
 * Kernels that call the program. They leave what they want in memory, change a signal and interrupt
 * the host; a thread of the program (HIP's listener for printf and malloc) waits for the signal,
 * serves what it finds, and waits again. The machine goes on when it has come so far.
 */
#include "runtime/hsa/parts.h"

/* Of a thread that has served before, and of one that may not have begun to wait. */
static const uint64_t patience_due_ns = UINT64_C(60) * 1000 * 1000 * 1000;
static const uint64_t patience_none_ns = 2000 * 1000 * 1000;
static const uint64_t poll_ns = 1000 * 1000;

static enum attention attention_of(hsa_signal_t signal)
{
	enum attention callers = callers_attention(signal), handlers = handlers_attention(signal);

	return callers > handlers ? callers : handlers;
}

static void wait_until_served(hsa_signal_t signal)
{
	uint64_t begin = host_ns();

	for (;;) {
		uint32_t seen = bell_read(BELL_WAIT);
		enum attention attention = attention_of(signal);
		uint64_t patience = attention == ATTENTION_DUE ? patience_due_ns : patience_none_ns;

		if (attention == ATTENTION_PAID || host_ns() - begin > patience)
			return;
		bell_wait(BELL_WAIT, seen, poll_ns);
	}
}

static void serve(uint32_t what)
{
	hsa_signal_t signal = signal_take_call(what);

	bell_ring(BELL_SIGNAL);
	for (; signal.handle; signal = signal_take_call(what))
		wait_until_served(signal);
}

void calls_init(void)
{
	gpu_on_call(serve);
}
