/* Asks the kernel; what other programs hold at the moment is left out. */
#include "base/host_memory.h"

#include <sys/resource.h>
#include <sys/sysinfo.h>

uint64_t host_memory_bytes(void)
{
	uint64_t bytes = UINT64_MAX;
	struct sysinfo host;
	struct rlimit limit;

	if (!sysinfo(&host))
		bytes = ((uint64_t)host.totalram + host.totalswap) * host.mem_unit;
	if (!getrlimit(RLIMIT_AS, &limit) && limit.rlim_cur < bytes)
		bytes = limit.rlim_cur;
	return bytes;
}
