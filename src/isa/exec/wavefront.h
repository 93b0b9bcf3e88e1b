/*
 * Architectural state of one wavefront and of its workgroup, and the functional execution of one
 * instruction. Knows nothing of time: whoever calls wavefront_step decides when things happen.
 */
#ifndef ISA_EXEC_WAVEFRONT_H
#define ISA_EXEC_WAVEFRONT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "isa/exec/memory.h"
#include "isa/inst.h"

/* Where the executor broadcasts or modifies a source: up to a 128-bit operand (v_mqsad_u32_u8). */
struct lane_buffer {
	_Alignas(64) uint32_t dword[4 * WAVE_LANES];
};

/* A program in simulated memory, decoded once: one slot per 4 bytes, filled at first execution. */
struct program {
	uint64_t base;       /* simulated address of the image */
	const uint8_t *code; /* its bytes */
	uint64_t bytes;
	struct inst *slots; /* slots[(pc - base) / 4]; size 0 where not decoded yet */
	/* Three sources and a result of the instruction that is being executed. */
	struct lane_buffer *buffer;
};

void program_init(struct program *p, uint64_t base, const void *code, uint64_t bytes);
void program_release(struct program *p);

struct workgroup {
	uint32_t id[3];
	uint8_t *lds; /* lds_bytes long, plus 16 spare bytes */
	uint32_t lds_bytes;
};

enum fault_kind {
	FAULT_NONE,
	FAULT_UNMAPPED,       /* address, lane (or -1 for scalar), bytes, write */
	FAULT_READONLY,       /* likewise */
	FAULT_MISALIGNED,     /* an atomic or DS access that the hardware would not perform */
	FAULT_LDS_BOUNDS,     /* address is the LDS offset */
	FAULT_SCRATCH_BOUNDS, /* address is the work-item's private offset */
	FAULT_ILLEGAL,        /* the words at pc are no instruction */
	FAULT_UNIMPLEMENTED,  /* an instruction that is decoded but has no executor */
	FAULT_PC,             /* pc is outside the program */
	FAULT_REGISTER,       /* a register the kernel did not declare (address: its number) */
	FAULT_TRAP,           /* s_trap (address: its number) or s_endpgm's illegal friends */
	FAULT_HOST,           /* asks for something of a program that is not there */
};

/* Why a wavefront could not execute the instruction at its pc; its state is then undefined. */
struct fault {
	enum fault_kind kind;
	int lane;
	uint64_t address;
	uint32_t bytes;
	bool write;
};

enum mem_space { SPACE_GLOBAL, SPACE_LDS, SPACE_SCRATCH };

enum mem_direction { MEM_READ, MEM_WRITE, MEM_ATOMIC };

/* What wavefront_step tells its caller of the instruction just executed. */
struct step {
	uint64_t pc;
	uint64_t exec; /* lanes that were active */
	uint16_t op;   /* enum opcode, for messages and counts */
	uint8_t cls;   /* enum inst_class */
	uint8_t size;  /* bytes of code */
	/*
	 * Valid for VMEM, SMEM and LDS class. addr[i] holds for each lane i set in lanes; a scalar
	 * access sets lane 0 only. For SPACE_LDS it is the offset in the workgroup's LDS, else a
	 * simulated virtual address (scratch included: where the swizzled dword lies). lanes is 0
	 * for instructions that touch no memory (s_dcache_inv, ds_bpermute). A flat access may mix
	 * spaces: lds_lanes are those of its lanes that went to LDS.
	 */
	uint8_t width;     /* bytes per lane (per scalar access) */
	uint8_t direction; /* enum mem_direction */
	uint8_t space;     /* enum mem_space */
	bool returns;      /* writes a register when done: loads, atomics with glc */
	uint64_t lanes, lds_lanes;
	uint64_t addr[WAVE_LANES];
	uint64_t addr2[WAVE_LANES]; /* second address of ds_read2/write2, valid when two is set */
	bool two;
	uint16_t wait; /* CLASS_WAIT: the s_waitcnt immediate */
};

/* Floating-point environment of lane functions, from the MODE register. */
struct fp_env {
	uint8_t round32;                /* 0 nearest even, 1 up, 2 down, 3 toward zero */
	uint8_t round64;                /* for f64 and f16 */
	bool denorm32_in, denorm32_out; /* denormal sources and results kept (else flushed) */
	bool denorm64_in, denorm64_out; /* for f64 and f16 */
	bool ieee, dx10_clamp;
};

