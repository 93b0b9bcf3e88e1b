/*
 * Inside of the executor. exec_prepare gives a decoded instruction its exec function once; after
 * that executing it is one indirect call. Each exec_*.c owns some formats and answers for them with
 * one lookup function that returns NULL for an opcode it does not implement.
 */
#ifndef ISA_EXEC_EXEC_H
#define ISA_EXEC_EXEC_H

#include "isa/exec/wavefront.h"

/*
 * The arithmetic of one VALU opcode on all 64 lanes: d[i] = f(a[i], b[i], c[i]). A 64-bit operand
 * has its high words 64 entries further on (a[64 + i]). d may be one of the sources (same lane
 * only). Modifiers, SDWA, DPP, EXEC, omod and float clamp are the caller's work; a 16-bit source is
 * in the low half of its dword (the high half is to be ignored), a 16-bit result is zero-extended.
 */
typedef void lane_fn(uint32_t *d, const uint32_t *a, const uint32_t *b, const uint32_t *c,
		     struct lane_env *env);

/*
 * The lane functions, by opcode; NULL where there is none. lanes_*.c are compiled once per level of
 * x86-64 vector instructions (LANES(name) adds the level's suffix) and the best is chosen at start.
 * Results are the same bits at every level.
 */
#define LANES_PASTE2(name, level) name##_##level
#define LANES_PASTE(name, level) LANES_PASTE2(name, level)
#define LANES(name) LANES_PASTE(name, LANES_LEVEL)

struct lane_ops {
	lane_fn *fn[OP_COUNT];
	/* d[i] = value on all lanes. */
	void (*broadcast)(uint32_t *d, uint32_t value);
	/* d[i] = s[i] on the lanes of mask. */
	void (*blend)(uint32_t *d, const uint32_t *s, uint64_t mask);
	/* address[i] from its low and high words; returns the lanes outside [base, base + limit].
	 */
	uint64_t (*flat_addresses)(uint64_t *address, const uint32_t *words, uint64_t base,
				   uint64_t limit);
	/* address[i] = words[i] + offset, 32 bits; returns the lanes where that is above limit. */
	uint64_t (*lds_addresses)(uint64_t *address, const uint32_t *words, uint32_t offset,
				  uint32_t limit);
	/* address[i] of private memory at offset first + words[i] (32 bits), whose dwords lie from
	 * base on, 64 lanes side by side; returns the lanes where words[i] is above limit or the
	 * offset has a bit of misaligned. */
	uint64_t (*private_addresses)(uint64_t *address, const uint32_t *words, uint64_t base,
				      uint32_t first, uint32_t limit, uint32_t misaligned);
};

/* Fill in the opcodes they implement. */
void lanes_move_base(struct lane_ops *ops);
void lanes_float_base(struct lane_ops *ops);
void lanes_int_base(struct lane_ops *ops);
#ifdef WARPWALK_X86_LEVELS
void lanes_move_v3(struct lane_ops *ops);
void lanes_move_v4(struct lane_ops *ops);
void lanes_float_v3(struct lane_ops *ops);
void lanes_int_v3(struct lane_ops *ops);
void lanes_float_v4(struct lane_ops *ops);
void lanes_int_v4(struct lane_ops *ops);
#endif

/* The best table for this host. */
const struct lane_ops *lane_ops(void);

/* exec function of an opcode, NULL when it has none. */
exec_fn *exec_salu(const struct inst *in); /* SOP1, SOP2, SOPC */
exec_fn *exec_flow(const struct inst *in); /* SOPK, SOPP */
exec_fn *exec_smem(const struct inst *in);
exec_fn *exec_ds(const struct inst *in);
exec_fn *exec_flat(const struct inst *in);
exec_fn *exec_mubuf(const struct inst *in);
exec_fn *exec_valu(struct inst *in); /* VOP1, VOP2, VOPC, VOP3; sets in->lane_fn too */
exec_fn *exec_lane_special(const struct inst *in); /* readlane, writelane, movrel, ... */

/* Sets in->exec; false when the opcode has no executor. */
bool exec_prepare(struct inst *in);

/* Value of a scalar source, 32 or 64 bits wide. */
static inline uint32_t read_scalar32(const struct wavefront *w, const struct operand *o)
{
	switch (o->kind) {
	case OPERAND_SGPR:
		return w->s[o->reg];
	case OPERAND_SPECIAL:
		switch (o->reg) {
		case SRC_VCCZ:
			return wave_vcc(w) == 0;
		case SRC_EXECZ:
			return wave_exec(w) == 0;
		case SRC_SCC:
			return w->scc;
		default:
			return 0;
		}
	default:
		return o->bits[0];
	}
}

static inline uint64_t read_scalar64(const struct wavefront *w, const struct operand *o)
{
	switch (o->kind) {
	case OPERAND_SGPR:
		return wave_s64(w, o->reg);
	case OPERAND_SPECIAL:
		return read_scalar32(w, o);
	default:
		return o->bits[0] | (uint64_t)o->bits[1] << 32;
	}
}

static inline void write_scalar32(struct wavefront *w, const struct operand *o, uint32_t value)
{
	w->s[o->reg] = value;
}

static inline void write_scalar64(struct wavefront *w, const struct operand *o, uint64_t value)
{
	wave_set_s64(w, o->reg, value);
}

/* A 32-bit vector source as 64 lanes: the register itself, or a scalar broadcast into the buffer.
 */
const uint32_t *read_lanes(const struct wavefront *w, const struct operand *o,
			   struct lane_buffer *buffer);

#endif
