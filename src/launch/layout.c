/* Packet, queue and hidden arguments; see layout.h. */
#include "launch/layout.h"

#include <string.h>

void layout_put(uint8_t *area, size_t offset, uint64_t value, size_t bytes)
{
	memcpy(area + offset, &value, bytes < sizeof(value) ? bytes : sizeof(value));
}

static uint64_t hidden_value(const struct layout *l, enum arg_kind kind)
{
	switch (kind) {
	case ARG_HIDDEN_GLOBAL_OFFSET_X:
	case ARG_HIDDEN_GLOBAL_OFFSET_Y:
	case ARG_HIDDEN_GLOBAL_OFFSET_Z:
		return l->offset[kind - ARG_HIDDEN_GLOBAL_OFFSET_X];
	case ARG_HIDDEN_BLOCK_COUNT_X: /* counts complete workgroups only */
	case ARG_HIDDEN_BLOCK_COUNT_Y:
	case ARG_HIDDEN_BLOCK_COUNT_Z:
		return l->grid[kind - ARG_HIDDEN_BLOCK_COUNT_X] /
		       l->workgroup[kind - ARG_HIDDEN_BLOCK_COUNT_X];
	case ARG_HIDDEN_GROUP_SIZE_X:
	case ARG_HIDDEN_GROUP_SIZE_Y:
	case ARG_HIDDEN_GROUP_SIZE_Z:
		return l->workgroup[kind - ARG_HIDDEN_GROUP_SIZE_X];
	case ARG_HIDDEN_REMAINDER_X:
	case ARG_HIDDEN_REMAINDER_Y:
	case ARG_HIDDEN_REMAINDER_Z:
		return l->grid[kind - ARG_HIDDEN_REMAINDER_X] %
		       l->workgroup[kind - ARG_HIDDEN_REMAINDER_X];
	case ARG_HIDDEN_GRID_DIMS:
		return l->dims;
	case ARG_HIDDEN_PRIVATE_BASE:
		return APERTURE_PRIVATE_HI;
	case ARG_HIDDEN_SHARED_BASE:
		return APERTURE_LDS_HI;
	case ARG_HIDDEN_PRINTF_BUFFER:
		return l->printf_buffer;
	case ARG_HIDDEN_QUEUE_PTR:
		return l->queue;
	case ARG_HIDDEN_DYNAMIC_LDS_SIZE:
		return l->dynamic_lds_bytes;
	default:
		return 0;
	}
}

void layout_hidden(const struct layout *l, const struct kernel *kernel, uint8_t *kernarg)
{
	for (size_t i = 0; i < kernel->arg_count; i++) {
		const struct kernel_arg *arg = &kernel->args[i];

		if (arg_is_hidden(arg->kind))
			layout_put(kernarg, arg->offset, hidden_value(l, arg->kind), arg->size);
	}
}

void layout_queue(uint8_t queue[QUEUE_BYTES])
{
	layout_put(queue, QUEUE_GROUP_APERTURE_HI, APERTURE_LDS_HI, 4);
	layout_put(queue, QUEUE_PRIVATE_APERTURE_HI, APERTURE_PRIVATE_HI, 4);
}

void layout_packet(const struct layout *l, uint8_t packet[PACKET_BYTES])
{
	layout_put(packet, PACKET_SETUP, l->dims, 2);
	for (unsigned i = 0; i < 3; i++) {
		layout_put(packet, PACKET_WORKGROUP_SIZE + 2 * i, l->workgroup[i], 2);
		layout_put(packet, PACKET_GRID_SIZE + 4 * i, l->grid[i], 4);
	}
	layout_put(packet, PACKET_PRIVATE_SIZE, l->private_bytes, 4);
	layout_put(packet, PACKET_GROUP_SIZE, l->lds_bytes, 4);
	layout_put(packet, PACKET_KERNEL_OBJECT, l->kernel_object, 8);
	layout_put(packet, PACKET_KERNARG_ADDRESS, l->kernarg, 8);
}
