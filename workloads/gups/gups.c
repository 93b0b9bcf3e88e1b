/* GUPS: the HPCC RandomAccess benchmark, xor updates at random places of a table of 64-bit words.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "driver/workload/workload.h"

struct gups {
	struct buffer *table, *starts;
	size_t words, items;
	uint32_t workgroup, updates;
	uint64_t first; /* where the sequence begins */
	int step;
};

static const struct workload_param params[] = {
	{"words",
	 "64-bit words in the table, a power of two; paper: 2 M, the 16 MB of MGvm's Table II (its "
	 "artifact: 4 M)",
	 {65536, 1048576, 2097152},
	 256,
	 268435456},
	{"groups", "workgroups", {16, 64, 128}, 1, 65536},
	{"workgroup", "work-items in a workgroup (MGvm's artifact: 32)", {64, 64, 64}, 1, 256},
	{"updates",
	 "updates per work-item; HPCC makes 4 per word in all",
	 {256, 1024, 2048},
	 1,
	 1048576},
	{.name = NULL},
};

/* One step of the sequence: multiplication by x modulo x^64 + x^2 + x + 1 over GF(2). */
static uint64_t step_random(uint64_t random)
{
	return random << 1 ^ (random >> 63 ? 7 : 0);
}

static uint64_t multiply_polynomials(uint64_t a, uint64_t b)
{
	uint64_t product = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			product ^= a;
		a = step_random(a);
	}
	return product;
}

/* Where each work-item begins, so that together they make one unbroken sequence. */
static void fill_starts(struct gups *s)
{
	uint64_t *starts = s->starts->host;
	uint64_t jump = 1; /* x^updates */

	for (uint32_t i = 0; i < s->updates; i++)
		jump = step_random(jump);
	starts[0] = s->first;
	for (size_t i = 1; i < s->items; i++)
		starts[i] = multiply_polynomials(starts[i - 1], jump);
}

static bool setup(struct app *app, struct error *err)
{
	struct gups *s = app->state = xcalloc(1, sizeof(*s));

	s->words = (size_t)app_param(app, "words");
	s->workgroup = (uint32_t)app_param(app, "workgroup");
	s->items = (size_t)app_param(app, "groups") * s->workgroup;
	s->updates = (uint32_t)app_param(app, "updates");
	if (s->words & (s->words - 1))
		return error_set(err, "words=%zu is not a power of two", s->words);
	s->table = app_buffer(app, "table", s->words * sizeof(uint64_t));
	s->starts = app_buffer(app, "starts", s->items * sizeof(uint64_t));
	/* Not at 1, as HPCC: the first thousands of powers of x have few bits, and lanes would
	 * agree. */
	s->first = rng_u64(&app->rng) | 1;
	fill_starts(s);
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct gups *s = app->state;

	switch (s->step++) {
	case 0:
		launch_1d(l, "gups_init", (uint32_t)s->words, 256);
		launch_buffer(l, s->table);
		return true;
	case 1:
		launch_1d(l, "gups_update", (uint32_t)s->items, s->workgroup);
		launch_buffer(l, s->table);
		launch_buffer(l, s->starts);
		launch_i64(l, (int64_t)(s->words - 1));
		launch_u32(l, s->updates);
		return true;
	default:
		return false;
	}
}

/* All updates on the host; applied twice they change nothing. */
static void update(const struct gups *s)
{
	uint64_t *table = s->table->host;
	uint64_t random = s->first;

	for (size_t i = 0; i < s->items * s->updates; i++) {
		random = step_random(random);
		table[random & (s->words - 1)] ^= random;
	}
}

/* As HPCC does: the updates are undone in place, which needs no second table. */
static bool verify(struct app *app, struct error *err)
{
	struct gups *s = app->state;
	const uint64_t *table = s->table->host;
	uint64_t difference = 0;
	size_t i = 0;

	update(s);
	while (i < s->words && table[i] == i)
		i++;
	if (i < s->words)
		difference = table[i] ^ i;
	update(s);
	if (!difference)
		return true;
	return error_failed(err, "buffer 'table': element %zu is %" PRIu64 ", expected %" PRIu64, i,
			    table[i], table[i] ^ difference);
}

static void teardown(struct app *app)
{
	free(app->state);
}

static const struct workload_use uses[] = {
	{.paper = "reach", .called = "GUPS", .class = "H"},
	{.paper = "mgvm",
	 .called = "GUPS",
	 .published = "16 MB",
	 .class = "unclassified",
	 .at_small = "workgroup=32,words=2097152,groups=128,updates=512",
	 .at_tiny = "workgroup=32",
	 .at_paper = "workgroup=32"},
	{.paper = "mask",
	 .called = "GUP",
	 .class = "high L1, low L2",
	 .at_small = "updates=128",
	 .at_paper = "words=524288,groups=512,workgroup=128,updates=32"},
	{.paper = NULL},
};

const struct workload workload_gups = {
	.name = "gups",
	.suite = "HPCC",
	.summary = "random atomic updates of a table",
	.params = params,
	.uses = uses,
	.extent = {{532480, 2, 0}, {8421376, 2, 0}, {16842752, 2, 0}},
	.setup = setup,
	.next = next,
	.verify = verify,
	.teardown = teardown,
};
