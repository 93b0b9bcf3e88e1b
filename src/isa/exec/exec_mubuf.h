/* What formatted and other accesses through a buffer resource have in common. */
#ifndef ISA_EXEC_EXEC_MUBUF_H
#define ISA_EXEC_EXEC_MUBUF_H

#include "isa/exec/exec_memory.h"

struct buffer_resource {
	uint64_t base; /* soffset included */
	uint64_t soffset;
	uint32_t stride, records;
	uint32_t index_stride, element_bytes; /* of the swizzle */
	bool swizzle, add_tid;
	uint32_t word3; /* formats */
};

/* How the access of one lane is cut up: count pieces of so many bytes, one register each. */
struct buffer_shape {
	unsigned count, bytes;
};

struct buffer_resource buffer_resource_read(const struct wavefront *w, const struct inst *in);
/* All active lanes; tells the step which of them touch memory, where. Pieces that are out of range
 * are NULL. False: a fault. */
bool mubuf_resolve(struct wavefront *w, const struct inst *in, const struct buffer_resource *r,
		   struct buffer_shape shape, bool write, struct pieces *p);
/* The status word of a load with tfe: 0, as no access is ever only partly resident. */
void mubuf_clear_status(struct wavefront *w, const struct inst *in, unsigned dwords);

/* NULL for what has no format. */
exec_fn *exec_mubuf_format(const struct inst *in);

#endif
