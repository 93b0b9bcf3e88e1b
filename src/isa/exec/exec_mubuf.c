/*
 * MUBUF: accesses through a buffer resource (V#), as the compiler makes them for private memory,
 * and as older kernels make them for everything. Formatted accesses: exec_mubuf_format.c.
 */
#include "isa/exec/atomics.h"
#include "isa/exec/exec_mubuf.h"

static const struct lane_ops *ops;
static const uint32_t no_offsets[WAVE_LANES];

struct buffer_resource buffer_resource_read(const struct wavefront *w, const struct inst *in)
{
	const uint32_t *v = &w->s[in->src[1].reg];
	uint32_t soffset = read_scalar32(w, &in->src[2]);
	struct buffer_resource r = {
		.base = (v[0] | (uint64_t)(v[1] & 0xffff) << 32) + soffset,
		.soffset = soffset,
		.stride = v[1] >> 16 & 0x3fff,
		.records = v[2],
		.index_stride = 8u << (v[3] >> 21 & 3),
		.element_bytes = 2u << (v[3] >> 19 & 3),
		.swizzle = v[1] >> 31,
		.add_tid = v[3] >> 23 & 1,
		.word3 = v[3],
	};

	/* With the lane number as index there is no format, and its bits make the stride longer. */
	if (r.add_tid)
		r.stride |= (v[3] >> 15 & 15) << 14;
	return r;
}

/* Private memory: nothing but lane number and offset decide where a dword lies. */
static bool is_private(const struct wavefront *w, const struct inst *in,
		       const struct buffer_resource *r)
{
	return !in->idxen && r->swizzle && r->add_tid && r->stride == 0 &&
	       r->index_stride == WAVE_LANES && r->element_bytes == 4 &&
	       (r->base - w->scratch_base) % (4 * WAVE_LANES) == 0 && w->private_bytes;
}

static struct buffer_shape shape_of(enum access access)
{
	struct buffer_shape shape = {access_dwords(access), access_bytes(access)};

	if (shape.bytes > 4)
		shape.bytes = 4;
	return shape;
}

static uint64_t lane_index(const struct wavefront *w, const struct inst *in,
			   const struct buffer_resource *r, unsigned lane)
{
	uint64_t index = in->idxen ? wave_vgpr(w, in->src[0].reg)[lane] : 0;

	return index + (r->add_tid ? lane : 0);
}

static uint64_t lane_offset(const struct wavefront *w, const struct inst *in, unsigned lane)
{
	uint64_t offset = (uint32_t)in->imm;

	if (in->offen)
		offset += wave_vgpr(w, in->src[0].reg + in->idxen)[lane];
	return offset;
}

static bool out_of_range(const struct buffer_resource *r, uint64_t index, uint64_t offset,
			 unsigned bytes)
{
	uint64_t end = offset + r->stride * index + bytes;

	if (r->stride && r->swizzle)
		return index >= r->records;
	return end + r->soffset > r->records;
}

static uint64_t piece_address(const struct buffer_resource *r, uint64_t index, uint64_t offset)
{
	uint64_t record, element;

	if (!r->swizzle)
		return r->base + offset + r->stride * index;
	record = index / r->index_stride * r->stride;
	element = offset / r->element_bytes * r->element_bytes;
	return r->base + (record + element) * r->index_stride +
	       index % r->index_stride * r->element_bytes + offset % r->element_bytes;
}

static bool resolve_private_lane(struct wavefront *w, const struct inst *in,
				 const struct buffer_resource *r, unsigned lane,
				 struct buffer_shape shape, bool write, struct pieces *p)
{
	/* base is a multiple of 256 bytes, which are 4 of each lane. */
	uint64_t offset = lane_offset(w, in, lane) + (r->base - w->scratch_base) / WAVE_LANES;
	enum access access = shape.bytes == 1   ? ACCESS_U8
			     : shape.bytes == 2 ? ACCESS_U16
						: ACCESS_B32 + shape.count - 1;

	if (offset > UINT32_MAX) {
		wave_fault(w, FAULT_SCRATCH_BOUNDS, (int)lane, offset, shape.count * shape.bytes,
			   write);
		return false;
	}
	return resolve_private(w, lane, (uint32_t)offset, access, write, p, &w->step->addr[lane]);
}

