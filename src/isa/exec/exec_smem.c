/*
 * Scalar memory: loads and stores through a base address or a buffer resource, cache control
 * (nothing to do here: memory has no caches), and the clocks. Time is no business of the executor,
 * so s_memtime counts four cycles for each instruction the wavefront executed, s_memrealtime a
 * tenth of that.
 */
#include "isa/exec/exec_memory.h"

/* Offsets and addresses of scalar accesses are multiples of four. */
static uint64_t scalar_offset(const struct wavefront *w, const struct inst *in)
{
	return read_scalar32(w, &in->src[1]) & ~UINT32_C(3);
}

static void smem_load(struct wavefront *w, const struct inst *in, uint64_t address, unsigned dwords)
{
	const uint8_t *at;

	describe_access(w->step, 4 * dwords, MEM_READ, SPACE_GLOBAL, true, dwords ? 1 : 0);
	w->step->addr[0] = address;
	if (!dwords)
		return;
	at = resolve_global(w, -1, address, 4 * dwords, false);
	if (at)
		memcpy(&w->s[in->dst.reg], at, 4 * dwords);
}

static void store(struct wavefront *w, const struct inst *in, uint64_t address, unsigned dwords)
{
	uint8_t *at;

	describe_access(w->step, 4 * dwords, MEM_WRITE, SPACE_GLOBAL, false, dwords ? 1 : 0);
	w->step->addr[0] = address;
	if (!dwords)
		return;
	at = resolve_global(w, -1, address, 4 * dwords, true);
	if (at)
		memcpy(at, &w->s[in->src[2].reg], 4 * dwords);
}

static uint64_t plain_address(const struct wavefront *w, const struct inst *in)
{
	return (wave_s64(w, in->src[0].reg) & ~UINT64_C(3)) + scalar_offset(w, in);
}

static void s_load(struct wavefront *w, const struct inst *in)
{
	smem_load(w, in, plain_address(w, in), operand_type_dwords(in->dst.type));
}

static void s_store(struct wavefront *w, const struct inst *in)
{
	store(w, in, plain_address(w, in), operand_type_dwords(in->src[2].type));
}

/* Address of a buffer access, and how many of its dwords are below num_records. */
static uint64_t smem_buffer_address(const struct wavefront *w, const struct inst *in,
				    unsigned *dwords)
{
	const uint32_t *v = &w->s[in->src[0].reg];
	uint64_t base = (v[0] | (uint64_t)(v[1] & 0xffff) << 32) & ~UINT64_C(3);
	uint32_t stride = v[1] >> 16 & 0x3fff;
	uint64_t bytes = (uint64_t)v[2] * (stride ? stride : 1), offset = scalar_offset(w, in);
	uint64_t left = offset < bytes ? (bytes - offset) / 4 : 0;

	if (left < *dwords)
		*dwords = (unsigned)left;
	return base + offset;
}

static void s_buffer_load(struct wavefront *w, const struct inst *in)
{
	unsigned dwords = operand_type_dwords(in->dst.type), inside = dwords;
	uint64_t address = smem_buffer_address(w, in, &inside);

	smem_load(w, in, address, inside);
	memset(&w->s[in->dst.reg + inside], 0, 4 * (dwords - inside));
}

static void s_buffer_store(struct wavefront *w, const struct inst *in)
{
	unsigned inside = operand_type_dwords(in->src[2].type);
	uint64_t address = smem_buffer_address(w, in, &inside);

	store(w, in, address, inside);
}

static void smem_touch_nothing(struct wavefront *w, const struct inst *in)
{
	describe_access(w->step, 0, MEM_READ, SPACE_GLOBAL, in->dst.kind != OPERAND_NONE, 0);
}

static void s_memtime(struct wavefront *w, const struct inst *in)
{
	smem_touch_nothing(w, in);
	wave_set_s64(w, in->dst.reg, 4 * w->executed);
}

static void s_memrealtime(struct wavefront *w, const struct inst *in)
{
	smem_touch_nothing(w, in);
	wave_set_s64(w, in->dst.reg, 4 * w->executed / 10);
}

exec_fn *exec_smem(const struct inst *in)
{
	switch (in->op) {
	case OP_S_LOAD_DWORD:
	case OP_S_LOAD_DWORDX2:
	case OP_S_LOAD_DWORDX4:
	case OP_S_LOAD_DWORDX8:
	case OP_S_LOAD_DWORDX16:
		return s_load;
	case OP_S_BUFFER_LOAD_DWORD:
	case OP_S_BUFFER_LOAD_DWORDX2:
	case OP_S_BUFFER_LOAD_DWORDX4:
	case OP_S_BUFFER_LOAD_DWORDX8:
	case OP_S_BUFFER_LOAD_DWORDX16:
		return s_buffer_load;
	case OP_S_STORE_DWORD:
	case OP_S_STORE_DWORDX2:
	case OP_S_STORE_DWORDX4:
		return s_store;
	case OP_S_BUFFER_STORE_DWORD:
	case OP_S_BUFFER_STORE_DWORDX2:
	case OP_S_BUFFER_STORE_DWORDX4:
		return s_buffer_store;
	case OP_S_MEMTIME:
		return s_memtime;
	case OP_S_MEMREALTIME:
		return s_memrealtime;
	case OP_S_DCACHE_INV:
	case OP_S_DCACHE_WB:
	case OP_S_DCACHE_INV_VOL:
	case OP_S_DCACHE_WB_VOL:
	case OP_S_ATC_PROBE:
	case OP_S_ATC_PROBE_BUFFER:
		return smem_touch_nothing;
	default:
		return NULL;
	}
}
