/*
 * The program's side of program/protocol.h, which the HSA and the OpenCL runtime share: memory that
 * the program and the simulated GPU both see, code objects, launches, and the simulated clock. All
 * functions may be called from any thread.
 */
#ifndef RUNTIME_CLIENT_H
#define RUNTIME_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/object/code_object.h"
#include "program/protocol.h"

struct gpu_info {
	uint64_t page_bytes, memory_bytes;
	uint32_t cus, lds_bytes, clock_khz;
	bool is_timed;
};

/* Connects the first time. NULL, and once a line on stderr, when the program does not run under
 * `warpwalk exec` or has been forked off one that does. */
const struct gpu_info *gpu_open(void);

/* Zero-filled, at least so aligned, visible to the GPU at the same address; NULL: no room. The name
 * stands in messages about faults. The same calls give the same addresses in every run. */
void *gpu_allocate(size_t bytes, size_t align, const char *name);
/* False: no allocation begins there. */
bool gpu_free(void *p);

/* The allocation that holds p; false: none does. A shared range (gpu_share) is found by either of
 * its addresses, and base is its address for the GPU. */
struct gpu_range {
	void *base; /* for the GPU */
	void *host; /* for the program; the same unless shared */
	size_t bytes;
	bool is_shared;
};
bool gpu_find(const void *p, struct gpu_range *range);

/* Makes memory of the program's own visible to the GPU, at the address that is returned (NULL: not
 * possible); the program goes on using it where it is. */
void *gpu_share(void *host, size_t bytes, const char *name);
/* By either address. */
bool gpu_unshare(void *host);

/* A code object at its place. */
struct gpu_code {
	uint64_t number;        /* for launches */
	uint8_t *image;         /* relocated, at the address that the GPU sees */
	struct code_object *co; /* kernels[i].descriptor and .entry are offsets in the image */
};

/* False with one line in why. */
bool gpu_load(const void *elf, size_t bytes, struct gpu_code *code, char *why, size_t why_bytes);
void gpu_unload(struct gpu_code *code);

/* How a launch or copy went: simulated nanoseconds since the machine began. */
struct gpu_done {
	enum done_status status;
	uint64_t begin_ns, end_ns;
	char why[1024];
};

/* Runs kernel number `kernel` of the code object to its end. packet (64 bytes, AQL kernel dispatch,
 * with kernarg address, group and private segment sizes) and queue (amd_queue_t) lie in memory of
 * gpu_allocate. Everything that was written to shared memory before is seen, and what the kernel
 * wrote is there when it returns. */
void gpu_launch(const struct gpu_code *code, size_t kernel, const void *packet, const void *queue,
		struct gpu_done *done);

/*
 * A kernel may call the program while it runs (s_sendmsg): serve is called on the thread that
 * launched it, with what the kernel had in M0, and the machine stands still until it returns. What
 * is allocated meanwhile the kernel may use; what is freed goes when the launch has ended.
 */
void gpu_on_call(void (*serve)(uint32_t what));

/* Odd while the machine runs a launch: not before one, nor after, nor while it serves a call. */
uint64_t gpu_runs(void);

/* Tells the machine of a copy, which the caller does itself: it takes simulated time. */
void gpu_copy(uint64_t bytes, enum copy_direction direction, struct gpu_done *done);

/* Simulated nanoseconds as far as they are known: the end of the last launch or copy. */
uint64_t gpu_now(void);

#endif