/* Pieces of one lane that are out of range stay NULL; *touches: some are not. */
static bool resolve_lane(struct wavefront *w, const struct inst *in,
			 const struct buffer_resource *r, unsigned lane, struct buffer_shape shape,
			 bool write, struct pieces *p, bool *touches)
{
	uint64_t index = lane_index(w, in, r, lane), offset = lane_offset(w, in, lane);

	*touches = false;
	for (unsigned k = 0; k < shape.count; k++, offset += shape.bytes) {
		uint64_t va = piece_address(r, index, offset);

		p->at[k][lane] = NULL;
		if (out_of_range(r, index, offset, shape.bytes))
			continue;
		p->at[k][lane] = resolve_global(w, (int)lane, va, shape.bytes, write);
		if (!p->at[k][lane])
			return false;
		if (!*touches)
			w->step->addr[lane] = va;
		*touches = true;
	}
	return true;
}

bool mubuf_resolve(struct wavefront *w, const struct inst *in, const struct buffer_resource *r,
		   struct buffer_shape shape, bool write, struct pieces *p)
{
	bool private = is_private(w, in, r), touches = true, ok;

	w->step->space = private ? SPACE_SCRATCH : SPACE_GLOBAL;
	FOR_LANES(i, w->step->exec)
	{
		ok = private ? resolve_private_lane(w, in, r, i, shape, write, p)
			     : resolve_lane(w, in, r, i, shape, write, p, &touches);
		if (!ok)
			return false;
		if (touches)
			w->step->lanes |= UINT64_C(1) << i;
	}
	return true;
}

/*
 * Private memory with all lanes within bounds: fills in the step, and gives what leads from
 * simulated to host addresses. The slow way finds out what is wrong with the others.
 */
static bool private_lanes(struct wavefront *w, const struct inst *in,
			  const struct buffer_resource *r, enum access access, bool write,
			  uint64_t *delta)
{
	unsigned bytes = access_bytes(access), misaligned = (bytes < 4 ? bytes : 4) - 1;
	uint64_t all_bytes = (uint64_t)w->private_bytes * WAVE_LANES;
	uint64_t first = (uint32_t)in->imm + (r->base - w->scratch_base) / WAVE_LANES;
	uint64_t limit = (uint64_t)w->private_bytes - bytes, wrong;
	struct step *step = w->step;
	const uint8_t *host;

	if (!is_private(w, in, r) || w->private_bytes < bytes || first > limit)
		return false;
	host = memory_at(w->memory, w->scratch_base, all_bytes, write);
	if (!host)
		return false;
	/* Offsets from first on fit in 32 bits where they are within bounds. */
	wrong = ops->private_addresses(
		step->addr, in->offen ? wave_vgpr(w, in->src[0].reg) : no_offsets, w->scratch_base,
		(uint32_t)first, (uint32_t)(limit - first), misaligned);
	if (wrong & step->exec)
		return false;
	step->space = SPACE_SCRATCH;
	step->lanes = step->exec;
	*delta = (uint64_t)(uintptr_t)host - w->scratch_base;
	return true;
}

/* The same offset in all lanes is a row of 64 dwords. */
static bool is_private_row(const struct inst *in, enum access access)
{
	return access == ACCESS_B32 && !in->offen;
}

static void load_row(uint32_t *d, const struct step *step, uint64_t delta, enum access access)
{
	switch (access) {
	case ACCESS_U8:
		load_lanes(d, step->addr, delta, step->exec, ACCESS_U8);
		break;
	case ACCESS_S8:
		load_lanes(d, step->addr, delta, step->exec, ACCESS_S8);
		break;
	case ACCESS_U16:
		load_lanes(d, step->addr, delta, step->exec, ACCESS_U16);
		break;
	case ACCESS_S16:
		load_lanes(d, step->addr, delta, step->exec, ACCESS_S16);
		break;
	default:
		load_lanes(d, step->addr, delta, step->exec, ACCESS_B32);
		break;
	}
}

