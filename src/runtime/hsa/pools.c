/* Memory pools: host memory in three kinds, and the GPU's own. All of it lies in the arena. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "runtime/hsa/parts.h"

static const size_t granule = 4096;

struct allocation {
	char *base;
	size_t bytes;
	enum pool pool;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct allocation *allocations; /* by address */
static size_t count, capacity;
static uint64_t device_bytes; /* of VRAM, in use */

static uint32_t flags_of(enum pool pool)
{
	switch (pool) {
	case POOL_FINE:
		return HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED;
	case POOL_KERNARG:
		return HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_FINE_GRAINED |
		       HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_KERNARG_INIT;
	case POOL_COARSE:
	case POOL_VRAM:
		return HSA_AMD_MEMORY_POOL_GLOBAL_FLAG_COARSE_GRAINED;
	default:
		return 0;
	}
}

static uint64_t size_of(enum pool pool)
{
	if (pool == POOL_VRAM)
		return machine()->memory_bytes;
	if (pool == POOL_LDS)
		return machine()->lds_bytes;
	return (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);
}

static bool is_pool(hsa_amd_memory_pool_t pool)
{
	return machine() && pool.handle > POOL_NONE && pool.handle < POOL_COUNT;
}

hsa_status_t hsa_amd_agent_iterate_memory_pools(
	hsa_agent_t agent, hsa_status_t (*callback)(hsa_amd_memory_pool_t, void *), void *data)
{
	enum pool first = agent.handle == AGENT_GPU ? POOL_VRAM : POOL_FINE;
	enum pool last = agent.handle == AGENT_GPU ? POOL_LDS : POOL_KERNARG;
	hsa_status_t status = HSA_STATUS_SUCCESS;

	if (!callback)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	for (uint64_t p = first; p <= last && status == HSA_STATUS_SUCCESS; p++)
		status = callback((hsa_amd_memory_pool_t){p}, data);
	return status;
}

