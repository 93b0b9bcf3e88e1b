/*
 * DS: loads, stores and atomics in the workgroup's LDS, and the permutes that use its crossbar. An
 * address at or beyond M0 reads 0 and swallows writes, as in hardware; one beyond the workgroup's
 * LDS is a fault. Leaves out GDS, global wave sync, ordered count and ds_condxchg32.
 */
#include "isa/exec/atomics.h"
#include "isa/exec/exec_memory.h"

static const struct lane_ops *ops;

static uint32_t ds_limit(uint32_t bytes, uint32_t access_bytes)
{
	return bytes < access_bytes ? 0 : bytes - access_bytes;
}

/* Some lane is beyond the limit: a fault, or out of the range that M0 sets. */
static bool outside_is_harmless(struct wavefront *w, const uint64_t *address, uint64_t lanes,
				unsigned bytes, bool write)
{
	FOR_LANES(i, lanes)
	{
		if (address[i] + bytes > w->group->lds_bytes) {
			wave_fault(w, FAULT_LDS_BOUNDS, (int)i, address[i], bytes, write);
			return false;
		}
	}
	return true;
}

/* LDS offsets of all lanes. *inside are the active lanes that M0 lets through; false: a fault. */
ALWAYS_INLINE bool find_lanes(struct wavefront *w, uint64_t *address, const uint32_t *words,
			      uint32_t offset, unsigned bytes, bool write, uint64_t *inside)
{
	uint32_t lds_bytes = w->group->lds_bytes, m0 = w->s[SREG_M0];
	uint32_t end = m0 < lds_bytes ? m0 : lds_bytes;
	uint64_t exec = w->step->exec;
	uint64_t outside = ops->lds_addresses(address, words, offset, ds_limit(end, bytes)) & exec;

	if (__builtin_expect(end < bytes, 0))
		outside = exec;
	*inside = exec & ~outside;
	return __builtin_expect(!outside, 1) ||
	       outside_is_harmless(w, address, outside, bytes, write);
}

static void clear_lanes(uint32_t *d, uint64_t lanes, unsigned dwords)
{
	FOR_LANES(i, lanes)
	{
		for (unsigned k = 0; k < dwords; k++)
			d[k * WAVE_LANES + i] = 0;
	}
}

ALWAYS_INLINE void ds_read(struct wavefront *w, const struct inst *in, enum access access)
{
	uint32_t *d = wave_vgpr(w, in->dst.reg);
	const uint32_t *words = wave_vgpr(w, in->src[0].reg);
	uint64_t delta = (uint64_t)(uintptr_t)w->group->lds, inside;
	struct step *step = w->step;

	describe_access(step, access_bytes(access), MEM_READ, SPACE_LDS, true, 0);
	if (!find_lanes(w, step->addr, words, (uint32_t)in->imm, access_bytes(access), false,
			&inside))
		return;
	step->lanes = inside;
	load_lanes(d, step->addr, delta, inside, access);
	clear_lanes(d, step->exec & ~inside, access_dwords(access));
}

ALWAYS_INLINE void ds_write(struct wavefront *w, const struct inst *in, enum access access)
{
	const uint32_t *s = wave_vgpr(w, in->src[1].reg), *words = wave_vgpr(w, in->src[0].reg);
	uint64_t delta = (uint64_t)(uintptr_t)w->group->lds, inside;
	struct step *step = w->step;

	describe_access(step, access_bytes(access), MEM_WRITE, SPACE_LDS, false, 0);
	if (!find_lanes(w, step->addr, words, (uint32_t)in->imm, access_bytes(access), true,
			&inside))
		return;
	step->lanes = inside;
	store_lanes(s, step->addr, delta, inside, access);
}