/* Each dword of a lane has a row of its own. */
static void load_private(uint32_t *d, const struct step *step, uint64_t delta, enum access access,
			 bool row)
{
	if (row) {
		ops->blend(d, (const uint32_t *)host_at(step->addr[0], delta), step->exec);
		return;
	}
	for (unsigned k = 0; k < access_dwords(access); k++)
		load_row(d + k * WAVE_LANES, step, delta + 4 * WAVE_LANES * k, access);
}

static void store_row(const uint32_t *s, const struct step *step, uint64_t delta,
		      enum access access)
{
	switch (access_bytes(access)) {
	case 1:
		store_lanes(s, step->addr, delta, step->exec, ACCESS_U8);
		break;
	case 2:
		store_lanes(s, step->addr, delta, step->exec, ACCESS_U16);
		break;
	default:
		store_lanes(s, step->addr, delta, step->exec, ACCESS_B32);
		break;
	}
}

static void store_private(const uint32_t *s, const struct step *step, uint64_t delta,
			  enum access access, bool row)
{
	if (row) {
		ops->blend((uint32_t *)host_at(step->addr[0], delta), s, step->exec);
		return;
	}
	for (unsigned k = 0; k < access_dwords(access); k++)
		store_row(s + k * WAVE_LANES, step, delta + 4 * WAVE_LANES * k, access);
}

static const enum access accesses[OP_COUNT] = {
	[OP_BUFFER_LOAD_UBYTE] = ACCESS_U8,     [OP_BUFFER_LOAD_SBYTE] = ACCESS_S8,
	[OP_BUFFER_LOAD_USHORT] = ACCESS_U16,   [OP_BUFFER_LOAD_SSHORT] = ACCESS_S16,
	[OP_BUFFER_LOAD_DWORD] = ACCESS_B32,    [OP_BUFFER_LOAD_DWORDX2] = ACCESS_B64,
	[OP_BUFFER_LOAD_DWORDX3] = ACCESS_B96,  [OP_BUFFER_LOAD_DWORDX4] = ACCESS_B128,
	[OP_BUFFER_STORE_BYTE] = ACCESS_U8,     [OP_BUFFER_STORE_SHORT] = ACCESS_U16,
	[OP_BUFFER_STORE_DWORD] = ACCESS_B32,   [OP_BUFFER_STORE_DWORDX2] = ACCESS_B64,
	[OP_BUFFER_STORE_DWORDX3] = ACCESS_B96, [OP_BUFFER_STORE_DWORDX4] = ACCESS_B128,
};

void mubuf_clear_status(struct wavefront *w, const struct inst *in, unsigned dwords)
{
	if (!in->tfe)
		return;
	FOR_LANES(i, w->step->exec)
	{
		wave_vgpr(w, in->dst.reg + dwords)[i] = 0;
	}
}

static void buffer_load(struct wavefront *w, const struct inst *in)
{
	enum access access = accesses[in->op];
	struct buffer_resource r = buffer_resource_read(w, in);
	uint32_t *d = wave_vgpr(w, in->dst.reg);
	struct pieces p;
	uint64_t delta;

	describe_access(w->step, access_bytes(access), MEM_READ, SPACE_GLOBAL, true, 0);
	if (private_lanes(w, in, &r, access, false, &delta))
		load_private(d, w->step, delta, access, is_private_row(in, access));
	else if (mubuf_resolve(w, in, &r, shape_of(access), false, &p))
		load_pieces(d, &p, w->step->exec, access);
	else
		return;
	mubuf_clear_status(w, in, access_dwords(access));
}

static void buffer_store(struct wavefront *w, const struct inst *in)
{
	enum access access = accesses[in->op];
	struct buffer_resource r = buffer_resource_read(w, in);
	const uint32_t *s = wave_vgpr(w, in->dst.reg);
	struct pieces p;
	uint64_t delta;

	describe_access(w->step, access_bytes(access), MEM_WRITE, SPACE_GLOBAL, false, 0);
	if (private_lanes(w, in, &r, access, true, &delta))
		store_private(s, w->step, delta, access, is_private_row(in, access));
	else if (mubuf_resolve(w, in, &r, shape_of(access), true, &p))
		store_pieces(s, &p, w->step->exec, access);
}

