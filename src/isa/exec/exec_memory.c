/* Memory accesses that are not all in one stretch of host memory: lane by lane, dword by dword. */
#include "isa/exec/exec_memory.h"

void load_pieces(uint32_t *d, const struct pieces *p, uint64_t lanes, enum access access)
{
	FOR_LANES(i, lanes)
	{
		for (unsigned k = 0; k < access_dwords(access); k++) {
			const uint8_t *at = p->at[k][i];

			d[k * WAVE_LANES + i] = at ? load_register(at, access) : 0;
		}
	}
}

void store_pieces(const uint32_t *s, const struct pieces *p, uint64_t lanes, enum access access)
{
	FOR_LANES(i, lanes)
	{
		for (unsigned k = 0; k < access_dwords(access); k++)
			if (p->at[k][i])
				store_register(p->at[k][i], s[k * WAVE_LANES + i], access);
	}
}

uint8_t *resolve_global(struct wavefront *w, int lane, uint64_t address, unsigned bytes, bool write)
{
	uint8_t *at = memory_at(w->memory, address, bytes, write);
	const struct region *r = w->memory->last;

	if (at && write && r->written)
		memset(r->written + (address - r->base), 1, bytes);
	if (!at) {
		bool mapped = memory_find(w->memory, address, bytes) != NULL;

		wave_fault(w, mapped ? FAULT_READONLY : FAULT_UNMAPPED, lane, address, bytes,
			   write);
	}
	return at;
}

bool resolve_private(struct wavefront *w, unsigned lane, uint32_t offset, enum access access,
		     bool write, struct pieces *p, uint64_t *address)
{
	unsigned bytes = access_bytes(access), piece_bytes = bytes < 4 ? bytes : 4;

	if (w->private_bytes < bytes || offset > w->private_bytes - bytes) {
		wave_fault(w, FAULT_SCRATCH_BOUNDS, (int)lane, offset, bytes, write);
		return false;
	}
	/* The next dword of this lane is 256 bytes away. */
	if (offset % 4 + piece_bytes > 4) {
		wave_fault(w, FAULT_MISALIGNED, (int)lane, offset, bytes, write);
		return false;
	}
	for (unsigned k = 0; k < access_dwords(access); k++) {
		uint64_t dword = offset / 4 + k;
		uint64_t va = w->scratch_base + (dword * WAVE_LANES + lane) * 4 + offset % 4;

		if (k == 0)
			*address = va;
		p->at[k][lane] = resolve_global(w, (int)lane, va, piece_bytes, write);
		if (!p->at[k][lane])
			return false;
	}
	return true;
}
