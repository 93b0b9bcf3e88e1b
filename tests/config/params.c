/* The parameter table: every default is valid, values read as they print, what is wrong is said. */
#include "harness.h"

#include <stdlib.h>

#include "config/params.h"

static struct params params;

static const char *message(enum param id, const char *text)
{
	static struct error err;

	params_init(&params);
	CHECK(!param_set(&params, id, text, &err));
	CHECK_EQ(err.exit_status, 2);
	return err.text;
}

TEST(names_are_unique_and_found)
{
	for (int id = 0; id < P_COUNT; id++) {
		CHECK_EQ(param_find(param_rows[id].name), id);
		CHECK(param_rows[id].help && *param_rows[id].help);
		CHECK(param_rows[id].type != PARAM_REAL || param_rows[id].unit);
	}
	CHECK_EQ(param_find("l1_tlb"), P_COUNT);
}

/* The machine's own rows, then each design's together, by the designs' names. */
TEST(rows_of_designs)
{
	const char *last = "";

	for (int id = 0; id < P_COUNT; id++) {
		const char *design = param_rows[id].design ? param_rows[id].design : "";

		CHECK(strcmp(last, design) <= 0);
		last = design;
	}
	CHECK(!param_rows[P_WALK_SCHEDULER].design);
	CHECK_STR(param_rows[P_WALK_AGEING].design, "walks");
}

TEST(values_print_as_they_are_typed)
{
	struct params again;
	struct error err;
	char text[64];

	params_init(&params);
	params_init(&again);
	for (int id = 0; id < P_COUNT; id++) {
		again.i[id] = -1;
		param_text(&params, (enum param)id, text, sizeof(text));
		if (!param_set(&again, (enum param)id, text, &err))
			FAIL("%s", err.text);
		CHECK_EQ(again.i[id], params.i[id]);
		CHECK(again.f[id] == params.f[id]);
	}
}

TEST(choices_print_as_they_are_typed)
{
	struct error err;
	char choice[64], text[64];

	params_init(&params);
	for (int id = 0; id < P_COUNT; id++) {
		if (param_rows[id].type != PARAM_CHOICE)
			continue;
		for (size_t i = 0; param_choice((enum param)id, i, choice, sizeof(choice)); i++) {
			CHECK(param_set(&params, (enum param)id, choice, &err));
			CHECK_EQ(params.i[id], (int64_t)i);
			CHECK_STR(param_text(&params, (enum param)id, text, sizeof(text)), choice);
			CHECK(param_is(&params, (enum param)id, choice));
		}
		CHECK(!param_is(&params, (enum param)id, "nonesuch"));
	}
	CHECK_STR(param_choices_text(P_WAVE_SCHEDULER, text, sizeof(text)), "oldest, greedy");
	CHECK(!param_choice(P_WAVE_SCHEDULER, 2, text, sizeof(text)));
}

TEST(sizes_in_all_spellings)
{
	static const char *const spellings[] = {"65536", "64K",     "64KB",
						"64 KB", "65536 B", "0x10000"};
	struct error err;

	params_init(&params);
	for (size_t i = 0; i < sizeof(spellings) / sizeof(*spellings); i++) {
		params.i[P_PAGE_BYTES] = 0;
		if (!param_set(&params, P_PAGE_BYTES, spellings[i], &err))
			FAIL("%s", err.text);
		CHECK_EQ(params.i[P_PAGE_BYTES], 65536);
	}
}