/* LDS side of the lds forms: a dword per lane, from M0 and the instruction's offset on. */
static bool lds_row(struct wavefront *w, const struct inst *in, bool write, struct pieces *p)
{
	uint32_t first = (w->s[SREG_M0] & 0xffff) + (uint32_t)in->imm;

	FOR_LANES(i, w->step->exec)
	{
		uint32_t at = first + 4 * (uint32_t)i;

		if (at + UINT64_C(4) > w->group->lds_bytes) {
			wave_fault(w, FAULT_LDS_BOUNDS, (int)i, at, 4, write);
			return false;
		}
		p->at[0][i] = w->group->lds + at;
	}
	return true;
}

static void buffer_load_to_lds(struct wavefront *w, const struct inst *in)
{
	enum access access = in->op == OP_BUFFER_LOAD_FORMAT_X ? ACCESS_B32 : accesses[in->op];
	struct buffer_resource r = buffer_resource_read(w, in);
	uint32_t *loaded = w->program->buffer[3].dword;
	struct pieces from, to;

	describe_access(w->step, access_bytes(access), MEM_READ, SPACE_GLOBAL, false, 0);
	if (!mubuf_resolve(w, in, &r, shape_of(access), false, &from) || !lds_row(w, in, true, &to))
		return;
	load_pieces(loaded, &from, w->step->exec, access);
	store_pieces(loaded, &to, w->step->exec, ACCESS_B32);
}

static void buffer_store_from_lds(struct wavefront *w, const struct inst *in)
{
	struct buffer_resource r = buffer_resource_read(w, in);
	uint32_t *loaded = w->program->buffer[3].dword;
	struct pieces from, to;

	describe_access(w->step, 4, MEM_WRITE, SPACE_GLOBAL, false, 0);
	if (!lds_row(w, in, false, &from) ||
	    !mubuf_resolve(w, in, &r, shape_of(ACCESS_B32), true, &to))
		return;
	load_pieces(loaded, &from, w->step->exec, ACCESS_B32);
	store_pieces(loaded, &to, w->step->exec, ACCESS_B32);
}

static void buffer_atomic(struct wavefront *w, const struct inst *in)
{
	struct atomic_kind kind = atomic_kind_of(in->op);
	struct buffer_resource r = buffer_resource_read(w, in);
	struct buffer_shape shape = {1, kind.bytes};
	struct atomic_lanes a;
	struct pieces p;

	describe_access(w->step, kind.bytes, MEM_ATOMIC, SPACE_GLOBAL, in->glc, 0);
	FOR_LANES(i, w->step->exec)
	{
		uint64_t va = piece_address(&r, lane_index(w, in, &r, i), lane_offset(w, in, i));

		if (va & (kind.bytes - 1u) || (kind.bytes == 8 && is_private(w, in, &r))) {
			wave_fault(w, FAULT_MISALIGNED, (int)i, va, kind.bytes, true);
			return;
		}
	}
	if (!mubuf_resolve(w, in, &r, shape, true, &p))
		return;
	memcpy(a.at, p.at[0], sizeof(a.at));
	a.lanes = w->step->exec;
	a.x = wave_vgpr(w, in->dst.reg);
	a.y = kind.op == ATOMIC_CMPSWAP ? a.x + kind.bytes / 4 * WAVE_LANES : NULL;
	a.old = in->glc ? wave_vgpr(w, in->dst.reg) : NULL;
	atomic_run(kind, &a, &w->env.fp);
}

static void mubuf_touch_nothing(struct wavefront *w, const struct inst *in)
{
	(void)in;
	describe_access(w->step, 0, MEM_READ, SPACE_GLOBAL, false, 0);
}

exec_fn *exec_mubuf(const struct inst *in)
{
	uint32_t flags = inst_info(in)->flags;

	ops = lane_ops();
	if (in->op == OP_BUFFER_WBINVL1 || in->op == OP_BUFFER_WBINVL1_VOL)
		return mubuf_touch_nothing;
	if (in->op == OP_BUFFER_STORE_LDS_DWORD)
		return buffer_store_from_lds;
	if (flags & OPF_ATOMIC)
		return atomic_kind_of(in->op).bytes ? buffer_atomic : NULL;
	if (in->lds)
		return buffer_load_to_lds;
	if (exec_mubuf_format(in))
		return exec_mubuf_format(in);
	return flags & OPF_LOAD ? buffer_load : buffer_store;
}
