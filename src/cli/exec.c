/* warpwalk exec: runs users' own programs with the simulated GPU as theirs. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/digest.h"
#include "cli/cli.h"
#include "cli/exec_parts.h"
#include "cli/interrupt.h"
#include "cli/one_run.h"
#include "driver/process/emulator.h"
#include "driver/recording/replay.h"
#include "experiment/store/store.h"
#include "program/recorder.h"
#include "program/start.h"

static const char help[] =
	"usage: warpwalk exec [OPTION]... -- PROGRAM [ARGUMENT]... [: PROGRAM [ARGUMENT]...]...\n"
	"\n"
	"Runs HIP and OpenCL programs, unchanged, with a simulated GPU. Without -g kernels run\n"
	"functionally; with it they are timed on one machine that lives as long as the programs.\n"
	"Several programs share it as separate applications. The page comes on stderr at the end;\n"
	"output and exit status are the program's own (docs/programs.md).\n"
	"\n"
	"  -g, --gpu GPU          a name of warpwalk list gpus, or a YAML file of your own\n"
	"  -d, --design DESIGN    a name of warpwalk list designs, or a file; may be repeated\n"
	"  -s, --set KEY=VALUE    sets a parameter of warpwalk list params; may be repeated\n"
	"  --time LAUNCHES        times only these, the others run functionally: 3-10, 5,\n"
	"                         kernel=NAME (a part of it will do), 1/20 (of each kernel every\n"
	"                         twentieth); may be repeated, then all must hold\n"
	"  --warm none|tlb|all    what launches that are not timed leave behind: nothing "
	"(default),\n"
	"                         translations, or lines in caches too\n"
	"  --max-instructions N   times launches until N wavefront instructions were issued\n"
	"  --record FILE.wwr      records what the GPU saw, for `warpwalk run FILE.wwr` on any "
	"GPU\n"
	"  --db FILE              keeps the result in a database, for `warpwalk report`\n"
	"  --json                 the page as one object\n"
	"  -o, --output FILE      the page into a file\n"
	"  --exact-buffers        a kernel goes wrong at the first byte behind a buffer, and not,\n"
	"                         as on a GPU, behind the buffer's last 4 KB page\n"
	"  --wavefront-limit N    instructions one wavefront may execute before it counts as an\n"
	"                         endless loop (default 1000000000)\n"
	"  --threads N            workgroups at a time in functional runs (default: one per\n"
	"                         processor); 1 for kernels whose workgroups race with each other\n"
	"  --quiet                no progress on stderr\n";

struct settings {
	struct run_spec spec;
	struct selection selection;
	const char *output, *record, *db;
	enum exec_warmth warmth;
	bool json, quiet, exact_buffers;
	uint64_t wavefront_limit, threads;
	char **programs[RUN_MOST_APPS]; /* each ends with NULL */
	unsigned count;
};

/* What copies to and from the device cost where the GPU's file says nothing: PCIe 3.0 x16. */
static const double copy_latency_ns = 10000, copy_bytes_per_ns = 12;

/* Above that of other commands: what a program does at length it means to do. */
enum { WAVEFRONT_LIMIT = 1000000000 };

static struct guest_machine machine_of(const struct settings *s)
{
	const struct params *p = s->spec.params;
	struct guest_machine m = {
		.is_timed = p != NULL,
		.clock_mhz = 1000,
		.memory_bytes = UINT64_C(16) << 30,
		.cus = 64,
		.lds_bytes = 64 * 1024,
		.copy_latency_ns = copy_latency_ns,
		.copy_bytes_per_ns = copy_bytes_per_ns,
		.wavefront_limit = s->wavefront_limit,
		.threads = (unsigned)s->threads,
		.exact_buffers = s->exact_buffers,
	};

	if (!p)
		return m;
	m.clock_mhz = param_real(p, P_CLOCK);
	m.memory_bytes = (uint64_t)param(p, P_MEMORY_BYTES) * (uint64_t)param(p, P_CHIPLETS);
	m.cus = (uint32_t)(param(p, P_CUS) * param(p, P_CHIPLETS));
	m.lds_bytes = (uint32_t)param(p, P_LDS_BYTES);
	return m;
}

static cycle_t machine_now(void *data)
{
	const struct exec_program *p = data;

	return p->run->system ? system_cycles(p->run->system) : 0;
}

static uint64_t machine_issued(void *data)
{
	const struct exec_program *p = data;

	return p->run->system ? system_app_issued(p->run->system, p->index) : 0;
}

/* Serves what the machine no longer does, until the programs have ended. */
static void stop_programs(struct exec *e, const struct error *err)
{
	for (unsigned i = 0; i < e->count; i++) {
		struct guest *g = e->programs[i].guest;
		const struct guest_clock no_clock = {0};

		if (interrupt_noted())
			guest_signal(g, SIGTERM);
		guest_set_clock(g, &no_clock);
		guest_stop(g, err->exit_status == 1, err->text[0] ? err->text : "stopped");
	}
}

