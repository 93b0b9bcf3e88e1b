/* SMEM and FLAT instructions, one at a time, and what they report of their accesses. */
#include "wave_fixture.h"

TEST(flat_loads_of_each_width)
{
	start();
	set_addresses(0, BUFFER + 0x7e, 3); /* unaligned: lane 0 at 0x7e, lane 1 at 0x81 */
	run(vector_inst(OP_FLAT_LOAD_UBYTE, 4, 0, -1, -1));
	check_step(1, MEM_READ, SPACE_GLOBAL, true, ALL);
	CHECK_EQ(step.addr[1], BUFFER + 0x81);
	CHECK_EQ(v(4)[0], 0x7e);
	CHECK_EQ(v(4)[1], 0x81);
	run(vector_inst(OP_FLAT_LOAD_SBYTE, 4, 0, -1, -1));
	CHECK_EQ(v(4)[0], 0x7e);
	CHECK_EQ(v(4)[1], 0xffffff81);
	run(vector_inst(OP_FLAT_LOAD_USHORT, 4, 0, -1, -1));
	CHECK_EQ(v(4)[1], 0x8281);
	run(vector_inst(OP_FLAT_LOAD_SSHORT, 4, 0, -1, -1));
	CHECK_EQ(v(4)[0], 0x7f7e);
	CHECK_EQ(v(4)[1], 0xffff8281);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 4, 0, -1, -1));
	CHECK_EQ(v(4)[1], 0x84838281);
	run(vector_inst(OP_FLAT_LOAD_DWORDX2, 4, 0, -1, -1));
	CHECK_EQ(v(5)[1], 0x88878685);
	run(vector_inst(OP_FLAT_LOAD_DWORDX3, 4, 0, -1, -1));
	CHECK_EQ(v(6)[1], 0x8c8b8a89);
	run(vector_inst(OP_FLAT_LOAD_DWORDX4, 0, 0, -1, -1)); /* over its own address */
	check_step(16, MEM_READ, SPACE_GLOBAL, true, ALL);
	CHECK_EQ(v(0)[1], 0x84838281);
	CHECK_EQ(v(3)[1], 0x908f8e8d);
	CHECK_EQ(v(3)[63], 0x4a494847); /* 0x7e + 3 * 63 + 12, the bytes counting modulo 256 */
}

TEST(flat_stores_of_each_width)
{
	start();
	set_addresses(0, BUFFER, 16);
	for (unsigned k = 0; k < 4; k++)
		for (unsigned i = 0; i < WAVE_LANES; i++)
			v(4 + k)[i] = 0xa0b0c000 + 0x100 * k + i;
	run(vector_inst(OP_FLAT_STORE_BYTE, -1, 0, 4, -1));
	check_step(1, MEM_WRITE, SPACE_GLOBAL, false, ALL);
	CHECK_EQ(word_at(buffer + 16), 0x13121101);
	run(vector_inst(OP_FLAT_STORE_SHORT, -1, 0, 5, -1));
	CHECK_EQ(word_at(buffer + 16), 0x1312c101);
	run(vector_inst(OP_FLAT_STORE_DWORD, -1, 0, 4, -1));
	CHECK_EQ(word_at(buffer + 16 * 63), 0xa0b0c03f);
	CHECK_EQ(buffer[16 * 63 + 4], 0xf4);
	run(vector_inst(OP_FLAT_STORE_DWORDX2, -1, 0, 4, -1));
	CHECK_EQ(word_at(buffer + 16 + 4), 0xa0b0c101);
	run(vector_inst(OP_FLAT_STORE_DWORDX3, -1, 0, 4, -1));
	CHECK_EQ(word_at(buffer + 16 + 8), 0xa0b0c201);
	CHECK_EQ(buffer[16 + 12], 0x1c);
	run(vector_inst(OP_FLAT_STORE_DWORDX4, -1, 0, 4, -1));
	CHECK_EQ(word_at(buffer + 16 + 12), 0xa0b0c301);
}

