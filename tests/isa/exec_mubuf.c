/* MUBUF instructions: buffer addressing, range checks, swizzled private memory, LDS forms, formats.
 */
#include "wave_fixture.h"

enum { SWIZZLE = 1u << 31, ADD_TID = 1 << 23, ELEMENT_4 = 1 << 19, STRIDE_64 = 3 << 21 };

/* The V# that a kernel gets for private memory. */
static void private_resource(uint64_t base)
{
	resource(base, 0, UINT32_MAX, ELEMENT_4 | STRIDE_64 | ADD_TID);
	w->s[9] |= SWIZZLE;
}

static void set_lanes(unsigned reg, uint32_t base, uint32_t step_by)
{
	for (unsigned i = 0; i < WAVE_LANES; i++)
		v(reg)[i] = base + i * step_by;
}

TEST(raw_buffer)
{
	start();
	resource(BUFFER, 0, 256, 0);
	w->s[12] = 16;
	set_lanes(0, 4, 4);
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, 0, 8));
	/* Lane i at 28 + 4 i; the last whole dword within 256 bytes is at 252. */
	check_step(4, MEM_READ, SPACE_GLOBAL, true, (UINT64_C(1) << 57) - 1);
	CHECK_EQ(step.addr[2], BUFFER + 36);
	CHECK_EQ(v(4)[2], 0x27262524);
	CHECK_EQ(v(4)[56], 0xfffefdfc);
	CHECK_EQ(v(4)[57], 0);
	run(buffer_inst(OP_BUFFER_LOAD_SBYTE, 4, -1, 0x90));
	CHECK_EQ(v(4)[63], 0xffffffa0);
	run(buffer_inst(OP_BUFFER_LOAD_UBYTE, 4, -1, 0x90));
	CHECK_EQ(v(4)[63], 0xa0);
	run(buffer_inst(OP_BUFFER_LOAD_SSHORT, 4, -1, 0x90));
	CHECK_EQ(v(4)[0], 0xffffa1a0);
	run(buffer_inst(OP_BUFFER_LOAD_USHORT, 4, -1, 0x90));
	CHECK_EQ(v(4)[0], 0xa1a0);
	run(buffer_inst(OP_BUFFER_LOAD_DWORDX4, 4, -1, 232)); /* from 248: half of it in range */
	check_step(16, MEM_READ, SPACE_GLOBAL, true, ALL);
	CHECK_EQ(v(4)[0], 0xfbfaf9f8);
	CHECK_EQ(v(5)[0], 0xfffefdfc);
	CHECK_EQ(v(6)[0], 0);
	CHECK_EQ(v(7)[0], 0);
}

TEST(raw_buffer_stores)
{
	start();
	resource(BUFFER, 0, 64, 0);
	set_lanes(0, 0, 4);
	set_lanes(4, 0xaabb0000, 1);
	set_lanes(5, 0xccdd0000, 1);
	run(buffer_inst(OP_BUFFER_STORE_DWORD, 4, 0, 0));
	check_step(4, MEM_WRITE, SPACE_GLOBAL, false, 0xffff);
	CHECK_EQ(word_at(buffer + 60), 0xaabb000f);
	CHECK_EQ(word_at(buffer + 64), 0x43424140);
	run(buffer_inst(OP_BUFFER_STORE_BYTE, 5, 0, 3));
	CHECK_EQ(word_at(buffer + 4), 0x01bb0001);
	run(buffer_inst(OP_BUFFER_STORE_SHORT, 5, 0, 0));
	CHECK_EQ(word_at(buffer + 8), 0x02bb0002);
	wave_set_s64(w, SREG_EXEC, 1);
	run(buffer_inst(OP_BUFFER_STORE_DWORDX2, 4, 0, 16));
	CHECK_EQ(word_at(buffer + 20), 0xccdd0000);
	wave_set_s64(w, SREG_EXEC, 0);
	run(buffer_inst(OP_BUFFER_STORE_DWORD, 4, 0, 0));
	check_step(4, MEM_WRITE, SPACE_GLOBAL, false, 0);
}