static bool run_timed(struct settings *s, struct exec *e, struct error *err)
{
	struct system_options options = {.wavefront_limit = s->wavefront_limit};
	bool correct = false, ok;

	for (unsigned i = 0; i < e->count; i++) {
		struct exec_program *p = &e->programs[i];
		struct guest_clock clock = {
			.now = machine_now,
			.issued = machine_issued,
			.data = p,
			.is_interrupted = interrupt_noted,
			.watcher = exec_watcher(p, e->warmth),
		};

		guest_set_clock(p->guest, &clock);
		simulation_adopt(e->run, &s->spec, p->name, guest_app(p->guest));
	}
	ok = one_run_simulate(e->run, &options, s->quiet, &correct, err);
	e->run->interrupted |= interrupt_noted();
	if (!ok || !correct || e->run->interrupted)
		stop_programs(e, err);
	return ok && correct;
}

/* One after the other: functionally they have nothing to do with each other. */
static bool run_functionally(struct exec *e, struct error *err)
{
	const struct guest_clock clock = {.is_interrupted = interrupt_noted};
	bool ok = true;

	interrupt_hold();
	for (unsigned i = 0; i < e->count; i++) {
		guest_set_clock(e->programs[i].guest, &clock);
		ok &= guest_run(e->programs[i].guest, err);
	}
	if (interrupt_noted())
		stop_programs(e, err);
	return ok;
}

/* The first that did not end well says how all ended. */
static int programs_status(const struct exec *e)
{
	for (unsigned i = 0; i < e->count; i++) {
		int status = guest_status(e->programs[i].guest);

		if (WIFSIGNALED(status))
			return 128 + WTERMSIG(status);
		if (WEXITSTATUS(status))
			return WEXITSTATUS(status);
	}
	return 0;
}

static bool print_page(const struct settings *s, const struct exec *e, struct error *err)
{
	FILE *out = s->output ? fopen(s->output, "w") : stderr;
	bool ok;

	if (!out)
		return error_set(err, "exec: %s: cannot be written", s->output);
	if (s->json)
		exec_json(e, out);
	else
		exec_report(e, out);
	ok = !fflush(out) && !ferror(out);
	if (s->output)
		ok &= !fclose(out);
	return ok || error_set(err, "exec: %s: not all of the page could be written",
			       s->output ? s->output : "standard error");
}

static bool start_all(struct settings *s, struct exec *e, struct error *err)
{
	struct guest_machine machine = machine_of(s);
	char folder[4096];

	if (!start_runtimes(folder, sizeof(folder), err))
		return false;
	start_adopting();
	for (unsigned i = 0; i < s->count; i++) {
		struct exec_program *p = &e->programs[i];

		p->index = i;
		p->run = e->run;
		p->name = s->spec.workloads.items[i];
		p->guest = guest_new(p->name, &machine, &s->selection, err);
		if (!p->guest)
			return false;
		e->count = i + 1;
		guest_record(p->guest, e->recorder);
		if (!start_program(p->guest, s->programs[i], folder, err))
			return false;
	}
	return true;
}

/* A result is known by what the programs asked for and what came of it: their inputs cannot be. */
static void resolve(struct settings *s, const struct exec *e)
{
	char *determines = NULL, *inputs = NULL, digest[DIGEST_DIGITS + 1];
	size_t bytes, input_bytes;
	FILE *d = open_memstream(&determines, &bytes), *in = open_memstream(&inputs, &input_bytes);

	if (!d || !in)
		BUG("no memory stream");
	fprintf(d, "cycles %llu\n", (unsigned long long)system_cycles(e->run->system));
	for (unsigned i = 0; i < e->count; i++) {
		guest_digest(e->programs[i].guest, digest);
		fprintf(d, "program %s\n", digest);
		for (char **arg = s->programs[i]; *arg; arg++)
			fprintf(in, "%s%s", i || arg != s->programs[i] ? " " : "", *arg);
	}
	fclose(d);
	fclose(in);
	run_spec_resolve_programs(&s->spec, determines, inputs);
	free(determines);
	free(inputs);
}

static bool keep_result(struct settings *s, const struct exec *e, struct error *err)
{
	struct store *store = store_open(s->db, STORE_WRITE, err);
	struct result r;
	bool ok;

	if (!store)
		return false;
	resolve(s, e);
	simulation_result(e->run, &r);
	ok = store_put(store, &s->spec, &r, err);
	result_release(&r);
	store_close(store);
	return ok;
}

