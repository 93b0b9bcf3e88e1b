/* Chunks of objects, each chunk made when the free list is empty. */
#include "base/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 64 * 1024, LINE_BYTES = HOST_LINE_BYTES };

void pool_init(struct pool *pool, size_t object_bytes)
{
	memset(pool, 0, sizeof(*pool));
	pool->chunk_bytes = FIRST_CHUNK;
	if (object_bytes < LINE_BYTES) {
		pool->object_bytes = (object_bytes + 15) & ~(size_t)15;
		return;
	}
	/* Whole lines, an odd number of them: the objects' first ones, which are used most, then
	 * spread over all sets of the host's cache. */
	pool->object_bytes = ((object_bytes + LINE_BYTES - 1) / LINE_BYTES | 1) * LINE_BYTES;
}

void pool_release(struct pool *pool)
{
	while (pool->chunks) {
		void *chunk = pool->chunks;

		pool->chunks = *(void **)chunk;
		free(chunk);
	}
	pool->free = NULL;
}

void pool_grow(struct pool *pool)
{
	size_t count = (pool->chunk_bytes - LINE_BYTES) / pool->object_bytes;
	char *chunk;

	if (count == 0)
		count = 1;
	if (pool->chunk_bytes < LARGEST_CHUNK)
		pool->chunk_bytes *= 2;
	chunk = xcalloc_lines(1, LINE_BYTES + count * pool->object_bytes);
	*(void **)chunk = pool->chunks;
	pool->chunks = chunk;
	for (size_t i = count; i-- > 0;) {
		void *object = chunk + LINE_BYTES + i * pool->object_bytes;

		*(void **)object = pool->free;
		pool->free = object;
	}
}
