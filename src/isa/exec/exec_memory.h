/*
 * What the memory instructions share: accesses of each width between registers and memory. Where
 * all lanes lie in one stretch of host memory, an address plus a constant is the host address;
 * where they do not, each dword of each lane has a pointer of its own.
 */
#ifndef ISA_EXEC_EXEC_MEMORY_H
#define ISA_EXEC_EXEC_MEMORY_H

#include "isa/exec/exec.h"

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

/*
 * All lanes of a 64- or 128-bit access, four at a time: vectors of one lane's dwords are turned
 * into vectors of one register's lanes, or back. Three times as fast as dword by dword.
 */
typedef uint32_t dwords4 __attribute__((vector_size(16)));
typedef uint64_t qwords2 __attribute__((vector_size(16)));

ALWAYS_INLINE dwords4 load_dwords4(const void *p)
{
	dwords4 value;

	memcpy(&value, p, 16);
	return value;
}

ALWAYS_INLINE void store_dwords4(void *p, dwords4 value)
{
	memcpy(p, &value, 16);
}

/* 64 bits of each of two lanes. */
ALWAYS_INLINE dwords4 load_qwords2(const uint8_t *p, const uint8_t *q)
{
	uint64_t low, high;

	memcpy(&low, p, 8);
	memcpy(&high, q, 8);
	return (dwords4)(qwords2){low, high};
}

ALWAYS_INLINE void store_qwords2(uint8_t *p, uint8_t *q, dwords4 value)
{
	qwords2 both = (qwords2)value;
	uint64_t low = both[0], high = both[1];

	memcpy(p, &low, 8);
	memcpy(q, &high, 8);
}

ALWAYS_INLINE void load_all_b64(uint32_t *d, const uint64_t *address, uint64_t delta)
{
	for (unsigned i = 0; i < WAVE_LANES; i += 4) {
		const uint64_t *at = &address[i];
		dwords4 a = load_qwords2(host_at(at[0], delta), host_at(at[1], delta));
		dwords4 b = load_qwords2(host_at(at[2], delta), host_at(at[3], delta));

		store_dwords4(&d[i], __builtin_shufflevector(a, b, 0, 2, 4, 6));
		store_dwords4(&d[WAVE_LANES + i], __builtin_shufflevector(a, b, 1, 3, 5, 7));
	}
}

ALWAYS_INLINE void store_all_b64(const uint32_t *s, const uint64_t *address, uint64_t delta)
{
	for (unsigned i = 0; i < WAVE_LANES; i += 4) {
		const uint64_t *at = &address[i];
		dwords4 low = load_dwords4(&s[i]), high = load_dwords4(&s[WAVE_LANES + i]);

		store_qwords2(host_at(at[0], delta), host_at(at[1], delta),
			      __builtin_shufflevector(low, high, 0, 4, 1, 5));
		store_qwords2(host_at(at[2], delta), host_at(at[3], delta),
			      __builtin_shufflevector(low, high, 2, 6, 3, 7));
	}
}

/* Rows to columns. */
#define TRANSPOSE(a, b, c, d)                                                                      \
	do {                                                                                       \
		dwords4 ab01 = __builtin_shufflevector(a, b, 0, 4, 1, 5);                          \
		dwords4 cd01 = __builtin_shufflevector(c, d, 0, 4, 1, 5);                          \
		dwords4 ab23 = __builtin_shufflevector(a, b, 2, 6, 3, 7);                          \
		dwords4 cd23 = __builtin_shufflevector(c, d, 2, 6, 3, 7);                          \
		a = __builtin_shufflevector(ab01, cd01, 0, 1, 4, 5);                               \
		b = __builtin_shufflevector(ab01, cd01, 2, 3, 6, 7);                               \
		c = __builtin_shufflevector(ab23, cd23, 0, 1, 4, 5);                               \
		d = __builtin_shufflevector(ab23, cd23, 2, 3, 6, 7);                               \
	} while (0)

ALWAYS_INLINE void load_all_b128(uint32_t *d, const uint64_t *address, uint64_t delta)
{
	for (unsigned i = 0; i < WAVE_LANES; i += 4) {
		dwords4 x = load_dwords4(host_at(address[i], delta));
		dwords4 y = load_dwords4(host_at(address[i + 1], delta));
		dwords4 z = load_dwords4(host_at(address[i + 2], delta));
		dwords4 w = load_dwords4(host_at(address[i + 3], delta));

		TRANSPOSE(x, y, z, w);
		store_dwords4(&d[i], x);
		store_dwords4(&d[WAVE_LANES + i], y);
		store_dwords4(&d[2 * WAVE_LANES + i], z);
		store_dwords4(&d[3 * WAVE_LANES + i], w);
	}
}

ALWAYS_INLINE void store_all_b128(const uint32_t *s, const uint64_t *address, uint64_t delta)
{
	for (unsigned i = 0; i < WAVE_LANES; i += 4) {
		dwords4 x = load_dwords4(&s[i]), y = load_dwords4(&s[WAVE_LANES + i]);
		dwords4 z = load_dwords4(&s[2 * WAVE_LANES + i]);
		dwords4 w = load_dwords4(&s[3 * WAVE_LANES + i]);

		TRANSPOSE(x, y, z, w);
		store_dwords4(host_at(address[i], delta), x);
		store_dwords4(host_at(address[i + 1], delta), y);
		store_dwords4(host_at(address[i + 2], delta), z);
		store_dwords4(host_at(address[i + 3], delta), w);
	}
}

/* Registers d on, from host memory at address[i] + delta. */
ALWAYS_INLINE void load_lanes(uint32_t *d, const uint64_t *address, uint64_t delta, uint64_t lanes,
			      enum access access)
{
	if (lanes == UINT64_MAX && access <= ACCESS_B32) {
		for (unsigned i = 0; i < WAVE_LANES; i += 4) {
			const uint64_t *at = &address[i];
			dwords4 x = {load_register(host_at(at[0], delta), access),
				     load_register(host_at(at[1], delta), access),
				     load_register(host_at(at[2], delta), access),
				     load_register(host_at(at[3], delta), access)};

			store_dwords4(&d[i], x);
		}
	} else if (lanes == UINT64_MAX && access == ACCESS_B64) {
		load_all_b64(d, address, delta);
	} else if (lanes == UINT64_MAX && access == ACCESS_B128) {
		load_all_b128(d, address, delta);
	} else {
		FOR_LANES(i, lanes)
		{
			for (unsigned k = 0; k < access_dwords(access); k++)
				d[k * WAVE_LANES + i] =
					load_register(host_at(address[i], delta) + 4 * k, access);
		}
	}
}

/* Lane by lane, so that of two lanes at one address the higher one wins. */
ALWAYS_INLINE void store_lanes(const uint32_t *s, const uint64_t *address, uint64_t delta,
			       uint64_t lanes, enum access access)
{
	if (lanes == UINT64_MAX && access <= ACCESS_B32) {
		for (unsigned i = 0; i < WAVE_LANES; i++)
			store_register(host_at(address[i], delta), s[i], access);
	} else if (lanes == UINT64_MAX && access == ACCESS_B64) {
		store_all_b64(s, address, delta);
	} else if (lanes == UINT64_MAX && access == ACCESS_B128) {
		store_all_b128(s, address, delta);
	} else {
		FOR_LANES(i, lanes)
		{
			for (unsigned k = 0; k < access_dwords(access); k++)
				store_register(host_at(address[i], delta) + 4 * k,
					       s[k * WAVE_LANES + i], access);
		}
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