static bool open_recording(const struct settings *s, struct exec *e, struct error *err)
{
	if (!s->record)
		return true;
	if (!replay_is_recording(s->record))
		return error_set(err, "exec: --record: '%s' does not end with " RECORDING_ENDING,
				 s->record);
	if (s->count > 1)
		return error_set(err, "exec: --record: one program at a time");
	e->recorder = recorder_new(s->record, err);
	return e->recorder != NULL;
}

static int exec_command(struct settings *s)
{
	struct exec *e = xcalloc(1, sizeof(*e));
	struct error err = {0}, page = {0};
	int status = 2;

	e->run = xcalloc(1, sizeof(*e->run));
	e->spec = &s->spec;
	e->warmth = s->warmth;
	interrupt_catch();
	if ((s->spec.gpu && !run_spec_configure(&s->spec, &err)) || !open_recording(s, e, &err) ||
	    !start_all(s, e, &err)) {
		status = cli_report(&err);
	} else {
		bool ok = s->spec.gpu ? run_timed(s, e, &err) : run_functionally(e, &err);

		status = programs_status(e);
		/* What goes wrong functionally was told when it did. */
		if (!ok && !e->run->interrupted && s->spec.gpu)
			cli_report(&err);
		if (ok && s->db && !e->run->interrupted && !keep_result(s, e, &page))
			status = cli_report(&page);
		if (!print_page(s, e, &page))
			status = cli_report(&page);
	}
	start_clean_up();
	simulation_close(e->run);
	for (unsigned i = 0; i < e->count; i++)
		guest_free(e->programs[i].guest);
	if (e->recorder && !recorder_finish(e->recorder, &page))
		status = cli_report(&page);
	run_spec_release(&s->spec);
	free(e->run);
	free(e);
	return status;
}

/* "./dir/prog" is 'prog' in results; an '@' would ask for CUs. */
static void add_name(struct run_spec *spec, const char *program)
{
	const char *slash = strrchr(program, '/');
	char name[128];

	snprintf(name, sizeof(name), "%s", slash ? slash + 1 : program);
	name[strcspn(name, "@")] = '\0';
	text_list_add(&spec->workloads, *name ? name : "program");
}

static int take_programs(struct settings *s, int argc, char **argv)
{
	int first = optind;

	if (optind == argc || strcmp(argv[optind - 1], "--") != 0)
		return cli_usage("exec", "no program given: -- PROGRAM [ARGUMENT]...");
	for (int i = optind; i <= argc; i++) {
		if (i < argc && strcmp(argv[i], ":") != 0)
			continue;
		if (i == first)
			return cli_usage("exec", "no program before or behind a ':'");
		if (s->count == RUN_MOST_APPS)
			return cli_usage("exec", "more than %d programs", RUN_MOST_APPS);
		argv[i] = NULL;
		s->programs[s->count++] = &argv[first];
		add_name(&s->spec, argv[first]);
		first = i + 1;
	}
	return 0;
}

static int take_time(const struct cli_option *option, const char *command, const char *text)
{
	struct error err;

	(void)command;
	return selection_parse(option->into, text, &err) ? 0 : cli_report(&err);
}

static int take_warmth(const struct cli_option *option, const char *command, const char *text)
{
	if (exec_warmth_parse(option->into, text))
		return 0;
	return cli_usage(command, "--warm %s: expected none, tlb or all", text);
}

int cmd_exec(int argc, char **argv)
{
	static struct settings s = {.wavefront_limit = WAVEFRONT_LIMIT};
	const struct cli_option options[] = {
		one_run_gpu(&s.spec),
		one_run_several("design", 'd', &s.spec.designs),
		one_run_several("set", 's', &s.spec.settings),
		{"time", 0, required_argument, take_time, &s.selection},
		{"warm", 0, required_argument, take_warmth, &s.warmth},
		cli_number("max-instructions", &s.selection.max_instructions),
		cli_text("record", 0, &s.record),
		cli_text("db", 0, &s.db),
		cli_flag("json", &s.json),
		cli_text("output", 'o', &s.output),
		cli_flag("exact-buffers", &s.exact_buffers),
		cli_number("wavefront-limit", &s.wavefront_limit),
		cli_threads(&s.threads),
		cli_flag("quiet", &s.quiet),
		{0},
	};
	int status;

	s.threads = cli_default_threads();
	run_spec_init(&s.spec, NULL, SIZE_TINY);
	if (!cli_take_options("exec", help, options, argc, argv, &status))
		return status;
	if (!s.spec.gpu && (s.spec.designs.count || s.spec.settings.count))
		return cli_usage("exec", "-d and -s are for a timed GPU: -g GPU");
	if (!s.spec.gpu && s.warmth != WARM_NONE)
		return cli_usage("exec", "--warm is for a timed GPU: -g GPU");
	if (!s.spec.gpu && s.db)
		return cli_usage("exec", "--db keeps results of a timed GPU: -g GPU");
	status = take_programs(&s, argc, argv);
	return status ? status : exec_command(&s);
}
