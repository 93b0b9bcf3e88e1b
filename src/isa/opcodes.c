/* The opcode table as data, from opcodes.def. */
#include "isa/inst.h"

#define OP(id, format, code, name, cls, dst, src0, src1, src2, flags)                              \
	[OP_##id] = {                                                                              \
		name, FMT_##format, CLASS_##cls, code, T_##dst, {T_##src0, T_##src1, T_##src2},    \
		flags},

const struct op_info op_infos[OP_COUNT] = {
#include "isa/opcodes.def"
};
