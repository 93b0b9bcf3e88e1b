/* Whether a kernel may change memory by atomic operations, from its code. */
#include "isa/inst.h"
#include "isa/object/code_object_parts.h"

/* Where a branch goes; the code is not followed, only how far it reaches. */
static uint64_t branch_target(const struct inst *in, uint64_t at)
{
	return at + 4 + (uint64_t)((int64_t)(int16_t)in->imm * 4);
}

static bool leaves_for_elsewhere(const struct inst *in)
{
	return in->op == OP_S_SETPC_B64 || in->op == OP_S_SWAPPC_B64 || in->op == OP_S_RFE_B64 ||
	       in->op == OP_S_RFE_RESTORE_B64;
}

static bool changes_memory(const struct inst *in)
{
	const struct op_info *info = inst_info(in);

	return ((info->flags & OPF_ATOMIC) &&
		(info->cls == CLASS_VMEM || info->cls == CLASS_SMEM)) ||
	       in->op == OP_S_SENDMSG; /* the host does it */
}

/* No compiler writes kernels as long; an image may be, of nothing but zeros, which are code too. */
enum { LONGEST_KERNEL_BYTES = 4 << 20 };

/*
 * Compilers leave a kernel's code in one piece: it ends with an s_endpgm (or a jump back) that no
 * branch goes past. What cannot be told counts as atomic: calls, jumps to registers, no code.
 */
bool code_has_atomics(const struct code_object *co, const struct kernel *k)
{
	uint64_t at = k->entry, reach = k->entry;
	struct inst in;

	while (at < co->image_bytes && at - k->entry < LONGEST_KERNEL_BYTES) {
		unsigned bytes = inst_decode(&in, co->image + at, co->image_bytes - at);
		uint8_t cls;

		if (!bytes || leaves_for_elsewhere(&in) || changes_memory(&in))
			return true;
		cls = inst_info(&in)->cls;
		if (cls == CLASS_BRANCH) {
			uint64_t target = branch_target(&in, at);

			if (target > reach && target < co->image_bytes)
				reach = target;
		}
		at += bytes;
		if ((cls == CLASS_END || in.op == OP_S_BRANCH) && at > reach)
			return false;
	}
	return true;
}
