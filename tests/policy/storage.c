/* Storage that designs add, against the numbers that their papers state for their machines. */
#include <string.h>

#include "config/config.h"
#include "harness.h"
#include "policy/storage.h"

static struct params params;

static void load(const char *gpu, const char *design, const char *setting)
{
	struct config_request request = {.gpu = gpu,
					 .designs = &design,
					 .design_count = design != NULL,
					 .settings = &setting,
					 .setting_count = setting != NULL};
	struct error err;

	params_release(&params);
	if (!config_load(&params, &request, &err))
		FAIL("%s", err.text);
}

/* 0: none of the chosen policies has such a part. */
static uint64_t bits(const char *part)
{
	const struct storage_row *row;

	for (size_t i = 0; (row = storage_at(&params, i)); i++)
		if (!strcmp(row->name, part))
			return row->bits(&params);
	return 0;
}

/* Every row says of itself what the list of costs prints. */
TEST(rows_are_complete)
{
	const struct storage_row *row;
	size_t count = 0;
	struct error err;

	for (; (row = storage_at(NULL, count)); count++) {
		CHECK(row->what && row->bits && row->paper && row->source);
		CHECK(!row->beside == !row->beside_bits);
		if (!config_exists(CONFIG_GPU, row->gpu, &err))
			FAIL("%s: %s", row->name, err.text);
	}
	CHECK(count > 7); /* some policies share theirs */
}

/* [Ausavarungnirun18 §7.4]: 13 bytes per core and 316 bytes; 7 % of the L2 TLB for address spaces;
 * 80 bytes; 6 % of the DRAM queues. */
TEST(tokens_levels_and_queues)
{
	load("maxwell", "mask", NULL);
	CHECK_EQ(bits("fill_tokens"), 8 * (30 * 13 + 316));
	CHECK_EQ(bits("fill_tokens"), 8 * 706);
	CHECK_EQ(bits("asids"), 512 * 9);
	CHECK_EQ(bits("level_counters"), 8 * 80);
	CHECK_EQ(bits("dram_places"), 8 * (16 + 64 + 192 - 256) * 64);
	CHECK_EQ(bits("lds_modes"), 0);
	load("maxwell", "mask-tlb", "cus=60"); /* from the configuration: 13 bytes for each more */
	CHECK_EQ(bits("fill_tokens"), 8 * (706 + 30 * 13));
	CHECK_EQ(bits("level_counters"), 0);
	load("maxwell", "shared-tlb", NULL);
	CHECK(!storage_at(&params, 0));
}

/* [Kotra21]: a bit for every 256 of LDS (0.4 %); 1.5 KB for each of two I-caches. */
TEST(victims)
{
	load("apu21", "tx-both", NULL);
	CHECK_EQ(bits("lds_modes"), 8 * 16 * 1024 * 8 / 256);
	CHECK_EQ(bits("icache_tags"), 2 * 1536 * 8);
	load("apu21", "tx-lds", NULL);
	CHECK_EQ(bits("icache_tags"), 0);
}

/* [Pratheek22 §V]: 32 bits in each of 128 CUs. */
TEST(home_slices)
{
	load("mcm4", "dhsl", NULL);
	CHECK_EQ(bits("home_slices"), 4096);
	load("mcm4", NULL, "home_slice=dhsl-caching"); /* of which the paper counts nothing */
	CHECK_EQ(bits("home_slices"), 0);
	load("mcm4", NULL, NULL);
	CHECK_EQ(bits("home_slices"), 0);
}
