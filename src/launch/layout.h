/*
 * What a runtime lays out in memory for a launch, as the AMD HSA ABI has it: the AQL kernel
 * dispatch packet, the queue, and the hidden arguments behind a kernel's own (LLVM's AMDGPU user
 * guide, "Kernel Dispatch").
 */
#ifndef LAUNCH_LAYOUT_H
#define LAUNCH_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "isa/object/code_object.h"

/* High halves of the flat apertures, as the ROCm driver sets them on this GPU. */
#define APERTURE_LDS_HI 0x10000u
#define APERTURE_PRIVATE_HI 0x20000u

/* Fields of the packet and of amd_queue_t that compiled code reads, in bytes. */
enum {
	PACKET_SETUP = 2,
	PACKET_WORKGROUP_SIZE = 4,
	PACKET_GRID_SIZE = 12,
	PACKET_PRIVATE_SIZE = 24,
	PACKET_GROUP_SIZE = 28,
	PACKET_KERNEL_OBJECT = 32,
	PACKET_KERNARG_ADDRESS = 40,
	PACKET_BYTES = 64,
	QUEUE_GROUP_APERTURE_HI = 0x40,
	QUEUE_PRIVATE_APERTURE_HI = 0x44,
	QUEUE_BYTES = 256,
};

struct layout {
	unsigned dims;
	uint32_t grid[3], workgroup[3]; /* work-items */
	uint64_t offset[3];             /* global offset */
	uint32_t lds_bytes;             /* static and dynamic */
	uint32_t dynamic_lds_bytes;
	uint32_t private_bytes;                 /* per work-item */
	uint64_t kernel_object, kernarg, queue; /* simulated addresses */
	uint64_t printf_buffer;                 /* likewise; 0: none */
};

void layout_packet(const struct layout *l, uint8_t packet[PACKET_BYTES]);
void layout_queue(uint8_t queue[QUEUE_BYTES]);
/* The hidden arguments of the kernel, where its metadata has them. */
void layout_hidden(const struct layout *l, const struct kernel *kernel, uint8_t *kernarg);

/* Little-endian, at most eight bytes of the value. */
void layout_put(uint8_t *area, size_t offset, uint64_t value, size_t bytes);

/* A __local argument follows the LDS that is taken already, aligned for the widest LDS access. */
static inline uint32_t layout_lds_align(uint32_t bytes)
{
	return (bytes + 15) & ~15u;
}

#endif
