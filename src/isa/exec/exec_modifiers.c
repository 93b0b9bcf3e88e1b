/* abs, neg, omod, clamp, SDWA and DPP, each as a pass over the lanes. */
#include "isa/exec/exec_modifiers.h"

#include "base/error.h"

static uint32_t select_part(uint32_t value, unsigned sel, bool is_signed)
{
	switch (sel) {
	case SEL_BYTE0:
	case SEL_BYTE1:
	case SEL_BYTE2:
	case SEL_BYTE3:
		value = value >> 8 * sel & 0xff;
		return is_signed ? (uint32_t)(int8_t)value : value;
	case SEL_WORD0:
	case SEL_WORD1:
		value = value >> 16 * (sel - SEL_WORD0) & 0xffff;
		return is_signed ? (uint32_t)(int16_t)value : value;
	default:
		return value;
	}
}

/* The dword of a float operand that holds its sign, and the sign's mask there. */
static uint32_t sign_mask(enum operand_type type)
{
	return type == T_F16 || type == T_B16 ? 0x8000 : 0x80000000;
}

const uint32_t *modify_source(const struct inst *in, int i, const uint32_t *src, uint32_t *buffer)
{
	enum operand_type type = in->src[i].type;
	unsigned dwords = operand_type_dwords(type);
	bool sdwa = in->encoding == ENC_SDWA && i < 2;
	uint32_t sign = sign_mask(type);
	uint32_t keep = in->abs >> i & 1 ? ~sign : UINT32_MAX;
	uint32_t flip = in->neg >> i & 1 ? sign : 0;
	uint32_t *high = buffer + (dwords - 1) * WAVE_LANES;

	if (!sdwa && keep == UINT32_MAX && !flip)
		return src;
	for (unsigned l = 0; l < dwords * WAVE_LANES; l++)
		buffer[l] = src[l];
	if (sdwa)
		for (int l = 0; l < WAVE_LANES; l++)
			buffer[l] = select_part(buffer[l], in->src_sel[i], in->src_sext >> i & 1);
	for (int l = 0; l < WAVE_LANES; l++)
		high[l] = (high[l] & keep) ^ flip;
	return buffer;
}

/* DPP controls: a range of codes each. */
enum {
	DPP_QUAD_PERM_LAST = 0xff,
	DPP_ROW_SHL = 0x100,
	DPP_ROW_SHR = 0x110,
	DPP_ROW_ROR = 0x120,
	DPP_WAVE_SHL = 0x130,
	DPP_WAVE_ROL = 0x134,
	DPP_WAVE_SHR = 0x138,
	DPP_WAVE_ROR = 0x13c,
	DPP_ROW_MIRROR = 0x140,
	DPP_ROW_HALF_MIRROR = 0x141,
	DPP_ROW_BCAST15 = 0x142,
	DPP_ROW_BCAST31 = 0x143,
};

static int within_row(int lane, int from)
{
	return lane >> 4 == from >> 4 && from >= 0 ? from : -1;
}

/* The lane that `lane` reads from; -1 when it is out of bounds. */
static int dpp_from(unsigned ctrl, int lane)
{
	int row = lane & ~15, n = (int)(ctrl & 15);

	if (ctrl <= DPP_QUAD_PERM_LAST)
		return (lane & ~3) | (int)(ctrl >> 2 * (lane & 3) & 3);
	switch (ctrl) {
	case DPP_WAVE_SHL:
		return lane == 63 ? -1 : lane + 1;
	case DPP_WAVE_ROL:
		return (lane + 1) & 63;
	case DPP_WAVE_SHR:
		return lane - 1;
	case DPP_WAVE_ROR:
		return (lane - 1) & 63;
	case DPP_ROW_MIRROR:
		return row | (15 - (lane & 15));
	case DPP_ROW_HALF_MIRROR:
		return (lane & ~7) | (7 - (lane & 7));
	case DPP_ROW_BCAST15:
		return row - 1;
	case DPP_ROW_BCAST31:
		return lane >= 32 ? 31 : -1;
	}
	switch (ctrl & ~15u) {
	case DPP_ROW_SHL:
		return within_row(lane, lane + n);
	case DPP_ROW_SHR:
		return within_row(lane, lane - n);
	case DPP_ROW_ROR:
		return row | ((lane - n) & 15);
	}
	BUG("DPP control 0x%x is not decodable", ctrl);
}

