/*
 * A decoded GCN3 (gfx803) instruction, and the table with one row per opcode from which decoder,
 * disassembler and executor all work. Nothing here executes anything or knows of time.
 */
#ifndef ISA_INST_H
#define ISA_INST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WAVE_LANES = 64 };

enum inst_format {
	FMT_SOP1,
	FMT_SOP2,
	FMT_SOPK,
	FMT_SOPC,
	FMT_SOPP,
	FMT_SMEM,
	FMT_VOP1,
	FMT_VOP2,
	FMT_VOPC,
	FMT_VOP3, /* opcodes that exist only as VOP3; VOP1, VOP2 and VOPC rows have a VOP3 form too
		   */
	FMT_DS,
	FMT_FLAT,
	FMT_MUBUF,
	FMT_COUNT,
};

/* How this instance of the opcode is encoded. */
enum inst_encoding {
	ENC_PLAIN, /* the format's own 32- or 64-bit form, "_e32" for VOP1, VOP2, VOPC */
	ENC_VOP3,  /* "_e64" */
	ENC_SDWA,
	ENC_DPP,
};

/* What the timing model needs to know of an opcode, and all it needs to know. */
enum inst_class {
	CLASS_VALU,
	CLASS_SALU,
	CLASS_VMEM, /* FLAT and MUBUF: counted by vmcnt (FLAT by lgkmcnt too) */
	CLASS_SMEM,
	CLASS_LDS, /* DS, also the lane permutes that use the LDS crossbar */
	CLASS_BRANCH,
	CLASS_BARRIER,
	CLASS_WAIT,
	CLASS_END,
};

/*
 * Type of an operand: how many registers, and how an inline constant such as 1.0 and the modifiers
 * abs and neg are understood. B is any bit pattern (integers included). A MASK is a 64-bit scalar
 * register pair with one bit per lane.
 */
enum operand_type {
	T_NONE,
	T_B16,
	T_F16,
	T_B32,
	T_F32,
	T_B64,
	T_F64,
	T_MASK,
	T_B96,
	T_B128,
	T_B256,
	T_B512,
};

enum operand_kind {
	OPERAND_NONE,
	OPERAND_VGPR,    /* reg: 0..255 */
	OPERAND_SGPR,    /* reg: scalar register code 0..127 (VCC 106, M0 124, EXEC 126 included) */
	OPERAND_CONST,   /* inline constant; reg: its source code 128..248, bits: its value */
	OPERAND_LITERAL, /* 32-bit literal after the instruction; bits: its value, widened to the
			    type */
	OPERAND_SPECIAL, /* reg: 251 VCCZ, 252 EXECZ, 253 SCC, 254 LDS_DIRECT; 235..239 read 0 */
};

/* Codes of the scalar registers that have names. */
enum {
	SREG_FLAT_SCRATCH = 102,
	SREG_XNACK_MASK = 104,
	SREG_VCC = 106,
	SREG_TBA = 108,
	SREG_TMA = 110,
	SREG_TTMP0 = 112,
	SREG_M0 = 124,
	SREG_NULL = 125, /* not in gfx803, though LLVM decodes it */
	SREG_EXEC = 126,
	SRC_SHARED_BASE = 235, /* up to 239: not in gfx803, though LLVM decodes them */
	SRC_POPS_EXITING_WAVE_ID = 239,
	SRC_VCCZ = 251,
	SRC_EXECZ = 252,
	SRC_SCC = 253,
	SRC_LDS_DIRECT = 254,
};

struct operand {
	uint8_t kind; /* enum operand_kind */
	uint8_t type; /* enum operand_type, copied from the opcode's row */
	uint16_t reg;
	/* A constant's value in this type: low word, high word. For 16-bit types look at bits[0]
	 * only. */
	uint32_t bits[2];
};

/* Row flags. */
enum {
	OPF_MASK_IN = 1 << 0, /* src[2] is a MASK: VCC in the 32-bit form, any SGPR pair in VOP3 */
	OPF_MASK_OUT =
		1 << 1,   /* sdst is a MASK: VCC in the 32-bit form, any SGPR pair in VOP3 (3b) */
	OPF_ACC = 1 << 2, /* the old destination is the third source (v_mac_*) */
	OPF_NO_SDWA = 1 << 3,
	OPF_NO_DPP = 1 << 4,
	OPF_NO_VOP3 = 1 << 5,
	OPF_LITERAL_K = 1 << 6, /* v_madmk, v_madak, s_setreg_imm32: always followed by a literal */
	OPF_LOAD = 1 << 7,
	OPF_STORE = 1 << 8,
	OPF_ATOMIC = 1 << 9,
	OPF_CMPX = 1 << 10, /* v_cmpx: the result mask goes to EXEC too */
	OPF_SGPR_DST =
		1 << 11, /* vector opcode with a scalar destination: readlane, readfirstlane */
	OPF_READS_VCC = 1 << 12,   /* reads VCC though no operand says so: v_div_fmas */
	OPF_TWO_OFFSETS = 1 << 13, /* DS with offset0 and offset1 */
	OPF_CLAMP = 1 << 14,       /* the VOP3 form has clamp */
	OPF_OMOD = 1 << 15,        /* the VOP3 form has omod */
	OPF_SIGNED = 1 << 16,  /* a literal for a B64 source is sign-extended, else zero-extended */
	OPF_NO_IMM = 1 << 17,  /* SOPP whose immediate must be 0 */
	OPF_GDS = 1 << 18,     /* DS that exists for GDS only */
	OPF_REG_SRC = 1 << 19, /* src[0] must be a register */
};