/* Stores and atomics, of the bytes that active lanes touch; loads are none. */
TEST(what_is_written_is_noted)
{
	static uint8_t written[BUFFER_BYTES];

	start();
	memset(written, 0, sizeof(written));
	memory_note_writes(&memory, BUFFER, written);
	set_addresses(0, BUFFER, 16);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 4, 0, -1, -1));
	for (unsigned i = 0; i < BUFFER_BYTES; i++)
		CHECK_EQ(written[i], 0);
	wave_set_s64(w, SREG_EXEC, 0xaa);
	run(vector_inst(OP_FLAT_STORE_SHORT, -1, 0, 4, -1));
	run(vector_inst(OP_FLAT_ATOMIC_ADD, -1, 0, 4, -1));
	for (unsigned i = 0; i < BUFFER_BYTES; i++)
		CHECK_EQ(written[i], i < 128 && i / 16 % 2 && i % 16 < 4);
	CHECK_EQ(buffer[16], (uint8_t)(2 * v(4)[1]));
}

TEST(flat_with_partial_exec)
{
	start();
	set_addresses(0, 0xdead00000000, 4); /* inactive lanes may hold anything */
	set_address(0, 3, BUFFER + 8);
	set_address(0, 40, OTHER + 4);
	wave_set_s64(w, SREG_EXEC, UINT64_C(1) << 3 | UINT64_C(1) << 40);
	v(4)[2] = v(4)[3] = v(4)[40] = 99;
	run(vector_inst(OP_FLAT_LOAD_DWORD, 4, 0, -1, -1)); /* two regions */
	check_step(4, MEM_READ, SPACE_GLOBAL, true, UINT64_C(1) << 3 | UINT64_C(1) << 40);
	CHECK_EQ(v(4)[3], 0x0b0a0908);
	CHECK_EQ(v(4)[40], 0x77777777);
	CHECK_EQ(v(4)[2], 99);
	CHECK_EQ(step.addr[40], OTHER + 4);
	wave_set_s64(w, SREG_EXEC, 0);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 4, 0, -1, -1));
	check_step(4, MEM_READ, SPACE_GLOBAL, true, 0);
	run(vector_inst(OP_FLAT_STORE_DWORD, -1, 0, 4, -1));
	check_step(4, MEM_WRITE, SPACE_GLOBAL, false, 0);
	run(vector_inst(OP_FLAT_ATOMIC_ADD, -1, 0, 4, -1));
	check_step(4, MEM_ATOMIC, SPACE_GLOBAL, false, 0);
}

TEST(flat_faults)
{
	start();
	set_addresses(0, BUFFER, 4);
	set_address(0, 17, BUFFER + BUFFER_BYTES - 3); /* one byte past the end */
	v(4)[0] = 1234;
	run(vector_inst(OP_FLAT_LOAD_DWORD, 4, 0, -1, -1));
	check_fault(FAULT_UNMAPPED, 17, BUFFER + BUFFER_BYTES - 3, 4, false);
	CHECK_EQ(v(4)[0], 1234);
	run(vector_inst(OP_FLAT_STORE_DWORD, -1, 0, 4, -1));
	check_fault(FAULT_UNMAPPED, 17, BUFFER + BUFFER_BYTES - 3, 4, true);
	CHECK_EQ(word_at(buffer), 0x03020100);
	set_addresses(0, CONSTANT, 0);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 4, 0, -1, -1));
	CHECK_EQ(v(4)[5], 0x55555555);
	run(vector_inst(OP_FLAT_STORE_BYTE, -1, 0, 4, -1));
	check_fault(FAULT_READONLY, 0, CONSTANT, 1, true);
	set_addresses(0, BUFFER, 4);
	set_address(0, 9, BUFFER + 2);
	run(vector_inst(OP_FLAT_ATOMIC_ADD, -1, 0, 4, -1));
	check_fault(FAULT_MISALIGNED, 9, BUFFER + 2, 4, true);
	set_addresses(0, 0, 0);
	run(vector_inst(OP_FLAT_LOAD_UBYTE, 4, 0, -1, -1));
	check_fault(FAULT_UNMAPPED, 0, 0, 1, false);
}

