/* What an AQL packet does: a kernel, or a barrier that waits for signals. */
#include <stdio.h>
#include <string.h>

#include "runtime/hsa/parts.h"

union packet {
	uint16_t header;
	hsa_kernel_dispatch_packet_t kernel;
	hsa_barrier_and_packet_t barrier; /* the barrier-or packet has the same layout */
	hsa_amd_barrier_value_packet_t value;
};

static union packet *next_packet(const struct queue *q)
{
	const hsa_queue_t *h = &q->amd.hsa_queue;

	return (union packet *)h->base_address + (q->amd.read_dispatch_id & (h->size - 1));
}

static unsigned packet_type(const union packet *p)
{
	uint16_t header = __atomic_load_n(&p->header, __ATOMIC_ACQUIRE);

	return (header >> HSA_PACKET_HEADER_TYPE) & ((1u << HSA_PACKET_HEADER_WIDTH_TYPE) - 1);
}

static bool barrier_is_ready(const hsa_barrier_and_packet_t *p, bool is_or)
{
	bool has_any = false;

	for (int i = 0; i < 5; i++) {
		if (!p->dep_signal[i].handle)
			continue;
		has_any = true;
		if ((signal_value(p->dep_signal[i]) == 0) == is_or)
			return is_or;
	}
	return !is_or || !has_any;
}

static bool value_is_ready(const hsa_amd_barrier_value_packet_t *p)
{
	return p->header.AmdFormat != HSA_AMD_PACKET_TYPE_BARRIER_VALUE || !p->signal.handle ||
	       condition_holds((hsa_signal_condition_t)p->cond, signal_value(p->signal) & p->mask,
			       p->value);
}

bool packet_is_ready(const struct queue *q)
{
	const union packet *p = next_packet(q);

	switch (packet_type(p)) {
	case HSA_PACKET_TYPE_BARRIER_AND:
		return barrier_is_ready(&p->barrier, false);
	case HSA_PACKET_TYPE_BARRIER_OR:
		return barrier_is_ready(&p->barrier, true);
	case HSA_PACKET_TYPE_VENDOR_SPECIFIC:
		return value_is_ready(&p->value);
	default:
		return true;
	}
}

static hsa_status_t status_of(const struct gpu_done *done)
{
	switch (done->status) {
	case DONE_OK:
		return HSA_STATUS_SUCCESS;
	case DONE_FAULT:
		/* Nothing but the words says what happened, and the program gets no more either. */
		return strstr(done->why, "unmapped address")
			       ? (hsa_status_t)HSA_STATUS_ERROR_MEMORY_FAULT
			       : HSA_STATUS_ERROR_EXCEPTION;
	case DONE_REFUSED:
		return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
	default:
		return HSA_STATUS_ERROR;
	}
}

static hsa_status_t launch(struct queue *q, const hsa_kernel_dispatch_packet_t *p,
			   struct gpu_done *done)
{
	size_t kernel;
	const struct gpu_code *code = code_with_kernel(p->kernel_object, &kernel);

	if (!code) {
		fprintf(stderr, "warpwalk: a packet launches a kernel at 0x%llx, where none is\n",
			(unsigned long long)p->kernel_object);
		return HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
	}
	gpu_launch(code, kernel, p, &q->amd, done);
	return status_of(done);
}

static bool is_barrier(const union packet *p)
{
	unsigned type = packet_type(p);

	return type == HSA_PACKET_TYPE_BARRIER_AND || type == HSA_PACKET_TYPE_BARRIER_OR ||
	       (type == HSA_PACKET_TYPE_VENDOR_SPECIFIC &&
		p->value.header.AmdFormat == HSA_AMD_PACKET_TYPE_BARRIER_VALUE);
}

bool packet_run(struct queue *q)
{
	union packet *p = next_packet(q);
	struct gpu_done done = {.begin_ns = gpu_now(), .end_ns = gpu_now()};
	hsa_status_t status = HSA_STATUS_SUCCESS;
	hsa_signal_t completion;

	if (q->is_broken || packet_type(p) == HSA_PACKET_TYPE_INVALID)
		return false;
	if (packet_type(p) == HSA_PACKET_TYPE_KERNEL_DISPATCH)
		status = launch(q, &p->kernel, &done);
	else if (!is_barrier(p))
		status = HSA_STATUS_ERROR_INVALID_PACKET_FORMAT;
	if (status != HSA_STATUS_SUCCESS) {
		queue_fail(q, status);
		return false;
	}
	/* The slot is the program's again before anybody can know that the packet is done. */
	completion = p->kernel.completion_signal;
	__atomic_store_n(&p->header, HSA_PACKET_TYPE_INVALID << HSA_PACKET_HEADER_TYPE,
			 __ATOMIC_RELEASE);
	__atomic_fetch_add(&q->amd.read_dispatch_id, 1, __ATOMIC_RELEASE);
	signal_complete(completion, done.begin_ns, done.end_ns);
	return true;
}
