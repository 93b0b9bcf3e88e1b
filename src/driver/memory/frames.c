/* Frames in turn or in the order of a Feistel permutation; those given back are taken first. */
#include "driver/memory/frames.h"

#include <stdlib.h>

#include "base/rng.h"

enum { ROUNDS = 4 };

/*
 * A run of equal frames. Frame number permute_frame(n) is handed out for n = 0, 1, ... below
 * `count`. Invariant: every frame permute_frame(0 .. fresh - 1) is either in use or in `given`,
 * never in both.
 */
struct frame_region {
	uint64_t base; /* physical address */
	uint64_t count;
	unsigned shift;
	bool scattered;
	unsigned half_bits; /* of the permutation's domain, a square of at least count */
	uint64_t key[ROUNDS];
	uint64_t fresh;
	uint64_t *given; /* frame numbers, a stack */
	uint64_t given_count, given_capacity;
};

struct frames {
	struct frames_config config;
	struct frame_region *data, *tables; /* one per chiplet */
};

static uint64_t mix_half(uint64_t x)
{
	x ^= x >> 33;
	x *= UINT64_C(0xff51afd7ed558ccd);
	x ^= x >> 33;
	x *= UINT64_C(0xc4ceb9fe1a85ec53);
	return x ^ x >> 33;
}

static uint64_t feistel_rounds(const struct frame_region *r, uint64_t n)
{
	uint64_t mask = (UINT64_C(1) << r->half_bits) - 1;
	uint64_t left = n >> r->half_bits, right = n & mask;

	for (int i = 0; i < ROUNDS; i++) {
		uint64_t swapped = left ^ (mix_half(right ^ r->key[i]) & mask);

		left = right;
		right = swapped;
	}
	return left << r->half_bits | right;
}

/* The domain may be up to four times as large as the region: go on until inside it again, which
 * keeps this a permutation. */
static uint64_t permute_frame(const struct frame_region *r, uint64_t n)
{
	if (!r->scattered)
		return n;
	do
		n = feistel_rounds(r, n);
	while (n >= r->count);
	return n;
}

static void region_init(struct frame_region *r, uint64_t base, uint64_t bytes, unsigned shift,
			bool scattered, uint64_t seed)
{
	struct rng rng;

	r->base = base;
	r->count = bytes >> shift;
	r->shift = shift;
	r->scattered = scattered;
	while (UINT64_C(1) << 2 * r->half_bits < r->count)
		r->half_bits++;
	rng_seed(&rng, seed);
	for (int i = 0; i < ROUNDS; i++)
		r->key[i] = rng_u64(&rng);
}

/* A thirty-second: page tables of densely mapped memory take a 512th, sparse ones more. */
static uint64_t table_region_bytes(const struct frames_config *c)
{
	return c->memory_bytes / 32 & ~((UINT64_C(1) << TABLE_FRAME_SHIFT) - 1);
}

struct frames *frames_new(const struct frames_config *config)
{
	struct frames *f = xcalloc(1, sizeof(*f));
	uint64_t table_bytes = table_region_bytes(config);

	f->config = *config;
	if (!f->config.stride)
		f->config.stride = config->memory_bytes;
	f->data = xcalloc(config->chiplets, sizeof(*f->data));
	f->tables = xcalloc(config->chiplets, sizeof(*f->tables));
	for (unsigned i = 0; i < config->chiplets; i++) {
		uint64_t base = i * f->config.stride + config->base;
		uint64_t table_base = (base + config->memory_bytes - table_bytes) &
				      ~((UINT64_C(1) << TABLE_FRAME_SHIFT) - 1);
		/* A physical page starts at a multiple of its size, whatever memory.bytes is. */
		uint64_t page_bytes = UINT64_C(1) << config->page_shift;
		uint64_t data_base = (base + page_bytes - 1) & ~(page_bytes - 1);

		region_init(&f->data[i], data_base,
			    table_base > data_base ? table_base - data_base : 0, config->page_shift,
			    config->scattered, config->seed + 2 * i);
		region_init(&f->tables[i], table_base, table_bytes, TABLE_FRAME_SHIFT,
			    config->scattered, config->seed + 2 * i + 1);
	}
	return f;
}

void frames_free(struct frames *f)
{
	if (!f)
		return;
	for (unsigned i = 0; i < f->config.chiplets; i++) {
		free(f->data[i].given);
		free(f->tables[i].given);
	}
	free(f->data);
	free(f->tables);
	free(f);
}

static bool region_take(struct frame_region *r, uint64_t *pa)
{
	uint64_t number;

	if (r->given_count > 0)
		number = r->given[--r->given_count];
	else if (r->fresh < r->count)
		number = permute_frame(r, r->fresh++);
	else
		return false;
	*pa = r->base + (number << r->shift);
	return true;
}

static void region_give(struct frame_region *r, uint64_t pa)
{
	if ((pa - r->base) & ((UINT64_C(1) << r->shift) - 1) || r->given_count == r->fresh)
		BUG("0x%llx is no frame in use", (unsigned long long)pa);
	if (r->given_count == r->given_capacity) {
		r->given_capacity = r->given_capacity ? 2 * r->given_capacity : 64;
		r->given = xrealloc(r->given, r->given_capacity * sizeof(*r->given));
	}
	r->given[r->given_count++] = (pa - r->base) >> r->shift;
}

static void check_chiplet(const struct frames *f, unsigned chiplet)
{
	if (chiplet >= f->config.chiplets)
		BUG("chiplet %u of %u", chiplet, f->config.chiplets);
}

bool frames_take(struct frames *f, unsigned chiplet, uint64_t *pa, struct error *err)
{
	check_chiplet(f, chiplet);
	if (region_take(&f->data[chiplet], pa))
		return true;
	return error_set(err,
			 "physical memory of chiplet %u is full: all %llu frames of %u KB that "
			 "memory.bytes leaves for data are in use",
			 chiplet, (unsigned long long)f->data[chiplet].count,
			 1u << (f->config.page_shift - 10));
}

bool frames_take_table(struct frames *f, unsigned chiplet, uint64_t *pa, struct error *err)
{
	check_chiplet(f, chiplet);
	if (region_take(&f->tables[chiplet], pa))
		return true;
	return error_set(err,
			 "physical memory of chiplet %u is full: all %llu frames of 4 KB that "
			 "memory.bytes leaves for page tables are in use",
			 chiplet, (unsigned long long)f->tables[chiplet].count);
}

unsigned frames_chiplet(const struct frames *f, uint64_t pa)
{
	return (unsigned)(pa / f->config.stride);
}

void frames_give(struct frames *f, uint64_t pa)
{
	unsigned chiplet = frames_chiplet(f, pa);

	check_chiplet(f, chiplet);
	region_give(pa >= f->tables[chiplet].base ? &f->tables[chiplet] : &f->data[chiplet], pa);
}

uint64_t frames_count(const struct frames *f, unsigned chiplet)
{
	return f->data[chiplet].count;
}

uint64_t frames_left(const struct frames *f, unsigned chiplet)
{
	return frames_count(f, chiplet) - frames_used(f, chiplet);
}

uint64_t frames_used(const struct frames *f, unsigned chiplet)
{
	return f->data[chiplet].fresh - f->data[chiplet].given_count;
}

uint64_t frames_used_tables(const struct frames *f, unsigned chiplet)
{
	return f->tables[chiplet].fresh - f->tables[chiplet].given_count;
}