TEST(flat_into_lds_and_private)
{
	const uint64_t lds_base = (uint64_t)LDS_HI << 32, private_base = (uint64_t)PRIVATE_HI << 32;
	const uint8_t *row = scratch + PRIVATE_BYTES * WAVE_LANES;

	start();
	set_addresses(0, lds_base + 4, 4);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 4, 0, -1, -1));
	check_step(4, MEM_READ, SPACE_LDS, true, ALL);
	CHECK_EQ(step.lds_lanes, ALL);
	CHECK_EQ(step.addr[2], 12);
	CHECK_EQ(v(4)[2], 0x0f0e0d0c);
	/* Private offset 8, two dwords: dwords 2 and 3 of each lane. */
	set_addresses(0, private_base + 8, 0);
	for (unsigned i = 0; i < WAVE_LANES; i++) {
		v(4)[i] = 0x1000 + i;
		v(5)[i] = 0x2000 + i;
	}
	run(vector_inst(OP_FLAT_STORE_DWORDX2, -1, 0, 4, -1));
	check_step(8, MEM_WRITE, SPACE_SCRATCH, false, ALL);
	CHECK_EQ(step.addr[7], w->scratch_base + (2 * 64 + 7) * 4);
	CHECK_EQ(word_at(row + (2 * 64 + 7) * 4), 0x1007);
	CHECK_EQ(word_at(row + (3 * 64 + 7) * 4), 0x2007);
	set_addresses(0, private_base + 9, 0);
	run(vector_inst(OP_FLAT_LOAD_UBYTE, 6, 0, -1, -1));
	CHECK_EQ(v(6)[7], 0x10);
	/* Mixed: lane 0 LDS, lane 1 private, the rest global. */
	set_addresses(0, BUFFER, 0);
	set_address(0, 0, lds_base + 16);
	set_address(0, 1, private_base + 8);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 6, 0, -1, -1));
	check_step(4, MEM_READ, SPACE_GLOBAL, true, ALL);
	CHECK_EQ(step.lds_lanes, 1);
	CHECK_EQ(v(6)[0], 0x13121110);
	CHECK_EQ(v(6)[1], 0x1001);
	CHECK_EQ(v(6)[2], 0x03020100);
	set_address(0, 5, lds_base + LDS_BYTES - 2);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 6, 0, -1, -1));
	check_fault(FAULT_LDS_BOUNDS, 5, LDS_BYTES - 2, 4, false);
	set_address(0, 5, private_base + PRIVATE_BYTES);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 6, 0, -1, -1));
	check_fault(FAULT_SCRATCH_BOUNDS, 5, PRIVATE_BYTES, 4, false);
	set_address(0, 5, private_base + 2);
	run(vector_inst(OP_FLAT_LOAD_DWORD, 6, 0, -1, -1));
	check_fault(FAULT_MISALIGNED, 5, 2, 4, false);
}

struct atomic_case {
	enum opcode op32, op64;
	uint64_t memory, x, y, result;
};

/* Values are 32-bit ones; the 64-bit form is given the same shifted up by 32, plus a low word. */
static const struct atomic_case flat_atomics[] = {
	{OP_FLAT_ATOMIC_SWAP, OP_FLAT_ATOMIC_SWAP_X2, 5, 9, 0, 9},
	{OP_FLAT_ATOMIC_CMPSWAP, OP_FLAT_ATOMIC_CMPSWAP_X2, 5, 9, 5, 9},
	{OP_FLAT_ATOMIC_CMPSWAP, OP_FLAT_ATOMIC_CMPSWAP_X2, 5, 9, 6, 5},
	{OP_FLAT_ATOMIC_ADD, OP_FLAT_ATOMIC_ADD_X2, 0xffffffff, 3, 0, 2},
	{OP_FLAT_ATOMIC_SUB, OP_FLAT_ATOMIC_SUB_X2, 1, 3, 0, 0xfffffffe},
	{OP_FLAT_ATOMIC_SMIN, OP_FLAT_ATOMIC_SMIN_X2, 1, 0xffffffff, 0, 0xffffffff},
	{OP_FLAT_ATOMIC_UMIN, OP_FLAT_ATOMIC_UMIN_X2, 1, 0xffffffff, 0, 1},
	{OP_FLAT_ATOMIC_SMAX, OP_FLAT_ATOMIC_SMAX_X2, 1, 0xffffffff, 0, 1},
	{OP_FLAT_ATOMIC_UMAX, OP_FLAT_ATOMIC_UMAX_X2, 1, 0xffffffff, 0, 0xffffffff},
	{OP_FLAT_ATOMIC_AND, OP_FLAT_ATOMIC_AND_X2, 0xff0, 0x0ff, 0, 0x0f0},
	{OP_FLAT_ATOMIC_OR, OP_FLAT_ATOMIC_OR_X2, 0xff0, 0x0ff, 0, 0xfff},
	{OP_FLAT_ATOMIC_XOR, OP_FLAT_ATOMIC_XOR_X2, 0xff0, 0x0ff, 0, 0xf0f},
	{OP_BUFFER_ATOMIC_SWAP, OP_BUFFER_ATOMIC_SWAP_X2, 5, 9, 0, 9},
	{OP_BUFFER_ATOMIC_CMPSWAP, OP_BUFFER_ATOMIC_CMPSWAP_X2, 5, 9, 5, 9},
	{OP_BUFFER_ATOMIC_UMAX, OP_BUFFER_ATOMIC_UMAX_X2, 1, 0xffffffff, 0, 0xffffffff},
	{OP_BUFFER_ATOMIC_XOR, OP_BUFFER_ATOMIC_XOR_X2, 0xff0, 0x0ff, 0, 0xf0f},
};