/* Records of 12 bytes, not swizzled: num_records counts bytes. */
TEST(structured_buffer)
{
	struct inst in;

	start();
	resource(BUFFER, 12, 120, 0);
	in = buffer_inst(OP_BUFFER_LOAD_DWORD, 4, 0, 4);
	in.offen = false;
	in.idxen = true;
	set_lanes(0, 0, 1);
	run(in);
	CHECK_EQ(step.addr[3], BUFFER + 40);
	CHECK_EQ(v(4)[3], 0x2b2a2928);
	CHECK_EQ(step.lanes, 0x3ff);
	in.offen = true; /* index in v0, offset in v1 */
	in.src[0].type = T_B64;
	set_lanes(1, 4, 0);
	run(in);
	CHECK_EQ(step.addr[3], BUFFER + 44);
	/* The lane number as index. */
	resource(BUFFER, 12, 120, ADD_TID);
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, -1, 0));
	CHECK_EQ(step.addr[9], BUFFER + 108);
}

/* Records of 8 bytes, swizzled over 16 records by elements of 4 bytes: num_records counts records.
 */
TEST(swizzled_buffer)
{
	struct inst in;

	start();
	resource(BUFFER, 8, 40, ELEMENT_4 | 1 << 21);
	w->s[9] |= SWIZZLE;
	in = buffer_inst(OP_BUFFER_LOAD_DWORDX2, 4, 0, 0);
	in.offen = false;
	in.idxen = true;
	set_lanes(0, 0, 1);
	run(in);
	/* Record 18: second group of 16, which starts at 128; its dwords lie 64 bytes apart. */
	CHECK_EQ(step.addr[18], BUFFER + 128 + 2 * 4);
	CHECK_EQ(v(4)[18], 0x8b8a8988);
	CHECK_EQ(v(5)[18], 0xcbcac9c8);
	CHECK_EQ(step.lanes, (UINT64_C(1) << 40) - 1);
	CHECK_EQ(v(4)[40], 0);
}

TEST(private_memory)
{
	const uint8_t *row;

	start();
	row = scratch + PRIVATE_BYTES * WAVE_LANES;
	private_resource(SCRATCH);
	w->s[12] = PRIVATE_BYTES * WAVE_LANES; /* this wavefront's piece */
	set_lanes(4, 0x100, 1);
	run(buffer_inst(OP_BUFFER_STORE_DWORD, 4, -1, 8));
	check_step(4, MEM_WRITE, SPACE_SCRATCH, false, ALL);
	CHECK_EQ(step.addr[5], w->scratch_base + (2 * 64 + 5) * 4);
	CHECK_EQ(word_at(row + (2 * 64 + 5) * 4), 0x105);
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 5, -1, 8));
	check_step(4, MEM_READ, SPACE_SCRATCH, true, ALL);
	CHECK_EQ(v(5)[63], 0x13f);
	/* Each lane at an offset of its own. */
	set_lanes(0, 0, 0);
	v(0)[5] = 8;
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 5, 0, 0));
	CHECK_EQ(v(5)[5], 0x105);
	CHECK_EQ(v(5)[6], 0);
	CHECK_EQ(step.addr[6], w->scratch_base + 6 * 4);
	run(buffer_inst(OP_BUFFER_LOAD_UBYTE, 5, 0, 1));
	CHECK_EQ(v(5)[5], 0x01);
	set_lanes(5, 0x200, 1);
	run(buffer_inst(OP_BUFFER_STORE_DWORDX2, 4, -1, 12));
	CHECK_EQ(word_at(row + (3 * 64 + 9) * 4), 0x109);
	CHECK_EQ(word_at(row + (4 * 64 + 9) * 4), 0x209);
	/* What FLAT sees of it. */
	set_addresses(0, ((uint64_t)PRIVATE_HI << 32) + 16, 0);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 6, 0, -1, -1));
	CHECK_EQ(v(6)[9], 0x209);
	wave_set_s64(w, SREG_EXEC, 2);
	set_lanes(4, 0x300, 1);
	run(buffer_inst(OP_BUFFER_STORE_DWORD, 4, -1, 8));
	check_step(4, MEM_WRITE, SPACE_SCRATCH, false, 2);
	CHECK_EQ(word_at(row + (2 * 64 + 1) * 4), 0x301);
	CHECK_EQ(word_at(row + (2 * 64 + 2) * 4), 0x102);
	v(6)[0] = 66;
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 6, -1, 8));
	CHECK_EQ(v(6)[0], 66);
	CHECK_EQ(v(6)[1], 0x301);
}