/* The two addresses of a read2, write2 or wrxchg2: offsets count in units of unit_bytes. */
ALWAYS_INLINE bool find_both(struct wavefront *w, const struct inst *in, unsigned bytes,
			     unsigned unit_bytes, bool write, uint64_t inside[2])
{
	const uint32_t *words = wave_vgpr(w, in->src[0].reg);
	uint32_t first = (uint32_t)in->imm * unit_bytes, second = (uint32_t)in->imm2 * unit_bytes;

	if (!find_lanes(w, w->step->addr, words, first, bytes, write, &inside[0]) ||
	    !find_lanes(w, w->step->addr2, words, second, bytes, write, &inside[1]))
		return false;
	w->step->two = true;
	w->step->lanes = inside[0] | inside[1];
	return true;
}

ALWAYS_INLINE void ds_read2(struct wavefront *w, const struct inst *in, enum access access,
			    unsigned unit_bytes)
{
	uint32_t *d = wave_vgpr(w, in->dst.reg);
	uint32_t *d2 = d + access_dwords(access) * WAVE_LANES;
	uint64_t delta = (uint64_t)(uintptr_t)w->group->lds, inside[2];
	struct step *step = w->step;

	describe_access(step, access_bytes(access), MEM_READ, SPACE_LDS, true, 0);
	if (!find_both(w, in, access_bytes(access), unit_bytes, false, inside))
		return;
	load_lanes(d, step->addr, delta, inside[0], access);
	load_lanes(d2, step->addr2, delta, inside[1], access);
	clear_lanes(d, step->exec & ~inside[0], access_dwords(access));
	clear_lanes(d2, step->exec & ~inside[1], access_dwords(access));
}

ALWAYS_INLINE void ds_write2(struct wavefront *w, const struct inst *in, enum access access,
			     unsigned unit_bytes)
{
	uint64_t delta = (uint64_t)(uintptr_t)w->group->lds, inside[2];
	struct step *step = w->step;

	describe_access(step, access_bytes(access), MEM_WRITE, SPACE_LDS, false, 0);
	if (!find_both(w, in, access_bytes(access), unit_bytes, true, inside))
		return;
	store_lanes(wave_vgpr(w, in->src[1].reg), step->addr, delta, inside[0], access);
	store_lanes(wave_vgpr(w, in->src[2].reg), step->addr2, delta, inside[1], access);
}

#define DS_EXEC(name, call)                                                                        \
	static void name(struct wavefront *w, const struct inst *in)                               \
	{                                                                                          \
		call;                                                                              \
	}

DS_EXEC(read_u8, ds_read(w, in, ACCESS_U8))
DS_EXEC(read_i8, ds_read(w, in, ACCESS_S8))
DS_EXEC(read_u16, ds_read(w, in, ACCESS_U16))
DS_EXEC(read_i16, ds_read(w, in, ACCESS_S16))
DS_EXEC(read_b32, ds_read(w, in, ACCESS_B32))
DS_EXEC(read_b64, ds_read(w, in, ACCESS_B64))
DS_EXEC(read_b96, ds_read(w, in, ACCESS_B96))
DS_EXEC(read_b128, ds_read(w, in, ACCESS_B128))
DS_EXEC(write_b8, ds_write(w, in, ACCESS_U8))
DS_EXEC(write_b16, ds_write(w, in, ACCESS_U16))
DS_EXEC(write_b32, ds_write(w, in, ACCESS_B32))
DS_EXEC(write_b64, ds_write(w, in, ACCESS_B64))
DS_EXEC(write_b96, ds_write(w, in, ACCESS_B96))
DS_EXEC(write_b128, ds_write(w, in, ACCESS_B128))
DS_EXEC(read2_b32, ds_read2(w, in, ACCESS_B32, 4))
DS_EXEC(read2_b64, ds_read2(w, in, ACCESS_B64, 8))
DS_EXEC(read2st64_b32, ds_read2(w, in, ACCESS_B32, 4 * 64))
DS_EXEC(read2st64_b64, ds_read2(w, in, ACCESS_B64, 8 * 64))
DS_EXEC(write2_b32, ds_write2(w, in, ACCESS_B32, 4))
DS_EXEC(write2_b64, ds_write2(w, in, ACCESS_B64, 8))
DS_EXEC(write2st64_b32, ds_write2(w, in, ACCESS_B32, 4 * 64))
DS_EXEC(write2st64_b64, ds_write2(w, in, ACCESS_B64, 8 * 64))

