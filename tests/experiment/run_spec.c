/* What is part of a run's key and what is not; the flat view of JSON. */
#include "experiment/run/run_spec.h"

#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "experiment/run/result.h"
#include "harness.h"
#include "model_version.h"

/* gpu, design (may be NULL), setting (may be NULL), workload. */
static void make(struct run_spec *spec, const char *gpu, const char *design, const char *setting,
		 const char *workload, enum workload_size size)
{
	run_spec_init(spec, gpu, size);
	if (design)
		text_list_add(&spec->designs, design);
	if (setting)
		text_list_add(&spec->settings, setting);
	text_list_add(&spec->workloads, workload);
}

static void resolve(struct run_spec *spec)
{
	struct error err;

	if (!run_spec_resolve(spec, &err))
		FAIL("%s", err.text);
}

/* The key of such a run; in one of a few buffers. */
static const char *key(const char *gpu, const char *design, const char *setting,
		       const char *workload, enum workload_size size)
{
	static char keys[16][RUN_KEY_DIGITS + 1];
	static unsigned next;
	char *out = keys[next++ % 16];
	struct run_spec spec;

	make(&spec, gpu, design, setting, workload, size);
	resolve(&spec);
	memcpy(out, spec.key, sizeof(keys[0]));
	run_spec_release(&spec);
	return out;
}

static bool same(const char *a, const char *b)
{
	CHECK_EQ(strlen(a), RUN_KEY_DIGITS);
	return !strcmp(a, b);
}

TEST(names_do_not_matter)
{
	const char *plain = key("apu18", NULL, NULL, "mm:n=64,block=1", SIZE_TINY);

	CHECK(same(plain, key("apu18", NULL, NULL, "mm:n=64,block=1", SIZE_TINY)));
	CHECK(same(plain, key("apu18", NULL, NULL, "mm:block=1,n=64", SIZE_PAPER)));
	CHECK(same(plain, key("apu18", NULL, "l2_tlb.entries=512", "mm:n=64,block=1", SIZE_TINY)));
	CHECK(same(key("apu18", "ideal", NULL, "mm", SIZE_TINY),
		   key("apu18", NULL, "translation=ideal", "mm", SIZE_TINY)));
}

TEST(what_determines_the_outcome_does)
{
	const char *plain = key("apu18", NULL, NULL, "mm", SIZE_TINY);

	CHECK(!same(plain, key("apu21", NULL, NULL, "mm", SIZE_TINY)));
	CHECK(!same(plain, key("apu18", "ideal", NULL, "mm", SIZE_TINY)));
	CHECK(!same(plain, key("apu18", NULL, "l2_tlb.entries=1024", "mm", SIZE_TINY)));
	CHECK(!same(plain, key("apu18", NULL, "clock=2000.5", "mm", SIZE_TINY)));
	CHECK(!same(plain, key("apu18", NULL, NULL, "mm", SIZE_SMALL)));
	CHECK(!same(plain, key("apu18", NULL, NULL, "atax", SIZE_TINY)));
}

TEST(limit_and_order_of_applications)
{
	struct run_spec a, b;

	make(&a, "apu18", NULL, NULL, "mm", SIZE_TINY);
	text_list_add(&a.workloads, "atax");
	run_spec_copy(&b, &a);
	resolve(&a);
	resolve(&b);
	CHECK_STR(b.key, a.key);
	b.max_instructions = 1000;
	resolve(&b);
	CHECK(strcmp(b.key, a.key) != 0);
	run_spec_release(&b);
	make(&b, "apu18", NULL, NULL, "atax", SIZE_TINY);
	text_list_add(&b.workloads, "mm");
	resolve(&b);
	CHECK(strcmp(b.key, a.key) != 0);
	CHECK_CONTAINS(b.inputs, "atax:nx=");
	CHECK_CONTAINS(b.inputs, " mm:n=");
	run_spec_release(&a);
	run_spec_release(&b);
}

TEST(text_of_a_run)
{
	struct run_spec spec;
	char text[128];

	make(&spec, "apu18", "ideal", "cus=4", "mm:n=64", SIZE_TINY);
	CHECK_STR(run_spec_text(&spec, text, sizeof(text)), "apu18, ideal, mm:n=64, tiny, cus=4");
	run_spec_release(&spec);
}

