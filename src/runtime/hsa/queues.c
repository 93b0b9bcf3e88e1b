/* User-mode queues: amd_queue_t and its ring of AQL packets, in memory that the GPU sees. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/dispatch.h"
#include "runtime/hsa/parts.h"

static struct queue *queue_of(const hsa_queue_t *queue)
{
	return (struct queue *)(uintptr_t)queue;
}

static void fill_ring(void *ring, uint32_t packets)
{
	for (uint32_t i = 0; i < packets; i++)
		*(uint16_t *)((char *)ring + (size_t)i * PACKET_BYTES) = HSA_PACKET_TYPE_INVALID
									 << HSA_PACKET_HEADER_TYPE;
}

static void fill_queue(struct queue *q, uint32_t size, hsa_queue_type32_t type, void *ring,
		       hsa_signal_t doorbell)
{
	static uint64_t queues;

	q->amd.hsa_queue = (hsa_queue_t){
		.type = type,
		.features = HSA_QUEUE_FEATURE_KERNEL_DISPATCH,
		.base_address = ring,
		.doorbell_signal = doorbell,
		.size = size,
		.id = __atomic_fetch_add(&queues, 1, __ATOMIC_RELAXED),
	};
	q->amd.group_segment_aperture_base_hi = APERTURE_LDS_HI;
	q->amd.private_segment_aperture_base_hi = APERTURE_PRIVATE_HI;
	q->amd.max_cu_id = machine()->cus - 1;
	q->amd.queue_properties = AMD_QUEUE_PROPERTIES_IS_PTR64;
	q->amd.read_dispatch_id_field_base_byte_offset =
		(uint32_t)offsetof(amd_queue_t, read_dispatch_id);
	signal_of(doorbell)->kind = AMD_SIGNAL_KIND_DOORBELL;
	signal_of(doorbell)->queue_ptr = &q->amd;
}

hsa_status_t hsa_queue_create(hsa_agent_t agent, uint32_t size, hsa_queue_type32_t type,
			      void (*callback)(hsa_status_t, hsa_queue_t *, void *), void *data,
			      uint32_t private_segment_size, uint32_t group_segment_size,
			      hsa_queue_t **queue)
{
	hsa_signal_t doorbell;
	struct queue *q;
	void *ring;

	(void)private_segment_size;
	(void)group_segment_size;
	if (!machine())
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (agent.handle != AGENT_GPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (!queue || !size || size & (size - 1))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	q = gpu_allocate(sizeof(*q), 0, "queue");
	ring = gpu_allocate((size_t)size * PACKET_BYTES, 0, "packets of a queue");
	if (!q || !ring || hsa_signal_create(0, 0, NULL, &doorbell) != HSA_STATUS_SUCCESS) {
		if (q)
			gpu_free(q);
		if (ring)
			gpu_free(ring);
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	}
	fill_ring(ring, size);
	fill_queue(q, size, type, ring, doorbell);
	q->callback = callback;
	q->data = data;
	*queue = &q->amd.hsa_queue;
	return HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_queue_destroy(hsa_queue_t *queue)
{
	struct queue *q = queue_of(queue);

	if (!q)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	work_forget(q);
	hsa_signal_destroy(queue->doorbell_signal);
	gpu_free(queue->base_address);
	gpu_free(q);
	return HSA_STATUS_SUCCESS;
}

void queue_fail(struct queue *q, hsa_status_t status)
{
	q->is_broken = true;
	if (q->callback) {
		q->callback(status, &q->amd.hsa_queue, q->data);
		return;
	}
	/* Nobody would ever hear of it, and the program would wait for ever. */
	fprintf(stderr, "warpwalk: the program did not ask to be told of faults; it ends here\n");
	abort();
}

uint64_t hsa_queue_load_read_index_relaxed(const hsa_queue_t *queue)
{
	note_call();
	return __atomic_load_n(&queue_of(queue)->amd.read_dispatch_id, __ATOMIC_RELAXED);
}

uint64_t hsa_queue_load_read_index_scacquire(const hsa_queue_t *queue)
{
	note_call();
	return __atomic_load_n(&queue_of(queue)->amd.read_dispatch_id, __ATOMIC_ACQUIRE);
}

uint64_t hsa_queue_load_write_index_relaxed(const hsa_queue_t *queue)
{
	return __atomic_load_n(&queue_of(queue)->amd.write_dispatch_id, __ATOMIC_RELAXED);
}

uint64_t hsa_queue_add_write_index_screlease(const hsa_queue_t *queue, uint64_t value)
{
	note_call();
	return __atomic_fetch_add(&queue_of(queue)->amd.write_dispatch_id, value, __ATOMIC_RELEASE);
}

/* What follows changes how fast a real GPU is; here all queues are served in order. */

hsa_status_t hsa_amd_queue_set_priority(hsa_queue_t *queue, hsa_amd_queue_priority_t priority)
{
	(void)priority;
	return queue ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
}

hsa_status_t hsa_amd_queue_cu_set_mask(const hsa_queue_t *queue, uint32_t num_cu_mask_count,
				       const uint32_t *cu_mask)
{
	(void)num_cu_mask_count;
	(void)cu_mask;
	say_unsupported("hsa_amd_queue_cu_set_mask");
	return queue ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
}

hsa_status_t hsa_amd_profiling_set_profiler_enabled(hsa_queue_t *queue, int enable)
{
	(void)enable;
	return queue ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_QUEUE;
}