/* Pointers of the lanes of an atomic; lanes that M0 keeps out have none. */
static bool point_lanes(struct wavefront *w, const uint64_t *address, uint64_t inside,
			unsigned bytes, struct atomic_lanes *a)
{
	memset(a->at, 0, sizeof(a->at));
	FOR_LANES(i, inside)
	{
		if (address[i] & (bytes - 1)) {
			wave_fault(w, FAULT_MISALIGNED, (int)i, address[i], bytes, true);
			return false;
		}
		a->at[i] = w->group->lds + address[i];
	}
	a->lanes = w->step->exec;
	return true;
}

static void ds_atomic(struct wavefront *w, const struct inst *in)
{
	struct atomic_kind kind = atomic_kind_of(in->op);
	const uint32_t *words = wave_vgpr(w, in->src[0].reg);
	struct atomic_lanes a = {.x = wave_vgpr(w, in->src[1].reg)};
	struct step *step = w->step;
	uint64_t inside;

	if (in->src[2].kind == OPERAND_VGPR)
		a.y = wave_vgpr(w, in->src[2].reg);
	/* ds_cmpst has the value to compare with first, unlike the other compare-and-swaps. */
	if (kind.op == ATOMIC_CMPSWAP || kind.op == ATOMIC_FCMPSWAP) {
		const uint32_t *compare = a.x;

		a.x = a.y;
		a.y = compare;
	}
	if (in->dst.kind == OPERAND_VGPR)
		a.old = wave_vgpr(w, in->dst.reg);
	describe_access(step, kind.bytes, MEM_ATOMIC, SPACE_LDS, a.old != NULL, 0);
	if (!find_lanes(w, step->addr, words, (uint32_t)in->imm, kind.bytes, true, &inside) ||
	    !point_lanes(w, step->addr, inside, kind.bytes, &a))
		return;
	step->lanes = inside;
	atomic_run(kind, &a, &w->env.fp);
}

/* Exchanges at two addresses. Old values take a detour: the result may overlap the second source.
 */
static void ds_exchange2(struct wavefront *w, const struct inst *in)
{
	struct atomic_kind kind = atomic_kind_of(in->op);
	bool far = in->op == OP_DS_WRXCHG2ST64_RTN_B32 || in->op == OP_DS_WRXCHG2ST64_RTN_B64;
	unsigned unit_bytes = kind.bytes * (far ? 64 : 1), dwords = kind.bytes / 4;
	uint32_t *old = w->program->buffer[3].dword;
	struct atomic_lanes a[2];
	uint64_t inside[2];

	describe_access(w->step, kind.bytes, MEM_ATOMIC, SPACE_LDS, true, 0);
	if (!find_both(w, in, kind.bytes, unit_bytes, true, inside) ||
	    !point_lanes(w, w->step->addr, inside[0], kind.bytes, &a[0]) ||
	    !point_lanes(w, w->step->addr2, inside[1], kind.bytes, &a[1]))
		return;
	for (unsigned n = 0; n < 2; n++) {
		a[n].x = wave_vgpr(w, in->src[1 + n].reg);
		a[n].y = NULL;
		a[n].old = old + n * dwords * WAVE_LANES;
		atomic_run(kind, &a[n], &w->env.fp);
	}
	for (unsigned k = 0; k < 2 * dwords; k++)
		ops->blend(wave_vgpr(w, in->dst.reg + k), old + k * WAVE_LANES, w->step->exec);
}

/*
 * Atomics whose operand is in LDS too: the offset field says how far from the first address, in
 * dwords, or has its top bit set when the upper half of the address does.
 */
