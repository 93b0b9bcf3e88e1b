/* warpwalk emulate: runs workloads or a user's own kernel functionally and verifies the results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "driver/job/subject.h"
#include "driver/process/emulator.h"
#include "driver/workload/workload.h"

static const char help[] =
	"usage: warpwalk emulate [OPTION]... WORKLOAD[:param=value,...]|JOB.yaml ...\n"
	"\n"
	"Runs workloads functionally, without simulating time, and compares the results with a\n"
	"reference. JOB.yaml describes a kernel of your own (docs/emulate.md).\n"
	"\n"
	"  --all                  every workload\n"
	"  --size SIZE            of the inputs: tiny, small (default) or paper; medium is small "
	"here\n"
	"  --json                 print an object, or an array of them for several workloads\n"
	"  --wavefront-limit N    instructions one wavefront may execute before it counts as an\n"
	"                         endless loop (default 100000000)\n"
	"  --hardware-barriers    a barrier waits only for wavefronts that have not ended\n"
	"  --threads N            workgroups at a time (default: one per processor); 1 for "
	"kernels\n"
	"                         whose workgroups race with each other\n"
	"  --quiet                no progress on stderr\n";

struct settings {
	enum workload_size size;
	bool all, json, quiet, hardware_barriers;
	uint64_t wavefront_limit, threads;
};

struct result {
	const char *name;
	size_t kernels;
	uint64_t footprint_bytes;
	struct emulator_stats stats;
	double wall_seconds;
	bool failed;
	bool checked; /* there was something to compare the result with */
};

/* What the progress line shows. */
struct watched {
	const char *name;
	const struct emulator_stats *stats;
	struct progress progress;
};

static void show_progress(void *data)
{
	struct watched *w = data;

	if (progress_due(&w->progress, 0))
		fprintf(stderr, "\r%-10s launch %llu, %.1f M instructions, %.1f s\033[K", w->name,
			(unsigned long long)w->stats->launches + 1,
			(double)w->stats->instructions / 1e6, progress_seconds(&w->progress));
}

static bool run_launches(struct emulator *e, struct app *app, struct error *err)
{
	struct launch *launch = xcalloc(1, sizeof(*launch));
	bool ok = true;

	while (ok && app->workload->next(app, launch))
		ok = emulator_launch(e, app, launch, err);
	free(launch);
	return ok;
}

static bool run_subject(struct subject *s, const struct settings *settings, struct result *r,
			struct error *err)
{
	struct emulator *e = emulator_new(s->co);
	struct watched watched = {.name = s->name, .stats = emulator_stats(e)};
	bool ok;

	emulator_options(e)->wavefront_limit = settings->wavefront_limit;
	emulator_options(e)->hardware_barriers = settings->hardware_barriers;
	emulator_options(e)->threads = (unsigned)settings->threads;
	progress_start(&watched.progress, settings->quiet);
	if (!settings->quiet && !watched.progress.terminal)
		fprintf(stderr, "%s ...\n", s->name);
	emulator_on_progress(e, show_progress, &watched);
	ok = run_launches(e, s->app, err);
	*r = (struct result){.name = s->name,
			     .kernels = s->co ? s->co->kernel_count : app_kernels(s->app),
			     .footprint_bytes = app_footprint(s->app),
			     .checked = s->checked,
			     .stats = *emulator_stats(e),
			     .wall_seconds = progress_seconds(&watched.progress)};
	memory_for("the reference of '%s'", s->name);
	if (ok)
		ok = s->app->workload->verify(s->app, err);
	r->failed = !ok;
	progress_end(&watched.progress);
	emulator_free(e);
	return ok;
}

static void print_header(void)
{
	printf("%-12s %7s %8s %23s %21s %10s  %s\n", "workload", "kernels", "launches",
	       "wavefront instructions", "lane memory accesses", "footprint", "verified");
}

static const char *verdict(const struct result *r)
{
	if (r->failed)
		return "NO";
	return r->checked ? "yes" : "nothing expected";
}

static void print_emulation(const struct result *r)
{
	char instructions[32], accesses[32], footprint[32];

	printf("%-12s %7zu %8llu %23s %21s %10s  %s\n", r->name, r->kernels,
	       (unsigned long long)r->stats.launches,
	       text_count(instructions, sizeof(instructions), r->stats.instructions),
	       text_count(accesses, sizeof(accesses), r->stats.lane_accesses),
	       text_bytes(footprint, sizeof(footprint), r->footprint_bytes), verdict(r));
	fflush(stdout);
}

