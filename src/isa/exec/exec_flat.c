/*
 * FLAT: loads, stores and atomics at 64-bit addresses of global memory, of LDS and of private
 * memory (the high half of an address says which). All lanes in one region of memory is the fast
 * path.
 */
#include "isa/exec/atomics.h"
#include "isa/exec/exec_memory.h"

static const struct lane_ops *ops;

/* The region that the first active lane touches; NULL when that lane is outside all regions. */
ALWAYS_INLINE struct region *likely_region(struct wavefront *w, const uint32_t *words,
					   uint64_t exec, unsigned bytes)
{
	unsigned first = (unsigned)__builtin_ctzll(exec);
	uint64_t va = words[first] | (uint64_t)words[WAVE_LANES + first] << 32;

	return memory_at(w->memory, va, bytes, false) ? w->memory->last : NULL;
}

/*
 * Fills in the lanes' addresses. True when all active lanes lie in one region that may be accessed
 * so, with nothing to note: *delta is then what leads from simulated to host addresses.
 */
ALWAYS_INLINE bool all_in_one_region(struct wavefront *w, const struct inst *in, uint64_t exec,
				     unsigned bytes, bool write, uint64_t *delta)
{
	const uint32_t *words = wave_vgpr(w, in->src[0].reg);
	const struct region *r = likely_region(w, words, exec, bytes);
	uint64_t outside;

	if (!r) {
		ops->flat_addresses(w->step->addr, words, 0, 0);
		return false;
	}
	outside = ops->flat_addresses(w->step->addr, words, r->base, r->bytes - bytes);
	*delta = (uint64_t)(uintptr_t)r->host - r->base;
	return !(outside & exec) && !(write && (r->readonly || r->written));
}

static bool resolve_lds(struct wavefront *w, unsigned lane, uint32_t offset, enum access access,
			bool write, struct pieces *p)
{
	unsigned bytes = access_bytes(access);

	if (w->group->lds_bytes < bytes || offset > w->group->lds_bytes - bytes) {
		wave_fault(w, FAULT_LDS_BOUNDS, (int)lane, offset, bytes, write);
		return false;
	}
	for (unsigned k = 0; k < access_dwords(access); k++)
		p->at[k][lane] = w->group->lds + offset + 4 * k;
	return true;
}

/* Each lane on its own. Turns the addresses in the step into what a step reports. */
static bool flat_resolve(struct wavefront *w, uint64_t exec, enum access access, bool write,
			 struct pieces *p)
{
	struct step *step = w->step;
	uint64_t private_lanes = 0;

	FOR_LANES(i, exec)
	{
		uint64_t va = step->addr[i];
		uint8_t *at;

		if (va >> 32 == w->lds_aperture_hi) {
			if (!resolve_lds(w, i, (uint32_t)va, access, write, p))
				return false;
			step->addr[i] = (uint32_t)va;
			step->lds_lanes |= UINT64_C(1) << i;
		} else if (va >> 32 == w->private_aperture_hi) {
			if (!resolve_private(w, i, (uint32_t)va, access, write, p, &step->addr[i]))
				return false;
			private_lanes |= UINT64_C(1) << i;
		} else {
			at = resolve_global(w, (int)i, va, access_bytes(access), write);
			if (!at)
				return false;
			for (unsigned k = 0; k < access_dwords(access); k++)
				p->at[k][i] = at + 4 * k;
		}
	}
	if (step->lds_lanes == exec)
		step->space = SPACE_LDS;
	else if (private_lanes == exec)
		step->space = SPACE_SCRATCH;
	return true;
}

ALWAYS_INLINE void flat_load(struct wavefront *w, const struct inst *in, enum access access)
{
	uint32_t *d = wave_vgpr(w, in->dst.reg);
	uint64_t exec = w->step->exec, delta;
	struct pieces p;

	describe_access(w->step, access_bytes(access), MEM_READ, SPACE_GLOBAL, true, exec);
	if (!exec)
		return;
	if (all_in_one_region(w, in, exec, access_bytes(access), false, &delta))
		load_lanes(d, w->step->addr, delta, exec, access);
	else if (flat_resolve(w, exec, access, false, &p))
		load_pieces(d, &p, exec, access);
}

ALWAYS_INLINE void flat_store(struct wavefront *w, const struct inst *in, enum access access)
{
	const uint32_t *s = wave_vgpr(w, in->src[1].reg);
	uint64_t exec = w->step->exec, delta;
	struct pieces p;

	describe_access(w->step, access_bytes(access), MEM_WRITE, SPACE_GLOBAL, false, exec);
	if (!exec)
		return;
	if (all_in_one_region(w, in, exec, access_bytes(access), true, &delta))
		store_lanes(s, w->step->addr, delta, exec, access);
	else if (flat_resolve(w, exec, access, true, &p))
		store_pieces(s, &p, exec, access);
}