static void ds_from_lds(struct wavefront *w, const struct inst *in)
{
	struct atomic_kind kind = atomic_kind_of(in->op);
	const uint32_t *words = wave_vgpr(w, in->src[0].reg);
	uint32_t *first = w->program->buffer[0].dword, *second = w->program->buffer[1].dword,
		 *x = w->program->buffer[2].dword;
	bool in_address = in->imm & 0x8000;
	struct step *step = w->step;
	struct atomic_lanes a = {.x = x};
	uint64_t inside[2];

	for (unsigned i = 0; i < WAVE_LANES; i++) {
		int32_t distance = in_address ? (int32_t)words[i] >> 17
					      : (int32_t)((uint32_t)in->imm << 17) >> 17;

		first[i] = in_address ? words[i] & 0x1ffff : words[i];
		second[i] = first[i] + 4 * (uint32_t)distance;
	}
	describe_access(step, kind.bytes, MEM_ATOMIC, SPACE_LDS, false, 0);
	if (!find_lanes(w, step->addr, first, 0, kind.bytes, true, &inside[0]) ||
	    !find_lanes(w, step->addr2, second, 0, kind.bytes, false, &inside[1]) ||
	    !point_lanes(w, step->addr, inside[0], kind.bytes, &a))
		return;
	step->two = true;
	step->lanes = inside[0] | inside[1];
	FOR_LANES(i, step->exec)
	{
		for (unsigned k = 0; k < kind.bytes / 4u; k++)
			x[k * WAVE_LANES + i] =
				(inside[1] >> i & 1)
					? load32(w->group->lds + step->addr2[i] + 4 * k)
					: 0;
		a.lanes = UINT64_C(1) << i;
		atomic_run(kind, &a, &w->env.fp);
	}
}

/* The counter at M0 + offset goes up or down by the number of active lanes; all get its old value.
 */
static void ds_append(struct wavefront *w, const struct inst *in)
{
	uint32_t address = (w->s[SREG_M0] & 0xffff) + (uint32_t)in->imm, old;
	uint32_t count = (uint32_t)__builtin_popcountll(w->step->exec), value;
	unsigned lane;

	describe_access(w->step, 4, MEM_ATOMIC, SPACE_LDS, true, 0);
	if (!w->step->exec)
		return;
	lane = (unsigned)__builtin_ctzll(w->step->exec);
	if (address % 4 || (uint64_t)address + 4 > w->group->lds_bytes) {
		wave_fault(w, address % 4 ? FAULT_MISALIGNED : FAULT_LDS_BOUNDS, (int)lane, address,
			   4, true);
		return;
	}
	w->step->lanes = UINT64_C(1) << lane;
	w->step->addr[lane] = address;
	old = load32(w->group->lds + address);
	value = in->op == OP_DS_APPEND ? old + count : old - count;
	store_register(w->group->lds + address, value, ACCESS_B32);
	FOR_LANES(i, w->step->exec)
	{
		wave_vgpr(w, in->dst.reg)[i] = old;
	}
}

static void crossbar_only(struct wavefront *w)
{
	describe_access(w->step, 4, MEM_READ, SPACE_LDS, true, 0);
}

/* The lane a lane of the swizzle reads from: any of its quad, or masks on the number within 32. */
static unsigned swizzle_source(uint32_t pattern, unsigned lane)
{
	uint32_t and_mask = pattern & 31, or_mask = pattern >> 5 & 31,
		 xor_mask = pattern >> 10 & 31;

	if (pattern & 0x8000)
		return (lane & ~3u) | (pattern >> (2 * (lane & 3)) & 3);
	return (lane & 32) | (((lane & and_mask) | or_mask) ^ xor_mask);
}

/* Lanes that are not active give 0 to those that read from them. */
static void ds_swizzle(struct wavefront *w, const struct inst *in)
{
	const uint32_t *s = wave_vgpr(w, in->src[0].reg);
	uint32_t *result = w->program->buffer[3].dword;
	uint64_t exec = w->step->exec;

	crossbar_only(w);
	for (unsigned i = 0; i < WAVE_LANES; i++) {
		unsigned from = swizzle_source((uint32_t)in->imm, i);

		result[i] = (exec >> from & 1) ? s[from] : 0;
	}
	ops->blend(wave_vgpr(w, in->dst.reg), result, exec);
}