static struct inst vmem_atomic(enum opcode op, bool glc)
{
	struct inst in;

	if (op_infos[op].format == FMT_MUBUF) {
		in = buffer_inst(op, 4, -1, 16);
		resource(BUFFER, 0, BUFFER_BYTES, 0);
	} else {
		in = vector_inst(op, glc ? 12 : -1, 0, 4, -1);
		set_address(0, 10, BUFFER + 16);
	}
	in.glc = glc;
	return in;
}

static void try_atomic(const struct atomic_case *t, bool is64, bool glc)
{
	enum opcode op = is64 ? t->op64 : t->op32;
	unsigned dwords = is64 ? 2 : 1, result = op_infos[op].format == FMT_MUBUF ? 4 : 12;

	start();
	wave_set_s64(w, SREG_EXEC, UINT64_C(1) << 10);
	/* The interesting word is the high one of a 64-bit value, or the value. */
	v(4)[10] = v(4 + dwords)[10] = 0;
	v(4 + dwords - 1)[10] = (uint32_t)t->x;
	v(4 + 2 * dwords - 1)[10] = (uint32_t)t->y;
	v(12)[10] = v(13)[10] = 0xbad;
	if (is64)
		put_long(buffer + 16, t->memory << 32);
	else
		put_word(buffer + 16, (uint32_t)t->memory);
	run(vmem_atomic(op, glc));
	check_step(4 * dwords, MEM_ATOMIC, SPACE_GLOBAL, glc, UINT64_C(1) << 10);
	CHECK_EQ(step.addr[10], BUFFER + 16);
	if (is64)
		CHECK_EQ(long_at(buffer + 16), t->result << 32);
	else
		CHECK_EQ(word_at(buffer + 16), t->result);
	if (glc)
		CHECK_EQ(v(result + dwords - 1)[10], t->memory);
	else if (result == 12)
		CHECK_EQ(v(12)[10], 0xbad);
}

TEST(global_atomics)
{
	for (size_t i = 0; i < sizeof(flat_atomics) / sizeof(flat_atomics[0]); i++)
		for (unsigned form = 0; form < 4; form++)
			try_atomic(&flat_atomics[i], form & 1, form & 2);
}

static uint32_t one_atomic(enum opcode op, uint32_t memory_word, uint32_t x)
{
	start();
	wave_set_s64(w, SREG_EXEC, 1);
	set_address(0, 0, BUFFER);
	put_word(buffer, memory_word);
	v(4)[0] = x;
	run(vector_inst(op, -1, 0, 4, -1));
	return word_at(buffer);
}

