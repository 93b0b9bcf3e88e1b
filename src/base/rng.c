/* xoshiro256** by Blackman and Vigna: small, fast, and fixed for ever, unlike the C library's. */
#include "base/rng.h"

static uint64_t rotl(uint64_t x, int k)
{
	return x << k | x >> (64 - k);
}

void rng_seed(struct rng *rng, uint64_t seed)
{
	for (int i = 0; i < 4; i++) { /* splitmix64 */
		uint64_t z = seed += 0x9e3779b97f4a7c15;

		z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
		z = (z ^ z >> 27) * 0x94d049bb133111eb;
		rng->s[i] = z ^ z >> 31;
	}
}

uint64_t rng_u64(struct rng *rng)
{
	uint64_t *s = rng->s;
	uint64_t result = rotl(s[1] * 5, 7) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = rotl(s[3], 45);
	return result;
}

uint64_t rng_below(struct rng *rng, uint64_t bound)
{
	uint64_t reject_above = UINT64_MAX - UINT64_MAX % bound;
	uint64_t r;

	do
		r = rng_u64(rng);
	while (r >= reject_above);
	return r % bound;
}

double rng_unit(struct rng *rng)
{
	return (double)(rng_u64(rng) >> 11) * 0x1p-53;
}

uint64_t rng_seed_of(const char *name)
{
	uint64_t hash = 0xcbf29ce484222325;

	for (; *name; name++)
		hash = (hash ^ (unsigned char)*name) * 0x100000001b3;
	return hash;
}
