/* Copies and fills, as buffers and shared virtual memory both have them. */
#ifndef RUNTIME_OPENCL_TRANSFERS_H
#define RUNTIME_OPENCL_TRANSFERS_H

#include "runtime/opencl/opencl.h"

/* One end of a copy: rows and slices begin so many bytes apart. */
struct plane {
	cl_mem memory; /* NULL: no buffer */
	uint8_t *at;
	size_t row, slice;
};

/* region: bytes of a row, rows, slices. */
struct copy {
	cl_command_type type;
	enum copy_direction direction;
	struct plane to, from;
	size_t region[3];
	bool is_blocking;
};
cl_int transfer_copy(cl_command_queue q, const struct copy *copy, cl_uint wait_count,
		     const cl_event *waits, cl_event *event);

enum { PATTERN_MOST_BYTES = 128 };
struct fill {
	cl_command_type type;
	struct plane to;
	uint8_t pattern[PATTERN_MOST_BYTES];
	size_t pattern_bytes, bytes;
};
/* Checks the pattern, too. */
cl_int transfer_fill(cl_command_queue q, const struct fill *fill, const void *pattern,
		     cl_uint wait_count, const cl_event *waits, cl_event *event);

#endif