TEST(wrapping_counters)
{
	CHECK_EQ(one_atomic(OP_FLAT_ATOMIC_INC, 4, 5), 5);
	CHECK_EQ(one_atomic(OP_FLAT_ATOMIC_INC, 5, 5), 0);
	CHECK_EQ(one_atomic(OP_FLAT_ATOMIC_INC, 9, 5), 0);
	CHECK_EQ(one_atomic(OP_FLAT_ATOMIC_DEC, 4, 5), 3);
	CHECK_EQ(one_atomic(OP_FLAT_ATOMIC_DEC, 0, 5), 5);
	CHECK_EQ(one_atomic(OP_FLAT_ATOMIC_DEC, 6, 5), 5);
}

/* All lanes add to one word: each sees the sum of those before it. */
TEST(atomics_in_lane_order)
{
	struct inst in;

	start();
	set_addresses(0, BUFFER, 0);
	put_word(buffer, 100);
	for (unsigned i = 0; i < WAVE_LANES; i++)
		v(4)[i] = i;
	in = vector_inst(OP_FLAT_ATOMIC_ADD, 4, 0, 4, -1);
	in.glc = true;
	run(in);
	CHECK_EQ(word_at(buffer), 100 + 63 * 64 / 2);
	CHECK_EQ(v(4)[0], 100);
	CHECK_EQ(v(4)[63], 100 + 62 * 63 / 2);
}

TEST(scalar_loads)
{
	start();
	wave_set_s64(w, 4, BUFFER + 2); /* low bits do not count */
	run(scalar_inst(OP_S_LOAD_DWORD, 10, 4, 0x10, -1));
	check_step(4, MEM_READ, SPACE_GLOBAL, true, 1);
	CHECK_EQ(step.addr[0], BUFFER + 0x10);
	CHECK_EQ(w->s[10], 0x13121110);
	run(scalar_inst(OP_S_LOAD_DWORDX2, 4, 4, 0, -1)); /* over its own base */
	CHECK_EQ(w->s[4], 0x03020100);
	CHECK_EQ(w->s[5], 0x07060504);
	wave_set_s64(w, 4, BUFFER);
	run(scalar_inst(OP_S_LOAD_DWORDX16, 16, 4, 0x40, -1));
	check_step(64, MEM_READ, SPACE_GLOBAL, true, 1);
	CHECK_EQ(w->s[16], 0x43424140);
	CHECK_EQ(w->s[31], 0x7f7e7d7c);
	struct inst in = scalar_inst(OP_S_LOAD_DWORD, 10, 4, 0, -1);
	w->s[6] = 0x20;
	operand(&in.src[1], T_B32, 6, false);
	run(in);
	CHECK_EQ(w->s[10], 0x23222120);
	run(scalar_inst(OP_S_LOAD_DWORDX4, 10, 4, BUFFER_BYTES - 8, -1));
	check_fault(FAULT_UNMAPPED, -1, BUFFER + BUFFER_BYTES - 8, 16, false);
}

TEST(scalar_stores)
{
	start();
	wave_set_s64(w, 4, BUFFER);
	w->s[20] = 0x11111111;
	w->s[21] = 0x22222222;
	run(scalar_inst(OP_S_STORE_DWORDX2, -1, 4, 8, 20));
	check_step(8, MEM_WRITE, SPACE_GLOBAL, false, 1);
	CHECK_EQ(long_at(buffer + 8), 0x2222222211111111);
	wave_set_s64(w, 4, CONSTANT);
	run(scalar_inst(OP_S_STORE_DWORD, -1, 4, 0, 20));
	check_fault(FAULT_READONLY, -1, CONSTANT, 4, true);
}

TEST(scalar_buffers)
{
	start();
	resource(BUFFER, 0, 24, 0);
	memset(&w->s[20], 0xee, 16);
	run(scalar_inst(OP_S_BUFFER_LOAD_DWORDX4, 20, 8, 16, -1)); /* two dwords within 24 bytes */
	check_step(8, MEM_READ, SPACE_GLOBAL, true, 1);
	CHECK_EQ(w->s[20], 0x13121110);
	CHECK_EQ(w->s[21], 0x17161514);
	CHECK_EQ(w->s[22], 0);
	CHECK_EQ(w->s[23], 0);
	w->s[20] = 7;
	run(scalar_inst(OP_S_BUFFER_LOAD_DWORD, 20, 8, 24, -1));
	check_step(0, MEM_READ, SPACE_GLOBAL, true, 0);
	CHECK_EQ(w->s[20], 0);
	resource(BUFFER, 16, 3, 0); /* three records of 16 bytes */
	run(scalar_inst(OP_S_BUFFER_LOAD_DWORD, 20, 8, 44, -1));
	CHECK_EQ(w->s[20], 0x2f2e2d2c);
	run(scalar_inst(OP_S_BUFFER_LOAD_DWORD, 20, 8, 48, -1));
	CHECK_EQ(w->s[20], 0);
	w->s[20] = 0xabcdef01;
	run(scalar_inst(OP_S_BUFFER_STORE_DWORD, -1, 8, 4, 20));
	CHECK_EQ(word_at(buffer + 4), 0xabcdef01);
	run(scalar_inst(OP_S_BUFFER_STORE_DWORD, -1, 8, 48, 20));
	CHECK_EQ(word_at(buffer + 48), 0x33323130);
}