/* A key must not change when someone adds a parameter that the run does not use. */
TEST(defaults_are_not_part_of_the_key)
{
	struct run_spec spec;

	make(&spec, "apu18", NULL, NULL, "mm", SIZE_TINY);
	text_list_add(&spec.settings, "l2_tlb.fill=always");
	text_list_add(&spec.settings, "dram.scheduler=fcfs");
	text_list_add(&spec.settings, "clock=1234.5");
	resolve(&spec);
	CHECK_CONTAINS(spec.account, "model " MODEL_VERSION_TEXT "\n");
	CHECK_CONTAINS(spec.account, "\ndram.scheduler=fcfs\n");
	CHECK_CONTAINS(spec.account, "\nclock=0x");
	for (int id = 0; id < P_COUNT; id++) {
		struct params defaults;
		char line[64];
		bool same_value, has_line;

		params_init(&defaults);
		same_value = spec.params->f[id] == defaults.f[id] &&
			     spec.params->i[id] == defaults.i[id];
		snprintf(line, sizeof(line), "\n%s=", param_rows[id].name);
		has_line = strstr(spec.account, line) != NULL;
		if (has_line == same_value)
			FAIL("%s", param_rows[id].name);
		params_release(&defaults);
	}
	run_spec_release(&spec);
}

/* Nor when rows of the table change places. */
TEST(parameters_of_the_key_come_by_name)
{
	struct run_spec spec;
	char *copy, *line, *last = NULL;
	size_t pairs = 0;

	make(&spec, "apu18", "tx-both", NULL, "mm", SIZE_TINY);
	resolve(&spec);
	copy = xstrdup(spec.account);
	for (line = strtok(copy, "\n"); line && strncmp(line, "app ", 4);
	     line = strtok(NULL, "\n")) {
		if (!strchr(line, '='))
			continue;
		*strchr(line, '=') = '\0';
		CHECK(!last || strcmp(last, line) < 0);
		last = line;
		pairs++;
	}
	CHECK(pairs > 10);
	free(copy);
	CHECK_CONTAINS(spec.account, "\nl1_tlb.victims=lds-icache\n");
	run_spec_release(&spec);
}

TEST(versions)
{
	CHECK_EQ(strlen(workload_version("mm")), 32);
	CHECK(strcmp(workload_version("mm"), workload_version("atax")) != 0);
	CHECK(!workload_version("none"));
}

static void add_whole(void *ctx, const char *path, uint64_t value)
{
	result_add_whole(ctx, path, (int64_t)value);
}

static void add_real(void *ctx, const char *path, double value)
{
	result_add_real(ctx, path, value);
}

TEST(json_listener)
{
	struct result r;
	const struct json_listener listener = {add_whole, add_real, &r};
	static const char *const names[] = {"a", "list.0.b", "list.1.b", "list.2", "o.p.q", "o.t"};
	static const double values[] = {1, 2, 3, 0.5, -4, 1};
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	struct json j;
	double value;

	result_init(&r);
	json_init(&j, out);
	j.listener = &listener;
	json_open_object(&j, NULL);
	json_u64(&j, "a", 1);
	json_string(&j, "text", "x");
	json_open_array(&j, "list");
	for (unsigned i = 2; i < 4; i++) {
		json_open_object(&j, NULL);
		json_u64(&j, "b", i);
		json_close_object(&j);
	}
	json_f64(&j, NULL, 0.5);
	json_close_array(&j);
	json_open_object(&j, "o");
	json_open_object(&j, "p");
	json_i64(&j, "q", -4);
	json_close_object(&j);
	json_bool(&j, "t", true);
	json_f64(&j, "nothing", 1.0 / 0.0);
	json_close_object(&j);
	json_close_object(&j);
	fclose(out);
	free(text);
	CHECK_EQ(r.count, 6);
	result_sort(&r);
	for (size_t i = 0; i < 6; i++) {
		CHECK_STR(r.values[i].name, names[i]);
		CHECK(result_get(&r, names[i], &value) && value == values[i]);
	}
	CHECK(!result_get(&r, "b", &value));
	result_release(&r);
}
