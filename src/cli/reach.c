/* warpwalk reach: TLB misses at every capacity, from one run. */
#include "experiment/run/reach.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/one_run.h"
#include "cli/reach_parts.h"
#include "driver/process/emulator.h"
#include "experiment/store/store.h"

#define DEFAULT_GPU "apu18"

static const char help[] =
	"usage: warpwalk reach [OPTION]... WORKLOAD[:param=value,...]|JOB.yaml ...\n"
	"\n"
	"Runs the workload once and prints how many of its lookups would have missed in fully\n"
	"associative LRU TLBs of every capacity, for the L1 and the L2 TLBs. The database keeps "
	"the\n"
	"curve with the run; a known curve is printed without running again. docs/experiments.md\n"
	"explains what the numbers promise.\n"
	"\n"
	"  -g, --gpu GPU          a name of warpwalk list gpus, or a file (default " DEFAULT_GPU
	")\n"
	"  -d, --design DESIGN    a name of warpwalk list designs, or a file; may be repeated\n"
	"  -s, --set KEY=VALUE    sets a parameter of warpwalk list params; may be repeated\n"
	"  --size SIZE            of the inputs: tiny, small (default) or paper; medium is small "
	"here\n"
	"  --max-instructions N   stop after N wavefront instructions, without verifying\n"
	"  --json                 print the whole curve as one object\n"
	"  --db FILE              the database (default " STORE_DEFAULT ")\n"
	"  --quiet                no progress on stderr\n";

struct settings {
	struct run_spec spec;
	const char *db;
	bool json, quiet;
};

/* A run that goes wrong has no curve and is not kept. */
static bool measure(const struct settings *settings, struct store *store, struct reach *reach,
		    struct error *err)
{
	struct reach_recorder *recorder = reach_recorder_new();
	struct system_options options = {
		.wavefront_limit = EMULATOR_DEFAULT_LIMIT,
		.listen_tlb = reach_listen,
		.listen_data = recorder,
	};
	struct simulation *s = xcalloc(1, sizeof(*s));
	struct result result;
	bool correct = false, ok;

	result_init(&result);
	ok = one_run_execute(s, &settings->spec, &options, settings->quiet, &correct, err) &&
	     correct;
	if (ok) {
		reach_finish(recorder, reach);
		simulation_result(s, &result);
		ok = store_put(store, &settings->spec, &result, err) &&
		     store_put_reach(store, &settings->spec, reach, err);
	}
	simulation_close(s);
	result_release(&result);
	reach_recorder_free(recorder);
	free(s);
	return ok;
}

static bool find_or_measure(const struct settings *settings, struct reach *reach, struct error *err)
{
	struct store *store = store_open(settings->db, STORE_WRITE, err);
	bool known = false, ok;

	if (!store)
		return false;
	ok = store_get_reach(store, &settings->spec, reach, &known, err);
	if (ok && known)
		ok = store_note(store, &settings->spec, 1, err);
	else if (ok)
		ok = measure(settings, store, reach, err);
	store_close(store);
	return ok;
}

static int run_reach(struct settings *settings)
{
	struct reach reach = {0};
	struct error err = {0};
	int status = 0;

	interrupt_catch();
	if (!run_spec_resolve(&settings->spec, &err) || !find_or_measure(settings, &reach, &err))
		status = cli_report(&err);
	else if (settings->json)
		reach_json(&reach, &settings->spec, stdout);
	else
		reach_print(&reach, &settings->spec, stdout);
	reach_release(&reach);
	return status;
}

int cmd_reach(int argc, char **argv)
{
	struct settings s = {.db = STORE_DEFAULT};
	const struct cli_option options[] = {
		ONE_RUN_OPTIONS(&s.spec),
		cli_flag("json", &s.json),
		cli_text("db", 0, &s.db),
		cli_flag("quiet", &s.quiet),
		{0},
	};
	int status;

	run_spec_init(&s.spec, DEFAULT_GPU, SIZE_SMALL);
	if (cli_take_options("reach", help, options, argc, argv, &status)) {
		status = one_run_take_workloads("reach", &s.spec, argc, argv);
		if (!status)
			status = run_reach(&s);
	}
	run_spec_release(&s.spec);
	return status;
}