static unsigned permute_lane(uint32_t address, const struct inst *in)
{
	return (address + (uint32_t)in->imm) / 4 % WAVE_LANES;
}

/* Each lane sends its value to another; of several senders the highest lane wins. */
static void ds_permute(struct wavefront *w, const struct inst *in)
{
	const uint32_t *to = wave_vgpr(w, in->src[0].reg), *s = wave_vgpr(w, in->src[1].reg);
	uint32_t *result = w->program->buffer[3].dword;

	crossbar_only(w);
	memset(result, 0, WAVE_LANES * sizeof(*result));
	FOR_LANES(i, w->step->exec)
	{
		result[permute_lane(to[i], in)] = s[i];
	}
	ops->blend(wave_vgpr(w, in->dst.reg), result, w->step->exec);
}

static void ds_bpermute(struct wavefront *w, const struct inst *in)
{
	const uint32_t *of = wave_vgpr(w, in->src[0].reg), *s = wave_vgpr(w, in->src[1].reg);
	uint32_t *result = w->program->buffer[3].dword;
	uint64_t exec = w->step->exec;

	crossbar_only(w);
	for (unsigned i = 0; i < WAVE_LANES; i++) {
		unsigned from = permute_lane(of[i], in);

		result[i] = (exec >> from & 1) ? s[from] : 0;
	}
	ops->blend(wave_vgpr(w, in->dst.reg), result, exec);
}

static void ds_nop(struct wavefront *w, const struct inst *in)
{
	(void)in;
	describe_access(w->step, 0, MEM_READ, SPACE_LDS, false, 0);
}

static exec_fn *const loads_and_stores[OP_COUNT] = {
	[OP_DS_READ_U8] = read_u8,
	[OP_DS_READ_I8] = read_i8,
	[OP_DS_READ_U16] = read_u16,
	[OP_DS_READ_I16] = read_i16,
	[OP_DS_READ_B32] = read_b32,
	[OP_DS_READ_B64] = read_b64,
	[OP_DS_READ_B96] = read_b96,
	[OP_DS_READ_B128] = read_b128,
	[OP_DS_WRITE_B8] = write_b8,
	[OP_DS_WRITE_B16] = write_b16,
	[OP_DS_WRITE_B32] = write_b32,
	[OP_DS_WRITE_B64] = write_b64,
	[OP_DS_WRITE_B96] = write_b96,
	[OP_DS_WRITE_B128] = write_b128,
	[OP_DS_READ2_B32] = read2_b32,
	[OP_DS_READ2_B64] = read2_b64,
	[OP_DS_READ2ST64_B32] = read2st64_b32,
	[OP_DS_READ2ST64_B64] = read2st64_b64,
	[OP_DS_WRITE2_B32] = write2_b32,
	[OP_DS_WRITE2_B64] = write2_b64,
	[OP_DS_WRITE2ST64_B32] = write2st64_b32,
	[OP_DS_WRITE2ST64_B64] = write2st64_b64,
};

exec_fn *exec_ds(const struct inst *in)
{
	ops = lane_ops();
	if (in->gds)
		return NULL;
	if (loads_and_stores[in->op])
		return loads_and_stores[in->op];
	switch (in->op) {
	case OP_DS_APPEND:
	case OP_DS_CONSUME:
		return ds_append;
	case OP_DS_SWIZZLE_B32:
		return ds_swizzle;
	case OP_DS_PERMUTE_B32:
		return ds_permute;
	case OP_DS_BPERMUTE_B32:
		return ds_bpermute;
	case OP_DS_NOP:
		return ds_nop;
	default:
		break;
	}
	if (!atomic_kind_of(in->op).bytes)
		return NULL;
	if (inst_info(in)->flags & OPF_TWO_OFFSETS)
		return ds_exchange2;
	return inst_info(in)->src[1] == T_NONE ? ds_from_lds : ds_atomic;
}
