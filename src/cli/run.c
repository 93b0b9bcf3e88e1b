/* warpwalk run: runs workloads on a timed machine and reports what it measured. */
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

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
	const char *gpu;
	const char *designs[MOST_SETTINGS], *sets[MOST_SETTINGS];
	size_t design_count, set_count;
	enum workload_size size;
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

static bool interrupt_error(struct error *err)
{
	error_set(err, "interrupted");
	err->exit_status = 128 + SIGINT;
	return false;
}

struct watched {
	struct progress progress;
	const struct run *run;
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

double run_seconds(const struct run *r)
{
	return (double)system_cycles(r->system) / (param_real(&r->params, P_CLOCK) * 1e6);
}

struct total {
	const struct stats *stats;
	const char *name;
	uint64_t sum;
};

static void add_counter(void *ctx, const char *group, const char *name, enum stat_kind kind)
{
	struct total *t = ctx;

	if (kind == STAT_COUNTER && !strcmp(name, t->name))
		t->sum += stats_get(t->stats, group, name);
}

uint64_t run_total(const struct run *r, const char *counter)
{
	struct total t = {.stats = system_stats(r->system), .name = counter};

	stats_each(t.stats, add_counter, &t);
	return t.sum;
}

/* Every application needs a CU of its own. */
static bool check_cus(const struct params *p, unsigned apps, struct error *err)
{
	int64_t cus = param(p, P_CHIPLETS) * param(p, P_CUS);
	char where[320];

	if (apps <= cus)
		return true;
	return error_set(err, "%s: cus: %u workloads need a CU each, and this machine has %lld",
			 param_origin_text(p, P_CUS, where, sizeof(where)), apps, (long long)cus);
}

static bool open_subjects(struct run *r, char **arguments, unsigned count,
			  const struct settings *settings, struct error *err)
{
	for (unsigned i = 0; i < count; i++) {
		r->app_count = i + 1; /* also one that fails half-way is closed */
		if (!subject_open(&r->subjects[i], arguments[i], settings->size, err))
			return false;
		if (interrupted)
			return interrupt_error(err);
	}
	return true;
}

/* Compares results with what the workloads expect, and translations with the page tables. */
static bool verify(struct run *r, struct error *err)
{
	struct oracle_result oracle = system_oracle(r->system);
	struct error wrong;
	bool ok = true;

	r->verdict = RUN_VERIFIED;
	for (unsigned i = 0; i < r->app_count; i++) {
		struct subject *s = &r->subjects[i];

		if (!system_result(r->system, i)->finished)
			r->verdict = RUN_CUT_SHORT;
		else if (!s->checked && r->verdict == RUN_VERIFIED)
			r->verdict = RUN_UNCHECKED;
	}
	for (unsigned i = 0; i < r->app_count; i++) {
		struct subject *s = &r->subjects[i];

		if (!system_result(r->system, i)->finished)
			continue;
		r->right[i] = s->app->workload->verify(s->app, &wrong);
		if (r->right[i] || !ok)
			continue;
		*err = wrong;
		ok = error_prefix(err, "%s", s->name);
	}
	if (ok && oracle.mismatches)
		ok = error_failed(err, "%llu of %llu translations were wrong: %s",
				  (unsigned long long)oracle.mismatches,
				  (unsigned long long)oracle.checked,
				  oracle.first ? oracle.first : "");
	if (!ok)
		r->verdict = RUN_WRONG;
	return ok;
}

/* False when there is nothing to report; *failed says that a result is wrong. */
static bool simulate(struct run *r, struct settings *settings, bool *failed, struct error *err)
{
	struct system_app apps[RUN_MOST_APPS];
	struct watched watched = {.run = r};
	struct rusage usage;
	bool ok;

	for (unsigned i = 0; i < r->app_count; i++)
		apps[i] = (struct system_app){.name = r->subjects[i].name,
					      .app = r->subjects[i].app,
					      .code = r->subjects[i].co};
	settings->options.progress = watch;
	settings->options.progress_data = &watched;
	progress_start(&watched.progress, settings->quiet);
	r->system = system_new(&r->params, apps, r->app_count, &settings->options, err);
	if (!r->system)
		return false;
	ok = system_run(r->system, err);
	progress_end(&watched.progress);
	if (interrupted)
		return interrupt_error(err);
	if (!ok)
		return false;
	r->wall_seconds = progress_seconds(&watched.progress);
	*failed = !verify(r, err);
	getrusage(RUSAGE_SELF, &usage);
	r->peak_rss_bytes = (uint64_t)usage.ru_maxrss * 1024;
	return true;
}

/* All at once, so that an interrupt never leaves half of it. */
static void print_result(const struct run *r, bool json)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	if (!out)
		BUG("no memory stream");
	if (json)
		run_json(r, out);
	else
		run_report(r, out);
	fclose(out);
	fwrite(text, 1, bytes, stdout);
	fflush(stdout);
	free(text);
}

static int run(struct settings *settings, char **arguments, int count)
{
	struct run *r = xcalloc(1, sizeof(*r));
	struct config_request request = {
		.gpu = settings->gpu,
		.designs = settings->designs,
		.design_count = settings->design_count,
		.settings = settings->sets,
		.setting_count = settings->set_count,
	};
	struct error err = {0};
	bool failed = false;
	int status = 0;

	r->designs = settings->designs;
	r->design_count = settings->design_count;
	r->size = workload_size_name(settings->size);
	catch_interrupt();
	if (config_load(&r->params, &request, &err) &&
	    check_cus(&r->params, (unsigned)count, &err) &&
	    open_subjects(r, arguments, (unsigned)count, settings, &err) &&
	    simulate(r, settings, &failed, &err))
		print_result(r, settings->json);
	else
		failed = true;
	if (failed)
		status = cli_report(&err);
	system_free(r->system);
	for (unsigned i = 0; i < r->app_count; i++)
		subject_close(&r->subjects[i]);
	params_release(&r->params);
	free(r);
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

static int add_text(const char **list, size_t *count, const char *text, const char *what)
{
	if (*count == MOST_SETTINGS)
		return cli_usage("run", "more than %d times %s", MOST_SETTINGS, what);
	list[(*count)++] = text;
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
		s->gpu = optarg;
		return 0;
	case 'd':
		return add_text(s->designs, &s->design_count, optarg, "-d");
	case 's':
		return add_text(s->sets, &s->set_count, optarg, "-s");
	case OPT_SIZE:
		return workload_size_parse(optarg, &s->size, &err) ? 0 : cli_report(&err);
	case OPT_MOST:
		return take_number("--max-instructions", optarg, &s->options.max_instructions);
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
	static struct settings settings = {.size = SIZE_SMALL,
					   .options = {.wavefront_limit = EMULATOR_DEFAULT_LIMIT}};
	int option, status;

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
	if (!settings.gpu)
		return no_gpu();
	if (optind == argc)
		return cli_usage("run", "no workload or job file given");
	if (argc - optind > RUN_MOST_APPS)
		return cli_usage("run", "more than %d workloads", RUN_MOST_APPS);
	return run(&settings, argv + optind, argc - optind);
}
