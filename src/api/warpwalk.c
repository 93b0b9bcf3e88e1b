/* The public interface: a request becomes a spec, the spec a run, the run its JSON. */
#include "api/warpwalk.h"

#include <stdlib.h>

#include "cli/list_parts.h"
#include "driver/process/emulator.h"
#include "driver/toolchain/toolchain.h"
#include "experiment/run/simulate.h"
#include "model_version.h"

const char *warpwalk_version(void)
{
	return WARPWALK_VERSION;
}

unsigned warpwalk_model_version(void)
{
	return MODEL_VERSION;
}

void warpwalk_free(char *text)
{
	free(text);
}

static void add_texts(struct text_list *list, const char *const *texts)
{
	for (; texts && *texts; texts++)
		text_list_add(list, *texts);
}

static bool take_request(const struct warpwalk_request *request, struct run_spec *spec,
			 struct error *err)
{
	run_spec_init(spec, request->gpu, SIZE_SMALL);
	add_texts(&spec->designs, request->designs);
	add_texts(&spec->settings, request->settings);
	add_texts(&spec->workloads, request->workloads);
	spec->max_instructions = request->max_instructions;
	if (!spec->gpu)
		return error_set(err, "no GPU given");
	if (!spec->workloads.count)
		return error_set(err, "no workload or job file given");
	if (spec->workloads.count > RUN_MOST_APPS)
		return error_set(err, "more than %d workloads", RUN_MOST_APPS);
	return (!request->size || workload_size_parse(request->size, &spec->size, err)) &&
	       run_spec_configure(spec, err);
}

static char *result_text(const struct simulation *s)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	struct json j;

	if (!out)
		BUG("no memory stream");
	json_init(&j, out);
	simulation_json(s, &j);
	json_finish(&j);
	fclose(out);
	return text;
}

static bool run_to_json(const struct run_spec *spec, const struct system_options *options,
			char **json, struct error *err)
{
	struct simulation *s = xcalloc(1, sizeof(*s));
	bool correct = false;

	if (simulation_open(s, spec, err) && simulation_run(s, options, &correct, err))
		*json = result_text(s);
	simulation_close(s);
	free(s);
	return correct;
}

/* The status of a call, and its line. */
static int answer_caller(bool ok, const struct error *err, char **error)
{
	*error = ok ? NULL : xstrdup(err->text);
	return ok ? 0 : err->exit_status;
}

int warpwalk_run(const struct warpwalk_request *request, char **json, char **error)
{
	const struct system_options options = {
		.wavefront_limit = request->wavefront_limit ? request->wavefront_limit
							    : EMULATOR_DEFAULT_LIMIT,
		.hardware_barriers = request->hardware_barriers,
	};
	struct run_spec spec;
	struct error err = {0};
	bool correct;

	*json = NULL;
	toolchain_forget(); /* sources may have changed since the last call */
	correct = take_request(request, &spec, &err) && run_to_json(&spec, &options, json, &err);
	run_spec_release(&spec);
	return answer_caller(correct, &err, error);
}

int warpwalk_list(const char *what, char **json, char **error)
{
	struct error err = {0};
	size_t bytes = 0;
	FILE *out;
	bool ok;

	*json = NULL;
	out = open_memstream(json, &bytes);
	if (!out)
		BUG("no memory stream");
	ok = list_json(what, out, &err);
	fclose(out);
	if (!ok) {
		free(*json);
		*json = NULL;
	}
	return answer_caller(ok, &err, error);
}
