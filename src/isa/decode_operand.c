/* Operands of an instruction: registers and tuples, inline constants, literals. */
#include "isa/decode.h"

/* Inline constants 0..64, -1..-16, and the nine floats, as the operand's type sees them. */
static bool set_constant(struct operand *o, unsigned code)
{
	static const uint16_t f16[] = {0x3800, 0xb800, 0x3c00, 0xbc00, 0x4000,
				       0xc000, 0x4400, 0xc400, 0x3118};
	static const uint32_t f32[] = {0x3f000000, 0xbf000000, 0x3f800000, 0xbf800000, 0x40000000,
				       0xc0000000, 0x40800000, 0xc0800000, 0x3e22f983};
	static const uint64_t f64[] = {0x3fe0000000000000, 0xbfe0000000000000, 0x3ff0000000000000,
				       0xbff0000000000000, 0x4000000000000000, 0xc000000000000000,
				       0x4010000000000000, 0xc010000000000000, 0x3fc45f306dc9c882};
	bool narrow = o->type == T_B16 || o->type == T_F16;
	bool wide = operand_type_dwords(o->type) > 1;
	uint64_t value;

	if (operand_type_dwords(o->type) > 2)
		return false;
	if (code >= 128 && code <= 208) {
		value = (uint64_t)(code <= 192 ? (int64_t)code - 128 : 192 - (int64_t)code);
		if (narrow)
			value &= 0xffff;
		else if (!wide)
			value &= 0xffffffff;
	} else if (code >= 240 && code <= 248) {
		value = narrow ? f16[code - 240] : wide ? f64[code - 240] : f32[code - 240];
	} else {
		return false;
	}
	o->kind = OPERAND_CONST;
	o->reg = (uint16_t)code;
	set_bits(o, value);
	return true;
}

bool set_literal(struct decoder *d, struct operand *o)
{
	if (!d->literal_used) {
		if (!d->literal_allowed || d->bytes < d->size + 4)
			return false;
		d->literal = read_word(d->code + d->size);
		d->literal_used = true;
	}
	o->kind = OPERAND_LITERAL;
	o->reg = 255;
	switch (o->type) {
	case T_B16:
	case T_F16:
		o->bits[0] = d->literal & 0xffff;
		o->bits[1] = d->literal >> 16; /* of no meaning, but LLVM's text depends on it */
		break;
	case T_F64:
		set_bits(o, (uint64_t)d->literal << 32);
		break;
	case T_B64:
		if (d->info->flags & OPF_SIGNED) {
			set_bits(o, (uint64_t)(int64_t)(int32_t)d->literal);
			break;
		}
		/* fallthrough */
	default:
		set_bits(o, d->literal);
	}
	return true;
}

bool set_vgpr(struct operand *o, unsigned reg, enum operand_type type)
{
	o->kind = OPERAND_VGPR;
	o->type = (uint8_t)type;
	o->reg = (uint16_t)reg;
	return reg + operand_type_dwords(type) <= 256;
}

/* A scalar register or tuple; LLVM silently aligns a tuple's number down. */
bool set_sgpr(struct operand *o, unsigned code, enum operand_type type)
{
	unsigned dwords = operand_type_dwords(type);
	unsigned align = dwords >= 4 ? 4 : dwords;
	unsigned end = 128;

	o->kind = OPERAND_SGPR;
	o->type = (uint8_t)type;
	if (code < SREG_FLAT_SCRATCH) {
		code -= code % align;
		end = 104;
	} else if (code >= SREG_TTMP0 && code < SREG_M0) {
		code -= code % align;
	} else if (dwords > 4) {
		return false;
	} else if (dwords > 1 && code != SREG_NULL && (code % 2 || code == SREG_M0)) {
		return false;
	}
	o->reg = (uint16_t)code;
	return code + dwords <= end;
}

/* A source by its 9-bit code (8 bits for scalar instructions). */
bool set_source(struct decoder *d, struct operand *o, unsigned code, enum operand_type type)
{
	o->type = (uint8_t)type;
	if (code >= 256)
		return set_vgpr(o, code - 256, type);
	if (code < 128)
		return set_sgpr(o, code, type);
	if (code == 255)
		return set_literal(d, o);
	if ((code >= SRC_SHARED_BASE && code <= SRC_POPS_EXITING_WAVE_ID) ||
	    (code >= SRC_VCCZ && code <= SRC_LDS_DIRECT)) {
		o->kind = OPERAND_SPECIAL;
		o->reg = (uint16_t)code;
		return code != SRC_LDS_DIRECT || operand_type_dwords(type) == 1;
	}
	return set_constant(o, code);
}

bool is_register(const struct operand *o)
{
	return o->kind != OPERAND_CONST && o->kind != OPERAND_LITERAL;
}

bool set_scalar_dst(struct operand *o, unsigned code, enum operand_type type)
{
	return type == T_NONE || (code < 128 && set_sgpr(o, code, type));
}