static const uint8_t *private_place(const uint8_t *piece, uint32_t offset, unsigned lane)
{
	return piece + (offset / 4 * WAVE_LANES + lane) * 4 + offset % 4;
}

/* Every width, all lanes and some, with offsets that differ. */
TEST(private_offsets)
{
	static const struct {
		int store, load;
		unsigned bytes;
	} widths[] = {
		{OP_BUFFER_STORE_BYTE, OP_BUFFER_LOAD_SBYTE, 1},
		{OP_BUFFER_STORE_BYTE, OP_BUFFER_LOAD_UBYTE, 1},
		{OP_BUFFER_STORE_SHORT, OP_BUFFER_LOAD_SSHORT, 2},
		{OP_BUFFER_STORE_SHORT, OP_BUFFER_LOAD_USHORT, 2},
		{OP_BUFFER_STORE_DWORD, OP_BUFFER_LOAD_DWORD, 4},
		{OP_BUFFER_STORE_DWORDX2, OP_BUFFER_LOAD_DWORDX2, 8},
		{OP_BUFFER_STORE_DWORDX4, OP_BUFFER_LOAD_DWORDX4, 16},
	};
	static const uint64_t masks[] = {ALL, UINT64_C(0x8000000000f0f011)};

	for (size_t k = 0; k < 2 * sizeof(widths) / sizeof(widths[0]); k++) {
		unsigned bytes = widths[k / 2].bytes;
		const uint8_t *piece;

		start();
		piece = scratch + PRIVATE_BYTES * WAVE_LANES;
		private_resource(SCRATCH);
		w->s[12] = PRIVATE_BYTES * WAVE_LANES;
		memset(scratch, 0, sizeof(scratch));
		for (unsigned i = 0; i < WAVE_LANES; i++)
			v(0)[i] = i * bytes % 16;
		for (unsigned reg = 4; reg < 8; reg++)
			set_lanes(reg, reg << 24 | 0x8180, 3);
		wave_set_s64(w, SREG_EXEC, masks[k % 2]);
		run(buffer_inst(widths[k / 2].store, 4, 0, 12));
		check_step(bytes, MEM_WRITE, SPACE_SCRATCH, false, masks[k % 2]);
		run(buffer_inst(widths[k / 2].load, 8, 0, 12));
		check_step(bytes, MEM_READ, SPACE_SCRATCH, true, masks[k % 2]);
		for (unsigned i = 0; i < WAVE_LANES; i++) {
			uint32_t offset = v(0)[i] + 12;
			bool is_active = masks[k % 2] >> i & 1;

			for (unsigned b = 0; b < bytes; b++)
				CHECK_EQ(*private_place(piece, offset + b, i),
					 is_active ? v(4 + b / 4)[i] >> b % 4 * 8 & 0xff : 0);
			if (!is_active)
				continue;
			CHECK_EQ(step.addr[i] - w->scratch_base,
				 private_place(piece, offset, i) - piece);
			switch (widths[k / 2].load) {
			case OP_BUFFER_LOAD_SBYTE:
				CHECK_EQ(v(8)[i], (uint32_t)(int8_t)v(4)[i]);
				break;
			case OP_BUFFER_LOAD_SSHORT:
				CHECK_EQ(v(8)[i], (uint32_t)(int16_t)v(4)[i]);
				break;
			default:
				CHECK_EQ(v(8)[i],
					 bytes < 4 ? v(4)[i] & ((1u << 8 * bytes) - 1) : v(4)[i]);
				break;
			}
			for (unsigned d = 1; d < bytes / 4; d++)
				CHECK_EQ(v(8 + d)[i], v(4 + d)[i]);
		}
	}
}

