/* Inside of the decoder: the instruction being decoded, and what all encodings share. */
#ifndef ISA_DECODE_H
#define ISA_DECODE_H

#include "isa/inst.h"

struct decoder {
	struct inst *in;
	const struct op_info *info;
	const uint8_t *code;
	size_t bytes;
	uint32_t word[2];     /* the second is 0 when there are no 8 bytes */
	unsigned size;        /* without the literal */
	bool literal_allowed; /* by the encoding; VOP3 of this generation has none */
	bool literal_used;
	uint32_t literal;
};

static inline uint32_t read_word(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint32_t field(uint32_t word, unsigned low, unsigned bits)
{
	return word >> low & (uint32_t)((1ull << bits) - 1);
}

static inline void set_bits(struct operand *o, uint64_t value)
{
	o->bits[0] = (uint32_t)value;
	o->bits[1] = (uint32_t)(value >> 32);
}

/* The row of a format's opcode; false when there is none. */
bool set_op(struct decoder *d, enum inst_format format, unsigned code);

/* Operands, by the codes of the encoding; false when the code means nothing for the type. */
bool set_literal(struct decoder *d, struct operand *o);
bool set_vgpr(struct operand *o, unsigned reg, enum operand_type type);
bool set_sgpr(struct operand *o, unsigned code, enum operand_type type);
bool set_source(struct decoder *d, struct operand *o, unsigned code, enum operand_type type);
bool set_scalar_dst(struct operand *o, unsigned code, enum operand_type type);
bool is_register(const struct operand *o);

bool decode_vop1(struct decoder *d);
bool decode_vop2(struct decoder *d);
bool decode_vopc(struct decoder *d);
bool decode_vop3(struct decoder *d);

#endif