#define FLAT_LOAD(name, access)                                                                    \
	static void name(struct wavefront *w, const struct inst *in)                               \
	{                                                                                          \
		flat_load(w, in, access);                                                          \
	}
#define FLAT_STORE(name, access)                                                                   \
	static void name(struct wavefront *w, const struct inst *in)                               \
	{                                                                                          \
		flat_store(w, in, access);                                                         \
	}

FLAT_LOAD(load_ubyte, ACCESS_U8)
FLAT_LOAD(load_sbyte, ACCESS_S8)
FLAT_LOAD(load_ushort, ACCESS_U16)
FLAT_LOAD(load_sshort, ACCESS_S16)
FLAT_LOAD(load_dword, ACCESS_B32)
FLAT_LOAD(load_dwordx2, ACCESS_B64)
FLAT_LOAD(load_dwordx3, ACCESS_B96)
FLAT_LOAD(load_dwordx4, ACCESS_B128)
FLAT_STORE(store_byte, ACCESS_U8)
FLAT_STORE(store_short, ACCESS_U16)
FLAT_STORE(store_dword, ACCESS_B32)
FLAT_STORE(store_dwordx2, ACCESS_B64)
FLAT_STORE(store_dwordx3, ACCESS_B96)
FLAT_STORE(store_dwordx4, ACCESS_B128)

/* An atomic needs its natural alignment, and all its bytes in one place. */
static bool aligned(struct wavefront *w, uint64_t exec, unsigned bytes)
{
	FOR_LANES(i, exec)
	{
		uint64_t va = w->step->addr[i];
		bool split = bytes == 8 && va >> 32 == w->private_aperture_hi;

		if (va & (bytes - 1) || split) {
			wave_fault(w, FAULT_MISALIGNED, (int)i, va, bytes, true);
			return false;
		}
	}
	return true;
}

static void flat_atomic(struct wavefront *w, const struct inst *in)
{
	struct atomic_kind kind = atomic_kind_of(in->op);
	enum access access = kind.bytes == 8 ? ACCESS_B64 : ACCESS_B32;
	uint64_t exec = w->step->exec, delta;
	struct atomic_lanes a;
	struct pieces p;
	bool together;

	describe_access(w->step, kind.bytes, MEM_ATOMIC, SPACE_GLOBAL, in->glc, exec);
	if (!exec)
		return;
	together = all_in_one_region(w, in, exec, kind.bytes, true, &delta);
	if (!aligned(w, exec, kind.bytes))
		return;
	if (together) {
		for (unsigned i = 0; i < WAVE_LANES; i++)
			a.at[i] = host_at(w->step->addr[i], delta);
	} else {
		if (!flat_resolve(w, exec, access, true, &p))
			return;
		memcpy(a.at, p.at[0], sizeof(a.at));
	}
	a.lanes = exec;
	a.x = wave_vgpr(w, in->src[1].reg);
	a.y = kind.op == ATOMIC_CMPSWAP ? a.x + kind.bytes / 4 * WAVE_LANES : NULL;
	a.old = in->glc ? wave_vgpr(w, in->dst.reg) : NULL;
	atomic_run(kind, &a, &w->env.fp);
}

exec_fn *exec_flat(const struct inst *in)
{
	ops = lane_ops();
	switch (in->op) {
	case OP_FLAT_LOAD_UBYTE:
		return load_ubyte;
	case OP_FLAT_LOAD_SBYTE:
		return load_sbyte;
	case OP_FLAT_LOAD_USHORT:
		return load_ushort;
	case OP_FLAT_LOAD_SSHORT:
		return load_sshort;
	case OP_FLAT_LOAD_DWORD:
		return load_dword;
	case OP_FLAT_LOAD_DWORDX2:
		return load_dwordx2;
	case OP_FLAT_LOAD_DWORDX3:
		return load_dwordx3;
	case OP_FLAT_LOAD_DWORDX4:
		return load_dwordx4;
	case OP_FLAT_STORE_BYTE:
		return store_byte;
	case OP_FLAT_STORE_SHORT:
		return store_short;
	case OP_FLAT_STORE_DWORD:
		return store_dword;
	case OP_FLAT_STORE_DWORDX2:
		return store_dwordx2;
	case OP_FLAT_STORE_DWORDX3:
		return store_dwordx3;
	case OP_FLAT_STORE_DWORDX4:
		return store_dwordx4;
	default:
		return atomic_kind_of(in->op).bytes ? flat_atomic : NULL;
	}
}
