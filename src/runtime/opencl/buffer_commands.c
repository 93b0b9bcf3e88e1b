/* Reads, writes, copies and fills of buffers, whole or in rectangles. */
#include <string.h>

#include "runtime/opencl/transfers.h"

static cl_int check(cl_command_queue q, cl_mem m)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!object_is(m, OBJECT_MEMORY))
		return CL_INVALID_MEM_OBJECT;
	return m->context == q->context ? CL_SUCCESS : CL_INVALID_CONTEXT;
}

static bool host_reads(cl_mem m)
{
	return !(m->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS));
}

static bool host_writes(cl_mem m)
{
	return !(m->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS));
}

static struct plane plane_of(cl_mem m, size_t offset)
{
	return (struct plane){.memory = m, .at = m->at + offset};
}

static struct plane plane_at(const void *host)
{
	return (struct plane){.at = (uint8_t *)host};
}

cl_int clEnqueueReadBuffer(cl_command_queue q, cl_mem m, cl_bool is_blocking, size_t offset,
			   size_t bytes, void *host, cl_uint wait_count, const cl_event *waits,
			   cl_event *event)
{
	cl_int wrong = check(q, m);
	struct copy copy;

	if (wrong)
		return wrong;
	if (!host || !bytes || !memory_has(m, offset, bytes))
		return CL_INVALID_VALUE;
	if (!host_reads(m))
		return CL_INVALID_OPERATION;
	copy = (struct copy){.type = CL_COMMAND_READ_BUFFER,
			     .direction = COPY_TO_HOST,
			     .to = plane_at(host),
			     .from = plane_of(m, offset),
			     .region = {bytes, 1, 1},
			     .is_blocking = is_blocking};
	return transfer_copy(q, &copy, wait_count, waits, event);
}

cl_int clEnqueueWriteBuffer(cl_command_queue q, cl_mem m, cl_bool is_blocking, size_t offset,
			    size_t bytes, const void *host, cl_uint wait_count,
			    const cl_event *waits, cl_event *event)
{
	cl_int wrong = check(q, m);
	struct copy copy;

	if (wrong)
		return wrong;
	if (!host || !bytes || !memory_has(m, offset, bytes))
		return CL_INVALID_VALUE;
	if (!host_writes(m))
		return CL_INVALID_OPERATION;
	copy = (struct copy){.type = CL_COMMAND_WRITE_BUFFER,
			     .direction = COPY_TO_DEVICE,
			     .to = plane_of(m, offset),
			     .from = plane_at(host),
			     .region = {bytes, 1, 1},
			     .is_blocking = is_blocking};
	return transfer_copy(q, &copy, wait_count, waits, event);
}

cl_int clEnqueueCopyBuffer(cl_command_queue q, cl_mem from, cl_mem to, size_t from_offset,
			   size_t to_offset, size_t bytes, cl_uint wait_count,
			   const cl_event *waits, cl_event *event)
{
	cl_int wrong = check(q, from) ? check(q, from) : check(q, to);
	struct copy copy;

	if (wrong)
		return wrong;
	if (!bytes || !memory_has(from, from_offset, bytes) || !memory_has(to, to_offset, bytes))
		return CL_INVALID_VALUE;
	copy = (struct copy){.type = CL_COMMAND_COPY_BUFFER,
			     .direction = COPY_ON_DEVICE,
			     .to = plane_of(to, to_offset),
			     .from = plane_of(from, from_offset),
			     .region = {bytes, 1, 1}};
	if (copy.to.at < copy.from.at + bytes && copy.from.at < copy.to.at + bytes)
		return CL_MEM_COPY_OVERLAP;
	return transfer_copy(q, &copy, wait_count, waits, event);
}

cl_int clEnqueueFillBuffer(cl_command_queue q, cl_mem m, const void *pattern, size_t pattern_bytes,
			   size_t offset, size_t bytes, cl_uint wait_count, const cl_event *waits,
			   cl_event *event)
{
	cl_int wrong = check(q, m);
	struct fill fill;

	if (wrong)
		return wrong;
	if (!memory_has(m, offset, bytes))
		return CL_INVALID_VALUE;
	fill = (struct fill){.type = CL_COMMAND_FILL_BUFFER,
			     .to = plane_of(m, offset),
			     .pattern_bytes = pattern_bytes,
			     .bytes = bytes};
	return transfer_fill(q, &fill, pattern, wait_count, waits, event);
}

/* Rectangles */

/* Completes pitches that are 0 and moves to the origin; false: that is no rectangle. */
static bool place(struct plane *p, const size_t origin[3], const size_t region[3], size_t row,
		  size_t slice)
{
	p->row = row ? row : region[0];
	if (p->row < region[0])
		return false;
	p->slice = slice ? slice : region[1] * p->row;
	if (p->slice < region[1] * p->row)
		return false;
	p->at += origin[2] * p->slice + origin[1] * p->row + origin[0];
	return true;
}

/* Bytes from the first to behind the last. */
static size_t extent(const struct plane *p, const size_t region[3])
{
	return (region[2] - 1) * p->slice + (region[1] - 1) * p->row + region[0];
}

static bool is_inside(const struct plane *p, const size_t region[3])
{
	return memory_has(p->memory, (size_t)(p->at - p->memory->at), extent(p, region));
}