TEST(units)
{
	struct error err;

	params_init(&params);
	CHECK(param_set(&params, P_CLOCK, "1600.5", &err) && params.f[P_CLOCK] == 1600.5);
	CHECK(param_set(&params, P_CLOCK, "1600MHz", &err) && params.f[P_CLOCK] == 1600);
	CHECK(param_set(&params, P_CLOCK, "2000 MHz", &err) && params.f[P_CLOCK] == 2000);
	CHECK_STR(message(P_CLOCK, "2GHz"),
		  "clock: expected a number from 1 to 10000 in MHz, not '2GHz'");
	CHECK_STR(message(P_LINK_LATENCY, "32 cycles"),
		  "link.latency: expected a number from 0 to 100000 in ns, not '32 cycles'");
	CHECK_STR(
		message(P_L1_TLB_LATENCY, "5ns"),
		"l1_tlb.latency: expected a whole number of core cycles from 0 to 1000, without a "
		"unit, not '5ns'");
	CHECK_STR(message(P_PAGE_BYTES, "4KiB"),
		  "page.bytes: expected a size from 4KB to 2MB in bytes, KB, MB or GB, not '4KiB'");
}

TEST(what_is_wrong)
{
	CHECK_STR(message(P_L1_TLB_ENTRIES, "x"),
		  "l1_tlb.entries: expected a whole number from 1 to 65536, not 'x'");
	CHECK_STR(message(P_L1_TLB_ENTRIES, "0"),
		  "l1_tlb.entries: expected a whole number from 1 to 65536, not '0'");
	CHECK_STR(message(P_L1_TLB_ENTRIES, "3.5"),
		  "l1_tlb.entries: expected a whole number from 1 to 65536, not '3.5'");
	CHECK_STR(message(P_L1_TLB_ENTRIES, ""),
		  "l1_tlb.entries: expected a whole number from 1 to 65536, not ''");
	CHECK_STR(message(P_IOMMU, "yes"), "iommu.present: expected true or false, not 'yes'");
	CHECK_STR(message(P_WALK_MODE, "memory"),
		  "walk.memory: expected one of dram, l2, fixed, not 'memory'");
	CHECK_STR(message(P_CLOCK, "nan"),
		  "clock: expected a number from 1 to 10000 in MHz, not 'nan'");
	CHECK_STR(message(P_CLOCK, "1e9"),
		  "clock: expected a number from 1 to 10000 in MHz, not '1e9'");
	CHECK_STR(message(P_MEMORY_BYTES, "99999999999999999999"),
		  "memory.bytes: expected a size from 1MB to 1TB in bytes, KB, MB or GB, not "
		  "'99999999999999999999'");
}

TEST(a_refused_value_changes_nothing)
{
	struct error err;

	params_init(&params);
	CHECK(!param_set(&params, P_CUS, "0", &err));
	CHECK_EQ(param(&params, P_CUS), 8);
}

TEST(nearest_names)
{
	char hint[256];

	param_suggest(hint, sizeof(hint), "l1_tlb.entires");
	CHECK_CONTAINS(hint, "did you mean 'l1_tlb.entries'");
	param_suggest(hint, sizeof(hint), "zzzzzzzzzzzz");
	CHECK_STR(hint, "; warpwalk list params lists them");
}

TEST(origins)
{
	char text[64], name[8] = "a.yaml";

	params_init(&params);
	CHECK_STR(param_origin_text(&params, P_CUS, text, sizeof(text)), "default");
	params.origin[P_CUS] = (struct param_origin){.file = params_keep(&params, name), .line = 3};
	name[0] = 'b';
	CHECK_STR(param_origin_text(&params, P_CUS, text, sizeof(text)), "a.yaml:3");
	params.origin[P_CUS] = (struct param_origin){.file = params_keep(&params, "-s cus=4")};
	CHECK_STR(param_origin_text(&params, P_CUS, text, sizeof(text)), "-s cus=4");
	params_release(&params);
}

TEST(json_has_every_parameter)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	struct json j;

	params_init(&params);
	json_init(&j, out);
	params_json(&params, &j, NULL);
	json_finish(&j);
	fclose(out);
	CHECK_CONTAINS(text, "\"clock\": 1000");
	CHECK_CONTAINS(text, "\"page.bytes\": 4096");
	CHECK_CONTAINS(text, "\"iommu.present\": false");
	CHECK_CONTAINS(text, "\"walk.memory\": \"l2\"");
	for (int id = 0; id < P_COUNT; id++)
		CHECK_CONTAINS(text, param_rows[id].name);
	free(text);
}
