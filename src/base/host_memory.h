/* How much memory this host can give the program at most. */
#ifndef BASE_HOST_MEMORY_H
#define BASE_HOST_MEMORY_H

#include <stdint.h>

/* RAM and swap together, or the limit of the process (ulimit -v) where that is lower. */
uint64_t host_memory_bytes(void);

#endif