static void json_emulation(struct json *j, const struct result *r)
{
	static const char *const class_names[] = {
		[CLASS_VALU] = "valu",       [CLASS_SALU] = "salu", [CLASS_VMEM] = "vmem",
		[CLASS_SMEM] = "smem",       [CLASS_LDS] = "lds",   [CLASS_BRANCH] = "branch",
		[CLASS_BARRIER] = "barrier", [CLASS_WAIT] = "wait", [CLASS_END] = "end"};

	json_open_object(j, NULL);
	json_string(j, "workload", r->name);
	json_u64(j, "kernels", r->kernels);
	json_u64(j, "launches", r->stats.launches);
	json_u64(j, "workgroups", r->stats.workgroups);
	json_u64(j, "wavefronts", r->stats.wavefronts);
	json_u64(j, "instructions", r->stats.instructions);
	json_open_object(j, "instructions_by_class");
	for (int i = 0; i <= CLASS_END; i++)
		json_u64(j, class_names[i], r->stats.by_class[i]);
	json_close_object(j);
	json_u64(j, "lane_memory_accesses", r->stats.lane_accesses);
	json_u64(j, "lds_lane_accesses", r->stats.lds_lane_accesses);
	json_u64(j, "scalar_accesses", r->stats.scalar_accesses);
	json_u64(j, "lds_bytes", r->stats.lds_bytes);
	json_u64(j, "footprint_bytes", r->footprint_bytes);
	if (r->checked || r->failed)
		json_bool(j, "verified", !r->failed);
	else
		json_null(j, "verified");
	json_f64(j, "wall_seconds", r->wall_seconds);
	json_close_object(j);
}

/* Runs one; the row is printed even when the run failed, and the reason follows on stderr. */
static int emulate(const char *argument, const struct settings *settings, bool first,
		   struct json *json)
{
	struct error err = {0};
	struct subject subject;
	struct result result;
	int status = 0;

	if (!subject_open(&subject, argument, settings->size, &err)) {
		subject_close(&subject);
		return cli_report(&err);
	}
	if (!run_subject(&subject, settings, &result, &err))
		status = err.exit_status;
	if (settings->json) {
		json_emulation(json, &result);
	} else {
		if (first)
			print_header();
		print_emulation(&result);
	}
	if (status) {
		error_prefix(&err, "%s", subject.name);
		err.exit_status = status;
		cli_report(&err);
	}
	subject_close(&subject);
	return status;
}

/* The worst status of all counts; bad input (2) is worse than a failed run (1). */
static int emulate_each(char **arguments, int count, const struct settings *settings)
{
	struct json json;
	int worst = 0;

	interrupt_catch();
	json_init(&json, stdout);
	if (settings->json && count > 1)
		json_open_array(&json, NULL);
	for (int i = 0; i < count; i++) {
		int status = emulate(arguments[i], settings, i == 0, &json);

		worst = status > worst ? status : worst;
	}
	if (settings->json && count > 1)
		json_close_array(&json);
	if (settings->json)
		json_finish(&json);
	return worst;
}

static int emulate_all(const struct settings *settings)
{
	char **names = xcalloc(workload_count + 1, sizeof(*names));
	int status;

	for (size_t i = 0; i < workload_count; i++)
		names[i] = xstrdup(workload_table[i].workload->name);
	status = emulate_each(names, (int)workload_count, settings);
	for (size_t i = 0; i < workload_count; i++)
		free(names[i]);
	free(names);
	return status;
}

int cmd_emulate(int argc, char **argv)
{
	struct settings settings = {.size = SIZE_SMALL,
				    .wavefront_limit = EMULATOR_DEFAULT_LIMIT,
				    .threads = cli_default_threads()};
	const struct cli_option options[] = {
		cli_flag("all", &settings.all),
		cli_size(&settings.size),
		cli_flag("json", &settings.json),
		cli_number("wavefront-limit", &settings.wavefront_limit),
		cli_flag("hardware-barriers", &settings.hardware_barriers),
		cli_threads(&settings.threads),
		cli_flag("quiet", &settings.quiet),
		{0},
	};
	int status;

	if (!cli_take_options("emulate", help, options, argc, argv, &status))
		return status;
	if (settings.all && optind < argc)
		return cli_usage("emulate", "--all leaves no room for '%s'", argv[optind]);
	if (settings.all)
		return emulate_all(&settings);
	if (optind == argc)
		return cli_usage("emulate", "no workload or job file given");
	return emulate_each(argv + optind, argc - optind, &settings);
}
