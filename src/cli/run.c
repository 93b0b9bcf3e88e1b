/* warpwalk run: runs workloads on a timed machine and reports what it measured. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/batch.h"
#include "cli/cli.h"
#include "cli/one_run.h"
#include "cli/run_parts.h"
#include "cli/run_sharing.h"
#include "driver/process/emulator.h"

static const char help[] =
	"usage: warpwalk run -g GPU [OPTION]... WORKLOAD[:param=value,...]|JOB.yaml ...\n"
	"\n"
	"Runs the workload on a model of the GPU, cycle by cycle, and reports time, translation "
	"and\n"
	"memory. Several workloads share the machine as separate applications.\n"
	"\n"
	"  -g, --gpu GPU          a name of warpwalk list gpus, or a YAML file of your own\n"
	"  -d, --design DESIGN    likewise of warpwalk list designs; may be given several times\n"
	"  -s, --set KEY=VALUE    one parameter of warpwalk list params; may be given several "
	"times\n"
	"  --size SIZE            tiny, small (default) or paper\n"
	"  --partition HOW        CUs of several applications: even (default), a number for each "
	"(8,22), or\n"
	"                         oracle, the best weighted speedup of all static divisions; "
	"oracle:5 tries\n"
	"                         every fifth. A workload may ask for its own: scan@8\n"
	"  --alone                also run each application alone on as many CUs of the plain "
	"GPU, and\n"
	"                         report weighted speedup, throughput and maximum slowdown\n"
	"  --db FILE              where the runs of oracle and --alone are kept (default\n"
	"                         " STORE_DEFAULT ")\n"
	"  -j N                   of which so many run at a time (default: one per processor)\n"
	"  --max-instructions N   stop after N wavefront instructions, without verifying\n"
	"  --json                 everything as one object, with the resolved configuration\n"
	"  --wavefront-limit N    instructions one wavefront may execute before it counts as an\n"
	"                         endless loop (default 100000000)\n"
	"  --hardware-barriers    a barrier waits only for wavefronts that have not ended\n"
	"  --quiet                no progress on stderr\n";

struct settings {
	struct run_spec spec;
	bool json, quiet;
	struct system_options options;
	struct sharing_options sharing;
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

static int run(struct settings *settings)
{
	struct simulation *s = xcalloc(1, sizeof(*s));
	struct sharing sharing = {0};
	struct error err = {0};
	bool right = false;
	int status = 0;

	one_run_catch_interrupt();
	if (run_spec_configure(&settings->spec, &err) && take_sharing(settings, &sharing, &err) &&
	    one_run_execute(s, &settings->spec, &settings->options, settings->quiet, &right,
			    &err)) {
		s->sharing = sharing.apps ? &sharing : NULL;
		print_result(s, settings->json);
	}
	if (!right)
		status = cli_report(&err);
	simulation_close(s);
	run_spec_release(&settings->spec);
	free(s);
	return status;
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
	status = one_run_take_workloads("run", &settings.spec, argc, argv);
	if (!status)
		status = sharing_take_partition(&settings.sharing, &settings.spec);
	return status ? status : run(&settings);
}
