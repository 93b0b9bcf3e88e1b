/* Seeded random numbers (xoshiro256**, seeded by splitmix64): the same on every machine. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

struct rng {
	uint64_t s[4];
};

void rng_seed(struct rng *rng, uint64_t seed);
uint64_t rng_u64(struct rng *rng);
uint64_t rng_below(struct rng *rng, uint64_t bound); /* uniform in [0, bound), bound > 0 */
double rng_unit(struct rng *rng);                    /* uniform in [0, 1), 53 bits */

/* A seed from a name, so that each workload has inputs of its own (FNV-1a). */
uint64_t rng_seed_of(const char *name);

#endif