TEST(clocks_follow_instructions)
{
	start();
	w->executed = 99; /* run counts the instruction itself */
	run(scalar_inst(OP_S_MEMTIME, 10, -1, 0, -1));
	CHECK_EQ(wave_s64(w, 10), 400);
	CHECK_EQ(step.lanes, 0);
	run(scalar_inst(OP_S_MEMREALTIME, 10, -1, 0, -1));
	CHECK_EQ(wave_s64(w, 10), 40);
	run(scalar_inst(OP_S_DCACHE_INV, -1, -1, 0, -1));
	CHECK_EQ(step.lanes, 0);
}

/* Every lane of every register, forth and back, with all lanes active and with one missing. */
static void round_trip(enum opcode store, enum opcode load, unsigned dwords, uint64_t exec)
{
	start();
	set_addresses(0, BUFFER + 3, 4 * dwords);
	for (unsigned k = 0; k < dwords; k++)
		for (unsigned i = 0; i < WAVE_LANES; i++)
			v(4 + k)[i] = 0x1000 * (k + 1) + i;
	wave_set_s64(w, SREG_EXEC, exec);
	run(vector_inst(store, -1, 0, 4, -1));
	run(vector_inst(load, 10, 0, -1, -1));
	for (unsigned k = 0; k < dwords; k++) {
		for (unsigned i = 0; i < WAVE_LANES; i++) {
			bool active = exec >> i & 1;
			uint32_t want = 0x1000 * (k + 1) + i;

			CHECK_EQ(v(10 + k)[i], active ? want : 0);
			if (active)
				CHECK_EQ(word_at(buffer + 3 + 4 * (i * dwords + k)), want);
		}
	}
}

TEST(all_lanes_of_wide_accesses)
{
	for (unsigned n = 0; n < 2; n++) {
		uint64_t exec = n ? ALL & ~(UINT64_C(1) << 37) : ALL;

		round_trip(OP_FLAT_STORE_DWORD, OP_FLAT_LOAD_DWORD, 1, exec);
		round_trip(OP_FLAT_STORE_DWORDX2, OP_FLAT_LOAD_DWORDX2, 2, exec);
		round_trip(OP_FLAT_STORE_DWORDX3, OP_FLAT_LOAD_DWORDX3, 3, exec);
		round_trip(OP_FLAT_STORE_DWORDX4, OP_FLAT_LOAD_DWORDX4, 4, exec);
	}
}

/* Stores of several lanes to one address: the highest lane's stays. */
TEST(colliding_stores)
{
	start();
	set_addresses(0, BUFFER, 0);
	for (unsigned i = 0; i < WAVE_LANES; i++)
		v(4)[i] = v(5)[i] = v(6)[i] = v(7)[i] = i;
	run(vector_inst(OP_FLAT_STORE_DWORD, -1, 0, 4, -1));
	CHECK_EQ(word_at(buffer), 63);
	run(vector_inst(OP_FLAT_STORE_DWORDX4, -1, 0, 4, -1));
	CHECK_EQ(long_at(buffer + 8), UINT64_C(63) << 32 | 63);
	wave_set_s64(w, SREG_EXEC, 0xff);
	run(vector_inst(OP_FLAT_STORE_DWORDX2, -1, 0, 4, -1));
	CHECK_EQ(long_at(buffer), UINT64_C(7) << 32 | 7);
}