/* One row per opcode: opcodes.def holds them, decode.c, disasm.c and the executor read them. */
struct op_info {
	const char *name; /* LLVM's mnemonic without _e32, _e64, _sdwa, _dpp */
	uint8_t format;   /* enum inst_format */
	uint8_t cls;      /* enum inst_class */
	uint16_t code;    /* value of the format's opcode field */
	uint8_t dst;      /* enum operand_type of each operand, T_NONE where there is none */
	uint8_t src[3];
	uint32_t flags;
};

/* OP_V_ADD_F32 and so on: the index of each row. */
enum opcode {
#define OP(id, ...) OP_##id,
#include "isa/opcodes.def"
#undef OP
	OP_COUNT,
};

extern const struct op_info op_infos[OP_COUNT];

/* SDWA selects. */
enum { SEL_BYTE0, SEL_BYTE1, SEL_BYTE2, SEL_BYTE3, SEL_WORD0, SEL_WORD1, SEL_DWORD };
enum { UNUSED_PAD, UNUSED_SEXT, UNUSED_PRESERVE };

struct wavefront;
struct inst;
typedef void exec_fn(struct wavefront *w, const struct inst *in);

/*
 * Where each format keeps its operands:
 *   SOP*   dst, src[0], src[1]; SOPK and SOPP immediates in imm. s_cmpk: src[0] is the register.
 *          s_setreg: src[0] is the register (or the literal), imm the hwreg.
 *   SMEM   dst data (loads), src[2] data (stores and atomics), src[0] base, src[1] offset (constant
 *          or SGPR)
 *   VOP*   dst, src[0..2] in the order of the assembly text; sdst the MASK written; src[2] the MASK
 *          read (OPF_MASK_IN). v_madmk and v_madak: d = src[0] * src[1] + src[2].
 *          VOPC: sdst only (VCC in the 32-bit form).
 *   DS     dst, src[0] address, src[1] data0, src[2] data1; imm offset (or offset0), imm2 offset1
 *   FLAT   dst, src[0] address, src[1] data
 *   MUBUF  dst data (loaded, stored or both), src[0] vaddr, src[1] srsrc, src[2] soffset; imm
 * offset
 */
struct inst {
	exec_fn *exec; /* filled by the executor when it prepares the instruction */
	void *lane_fn; /* likewise: the per-lane arithmetic of a VALU opcode */
	uint16_t op;
	uint8_t encoding;    /* enum inst_encoding */
	uint8_t size;        /* bytes, literal included */
	uint16_t vgpr_limit; /* filled with exec: one more than the highest VGPR it touches */
	struct operand dst, sdst, src[3];
	int32_t imm, imm2;
	/* One bit per source. On a B32 source (v_cndmask_b32) they act on bit 31, as for a float.
	 */
	uint8_t abs, neg;
	uint8_t omod; /* 0 none, 1 times 2, 2 times 4, 3 divided by 2 */
	bool clamp;
	/* SDWA. Outside SDWA src_sext is only what LLVM prints for a neg bit on an integer source.
	 */
	uint8_t dst_sel, dst_unused, src_sel[2], src_sext; /* src_sext: one bit per source */
	/* DPP */
	uint16_t dpp_ctrl;
	uint8_t row_mask, bank_mask;
	bool bound_ctrl; /* the encoded bit; 1 prints as bound_ctrl:1 (in AMD's syntax :0), reads 0
			    out of bounds */
	/* memory */
	bool glc, slc, tfe, lds, gds, offen, idxen, addr64;
};

static inline const struct op_info *inst_info(const struct inst *in)
{
	return &op_infos[in->op];
}

static inline unsigned operand_type_dwords(enum operand_type type)
{
	static const uint8_t dwords[] = {
		[T_NONE] = 0, [T_B16] = 1,  [T_F16] = 1, [T_B32] = 1,  [T_F32] = 1,  [T_B64] = 2,
		[T_F64] = 2,  [T_MASK] = 2, [T_B96] = 3, [T_B128] = 4, [T_B256] = 8, [T_B512] = 16,
	};
	return dwords[type];
}

/*
 * Decodes the instruction at code, of which `bytes` bytes may be read. Returns its size in bytes,
 * or 0 when the words are no gfx803 instruction that LLVM 14 would accept.
 */
unsigned inst_decode(struct inst *in, const void *code, size_t bytes);

/*
 * Writes the assembly text as LLVM prints it ("v_add_f32_e32 v0, v1, v2"), always terminated.
 * Branch targets are printed as LLVM does without symbols (the immediate).
 */
void inst_print(char *text, size_t bytes, const struct inst *in);

#endif
