/*
 * One wavefront with registers, LDS, private memory and a few buffers, for tests that execute
 * memory instructions one at a time. Included by one test file each, hence all static.
 */
#ifndef TESTS_WAVE_FIXTURE_H
#define TESTS_WAVE_FIXTURE_H

#include <stdlib.h>

#include "harness.h"
#include "isa/exec/exec.h"

enum { BUFFER_BYTES = 4096, OTHER_BYTES = 64, LDS_BYTES = 1024, PRIVATE_BYTES = 32, VGPRS = 32 };
enum { LDS_HI = 0x10000, PRIVATE_HI = 0x20000 };

#define BUFFER UINT64_C(0x500000000)
#define OTHER UINT64_C(0x600000000)
#define CONSTANT UINT64_C(0x700000000)
#define SCRATCH UINT64_C(0x800000000)
#define ALL UINT64_MAX

static struct wavefront *w;
static struct step step;
static struct workgroup group;
static struct memory memory;
static struct lane_buffer lane_buffers[4];
static struct program program = {.buffer = lane_buffers};
static uint8_t buffer[BUFFER_BYTES], other[OTHER_BYTES], constant[64];
static uint8_t lds[LDS_BYTES + 16], scratch[2 * PRIVATE_BYTES * WAVE_LANES];
static uint32_t *registers;

/* A wavefront with all lanes active, M0 all ones, memory full of bytes 0, 1, 2, ... */
static inline void start(void)
{
	if (!w) {
		w = aligned_alloc(64, (sizeof(*w) + 63) / 64 * 64);
		registers = aligned_alloc(64, (VGPRS + 1) * WAVE_LANES * 4);
	}
	memset(w, 0, sizeof(*w));
	memset(registers, 0, (VGPRS + 1) * WAVE_LANES * 4);
	memory_release(&memory);
	memory_init(&memory);
	memory_map(&memory, BUFFER, sizeof(buffer), buffer, false, "buffer");
	memory_map(&memory, OTHER, sizeof(other), other, false, "other");
	memory_map(&memory, CONSTANT, sizeof(constant), constant, true, "constant");
	memory_map(&memory, SCRATCH, sizeof(scratch), scratch, false, "scratch");
	for (unsigned i = 0; i < sizeof(buffer); i++)
		buffer[i] = (uint8_t)i;
	memset(other, 0x77, sizeof(other));
	memset(constant, 0x55, sizeof(constant));
	for (unsigned i = 0; i < sizeof(lds); i++)
		lds[i] = (uint8_t)i;
	memset(scratch, 0, sizeof(scratch));
	group = (struct workgroup){.lds = lds, .lds_bytes = LDS_BYTES};
	w->v = registers;
	w->vgprs = VGPRS;
	w->program = &program;
	w->memory = &memory;
	w->group = &group;
	w->scratch_base = SCRATCH + PRIVATE_BYTES * WAVE_LANES;
	w->private_bytes = PRIVATE_BYTES;
	w->lds_aperture_hi = LDS_HI;
	w->private_aperture_hi = PRIVATE_HI;
	w->s[SREG_M0] = UINT32_MAX;
	wave_set_mode(w, 0xf0);
	wave_set_s64(w, SREG_EXEC, ALL);
}

static inline uint32_t *v(unsigned reg)
{
	return wave_vgpr(w, reg);
}

static inline void operand(struct operand *o, enum operand_type type, int reg, bool vector)
{
	if (type == T_NONE || reg < 0)
		return;
	o->kind = vector ? OPERAND_VGPR : OPERAND_SGPR;
	o->type = (uint8_t)type;
	o->reg = (uint16_t)reg;
}

/* An instruction of FLAT or DS with these vector registers; -1 where there is none. */
static inline struct inst vector_inst(enum opcode op, int dst, int src0, int src1, int src2)
{
	const struct op_info *info = &op_infos[op];
	struct inst in = {.op = (uint16_t)op, .size = 8};

	operand(&in.dst, info->dst, dst, true);
	operand(&in.src[0], info->src[0], src0, true);
	operand(&in.src[1], info->src[1], src1, true);
	operand(&in.src[2], info->src[2], src2, true);
	return in;
}

static inline struct inst scalar_inst(enum opcode op, int dst, int base, uint32_t offset, int data)
{
	const struct op_info *info = &op_infos[op];
	struct inst in = {.op = (uint16_t)op, .size = 8};

	operand(&in.dst, info->dst, dst, false);
	operand(&in.src[0], info->src[0], base, false);
	in.src[1] = (struct operand){.kind = OPERAND_CONST, .type = T_B32, .bits = {offset}};
	operand(&in.src[2], info->src[2], data, false);
	return in;
}

/* Data register, address register (-1: none); V# in s[8:11], soffset in s12. */
static inline struct inst buffer_inst(enum opcode op, int data, int vaddr, int32_t offset)
{
	const struct op_info *info = &op_infos[op];
	struct inst in = {.op = (uint16_t)op, .size = 8, .imm = offset};

	operand(&in.dst, info->dst, data, true);
	operand(&in.src[0], T_B32, vaddr, true);
	operand(&in.src[1], T_B128, 8, false);
	operand(&in.src[2], T_B32, 12, false);
	in.offen = vaddr >= 0;
	return in;
}

static inline void resource(uint64_t base, uint32_t stride, uint32_t records, uint32_t word3)
{
	w->s[8] = (uint32_t)base;
	w->s[9] = (uint32_t)(base >> 32) | stride << 16;
	w->s[10] = records;
	w->s[11] = word3;
	w->s[12] = 0;
}

static inline void run(struct inst in)
{
	memset(&step, 0, sizeof(step));
	step.exec = wave_exec(w);
	w->step = &step;
	w->executed++;
	w->fault.kind = FAULT_NONE;
	CHECK(exec_prepare(&in));
	in.exec(w, &in);
}

static inline void check_fault(enum fault_kind kind, int lane, uint64_t address, unsigned bytes,
			       bool write)
{
	CHECK_EQ(w->fault.kind, kind);
	CHECK_EQ(w->fault.lane, lane);
	CHECK_EQ(w->fault.address, address);
	CHECK_EQ(w->fault.bytes, bytes);
	CHECK_EQ(w->fault.write, write);
}

static inline void check_step(unsigned width, enum mem_direction direction, enum mem_space space,
			      bool returns, uint64_t lanes)
{
	CHECK_EQ(w->fault.kind, FAULT_NONE);
	CHECK_EQ(step.width, width);
	CHECK_EQ(step.direction, direction);
	CHECK_EQ(step.space, space);
	CHECK_EQ(step.returns, returns);
	CHECK_EQ(step.lanes, lanes);
}

static inline void set_address(unsigned reg, unsigned lane, uint64_t address)
{
	v(reg)[lane] = (uint32_t)address;
	v(reg + 1)[lane] = (uint32_t)(address >> 32);
}

/* Lane i at base + i * stride. */
static inline void set_addresses(unsigned reg, uint64_t base, uint64_t stride)
{
	for (unsigned i = 0; i < WAVE_LANES; i++)
		set_address(reg, i, base + i * stride);
}

static inline uint32_t word_at(const uint8_t *p)
{
	uint32_t value;

	memcpy(&value, p, 4);
	return value;
}

static inline uint64_t long_at(const uint8_t *p)
{
	uint64_t value;

	memcpy(&value, p, 8);
	return value;
}

static inline void put_word(uint8_t *p, uint32_t value)
{
	memcpy(p, &value, 4);
}

static inline void put_long(uint8_t *p, uint64_t value)
{
	memcpy(p, &value, 8);
}

#endif
