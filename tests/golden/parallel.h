/* Many runs in as many processes as the host has processors; outcomes go to memory that all share.
 */
#ifndef TESTS_GOLDEN_PARALLEL_H
#define TESTS_GOLDEN_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

/* Zeros, seen by the processes of golden_parallel too; for as long as the program runs. */
void *golden_shared(size_t bytes);

/* Calls take for each number below count, once, in some process. What dies takes only its own
 * number with it. */
void golden_parallel(size_t count, void (*take)(void *ctx, size_t i), void *ctx);

/* Under the sanitizers only a part of what there is, always the same. */
bool golden_is_wanted(const char *name);

#endif
