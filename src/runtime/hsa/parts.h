/*
 * What the files of the HSA runtime share. It stands in for ROCr below AMD's own HIP runtime: the
 * functions of hsa.h and hsa_ext_amd.h that libamdhip64.so.5 imports, on top of runtime/client.h.
 *
 * Threads: the program's own; one that runs packets and copies in the order in which they were
 * submitted (work.c), so that a run does not depend on the host's timing; one that calls handlers
 * of signals (handlers.c). Signals are plain memory that the GPU sees as well.
 */
#ifndef RUNTIME_HSA_PARTS_H
#define RUNTIME_HSA_PARTS_H

/* The library shows what these declare, and nothing else. */
#pragma GCC visibility push(default)
#include <hsa/amd_hsa_queue.h>
#include <hsa/amd_hsa_signal.h>
#include <hsa/hsa.h>
#include <hsa/hsa_ext_amd.h>
#include <hsa/hsa_ext_image.h>
#include <hsa/hsa_ven_amd_loader.h>
/* hsa.h has these without a prototype. */
hsa_status_t hsa_init(void);
hsa_status_t hsa_shut_down(void);
#pragma GCC visibility pop

#include "runtime/client.h"

/* Agents and pools are known by these handles. */
enum { AGENT_CPU = 1, AGENT_GPU = 2 };
enum pool {
	POOL_NONE,
	POOL_FINE,
	POOL_COARSE,
	POOL_KERNARG,
	POOL_VRAM,
	POOL_LDS,
	POOL_COUNT,
};

/* agents.c: what the GPU is; NULL before hsa_init. */
const struct gpu_info *machine(void);

/* pools.c: whether the GPU's own memory holds p. */
bool is_device_memory(const void *p);

/* names.c: for messages; kind when it is not known what the program called. */
void name_allocation(char *name, size_t bytes, const char *kind, size_t size);

/* locks.c: where the program sees what the GPU (or the program) knows as p. */
struct lock_range {
	char *host, *device;
	size_t bytes;
};
bool lock_find(const void *p, struct lock_range *range);

/* signals.c */
static inline amd_signal_t *signal_of(hsa_signal_t signal)
{
	return (amd_signal_t *)(uintptr_t)signal.handle; // NOLINT(performance-no-int-to-ptr)
}
static inline int64_t signal_value(hsa_signal_t signal)
{
	return __atomic_load_n(&signal_of(signal)->value, __ATOMIC_ACQUIRE);
}
/*
 * The value for who waits. What a kernel does to a signal shows when the machine stops next (it
 * calls the program, or ends), so that the program acts on it at the same point of simulated time
 * in every run. A kernel that never stops, but for what the program does about the signal, is not
 * waited for: *since (0 at first) is when the waiter saw the difference.
 */
int64_t signal_look(hsa_signal_t signal, uint64_t *since);
bool signals_init(void);
/* One less, at the given times; a null signal is ignored. */
void signal_complete(hsa_signal_t signal, uint64_t begin_ns, uint64_t end_ns);
bool condition_holds(hsa_signal_condition_t condition, int64_t value, int64_t compared);

/*
 * bell.c: where threads wait. A bell is rung after each change that somebody may wait for; several
 * bells, so that few are woken for nothing. The GPU changes signals without a ring, so who waits
 * for a signal looks again after a while in any case.
 */
enum bell {
	BELL_WORK,    /* something was submitted */
	BELL_SIGNAL,  /* a signal has changed, or a caller has come back (callers.c) */
	BELL_HANDLER, /* a handler is asked for */
	BELL_WAIT,    /* a thread waits for a signal, again */
	BELL_COUNT,
};
uint32_t bell_read(enum bell bell);
/* Returns when the bell was rung since `seen` was read, or after at most so many nanoseconds. */
void bell_wait(enum bell bell, uint32_t seen, uint64_t most_ns);
/* Whether it rings in a moment: shorter than it would take to fall asleep and be woken. */
bool bell_comes_soon(enum bell bell, uint32_t seen);
#define SOON_NS UINT64_C(20000)
void bell_ring(enum bell bell);
/* How long to sleep before looking again at memory that the GPU may write, the first time and the
 * next: a kernel that asks the host for something (printf) often asks again soon. */
#define POLL_FIRST_NS UINT64_C(50000)
static inline uint64_t poll_next_ns(uint64_t ns)
{
	return ns < UINT64_C(2000000) ? 2 * ns : ns;
}
/* Of the host; nothing that is simulated may depend on it. */
uint64_t host_ns(void);
/* A thread of the runtime's own, which takes none of the program's signals. */
bool thread_start(void *(*run)(void *data));

/* A signal that a kernel has changed, asking for the host with so much in M0; none: handle 0. */
hsa_signal_t signal_take_call(uint32_t what);

/* callers.c: what a thread of the program does, for handlers.c. */
struct caller;
struct caller *caller_self(void);
uint64_t caller_returns(const struct caller *c);
/* For functions that threads call often, and for those that submit work. */
void note_call(void);
void note_submission(void);

/* Around waiting for a signal. */
void note_wait(hsa_signal_t signal, hsa_signal_condition_t condition, int64_t value);
void note_wait_over(void);

/* Who looks after a signal: nobody, or somebody who has yet to see its value, or who has seen it
 * and done what there was to do. */
enum attention { ATTENTION_NONE, ATTENTION_DUE, ATTENTION_PAID };
enum attention callers_attention(hsa_signal_t signal);
enum attention handlers_attention(hsa_signal_t signal);

/* calls.c: lets the program serve kernels while they run. */
void calls_init(void);

/* queues.c */
struct queue {
	amd_queue_t amd; /* first: hsa_queue_t and amd_queue_t are found at its address */
	void (*callback)(hsa_status_t status, hsa_queue_t *source, void *data);
	void *data;
	uint64_t rung; /* packets before this number have been rung for */
	bool is_broken;
};
/* Reports through the queue's callback, which usually does not return. */
void queue_fail(struct queue *q, hsa_status_t status);

/* packets.c: false when the next packet of the queue waits for a signal. */
bool packet_is_ready(const struct queue *q);
/* Runs the next packet, which is ready; false when there is none. */
bool packet_run(struct queue *q);

/* copies.c */
struct copy {
	char *to;
	const char *from;
	size_t bytes, rows, slices; /* bytes of a row */
	size_t to_row, to_slice, from_row, from_slice;
	bool is_fill;
	uint32_t fill;
	uint32_t dependency_count;
	hsa_signal_t *dependencies; /* our own; copy_run frees them */
	hsa_signal_t completion;
};
bool copy_is_ready(const struct copy *copy);
void copy_run(const struct copy *copy);

/* work.c: the list of what was submitted, and the thread that does it. */
void work_add_packets(struct queue *q, uint64_t until);
void work_add_copy(const struct copy *copy);
/* Nothing of the queue is listed or runs any more. */
void work_forget(struct queue *q);

/* executables.c: the kernel whose descriptor lies at this address; NULL: none. */
const struct gpu_code *code_with_kernel(uint64_t kernel_object, size_t *kernel);

/* unsupported.c: says once on stderr that the function is not there. */
void say_unsupported(const char *function);

#endif
