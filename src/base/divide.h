/* Division by a number that is fixed when the machine is made: a shift when it is a power of two.
 */
#ifndef BASE_DIVIDE_H
#define BASE_DIVIDE_H

#include <stdbool.h>
#include <stdint.h>

struct divider {
	uint64_t by;
	uint8_t shift;
	bool power_of_two;
};

static inline void divider_init(struct divider *d, uint64_t by)
{
	d->by = by ? by : 1;
	d->power_of_two = !(d->by & (d->by - 1));
	d->shift = (uint8_t)__builtin_ctzll(d->by);
}

static inline uint64_t divide(const struct divider *d, uint64_t x)
{
	return d->power_of_two ? x >> d->shift : x / d->by;
}

static inline uint64_t remainder_of(const struct divider *d, uint64_t x)
{
	return d->power_of_two ? x & (d->by - 1) : x % d->by;
}

#endif