TEST(private_bounds)
{
	start();
	private_resource(SCRATCH);
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, -1, 0)); /* soffset 0: another wavefront's piece */
	CHECK_EQ(w->fault.kind, FAULT_SCRATCH_BOUNDS);
	w->s[12] = PRIVATE_BYTES * WAVE_LANES;
	run(buffer_inst(OP_BUFFER_STORE_DWORD, 4, -1, PRIVATE_BYTES));
	check_fault(FAULT_SCRATCH_BOUNDS, 0, PRIVATE_BYTES, 4, true);
	set_lanes(0, 0, 0);
	v(0)[33] = PRIVATE_BYTES - 4;
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, 0, 0));
	CHECK_EQ(w->fault.kind, FAULT_NONE);
	run(buffer_inst(OP_BUFFER_LOAD_DWORDX2, 4, 0, 0));
	check_fault(FAULT_SCRATCH_BOUNDS, 33, PRIVATE_BYTES - 4, 8, false);
	/* Nobody minds where a lane that is off would go; offsets do not wrap around. */
	v(0)[33] = UINT32_MAX - 3;
	wave_set_s64(w, SREG_EXEC, ~(UINT64_C(1) << 33));
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, 0, 8));
	CHECK_EQ(w->fault.kind, FAULT_NONE);
	wave_set_s64(w, SREG_EXEC, ALL);
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, 0, 8));
	check_fault(FAULT_SCRATCH_BOUNDS, 33, UINT64_C(0x100000004), 4, false);
	v(0)[33] = 2;
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, 0, 0));
	check_fault(FAULT_MISALIGNED, 33, 2, 4, false);
}

TEST(buffer_faults)
{
	start();
	resource(BUFFER, 0, UINT32_MAX, 0);
	set_lanes(0, 0, 4);
	v(0)[8] = BUFFER_BYTES;
	v(4)[0] = 5;
	run(buffer_inst(OP_BUFFER_LOAD_DWORD, 4, 0, 0));
	check_fault(FAULT_UNMAPPED, 8, BUFFER + BUFFER_BYTES, 4, false);
	CHECK_EQ(v(4)[0], 5);
	v(0)[8] = 1;
	run(buffer_inst(OP_BUFFER_ATOMIC_ADD, 4, 0, 0));
	check_fault(FAULT_MISALIGNED, 8, BUFFER + 1, 4, true);
}

/* An atomic beyond num_records does nothing and returns 0. */
TEST(atomic_out_of_range)
{
	struct inst in;

	start();
	resource(BUFFER, 0, 8, 0);
	set_lanes(0, 0, 4);
	set_lanes(4, 1, 0);
	in = buffer_inst(OP_BUFFER_ATOMIC_ADD, 4, 0, 0);
	in.glc = true;
	run(in);
	check_step(4, MEM_ATOMIC, SPACE_GLOBAL, true, 3);
	CHECK_EQ(word_at(buffer + 4), 0x07060505);
	CHECK_EQ(word_at(buffer + 8), 0x0b0a0908);
	CHECK_EQ(v(4)[1], 0x07060504);
	CHECK_EQ(v(4)[2], 0);
}