uint64_t dpp_source(const struct inst *in, const uint32_t *src, uint32_t *buffer, uint64_t exec)
{
	uint32_t moved[WAVE_LANES];
	uint64_t writable = 0;

	for (int lane = 0; lane < WAVE_LANES; lane++) {
		int from = dpp_from(in->dpp_ctrl, lane);
		bool valid = from >= 0 && exec >> from & 1;
		bool enabled = in->row_mask >> lane / 16 & 1 && in->bank_mask >> lane % 16 / 4 & 1;

		moved[lane] = valid ? src[from] : 0;
		if (enabled && (valid || in->bound_ctrl))
			writable |= UINT64_C(1) << lane;
	}
	for (int lane = 0; lane < WAVE_LANES; lane++)
		buffer[lane] = moved[lane];
	return writable;
}

/* Result times 2, 4 or 1/2, with the lane function of the type's own multiplication. */
static void apply_omod(const struct inst *in, const struct fp_env *fp, const struct lane_ops *ops,
		       uint32_t *result)
{
	static const uint32_t f16[] = {0, 0x4000, 0x4400, 0x3800};
	static const uint32_t f32[] = {0, 0x40000000, 0x40800000, 0x3f000000};
	static const uint32_t f64[] = {0, 0x40000000, 0x40100000, 0x3fe00000};
	struct lane_env env = {.exec = UINT64_MAX, .fp = *fp};
	struct lane_buffer factor;

	switch (in->dst.type) {
	case T_F16:
		ops->broadcast(factor.dword, f16[in->omod]);
		ops->fn[OP_V_MUL_F16](result, result, factor.dword, NULL, &env);
		break;
	case T_F32:
		ops->broadcast(factor.dword, f32[in->omod]);
		ops->fn[OP_V_MUL_F32](result, result, factor.dword, NULL, &env);
		break;
	default:
		ops->broadcast(factor.dword, 0);
		ops->broadcast(factor.dword + WAVE_LANES, f64[in->omod]);
		ops->fn[OP_V_MUL_F64](result, result, factor.dword, NULL, &env);
	}
}

/* To [0, 1]; works on the bits, which order like the values. NaN becomes 0 with DX10_CLAMP. */
static uint64_t clamp_unit(uint64_t value, uint64_t sign, uint64_t infinity, uint64_t one,
			   bool dx10_clamp)
{
	uint64_t magnitude = value & ~sign;

	if (magnitude > infinity)
		return dx10_clamp ? 0 : value;
	if (value & sign)
		return 0;
	return magnitude > one ? one : value;
}

static void apply_clamp(const struct inst *in, const struct fp_env *fp, uint32_t *result)
{
	for (int l = 0; l < WAVE_LANES; l++) {
		uint64_t wide;

		switch (in->dst.type) {
		case T_F16:
			result[l] = (uint32_t)clamp_unit(result[l], 0x8000, 0x7c00, 0x3c00,
							 fp->dx10_clamp);
			break;
		case T_F32:
			result[l] = (uint32_t)clamp_unit(result[l], 0x80000000, 0x7f800000,
							 0x3f800000, fp->dx10_clamp);
			break;
		default:
			wide = result[l] | (uint64_t)result[WAVE_LANES + l] << 32;
			wide = clamp_unit(wide, UINT64_C(1) << 63, UINT64_C(0x7ff) << 52,
					  UINT64_C(0x3ff) << 52, fp->dx10_clamp);
			result[l] = (uint32_t)wide;
			result[WAVE_LANES + l] = (uint32_t)(wide >> 32);
		}
	}
}

void modify_result(const struct inst *in, const struct fp_env *fp, const struct lane_ops *ops,
		   uint32_t *result)
{
	enum operand_type type = in->dst.type;
	bool denormals = type == T_F32 ? fp->denorm32_out : fp->denorm64_out;

	if (type != T_F16 && type != T_F32 && type != T_F64)
		return;
	/* The hardware ignores omod in IEEE mode and where it would have to produce denormals. */
	if (in->omod && !fp->ieee && !denormals)
		apply_omod(in, fp, ops, result);
	if (in->clamp)
		apply_clamp(in, fp, result);
}

void sdwa_result(const struct inst *in, const uint32_t *old, uint32_t *result)
{
	bool byte = in->dst_sel <= SEL_BYTE3;
	unsigned shift = byte ? 8u * in->dst_sel : 16u * (in->dst_sel - SEL_WORD0);
	uint32_t part = byte ? 0xff : 0xffff;

	if (in->dst_sel == SEL_DWORD)
		return;
	for (int l = 0; l < WAVE_LANES; l++) {
		uint32_t value = result[l] & part;

		switch (in->dst_unused) {
		case UNUSED_PAD:
			result[l] = value << shift;
			break;
		case UNUSED_SEXT:
			value = byte ? (uint32_t)(int8_t)value : (uint32_t)(int16_t)value;
			result[l] = value << shift;
			break;
		default:
			result[l] = (old[l] & ~(part << shift)) | value << shift;
		}
	}
}
