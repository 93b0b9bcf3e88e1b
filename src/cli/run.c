/* warpwalk run: runs workloads on a timed machine and reports what it measured. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/batch.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/one_run.h"
#include "cli/run_parts.h"
#include "cli/run_sharing.h"
#include "driver/process/emulator.h"

static const char help[] =
	"usage: warpwalk run -g GPU [OPTION]... WORKLOAD[:param=value,...]|JOB.yaml ...\n"
	"\n"
	"Runs workloads on a model of the GPU, cycle by cycle, verifies their results, and "
	"reports\n"
	"time, translation and memory. Several workloads share the GPU as separate applications.\n"
	"JOB.yaml describes a kernel of your own (docs/emulate.md).\n"
	"\n"
	"  -g, --gpu GPU          a name of warpwalk list gpus, or a YAML file of your own\n"
	"  -d, --design DESIGN    a name of warpwalk list designs, or a file; may be repeated\n"
	"  -s, --set KEY=VALUE    sets a parameter of warpwalk list params; may be repeated\n"
	"  --size SIZE            of the inputs: tiny, small (default) or paper; medium is small "
	"here\n"
	"  --partition HOW        how applications divide the CUs: even (default), a number for\n"
	"                         each (8,22), or oracle: the static division with the best\n"
	"                         weighted speedup. oracle:5 tries every fifth division. A\n"
	"                         workload may also ask for its own number: scan@8\n"
	"  --oversubscribe N%     demand paging: as many frames as make the footprint N % of them\n"
	"  --alone                also run each application alone on as many CUs of the plain "
	"GPU,\n"
	"                         and report weighted speedup, throughput and maximum slowdown\n"
	"  --db FILE              the database that keeps the runs of oracle and --alone (default\n"
	"                         " STORE_DEFAULT ")\n"
	"  -j N                   how many of these run at a time (default: one per processor)\n"
	"  --max-instructions N   stop after N wavefront instructions, without verifying\n"
	"  --json                 print everything as one object, with the resolved configuration\n"
	"  --wavefront-limit N    instructions one wavefront may execute before it counts as an\n"
	"                         endless loop (default 100000000)\n"
	"  --hardware-barriers    a barrier waits only for wavefronts that have not ended\n"
	"  --quiet                no progress on stderr\n"
	"\n"
	"An interrupted run reports what was simulated so far, marked as partial.\n";

struct settings {
	struct run_spec spec;
	bool json, quiet;
	struct system_options options;
	struct sharing_options sharing;
	const char *oversubscribe;
};

/* All at once, so that an interrupt never leaves half of it. */
static void print_result(const struct simulation *s, bool json)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	struct json j;

	if (!out)
		BUG("no memory stream");
	if (json) {
		json_init(&j, out);
		simulation_json(s, &j);
		json_finish(&j);
	} else {
		run_report(s, out);
	}
	fclose(out);
	fwrite(text, 1, bytes, stdout);
	fflush(stdout);
	free(text);
}

/* The other runs that were asked for; the best division of the CUs is configured. */
static bool take_sharing(struct settings *settings, struct sharing *sharing, struct error *err)
{
	settings->sharing.quiet = settings->quiet;
	return sharing_prepare(&settings->sharing, &settings->spec, sharing, err) &&
	       run_spec_configure(&settings->spec, err);
}

static int run_command(struct settings *settings)
{
	struct simulation *s = xcalloc(1, sizeof(*s));
	struct sharing sharing = {0};
	struct error err = {0};
	bool correct = false;
	int status = 0;

	interrupt_catch();
	if (run_spec_configure(&settings->spec, &err) && take_sharing(settings, &sharing, &err) &&
	    one_run_execute(s, &settings->spec, &settings->options, settings->quiet, &correct,
			    &err)) {
		s->sharing = sharing.apps ? &sharing : NULL;
		print_result(s, settings->json);
	}
	if (!correct)
		status = cli_report(&err);
	simulation_close(s);
	run_spec_release(&settings->spec);
	free(s);
	return status;
}

/* Another word for a setting. */
static void take_oversubscribe(struct settings *settings)
{
	const char *percent = settings->oversubscribe;
	char text[64];
	size_t length;

	if (!percent)
		return;
	length = strlen(percent);
	length -= length && percent[length - 1] == '%';
	snprintf(text, sizeof(text), "paging.oversubscribe=%.*s", (int)length, percent);
	text_list_add(&settings->spec.settings, text);
}

int cmd_run(int argc, char **argv)
{
	static struct settings settings = {.options = {.wavefront_limit = EMULATOR_DEFAULT_LIMIT},
					   .sharing = {.db = STORE_DEFAULT}};
	const struct cli_option options[] = {
		ONE_RUN_OPTIONS(&settings.spec),
		cli_flag("json", &settings.json),
		cli_number("wavefront-limit", &settings.options.wavefront_limit),
		cli_flag("hardware-barriers", &settings.options.hardware_barriers),
		cli_flag("quiet", &settings.quiet),
		cli_text("partition", 0, &settings.sharing.partition),
		cli_text("oversubscribe", 0, &settings.oversubscribe),
		cli_flag("alone", &settings.sharing.alone),
		cli_text("db", 0, &settings.sharing.db),
		batch_jobs(&settings.sharing.jobs),
		{0},
	};
	int status;

	run_spec_init(&settings.spec, NULL, SIZE_SMALL);
	settings.sharing.jobs = batch_default_jobs();
	if (!cli_take_options("run", help, options, argc, argv, &status))
		return status;
	take_oversubscribe(&settings);
	status = one_run_take_workloads("run", &settings.spec, argc, argv);
	if (!status)
		status = sharing_take_partition(&settings.sharing, &settings.spec);
	return status ? status : run_command(&settings);
}
