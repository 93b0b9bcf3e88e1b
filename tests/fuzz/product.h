/* Of a product of runs only its size: a large one is no mistake, but takes too long for a fuzzer.
 */
#ifndef TESTS_FUZZ_PRODUCT_H
#define TESTS_FUZZ_PRODUCT_H

#include "experiment/sweep/sweep.h"

enum { FUZZ_RUNS = 24 }; /* resolved for one input */

/* No less than the points of the axes below v: params may be nested. */
static inline double product_below(const struct yaml_value *v)
{
	double runs = 1;

	if (v->kind == YAML_LIST)
		return v->count ? (double)v->count : 1;
	for (size_t i = 0; i < v->count; i++)
		runs *= product_below(v->items[i]);
	return runs;
}

static inline double product_runs(const struct yaml_value *map)
{
	double runs = 1;

	for (size_t i = 0; map->kind == YAML_MAP && i < map->count; i++) {
		const struct yaml_value *v = map->items[i];

		runs *= strcmp(map->keys[i], "variants") || !v->count ? product_below(v)
								      : (double)v->count;
	}
	return runs;
}

/* Beyond the most of a file the reader must refuse it, and at once. */
static inline bool product_takes_long(const struct yaml_value *map, unsigned repeat)
{
	double runs = (map ? product_runs(map) : 1) * repeat;

	return runs > FUZZ_RUNS && runs <= SWEEP_MOST_RUNS;
}

#endif
