/* The public interface: what comes back for good and for bad requests. */
#include <stdlib.h>

#include "api/warpwalk.h"
#include "harness.h"

static const char *const one[] = {"mvt", NULL}, *const two[] = {"mvt", "relu@2", NULL};

static long number(const char *json, const char *name)
{
	char key[64];
	const char *found;

	snprintf(key, sizeof(key), "\n  \"%s\": ", name);
	found = strstr(json, key);
	if (!found)
		FAIL("no %s", name);
	return atol(found + strlen(key));
}

/* Runs a request that must succeed; the caller frees the JSON. */
static char *run(const struct warpwalk_request *request)
{
	char *json, *error;

	if (warpwalk_run(request, &json, &error))
		FAIL("%s", error);
	CHECK(!error);
	CHECK_EQ(json[strlen(json) - 1], '\n');
	return json;
}

static void refuse(const struct warpwalk_request *request, int status, const char *why)
{
	char *json, *error;

	CHECK_EQ(warpwalk_run(request, &json, &error), status);
	CHECK(!json);
	CHECK_CONTAINS(error, why);
	warpwalk_free(error);
}

TEST(versions)
{
	CHECK(strlen(warpwalk_version()) >= strlen("0.9.0"));
	CHECK(warpwalk_model_version() >= 1);
}

TEST(a_run_gives_its_json)
{
	char *json =
		run(&(struct warpwalk_request){.gpu = "apu18", .workloads = one, .size = "tiny"});

	CHECK(number(json, "cycles") > 0);
	CHECK_CONTAINS(json, "\"verified\": true");
	CHECK_CONTAINS(json, "\"size\": \"tiny\"");
	warpwalk_free(json);
}

TEST(every_part_of_a_request_counts)
{
	static const char *const designs[] = {"ideal", NULL}, *const set[] = {"cus=4", NULL};
	struct warpwalk_request request = {.gpu = "apu18", .workloads = two, .size = "tiny"};
	char *plain = run(&request), *ideal, *few;

	request.designs = designs;
	ideal = run(&request);
	request.settings = set;
	request.max_instructions = 1000;
	few = run(&request);
	CHECK(number(ideal, "cycles") != number(plain, "cycles"));
	CHECK_CONTAINS(few, "\"cus\": 4,");
	CHECK_CONTAINS(few, "\"finished\": false");
	warpwalk_free(plain);
	warpwalk_free(ideal);
	warpwalk_free(few);
}

TEST(bad_requests_have_a_line)
{
	static const char *const unknown[] = {"mtv", NULL}, *const set[] = {"cus=x", NULL};

	refuse(&(struct warpwalk_request){.workloads = one}, 2, "no GPU");
	refuse(&(struct warpwalk_request){.gpu = "apu18"}, 2, "no workload");
	refuse(&(struct warpwalk_request){.gpu = "apu", .workloads = one}, 2, "apu18");
	refuse(&(struct warpwalk_request){.gpu = "apu18", .workloads = unknown}, 2, "mvt");
	refuse(&(struct warpwalk_request){.gpu = "apu18", .workloads = one, .size = "big"}, 2,
	       "paper");
	refuse(&(struct warpwalk_request){.gpu = "apu18", .workloads = one, .settings = set}, 2,
	       "cus");
}

TEST(a_program_that_fails_has_status_1)
{
	refuse(
		&(struct warpwalk_request){
			.gpu = "apu18", .workloads = one, .size = "tiny", .wavefront_limit = 10},
		1, "mvt");
}

TEST(lists_are_arrays)
{
	static const char *const lists[] = {"gpus",   "designs", "workloads",
					    "params", "figures", "claims"};
	char *json, *error;

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		CHECK_EQ(warpwalk_list(lists[i], &json, &error), 0);
		CHECK(!error);
		CHECK(!strncmp(json, "[\n  {\n", 6));
		CHECK(!strcmp(json + strlen(json) - 2, "]\n"));
		warpwalk_free(json);
	}
	CHECK_EQ(warpwalk_list("gpu", &json, &error), 2);
	CHECK(!json);
	CHECK_CONTAINS(error, "gpus");
	warpwalk_free(error);
}