/* What a lane function sees besides its sources. */
struct lane_env {
	uint64_t
		exec; /* lanes whose result will be used; the others may be computed all the same */
	uint64_t mask_in;  /* the MASK source: carry in, v_cndmask's selector, VCC for v_div_fmas */
	uint64_t mask_out; /* carry out, compare result, v_div_scale's flag */
	bool clamp;        /* integer opcodes saturate themselves; floats are clamped afterwards */
	struct fp_env fp;
};

/*
 * Whom s_sendmsg interrupts: the program on the host, for which a kernel prints or allocates
 * memory. Returns once it has done what it was asked for, by then memory may have come; false: it
 * is not there.
 */
struct wave_host {
	bool (*call)(void *data, uint32_t what); /* M0 */
	void *data;
};

struct wavefront {
	/*
	 * Scalar registers by operand code: 0..101 SGPRs, then FLAT_SCRATCH, XNACK_MASK, VCC (106),
	 * TBA, TMA, TTMPs, M0 (124), EXEC (126). Aligned so that even pairs can be used as 64-bit
	 * words.
	 */
	_Alignas(64) uint32_t s[128 + 16]; /* with room for a 16-dword load into the last of them */
	uint32_t *v; /* VGPR r of lane l is v[r * 64 + l]; 64-byte aligned, one spare register at
			the end */
	uint64_t pc;
	uint32_t mode; /* hardware register MODE, see MODE_*; change it with wave_set_mode only */
	bool scc;
	bool ended;
	uint16_t vgprs;    /* declared by the kernel */
	uint16_t id;       /* in its workgroup */
	uint64_t executed; /* instructions */
	struct fault fault;
	struct workgroup *group;
	struct program *program;
	struct memory *memory;
	const struct wave_host *host; /* NULL: interrupts go unheard */
	struct step *step;            /* filled by the executor during wavefront_step */

	/* Scratch of this wavefront: lane l's dword d lies at scratch_base + (d * 64 + l) * 4. */
	uint64_t scratch_base;
	uint32_t private_bytes;       /* per lane */
	uint32_t lds_aperture_hi;     /* high half of a flat address that means LDS */
	uint32_t private_aperture_hi; /* likewise private memory */

	struct lane_env env; /* fp follows mode */
};

/* Bits of the MODE register. */
enum {
	MODE_ROUND32 = 3 << 0,
	MODE_ROUND64 = 3 << 2,
	MODE_DENORM32_IN = 1 << 4,
	MODE_DENORM32_OUT = 1 << 5,
	MODE_DENORM64_IN = 1 << 6,
	MODE_DENORM64_OUT = 1 << 7,
	MODE_DX10_CLAMP = 1 << 8,
	MODE_IEEE = 1 << 9,
	MODE_GPR_IDX_EN = 1 << 27,
	MODE_VSKIP = 1 << 28,
};

void wave_set_mode(struct wavefront *w, uint32_t mode);

/*
 * Executes the instruction at w->pc and advances w->pc. Returns false, with w->fault set, when it
 * cannot. After s_endpgm w->ended is set. A barrier only reports itself: waiting is the caller's.
 */
bool wavefront_step(struct wavefront *w, struct step *step);

/* The instruction that the next step will execute; NULL when that step will fail. */
const struct inst *wavefront_peek(struct wavefront *w);

static inline uint64_t wave_s64(const struct wavefront *w, unsigned code)
{
	return w->s[code] | (uint64_t)w->s[code + 1] << 32;
}

static inline void wave_set_s64(struct wavefront *w, unsigned code, uint64_t value)
{
	w->s[code] = (uint32_t)value;
	w->s[code + 1] = (uint32_t)(value >> 32);
}

static inline uint64_t wave_exec(const struct wavefront *w)
{
	return wave_s64(w, SREG_EXEC);
}

static inline uint64_t wave_vcc(const struct wavefront *w)
{
	return wave_s64(w, SREG_VCC);
}

static inline uint32_t *wave_vgpr(const struct wavefront *w, unsigned reg)
{
	return &w->v[reg * WAVE_LANES];
}

/* Records why the instruction cannot be executed; only the first of a step counts. */
void wave_fault(struct wavefront *w, enum fault_kind kind, int lane, uint64_t address,
		uint32_t bytes, bool write);

#endif
