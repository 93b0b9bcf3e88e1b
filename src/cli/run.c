/* warpwalk run: runs workloads on a timed machine and reports what it measured. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/progress.h"
#include "cli/run_parts.h"
#include "driver/emulator.h"
#include "sim/config.h"
#include "sim/text.h"

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
	"  --max-instructions N   stop after N wavefront instructions, without verifying\n"
	"  --json                 everything as one object, with the resolved configuration\n"
	"  --wavefront-limit N    instructions one wavefront may execute before it counts as an\n"
	"                         endless loop (default 100000000)\n"
	"  --hardware-barriers    a barrier waits only for wavefronts that have not ended\n"
	"  --quiet                no progress on stderr\n";

enum { MOST_SETTINGS = 256 };

struct settings {
	struct run_spec spec;
	bool json, quiet;
	struct system_options options;
};

static volatile sig_atomic_t interrupted;

static void on_interrupt(int signal_number)
{
	(void)signal_number;
	interrupted = 1;
}

/* The first interrupt ends the run in good order, the second at once. */
static void catch_interrupt(void)
{
	struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESETHAND};

	sigaction(SIGINT, &action, NULL);
}

static bool was_interrupted(void)
{
	return interrupted;
}

static bool interrupt_error(struct error *err)
{
	error_set(err, "interrupted");
	err->exit_status = 128 + SIGINT;
	return false;
}

struct watched {
	struct progress progress;
	const struct simulation *run;
};

/* Called by the machine now and then; true ends the run. */
static bool watch(void *data)
{
	struct watched *w = data;
	const struct system *s = w->run->system;

	if (progress_due(&w->progress, 1))
		fprintf(stderr, "\r%s: %.1f M instructions, %.1f M cycles, %.1f s\033[K",
			w->run->subjects[0].name, (double)system_instructions(s) / 1e6,
			(double)system_cycles(s) / 1e6, progress_seconds(&w->progress));
	return interrupted;
}

/* What is left of the machine after an interrupt is not reported. */
static bool execute(struct simulation *s, const struct settings *settings, bool *right,
		    struct error *err)
{
	struct system_options system = settings->options;
	struct watched watched = {.run = s};
	bool ok;

	if (!simulation_open(s, &settings->spec, was_interrupted, err))
		return interrupted ? interrupt_error(err) : false;
	system.progress = watch;
	system.progress_data = &watched;
	progress_start(&watched.progress, settings->quiet);
	ok = simulation_run(s, &system, right, err);
	progress_end(&watched.progress);
	return interrupted ? interrupt_error(err) : ok;
}

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

static int run(struct settings *settings)
{
	struct simulation *s = xcalloc(1, sizeof(*s));
	struct error err = {0};
	bool right = false;
	int status = 0;

	catch_interrupt();
	if (run_spec_configure(&settings->spec, &err) && execute(s, settings, &right, &err))
		print_result(s, settings->json);
	if (!right)
		status = cli_report(&err);
	simulation_close(s);
	run_spec_release(&settings->spec);
	free(s);
	return status;
}

static int no_gpu(void)
{
	char known[256] = "";

	for (size_t i = 0; i < config_file_count; i++)
		if (config_files[i].kind == CONFIG_GPU)
			snprintf(known + strlen(known), sizeof(known) - strlen(known), "%s%s",
				 *known ? ", " : "", config_files[i].name);
	return cli_usage("run", "no GPU given: -g NAME; known: %s", known);
}

static int add_text(struct text_list *list, const char *text, const char *what)
{
	if (list->count == MOST_SETTINGS)
		return cli_usage("run", "more than %d times %s", MOST_SETTINGS, what);
	text_list_add(list, text);
	return 0;
}

static int take_number(const char *option, const char *text, uint64_t *value)
{
	int64_t number;

	if (!text_to_i64(text, &number) || number < 1)
		return cli_usage("run", "%s wants a number of at least 1, not '%s'", option, text);
	*value = (uint64_t)number;
	return 0;
}

enum { OPT_SIZE = 1, OPT_MOST, OPT_JSON, OPT_LIMIT, OPT_BARRIERS, OPT_QUIET };

static const struct option options[] = {
	{"gpu", required_argument, NULL, 'g'},
	{"design", required_argument, NULL, 'd'},
	{"set", required_argument, NULL, 's'},
	{"size", required_argument, NULL, OPT_SIZE},
	{"max-instructions", required_argument, NULL, OPT_MOST},
	{"json", no_argument, NULL, OPT_JSON},
	{"wavefront-limit", required_argument, NULL, OPT_LIMIT},
	{"hardware-barriers", no_argument, NULL, OPT_BARRIERS},
	{"quiet", no_argument, NULL, OPT_QUIET},
	{"help", no_argument, NULL, 'h'},
	{0},
};

/* Exit status of a bad option, 0 when it is good. */
static int take_option(struct settings *s, int option, char **argv)
{
	struct error err;

	switch (option) {
	case 'g':
		free(s->spec.gpu);
		s->spec.gpu = xstrdup(optarg);
		return 0;
	case 'd':
		return add_text(&s->spec.designs, optarg, "-d");
	case 's':
		return add_text(&s->spec.settings, optarg, "-s");
	case OPT_SIZE:
		return workload_size_parse(optarg, &s->spec.size, &err) ? 0 : cli_report(&err);
	case OPT_MOST:
		return take_number("--max-instructions", optarg, &s->spec.max_instructions);
	case OPT_LIMIT:
		return take_number("--wavefront-limit", optarg, &s->options.wavefront_limit);
	case OPT_JSON:
		s->json = true;
		return 0;
	case OPT_BARRIERS:
		s->options.hardware_barriers = true;
		return 0;
	case OPT_QUIET:
		s->quiet = true;
		return 0;
	}
	if (optopt == 'g' || optopt == 'd' || optopt == 's')
		return cli_usage("run", "option '-%c' wants a value", optopt);
	return cli_bad_option("run", argv, options);
}

int cmd_run(int argc, char **argv)
{
	static struct settings settings = {.options = {.wavefront_limit = EMULATOR_DEFAULT_LIMIT}};
	int option, status;

	run_spec_init(&settings.spec, NULL, SIZE_SMALL);
	opterr = 0;
	while ((option = getopt_long(argc, argv, "g:d:s:h", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(help, stdout);
			return 0;
		}
		status = take_option(&settings, option, argv);
		if (status)
			return status;
	}
	if (!settings.spec.gpu)
		return no_gpu();
	if (optind == argc)
		return cli_usage("run", "no workload or job file given");
	if (argc - optind > RUN_MOST_APPS)
		return cli_usage("run", "more than %d workloads", RUN_MOST_APPS);
	for (int i = optind; i < argc; i++)
		text_list_add(&settings.spec.workloads, argv[i]);
	return run(&settings);
}
