/*
 * Compiled kernels on disk, so that a source is compiled once: a file each, named by a digest of
 * all that it depends on. It lies in $WARPWALK_CACHE, else $XDG_CACHE_HOME/warpwalk, else
 * $HOME/.cache/warpwalk. Several processes may use it at a time. Nothing here can fail: without a
 * folder that can be used there is no cache, and a file that is not as it was written is none.
 */
#ifndef DRIVER_TOOLCHAIN_KERNEL_CACHE_H
#define DRIVER_TOOLCHAIN_KERNEL_CACHE_H

#include <stdbool.h>
#include <stddef.h>

/* All files together; beyond that the ones go that were not used for longest. */
enum { KERNEL_CACHE_BYTES = 64 << 20 };

/* Whether there is one, or may be: WARPWALK_CACHE is not "off" or empty. */
bool kernel_cache_is_on(void);

/* The bytes, the caller's to free; NULL when there are none. */
void *kernel_cache_get(const char *key, size_t *count);
void kernel_cache_put(const char *key, const void *bytes, size_t count);

#endif
