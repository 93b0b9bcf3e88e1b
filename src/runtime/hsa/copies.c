/* Copies and fills: the host moves the bytes, the machine says how long that takes. */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

static enum copy_direction direction_of(const void *to, const void *from)
{
	/* By where the bytes lie: the agents that HIP names are not always theirs. */
	if (!is_device_memory(to))
		return COPY_TO_HOST;
	return is_device_memory(from) ? COPY_ON_DEVICE : COPY_TO_DEVICE;
}

bool copy_is_ready(const struct copy *copy)
{
	for (uint32_t i = 0; i < copy->dependency_count; i++)
		if (signal_value(copy->dependencies[i]) != 0)
			return false;
	return true;
}

static void fill_row(char *to, size_t bytes, uint32_t value)
{
	for (size_t i = 0; i + 4 <= bytes; i += 4)
		memcpy(to + i, &value, 4);
}

void copy_run(const struct copy *copy)
{
	struct gpu_done done;

	for (size_t z = 0; z < copy->slices; z++)
		for (size_t y = 0; y < copy->rows; y++) {
			char *to = copy->to + z * copy->to_slice + y * copy->to_row;

			if (copy->is_fill)
				fill_row(to, copy->bytes, copy->fill);
			else
				memmove(to, copy->from + z * copy->from_slice + y * copy->from_row,
					copy->bytes);
		}
	gpu_copy(copy->bytes * copy->rows * copy->slices,
		 direction_of(copy->to, copy->is_fill ? copy->to : copy->from), &done);
	free(copy->dependencies);
	signal_complete(copy->completion, done.begin_ns, done.end_ns);
}

static hsa_signal_t *keep(uint32_t count, const hsa_signal_t *signals)
{
	hsa_signal_t *kept = count ? xmalloc(count * sizeof(*kept)) : NULL;

	if (count)
		memcpy(kept, signals, count * sizeof(*kept));
	return kept;
}

hsa_status_t hsa_amd_memory_async_copy(void *dst, hsa_agent_t dst_agent, const void *src,
				       hsa_agent_t src_agent, size_t size, uint32_t num_dep_signals,
				       const hsa_signal_t *dep_signals,
				       hsa_signal_t completion_signal)
{
	struct copy copy = {
		.to = dst,
		.from = src,
		.bytes = size,
		.rows = 1,
		.slices = 1,
		.dependency_count = num_dep_signals,
		.completion = completion_signal,
	};

	(void)dst_agent;
	(void)src_agent;
	if (!dst || !src || (num_dep_signals && !dep_signals))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	copy.dependencies = keep(num_dep_signals, dep_signals);
	note_submission();
	work_add_copy(&copy);
	return HSA_STATUS_SUCCESS;
}

static char *corner(const hsa_pitched_ptr_t *p, const hsa_dim3_t *offset)
{
	return (char *)p->base + offset->x + offset->y * p->pitch + offset->z * p->slice;
}

hsa_status_t
hsa_amd_memory_async_copy_rect(const hsa_pitched_ptr_t *dst, const hsa_dim3_t *dst_offset,
			       const hsa_pitched_ptr_t *src, const hsa_dim3_t *src_offset,
			       const hsa_dim3_t *range, hsa_agent_t copy_agent,
			       hsa_amd_copy_direction_t dir, uint32_t num_dep_signals,
			       const hsa_signal_t *dep_signals, hsa_signal_t completion_signal)
{
	struct copy copy;

	(void)dir;
	if (copy_agent.handle != AGENT_GPU)
		return HSA_STATUS_ERROR_INVALID_AGENT;
	if (!dst || !src || !dst_offset || !src_offset || !range ||
	    (num_dep_signals && !dep_signals))
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	copy = (struct copy){
		.to = corner(dst, dst_offset),
		.from = corner(src, src_offset),
		.bytes = range->x,
		.rows = range->y,
		.slices = range->z,
		.to_row = dst->pitch,
		.to_slice = dst->slice,
		.from_row = src->pitch,
		.from_slice = src->slice,
		.dependency_count = num_dep_signals,
		.dependencies = keep(num_dep_signals, dep_signals),
		.completion = completion_signal,
	};
	note_submission();
	work_add_copy(&copy);
	return HSA_STATUS_SUCCESS;
}

/* Submits the copy and waits for it. */
static hsa_status_t copy_now(struct copy *copy)
{
	hsa_status_t status = hsa_signal_create(1, 0, NULL, &copy->completion);

	if (status != HSA_STATUS_SUCCESS)
		return status;
	work_add_copy(copy);
	hsa_signal_wait_scacquire(copy->completion, HSA_SIGNAL_CONDITION_LT, 1, UINT64_MAX,
				  HSA_WAIT_STATE_BLOCKED);
	return hsa_signal_destroy(copy->completion);
}

hsa_status_t hsa_memory_copy(void *dst, const void *src, size_t size)
{
	struct copy copy = {.to = dst, .from = src, .bytes = size, .rows = 1, .slices = 1};

	if (!dst || !src)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return size ? copy_now(&copy) : HSA_STATUS_SUCCESS;
}

hsa_status_t hsa_amd_memory_fill(void *ptr, uint32_t value, size_t count)
{
	struct copy copy = {
		.to = ptr,
		.bytes = 4 * count,
		.rows = 1,
		.slices = 1,
		.is_fill = true,
		.fill = value,
	};

	if (!ptr || (uintptr_t)ptr % 4)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return count ? copy_now(&copy) : HSA_STATUS_SUCCESS;
}
