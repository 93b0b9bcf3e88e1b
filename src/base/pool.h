/*
 * Objects of one size for the simulated path: taken and given back in O(1), memory in chunks that
 * are only freed with the pool. The most recently returned object is taken first, while it is still
 * in the host's cache. An object is zero-filled only when its chunk is made.
 */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stddef.h>
#include <stdint.h>

struct pool {
	size_t object_bytes;
	size_t chunk_bytes; /* of the next chunk; each is twice as large as the one before */
	void *free;         /* list through the first word of each free object */
	void *chunks;       /* list through the first word of each chunk */
	uint64_t taken;     /* objects in use */
};

void pool_init(struct pool *pool, size_t object_bytes);
void pool_release(struct pool *pool);
void pool_grow(struct pool *pool);

static inline void *pool_take(struct pool *pool)
{
	void *object;

	if (__builtin_expect(!pool->free, 0))
		pool_grow(pool);
	object = pool->free;
	pool->free = *(void **)object;
	pool->taken++;
	return object;
}

static inline void pool_give(struct pool *pool, void *object)
{
	*(void **)object = pool->free;
	pool->free = object;
	pool->taken--;
}

#endif
