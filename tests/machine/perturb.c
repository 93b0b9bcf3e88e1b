/* What the parameter perturb changes, and that it changes nothing else. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>

#include "config/config.h"
#include "machine/perturb.h"

enum { APPS = 5, MOST = 40 };

static const char *const gpus[] = {"apu18",   "apu21", "r9nano",     "mcm4",
				   "maxwell", "fermi", "integrated", "maxwell-sim"};
static struct params plain, moved;

static void load(struct params *p, const char *gpu, int perturb)
{
	char *setting = xasprintf("perturb=%d", perturb);
	const char *const settings[] = {setting};
	struct config_request request = {.gpu = gpu, .settings = settings, .setting_count = 1};
	struct error err;

	if (!config_load(p, &request, &err))
		FAIL("%s", err.text);
	free(setting);
}

/* In core cycles; a link's latency is in nanoseconds. */
static double cycles_of(const struct params *p, enum param id)
{
	return p->f[id] * (param_rows[id].type == PARAM_REAL ? p->f[P_CLOCK] / 1000 : 1);
}

static double moved_by(enum param id)
{
	return round(cycles_of(&moved, id) - cycles_of(&plain, id));
}

static bool is_latency(enum param id)
{
	return strstr(param_rows[id].name, "latency");
}

static void check_param(enum param id, unsigned *count)
{
	double before = cycles_of(&plain, id), by = fabs(moved_by(id));

	if (id == P_FRAME_SEED) {
		CHECK(moved.i[id] != plain.i[id]);
		return;
	}
	if (moved.f[id] == plain.f[id]) {
		CHECK_EQ(moved.i[id], plain.i[id]);
		return;
	}
	if (!is_latency(id))
		FAIL("%s is no latency", param_rows[id].name);
	if (by < 1 || by > 2 || by * 10 > before)
		FAIL("%s: %g moved by %g", param_rows[id].name, before, by);
	if (param_rows[id].type != PARAM_REAL)
		CHECK_EQ(moved.i[id], moved.f[id]);
	(*count)++;
}

TEST(nothing_at_0)
{
	uint32_t starts[APPS];

	load(&plain, "apu18", 0);
	load(&moved, "apu18", 0);
	perturb_params(&moved);
	CHECK(!memcmp(plain.i, moved.i, sizeof(plain.i)));
	CHECK(!memcmp(plain.f, moved.f, sizeof(plain.f)));
	perturb_starts(&moved, APPS, starts);
	for (unsigned i = 0; i < APPS; i++)
		CHECK_EQ(starts[i], 0);
	params_release(&plain);
	params_release(&moved);
}

TEST(seed_and_latencies_move_and_nothing_else)
{
	for (size_t g = 0; g < sizeof(gpus) / sizeof(*gpus); g++) {
		for (int perturb = 1; perturb <= MOST; perturb++) {
			unsigned count = 0;

			load(&plain, gpus[g], perturb);
			load(&moved, gpus[g], perturb);
			perturb_params(&moved);
			for (int id = 0; id < P_COUNT; id++)
				check_param((enum param)id, &count);
			/* At least those of the L2 TLB and the L2 cache. */
			if (count < 2)
				FAIL("%s: %u latencies moved", gpus[g], count);
			params_release(&plain);
			params_release(&moved);
		}
	}
}

/* So that the means of 0, 2k - 1 and 2k are those of the machine as it is. */
TEST(pairs_go_opposite_ways)
{
	double first[P_COUNT];

	for (int perturb = 1; perturb <= MOST; perturb++) {
		load(&plain, "mcm4", perturb);
		load(&moved, "mcm4", perturb);
		perturb_params(&moved);
		for (int id = 0; id < P_COUNT; id++) {
			double by = is_latency((enum param)id) ? moved_by((enum param)id) : 0;

			if (perturb % 2)
				first[id] = by;
			else
				CHECK(by == -first[id]);
		}
		params_release(&plain);
		params_release(&moved);
	}
}

/* Every one has other frames, and other latencies or starts than those before it. */
TEST(no_two_are_the_same)
{
	static uint32_t starts[MOST + 1][APPS];
	static int64_t seeds[MOST + 1];

	for (int perturb = 0; perturb <= MOST; perturb++) {
		load(&moved, "maxwell", perturb);
		perturb_params(&moved);
		seeds[perturb] = moved.i[P_FRAME_SEED];
		perturb_starts(&moved, APPS, starts[perturb]);
		for (int before = 0; before < perturb; before++) {
			CHECK(seeds[before] != seeds[perturb]);
			CHECK(memcmp(starts[before], starts[perturb], sizeof(*starts)));
		}
		params_release(&moved);
	}
}

TEST(somebody_begins_at_once_and_nobody_late)
{
	uint32_t starts[APPS], alone;

	for (int perturb = 1; perturb <= MOST; perturb++) {
		uint32_t first = UINT32_MAX, last = 0;

		load(&moved, "maxwell", perturb);
		perturb_starts(&moved, APPS, starts);
		for (unsigned i = 0; i < APPS; i++) {
			first = starts[i] < first ? starts[i] : first;
			last = starts[i] > last ? starts[i] : last;
		}
		CHECK_EQ(first, 0);
		CHECK(last > 0 && last <= PERTURB_MOST_START);
		perturb_starts(&moved, 1, &alone);
		CHECK_EQ(alone, 0);
		params_release(&moved);
	}
}

/* What is stored of a run must stay true: these numbers never change under one number of the model.
 */
TEST(the_same_on_every_machine)
{
	uint32_t starts[2];

	load(&moved, "mcm4", 1);
	perturb_params(&moved);
	perturb_starts(&moved, 2, starts);
	CHECK_EQ(moved.i[P_FRAME_SEED], (INT64_C(1) << 32) + 1);
	CHECK_EQ(moved.i[P_L2_TLB_LATENCY], 9);
	CHECK_EQ(moved.i[P_L2_LATENCY], 13);
	CHECK_EQ(moved.i[P_DRAM_LATENCY], 98);
	CHECK(moved.f[P_LINK_LATENCY] == 31);
	CHECK_EQ(starts[0], 0);
	CHECK_EQ(starts[1], 152);
	params_release(&moved);
}