TEST(lds_forms)
{
	struct inst in;

	start();
	resource(BUFFER, 0, 64, 0);
	w->s[SREG_M0] = 128;
	set_lanes(0, 0x38, 1);
	v(4)[0] = 5;
	in = buffer_inst(OP_BUFFER_LOAD_SBYTE, 4, 0, 4);
	in.lds = true;
	run(in);
	check_step(1, MEM_READ, SPACE_GLOBAL, false, 0xf);
	CHECK_EQ(word_at(lds + 128 + 4), 0x3c);
	CHECK_EQ(word_at(lds + 128 + 4 + 4 * 3), 0x3f);
	CHECK_EQ(word_at(lds + 128 + 4 + 4 * 4), 0);
	CHECK_EQ(v(4)[0], 5);
	resource(OTHER, 4, 64, ADD_TID);
	wave_set_s64(w, SREG_EXEC, 3);
	in = buffer_inst(OP_BUFFER_STORE_LDS_DWORD, -1, -1, 4);
	in.lds = true;
	run(in);
	check_step(4, MEM_WRITE, SPACE_GLOBAL, false, 3);
	CHECK_EQ(word_at(other + 4), 0x3c);
	CHECK_EQ(word_at(other + 8), 0x3d);
	CHECK_EQ(word_at(other + 12), 0x77777777);
	w->s[SREG_M0] = LDS_BYTES - 4;
	run(in);
	check_fault(FAULT_LDS_BOUNDS, 0, LDS_BYTES, 4, false);
}

/* Selectors x, y, z, w in this order; number formats 4 uint, 5 sint, 7 float. */
#define XYZW (4 | 5 << 3 | 6 << 6 | 7 << 9)

TEST(formats)
{
	struct inst in;

	start();
	resource(BUFFER, 0, BUFFER_BYTES, XYZW | 7 << 12 | 11 << 15); /* 32_32 float */
	run(buffer_inst(OP_BUFFER_LOAD_FORMAT_XYZW, 4, -1, 0x20));
	check_step(8, MEM_READ, SPACE_GLOBAL, true, ALL);
	CHECK_EQ(v(4)[0], 0x23222120);
	CHECK_EQ(v(5)[0], 0x27262524);
	CHECK_EQ(v(6)[0], 0);
	CHECK_EQ(v(7)[0], 0x3f800000);
	resource(BUFFER, 0, BUFFER_BYTES,
		 (5 | 1 << 3) | 5 << 12 | 5 << 15); /* y, 1 of 16_16 sint */
	run(buffer_inst(OP_BUFFER_LOAD_FORMAT_XY, 4, -1, 0x80));
	CHECK_EQ(v(4)[0], 0xffff8382);
	CHECK_EQ(v(5)[0], 1);
	resource(BUFFER, 0, BUFFER_BYTES, XYZW | 7 << 12 | 5 << 15); /* 16_16 float */
	run(buffer_inst(OP_BUFFER_LOAD_FORMAT_D16_XY, 4, -1, 0x80));
	CHECK_EQ(v(4)[0], 0x8180);
	CHECK_EQ(v(5)[0], 0x8382);
	run(buffer_inst(OP_BUFFER_LOAD_FORMAT_X, 4, -1, 0)); /* would need conversion */
	CHECK_EQ(w->fault.kind, FAULT_UNIMPLEMENTED);
	resource(BUFFER, 0, BUFFER_BYTES, XYZW | 4 << 12 | 14 << 15); /* four uints */
	wave_set_s64(w, SREG_EXEC, 1);
	v(4)[0] = 0x11111111;
	v(5)[0] = 0x22222222;
	run(buffer_inst(OP_BUFFER_STORE_FORMAT_XY, 4, -1, 0));
	check_step(8, MEM_WRITE, SPACE_GLOBAL, false, 1);
	CHECK_EQ(long_at(buffer), 0x2222222211111111);
	CHECK_EQ(buffer[8], 8);
	in = buffer_inst(OP_BUFFER_LOAD_DWORD, 4, -1, 0);
	in.tfe = true;
	run(in);
	CHECK_EQ(v(4)[0], 0x11111111);
	CHECK_EQ(v(5)[0], 0); /* status: all resident */
}

TEST(cache_control_touches_nothing)
{
	struct inst in = {.op = OP_BUFFER_WBINVL1_VOL, .size = 8};

	start();
	run(in);
	check_step(0, MEM_READ, SPACE_GLOBAL, false, 0);
}
