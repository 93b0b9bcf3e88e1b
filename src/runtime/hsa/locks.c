/* Memory of the program's own that is made visible to the GPU: registered, or pinned for a copy. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

struct lock {
	struct lock_range range;
	unsigned users;
	bool is_shared; /* with the GPU; false: only copies go there */
	struct lock *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct lock *locks;

static bool holds(const char *base, size_t bytes, const char *p)
{
	return p >= base && (size_t)(p - base) < bytes;
}

bool lock_find(const void *p, struct lock_range *range)
{
	bool ok = false;

	pthread_mutex_lock(&mutex);
	for (const struct lock *l = locks; l && !ok; l = l->next) {
		ok = holds(l->range.host, l->range.bytes, p) ||
		     holds(l->range.device, l->range.bytes, p);
		*range = l->range;
	}
	pthread_mutex_unlock(&mutex);
	return ok;
}

/* A lock that can serve the range as well; with the mutex held. */
static struct lock *find_lock(const char *host, size_t bytes, bool is_shared)
{
	for (struct lock *l = locks; l; l = l->next)
		if (holds(l->range.host, l->range.bytes, host) &&
		    l->range.bytes - (size_t)(host - l->range.host) >= bytes &&
		    (l->is_shared || !is_shared))
			return l;
	return NULL;
}

static struct lock *new_lock(char *host, size_t bytes, bool is_shared)
{
	struct lock *l;
	char *device = host;

	if (is_shared) {
		char name[160];

		name_allocation(name, sizeof(name), "host memory", bytes);
		device = gpu_share(host, bytes, name);
		if (!device)
			return NULL;
	}
	l = xcalloc(1, sizeof(*l));
	*l = (struct lock){{host, device, bytes}, 0, is_shared, locks};
	locks = l;
	return l;
}

/*
 * HIP locks memory in three cases: what the program registers, for the fine-grained pool; for the
 * coarse-grained one a page of constants per queue, which its kernels read, and whole pages for the
 * time of a large copy. To share pages takes them away from the program for a moment, in which
 * other threads must not write to anything on them, so the last case leaves them alone: copies are
 * done by the host.
 */
static bool is_for_copies(const void *host, size_t bytes, enum pool pool)
{
	const size_t page = 4096;

	return pool == POOL_COARSE && (uintptr_t)host % page == 0 && bytes % page == 0 &&
	       bytes > page;
}

hsa_status_t hsa_amd_memory_lock_to_pool(void *host_ptr, size_t size, hsa_agent_t *agents,
					 int num_agent, hsa_amd_memory_pool_t pool, uint32_t flags,
					 void **agent_ptr)
{
	bool is_shared = !is_for_copies(host_ptr, size, (enum pool)pool.handle);
	struct gpu_range range;
	struct lock *l;

	(void)agents;
	(void)num_agent;
	if (!machine())
		return HSA_STATUS_ERROR_NOT_INITIALIZED;
	if (!host_ptr || !size || !agent_ptr || flags)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (pool.handle < POOL_FINE || pool.handle > POOL_KERNARG)
		return (hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL;
	*agent_ptr = NULL;
	if (gpu_find(host_ptr, &range) && !range.is_shared) {
		*agent_ptr = host_ptr; /* the GPU has always seen it */
		return HSA_STATUS_SUCCESS;
	}
	pthread_mutex_lock(&mutex);
	l = find_lock(host_ptr, size, is_shared);
	if (!l)
		l = new_lock(host_ptr, size, is_shared);
	if (l) {
		l->users++;
		*agent_ptr = l->range.device + ((char *)host_ptr - l->range.host);
	}
	pthread_mutex_unlock(&mutex);
	return l ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

/* Where the lock for this address hangs: the one that begins there, or one that holds it. */
static struct lock **lock_at(const char *host)
{
	struct lock **held = NULL;

	for (struct lock **at = &locks; *at; at = &(*at)->next) {
		if ((*at)->range.host == host)
			return at;
		if (holds((*at)->range.host, (*at)->range.bytes, host))
			held = at;
	}
	return held;
}

hsa_status_t hsa_amd_memory_unlock(void *host_ptr)
{
	struct lock **at;

	pthread_mutex_lock(&mutex);
	at = lock_at(host_ptr);
	if (at && --(*at)->users == 0) {
		struct lock *l = *at;

		*at = l->next;
		if (l->is_shared)
			gpu_unshare(l->range.device);
		free(l);
	}
	pthread_mutex_unlock(&mutex);
	return HSA_STATUS_SUCCESS;
}

/* Only of the full profile, in which the GPU sees everything. */

hsa_status_t hsa_memory_register(void *ptr, size_t size)
{
	return ptr || !size ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ARGUMENT;
}

hsa_status_t hsa_memory_deregister(void *ptr, size_t size)
{
	(void)ptr;
	(void)size;
	return HSA_STATUS_SUCCESS;
}
