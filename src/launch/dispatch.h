/*
 * One kernel launch in the terms of the AMD HSA ABI: dispatch packet, kernarg segment with hidden
 * arguments, LDS and scratch needs, and the initial registers of each wavefront. Knows nothing of
 * time and of who runs the workgroups.
 */
#ifndef LAUNCH_DISPATCH_H
#define LAUNCH_DISPATCH_H

#include "base/error.h"
#include "isa/exec/wavefront.h"
#include "isa/object/code_object.h"
#include "launch/launch.h"
#include "launch/layout.h"

/* Where things lie in the simulated virtual address space (buffers: workload.h). */
#define ADDRESS_CODE UINT64_C(0x0000000100000000)
#define ADDRESS_RUNTIME UINT64_C(0x0000000200000000)
#define ADDRESS_SCRATCH UINT64_C(0x0000000400000000)

enum {
	WORKGROUP_MAX_ITEMS = 1024,
	WORKGROUP_MAX_WAVES = WORKGROUP_MAX_ITEMS / WAVE_LANES,
	LDS_MAX_BYTES = 64 * 1024,
	LDS_GRANULE_BYTES = 512, /* in which gfx803 allocates it, and checks addresses */
};

/* What a dispatch needs in simulated memory; mapped as one region at ADDRESS_RUNTIME. */
struct runtime_area {
	uint8_t packet[PACKET_BYTES];
	uint8_t queue[QUEUE_BYTES];
	uint8_t kernarg[4096];
};

struct dispatch {
	const struct kernel *kernel;
	struct program *program;
	struct memory *memory;
	uint32_t grid[3], workgroup[3], groups[3];
	unsigned dims;
	uint32_t lds_bytes;              /* static and dynamic */
	uint32_t private_bytes;          /* per work-item, a multiple of 4 */
	uint32_t private_slots;          /* wave slots of a SIMD that have private memory; 0: all */
	uint64_t packet, queue, kernarg; /* simulated addresses */
	const struct wave_host *host;    /* may be NULL, as in struct wavefront */
	bool hardware_barriers;          /* an ended wavefront is not waited for; emulator.h */
};

/*
 * Checks the launch against the kernel, fills area and d. The area must be mapped at
 * ADDRESS_RUNTIME; the program's image lies at program->base. False with one line when the launch
 * is not possible.
 */
bool dispatch_init(struct dispatch *d, const struct kernel *kernel, const struct launch *launch,
		   struct program *program, struct memory *memory, struct runtime_area *area,
		   struct error *err);

static inline uint64_t dispatch_group_count(const struct dispatch *d)
{
	return (uint64_t)d->groups[0] * d->groups[1] * d->groups[2];
}

/* Scratch that one wavefront needs. */
static inline uint64_t dispatch_scratch_bytes(const struct dispatch *d)
{
	return (uint64_t)d->private_bytes * WAVE_LANES;
}

/* Sets the ids of workgroup number `index` (x fastest); returns how many wavefronts it has. */
unsigned dispatch_workgroup(const struct dispatch *d, uint64_t index, struct workgroup *group);

/*
 * Puts wavefront number `id` of the group into its initial state. w->v must have room for
 * dispatch_vgprs registers; scratch_slot says which piece of the area at ADDRESS_SCRATCH it has.
 */
void dispatch_wavefront(const struct dispatch *d, struct workgroup *group, unsigned id,
			uint32_t scratch_slot, struct wavefront *w);

/* VGPRs to allocate: what the kernel declares. */
static inline unsigned dispatch_vgprs(const struct dispatch *d)
{
	return d->kernel->vgprs;
}

#endif
