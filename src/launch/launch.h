/*
 * A kernel launch as a host program asks for it: which kernel, over which grid, with which
 * arguments. Plain data; the driver turns it into dispatch packet, kernarg segment and workgroups.
 */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LAUNCH_MAX_ARGS = 64, LAUNCH_MAX_VALUE = 128 };

/*
 * What a program says of a buffer where its pages come on demand. Prefetch: they are on their way
 * before anybody asks; host: they stay in host memory, and are mapped there when they are asked
 * for; gpu, read mostly: they come, also where others would be mapped; pinned: they are mapped in
 * host memory from the beginning.
 */
enum buffer_hint {
	HINT_NONE,
	HINT_PREFETCH,
	HINT_HOST,
	HINT_GPU,
	HINT_READ_MOSTLY,
	HINT_PINNED,
	HINT_COUNT
};

/* "prefetch"; HINT_COUNT when there is none of that name. */
extern const char *const buffer_hint_names[HINT_COUNT];
enum buffer_hint buffer_hint_find(const char *name);

/* A buffer of the host program: host memory that the GPU sees at a simulated virtual address. */
struct buffer {
	char name[40];
	uint64_t address; /* simulated */
	uint64_t bytes;
	uint64_t reach; /* bytes that kernels may touch, all of them at host: no less than bytes */
	void *host;
	uint8_t *written; /* where kernels note which bytes they wrote; NULL: nobody asks */
	bool borrowed;    /* host is somebody else's */
	bool mapped;      /* pages of a timed machine stand for it */
	uint8_t hint;     /* enum buffer_hint */
};

enum launch_arg_kind { LAUNCH_BUFFER, LAUNCH_VALUE, LAUNCH_LOCAL };

struct launch_arg {
	enum launch_arg_kind kind;
	uint32_t bytes;              /* of a value, or of the LDS behind a __local pointer */
	const struct buffer *buffer; /* NULL for a null pointer */
	uint8_t value[LAUNCH_MAX_VALUE];
};

/*
 * A launch whose packet and arguments a runtime has laid out itself, in memory that the kernel
 * sees: the addresses are simulated. Of the launch only the shape counts then.
 */
struct ready_launch {
	size_t code, kernel; /* which of the process's code objects, and which of its kernels */
	uint64_t packet;     /* 0: the launch is as its arguments say */
	uint64_t queue, kernarg;
	uint32_t lds_bytes, private_bytes; /* what the packet asks for, at least the kernel's own */
	uint64_t after_cycles;             /* that pass on a timed machine before it begins */
};

struct launch {
	char kernel[128];
	unsigned dims;
	uint32_t grid[3];      /* work-items; need not be a multiple of the workgroup */
	uint32_t workgroup[3]; /* work-items */
	uint64_t offset[3];    /* global offset */
	struct launch_arg args[LAUNCH_MAX_ARGS];
	size_t arg_count;
	struct ready_launch ready;
};

/* Building a launch: start, then the arguments in the kernel's order. */
void launch_1d(struct launch *l, const char *kernel, uint32_t grid, uint32_t workgroup);
void launch_2d(struct launch *l, const char *kernel, uint32_t grid_x, uint32_t grid_y,
	       uint32_t workgroup_x, uint32_t workgroup_y);
void launch_3d(struct launch *l, const char *kernel, const uint32_t grid[3],
	       const uint32_t workgroup[3]);
void launch_buffer(struct launch *l, const struct buffer *buffer);
void launch_value(struct launch *l, const void *value, uint32_t bytes);
void launch_i32(struct launch *l, int32_t value);
void launch_u32(struct launch *l, uint32_t value);
void launch_i64(struct launch *l, int64_t value);
void launch_f32(struct launch *l, float value);
void launch_f64(struct launch *l, double value);
void launch_local(struct launch *l, uint32_t bytes);

/*
 * Whether a kernel can have this grid at all: dimensions, nothing empty, no more workgroups than
 * can be counted. False with one line that calls the kernel `name`.
 */
struct error;
bool launch_check_shape(const struct launch *l, const char *name, struct error *err);

/* Workgroups in a dimension of a shape that is possible. */
static inline uint64_t launch_groups(const struct launch *l, unsigned d)
{
	return d < l->dims ? ((uint64_t)l->grid[d] + l->workgroup[d] - 1) / l->workgroup[d] : 1;
}

/* The smallest multiple of the workgroup that holds so many work-items. */
static inline uint32_t launch_round_up(size_t items, uint32_t workgroup)
{
	return (uint32_t)((items + workgroup - 1) / workgroup * workgroup);
}

#endif