static bool is_region(const size_t *region)
{
	return region && region[0] && region[1] && region[2];
}

cl_int clEnqueueReadBufferRect(cl_command_queue q, cl_mem m, cl_bool is_blocking,
			       const size_t *buffer_origin, const size_t *host_origin,
			       const size_t *region, size_t buffer_row, size_t buffer_slice,
			       size_t host_row, size_t host_slice, void *host, cl_uint wait_count,
			       const cl_event *waits, cl_event *event)
{
	cl_int wrong = check(q, m);
	struct copy copy;

	if (wrong)
		return wrong;
	if (!host || !buffer_origin || !host_origin || !is_region(region))
		return CL_INVALID_VALUE;
	if (!host_reads(m))
		return CL_INVALID_OPERATION;
	copy = (struct copy){.type = CL_COMMAND_READ_BUFFER_RECT,
			     .direction = COPY_TO_HOST,
			     .to = plane_at(host),
			     .from = plane_of(m, 0),
			     .is_blocking = is_blocking};
	memcpy(copy.region, region, sizeof(copy.region));
	if (!place(&copy.to, host_origin, region, host_row, host_slice) ||
	    !place(&copy.from, buffer_origin, region, buffer_row, buffer_slice) ||
	    !is_inside(&copy.from, region))
		return CL_INVALID_VALUE;
	return transfer_copy(q, &copy, wait_count, waits, event);
}

cl_int clEnqueueWriteBufferRect(cl_command_queue q, cl_mem m, cl_bool is_blocking,
				const size_t *buffer_origin, const size_t *host_origin,
				const size_t *region, size_t buffer_row, size_t buffer_slice,
				size_t host_row, size_t host_slice, const void *host,
				cl_uint wait_count, const cl_event *waits, cl_event *event)
{
	cl_int wrong = check(q, m);
	struct copy copy;

	if (wrong)
		return wrong;
	if (!host || !buffer_origin || !host_origin || !is_region(region))
		return CL_INVALID_VALUE;
	if (!host_writes(m))
		return CL_INVALID_OPERATION;
	copy = (struct copy){.type = CL_COMMAND_WRITE_BUFFER_RECT,
			     .direction = COPY_TO_DEVICE,
			     .to = plane_of(m, 0),
			     .from = plane_at(host),
			     .is_blocking = is_blocking};
	memcpy(copy.region, region, sizeof(copy.region));
	if (!place(&copy.to, buffer_origin, region, buffer_row, buffer_slice) ||
	    !place(&copy.from, host_origin, region, host_row, host_slice) ||
	    !is_inside(&copy.to, region))
		return CL_INVALID_VALUE;
	return transfer_copy(q, &copy, wait_count, waits, event);
}

/* Two rectangles of one buffer with the same pitches: they are apart in one of the dimensions, or
 * in memory as a whole. */
static bool overlaps(const struct copy *c, const size_t from[3], const size_t to[3])
{
	bool is_apart = false;

	if (c->from.at >= c->to.at + extent(&c->to, c->region) ||
	    c->to.at >= c->from.at + extent(&c->from, c->region))
		return false;
	for (int i = 0; i < 3; i++)
		is_apart |= from[i] >= to[i] + c->region[i] || to[i] >= from[i] + c->region[i];
	return !is_apart;
}

cl_int clEnqueueCopyBufferRect(cl_command_queue q, cl_mem from, cl_mem to,
			       const size_t *from_origin, const size_t *to_origin,
			       const size_t *region, size_t from_row, size_t from_slice,
			       size_t to_row, size_t to_slice, cl_uint wait_count,
			       const cl_event *waits, cl_event *event)
{
	cl_int wrong = check(q, from) ? check(q, from) : check(q, to);
	struct copy copy;

	if (wrong)
		return wrong;
	if (!from_origin || !to_origin || !is_region(region))
		return CL_INVALID_VALUE;
	copy = (struct copy){.type = CL_COMMAND_COPY_BUFFER_RECT,
			     .direction = COPY_ON_DEVICE,
			     .to = plane_of(to, 0),
			     .from = plane_of(from, 0)};
	memcpy(copy.region, region, sizeof(copy.region));
	if (!place(&copy.to, to_origin, region, to_row, to_slice) ||
	    !place(&copy.from, from_origin, region, from_row, from_slice) ||
	    !is_inside(&copy.to, region) || !is_inside(&copy.from, region) ||
	    (from == to && (copy.to.row != copy.from.row || copy.to.slice != copy.from.slice)))
		return CL_INVALID_VALUE;
	if (from == to && overlaps(&copy, from_origin, to_origin))
		return CL_MEM_COPY_OVERLAP;
	return transfer_copy(q, &copy, wait_count, waits, event);
}

cl_int clEnqueueMigrateMemObjects(cl_command_queue q, cl_uint count, const cl_mem *memories,
				  cl_mem_migration_flags flags, cl_uint wait_count,
				  const cl_event *waits, cl_event *event)
{
	if (!object_is(q, OBJECT_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!count || !memories ||
	    flags & ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST |
					      CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < count; i++)
		if (check(q, memories[i]))
			return check(q, memories[i]);
	return command_nothing(q, CL_COMMAND_MIGRATE_MEM_OBJECTS, wait_count, waits, event);
}
