/*
 * What the memory instructions share: accesses of each width between registers and memory. Where
 * all lanes lie in one stretch of host memory, an address plus a constant is the host address;
 * where they do not, each dword of each lane has a pointer of its own.
 */
#ifndef ISA_EXEC_MEMORY_H
#define ISA_EXEC_MEMORY_H

#include "isa/exec.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

enum access {
	ACCESS_U8,
	ACCESS_S8,
	ACCESS_U16,
	ACCESS_S16,
	ACCESS_B32,
	ACCESS_B64,
	ACCESS_B96,
	ACCESS_B128,
};

ALWAYS_INLINE unsigned access_bytes(enum access access)
{
	return access < ACCESS_U16 ? 1 : access < ACCESS_B32 ? 2 : 4 * (access - ACCESS_B32 + 1);
}

ALWAYS_INLINE unsigned access_dwords(enum access access)
{
	return access < ACCESS_B32 ? 1 : access - ACCESS_B32 + 1;
}

ALWAYS_INLINE uint32_t load32(const uint8_t *p)
{
	uint32_t value;

	memcpy(&value, p, 4);
	return value;
}

/* One register: all of a narrow access, or one dword of a wide one. */
ALWAYS_INLINE uint32_t load_register(const uint8_t *p, enum access access)
{
	uint16_t half;

	if (access == ACCESS_U8)
		return *p;
	if (access == ACCESS_S8)
		return (uint32_t)(int8_t)*p;
	if (access >= ACCESS_B32)
		return load32(p);
	memcpy(&half, p, 2);
	return access == ACCESS_U16 ? half : (uint32_t)(int16_t)half;
}

ALWAYS_INLINE void store_register(uint8_t *p, uint32_t value, enum access access)
{
	unsigned bytes = access < ACCESS_B32 ? access_bytes(access) : 4;

	memcpy(p, &value, bytes);
}

/* Runs the statement that follows for each lane i of the mask, in order. */
#define FOR_LANES(i, mask)                                                                         \
	for (uint64_t left_ = (mask), i; left_ && (i = (unsigned)__builtin_ctzll(left_), true);    \
	     left_ &= left_ - 1)

ALWAYS_INLINE uint8_t *host_at(uint64_t address, uint64_t delta)
{
	return (uint8_t *)(uintptr_t)(address + delta);
}

/* Registers d on, from host memory at address[i] + delta. */
ALWAYS_INLINE void load_lanes(uint32_t *d, const uint64_t *address, uint64_t delta, uint64_t lanes,
			      enum access access)
{
	if (lanes == UINT64_MAX) {
		for (unsigned i = 0; i < WAVE_LANES; i++)
			for (unsigned k = 0; k < access_dwords(access); k++)
				d[k * WAVE_LANES + i] =
					load_register(host_at(address[i], delta) + 4 * k, access);
		return;
	}
	FOR_LANES(i, lanes)
	{
		for (unsigned k = 0; k < access_dwords(access); k++)
			d[k * WAVE_LANES + i] =
				load_register(host_at(address[i], delta) + 4 * k, access);
	}
}

ALWAYS_INLINE void store_lanes(const uint32_t *s, const uint64_t *address, uint64_t delta,
			       uint64_t lanes, enum access access)
{
	if (lanes == UINT64_MAX) {
		for (unsigned i = 0; i < WAVE_LANES; i++)
			for (unsigned k = 0; k < access_dwords(access); k++)
				store_register(host_at(address[i], delta) + 4 * k,
					       s[k * WAVE_LANES + i], access);
		return;
	}
	FOR_LANES(i, lanes)
	{
		for (unsigned k = 0; k < access_dwords(access); k++)
			store_register(host_at(address[i], delta) + 4 * k, s[k * WAVE_LANES + i],
				       access);
	}
}

/* Where each register of each lane lies; NULL reads as 0 and swallows writes. */
struct pieces {
	uint8_t *at[4][WAVE_LANES];
};

void load_pieces(uint32_t *d, const struct pieces *p, uint64_t lanes, enum access access);
void store_pieces(const uint32_t *s, const struct pieces *p, uint64_t lanes, enum access access);

/*
 * Host address of one lane's access (lane -1: a scalar one) to simulated memory. Records the fault
 * and returns NULL when there is none.
 */
uint8_t *resolve_global(struct wavefront *w, int lane, uint64_t address, unsigned bytes,
			bool write);

/*
 * The same for the lane's own private memory, where each dword of the access has a place of its
 * own. Sets *address to the simulated address of the first.
 */
bool resolve_private(struct wavefront *w, unsigned lane, uint32_t offset, enum access access,
		     bool write, struct pieces *p, uint64_t *address);

/* Tells of the access about to be made; lanes are those that touch memory. */
ALWAYS_INLINE void describe_access(struct step *step, unsigned bytes, enum mem_direction direction,
				   enum mem_space space, bool returns, uint64_t lanes)
{
	step->width = (uint8_t)bytes;
	step->direction = direction;
	step->space = space;
	step->returns = returns;
	step->lanes = lanes;
}

#endif