hsa_status_t hsa_amd_memory_pool_get_info(hsa_amd_memory_pool_t memory_pool,
					  hsa_amd_memory_pool_info_t attribute, void *value)
{
	enum pool pool = (enum pool)memory_pool.handle;

	if (!is_pool(memory_pool))
		return (hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL;
	if (!value)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	switch (attribute) {
	case HSA_AMD_MEMORY_POOL_INFO_SEGMENT:
		*(hsa_amd_segment_t *)value =
			pool == POOL_LDS ? HSA_AMD_SEGMENT_GROUP : HSA_AMD_SEGMENT_GLOBAL;
		break;
	case HSA_AMD_MEMORY_POOL_INFO_GLOBAL_FLAGS:
		*(uint32_t *)value = flags_of(pool);
		break;
	case HSA_AMD_MEMORY_POOL_INFO_SIZE:
		*(size_t *)value = size_of(pool);
		break;
	case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALLOWED:
		*(bool *)value = pool != POOL_LDS;
		break;
	case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_GRANULE:
	case HSA_AMD_MEMORY_POOL_INFO_RUNTIME_ALLOC_ALIGNMENT:
		*(size_t *)value = pool == POOL_LDS ? 0 : granule;
		break;
	case HSA_AMD_MEMORY_POOL_INFO_ACCESSIBLE_BY_ALL:
		*(bool *)value = pool < POOL_VRAM;
		break;
	case HSA_AMD_MEMORY_POOL_INFO_ALLOC_MAX_SIZE:
		*(size_t *)value = pool == POOL_LDS ? 0 : size_of(pool);
		break;
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
	return HSA_STATUS_SUCCESS;
}

/*
 * The CPU does not reach VRAM, as on a GPU without a large BAR: otherwise HIP would copy by itself
 * and the copies would take no time.
 */
hsa_status_t hsa_amd_agent_memory_pool_get_info(hsa_agent_t agent,
						hsa_amd_memory_pool_t memory_pool,
						hsa_amd_agent_memory_pool_info_t attribute,
						void *value)
{
	bool is_gpu = agent.handle == AGENT_GPU;
	bool is_near = is_gpu == (memory_pool.handle >= POOL_VRAM);
	bool is_reached = is_gpu || is_near;

	if (!is_pool(memory_pool))
		return (hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL;
	if (!value)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	switch (attribute) {
	case HSA_AMD_AGENT_MEMORY_POOL_INFO_ACCESS:
		*(hsa_amd_memory_pool_access_t *)value =
			!is_reached ? HSA_AMD_MEMORY_POOL_ACCESS_NEVER_ALLOWED
			: is_near   ? HSA_AMD_MEMORY_POOL_ACCESS_ALLOWED_BY_DEFAULT
				    : HSA_AMD_MEMORY_POOL_ACCESS_DISALLOWED_BY_DEFAULT;
		break;
	case HSA_AMD_AGENT_MEMORY_POOL_INFO_NUM_LINK_HOPS:
		*(uint32_t *)value = !is_near;
		break;
	case HSA_AMD_AGENT_MEMORY_POOL_INFO_LINK_INFO:
		if (!is_near)
			*(hsa_amd_memory_pool_link_info_t *)value =
				(hsa_amd_memory_pool_link_info_t){
					.atomic_support_32bit = true,
					.atomic_support_64bit = true,
					.coherent_support = true,
					.link_type = HSA_AMD_LINK_INFO_TYPE_PCIE,
					.numa_distance = 20,
				};
		break;
	default:
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	}
	return HSA_STATUS_SUCCESS;
}

/* Index of the first allocation above p. */
static size_t above(const char *p)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (allocations[mid].base <= p)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool find(const void *p, struct allocation *found)
{
	bool ok;
	size_t at;

	pthread_mutex_lock(&lock);
	at = above(p);
	ok = at > 0 &&
	     (size_t)((const char *)p - allocations[at - 1].base) < allocations[at - 1].bytes;
	if (ok)
		*found = allocations[at - 1];
	pthread_mutex_unlock(&lock);
	return ok;
}

bool is_device_memory(const void *p)
{
	struct gpu_range range;
	struct allocation a;

	if (find(p, &a))
		return a.pool == POOL_VRAM;
	/* What no pool gave is code and its variables. */
	return gpu_find(p, &range) && !range.is_shared;
}

static const char *kind_of(enum pool pool)
{
	return pool == POOL_VRAM      ? "device memory"
	       : pool == POOL_KERNARG ? "kernel arguments"
				      : "host memory";
}

/* With the lock held. */
static char *allocate(enum pool pool, size_t size, const char *name)
{
	char *base;
	size_t at;

	if (pool == POOL_VRAM && size > machine()->memory_bytes - device_bytes)
		return NULL;
	/* As ROCr does: programs that write a little past the end run on real GPUs. */
	base = gpu_allocate((size + granule - 1) / granule * granule, 0, name);
	if (!base)
		return NULL;
	if (count == capacity) {
		capacity = capacity ? 2 * capacity : 64;
		allocations = xrealloc(allocations, capacity * sizeof(*allocations));
	}
	at = above(base);
	memmove(&allocations[at + 1], &allocations[at], (count - at) * sizeof(*allocations));
	allocations[at] = (struct allocation){base, size, pool};
	count++;
	if (pool == POOL_VRAM)
		device_bytes += size;
	return base;
}

hsa_status_t hsa_amd_memory_pool_allocate(hsa_amd_memory_pool_t memory_pool, size_t size,
					  uint32_t flags, void **ptr)
{
	enum pool pool = (enum pool)memory_pool.handle;
	char name[160];

	(void)flags;
	if (!is_pool(memory_pool))
		return (hsa_status_t)HSA_STATUS_ERROR_INVALID_MEMORY_POOL;
	if (!ptr || !size)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	if (pool == POOL_LDS)
		return HSA_STATUS_ERROR_INVALID_ALLOCATION;
	name_allocation(name, sizeof(name), kind_of(pool), size);
	pthread_mutex_lock(&lock);
	*ptr = allocate(pool, size, name);
	pthread_mutex_unlock(&lock);
	return *ptr ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_OUT_OF_RESOURCES;
}

hsa_status_t hsa_amd_memory_pool_free(void *ptr)
{
	bool ok;
	size_t at;

	if (!ptr)
		return HSA_STATUS_SUCCESS;
	pthread_mutex_lock(&lock);
	at = above(ptr);
	ok = at > 0 && allocations[at - 1].base == ptr;
	if (ok) {
		at--;
		if (allocations[at].pool == POOL_VRAM)
			device_bytes -= allocations[at].bytes;
		memmove(&allocations[at], &allocations[at + 1],
			(count - at - 1) * sizeof(*allocations));
		count--;
		gpu_free(ptr);
	}
	pthread_mutex_unlock(&lock);
	return ok ? HSA_STATUS_SUCCESS : HSA_STATUS_ERROR_INVALID_ALLOCATION;
}

/* The GPU sees all of the arena. */
hsa_status_t hsa_amd_agents_allow_access(uint32_t num_agents, const hsa_agent_t *agents,
					 const uint32_t *flags, const void *ptr)
{
	if (!num_agents || !agents || flags || !ptr)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	return HSA_STATUS_SUCCESS;
}

static void describe(const void *ptr, hsa_amd_pointer_info_t *info)
{
	struct allocation a;
	struct lock_range l;

	if (find(ptr, &a)) {
		info->type = HSA_EXT_POINTER_TYPE_HSA;
		info->agentBaseAddress = info->hostBaseAddress = a.base;
		info->sizeInBytes = a.bytes;
		info->agentOwner.handle = a.pool == POOL_VRAM ? AGENT_GPU : AGENT_CPU;
		info->global_flags = flags_of(a.pool);
	} else if (lock_find(ptr, &l)) {
		info->type = HSA_EXT_POINTER_TYPE_LOCKED;
		info->agentBaseAddress = l.device;
		info->hostBaseAddress = l.host;
		info->sizeInBytes = l.bytes;
		info->agentOwner.handle = AGENT_CPU;
		info->global_flags = flags_of(POOL_FINE);
	}
}

hsa_status_t hsa_amd_pointer_info(const void *ptr, hsa_amd_pointer_info_t *info,
				  void *(*alloc)(size_t), uint32_t *num_agents_accessible,
				  hsa_agent_t **accessible)
{
	hsa_amd_pointer_info_t all = {.size = sizeof(all), .type = HSA_EXT_POINTER_TYPE_UNKNOWN};
	uint32_t size;

	if (!ptr || !info)
		return HSA_STATUS_ERROR_INVALID_ARGUMENT;
	describe(ptr, &all);
	size = info->size < sizeof(all) ? info->size : (uint32_t)sizeof(all);
	memcpy(info, &all, size);
	info->size = size;
	if (!alloc || !num_agents_accessible || !accessible)
		return HSA_STATUS_SUCCESS;
	*num_agents_accessible = 0;
	*accessible = NULL;
	if (all.type == HSA_EXT_POINTER_TYPE_UNKNOWN)
		return HSA_STATUS_SUCCESS;
	*accessible = alloc(sizeof(**accessible));
	if (!*accessible)
		return HSA_STATUS_ERROR_OUT_OF_RESOURCES;
	(*accessible)->handle = AGENT_GPU;
	*num_agents_accessible = 1;
	return HSA_STATUS_SUCCESS;
}
