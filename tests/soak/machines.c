/*
 * Random machines: valid parameters, designs, workloads and mixes of applications, drawn by seed.
 * Nothing may get stuck, end wrong, die, or give other bytes the second time. A machine that does
 * is shrunk, and the command that repeats it is printed.
 *
 * machines [--seed N] [--machines N | --seconds N] [--jobs N] [--other PROGRAM]
 * [--limit SECONDS]
 * runs $BUILD/warpwalk, and PROGRAM the second time, each for so many seconds of the processor at
 * most. Without arguments it is the test of make check; make soak runs it for as long as one likes.
 */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../harness.h"
#include "draw.h"
#include "shrink.h"
#include "trial.h"

/* A run that takes longer than this, mostly of a second's work, is called endless. */
enum { MOST_SECONDS = 600, MACHINES_OF_CHECK = 60, PROGRESS_SECONDS = 60 };

struct soak {
	struct programs programs;
	uint64_t first_seed;
	uint64_t machines; /* 0: until the time is over */
	time_t end;
	unsigned jobs;

	int results[2]; /* pipe: a struct tally of each machine */
	uint64_t begun, ended;
	struct tally {
		uint64_t run, refused, failed;
		uint64_t cycles, instructions, translations;
	} sum;
};

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal)
{
	(void)signal;
	is_interrupted = 1;
}

static void report_failure(const struct soak *s, uint64_t seed, struct run_spec *spec,
			   struct trial *t)
{
	char *drawn = trial_command(s->programs.first, spec), *least;

	shrink(&s->programs, spec, t);
	least = trial_command(s->programs.first, spec);
	printf("not ok random_machine_%" PRIu64 ": %s\n  repeat: %s\n  drawn:  %s\n", seed, t->text,
	       least, drawn);
	fflush(stdout);
	free(drawn);
	free(least);
}

static void run_machine(const struct soak *s, uint64_t seed)
{
	struct tally tally = {0};
	struct run_spec spec;
	struct trial t;

	draw_machine(&spec, seed);
	trial_run(&s->programs, &spec, &t);
	if (t.verdict == TRIAL_FAILED)
		report_failure(s, seed, &spec, &t);
	tally.run = t.verdict != TRIAL_INTERRUPTED;
	tally.refused = t.verdict == TRIAL_REFUSED;
	tally.failed = t.verdict == TRIAL_FAILED;
	tally.cycles = t.cycles;
	tally.instructions = t.instructions;
	tally.translations = t.translations;
	run_spec_release(&spec);
	if (write(s->results[1], &tally, sizeof(tally)) != sizeof(tally))
		_exit(1);
}

static bool is_over(const struct soak *s)
{
	if (is_interrupted)
		return true;
	return s->machines ? s->begun == s->machines : time(NULL) >= s->end;
}

static void begin_machine(struct soak *s)
{
	pid_t child;

	fflush(stdout);
	child = fork();
	if (child < 0)
		BUG("no process");
	if (!child) {
		run_machine(s, s->first_seed + s->begun);
		exit(0);
	}
	s->begun++;
}

/* A child that died without a tally is a failure of this program. */
static void end_machine(struct soak *s)
{
	struct tally t = {0};
	int status;

	if (wait(&status) < 0) {
		if (errno == EINTR)
			return;
		BUG("no child");
	}
	s->ended++;
	if (!WIFEXITED(status) || WEXITSTATUS(status) ||
	    read(s->results[0], &t, sizeof(t)) != sizeof(t)) {
		s->sum.failed += !is_interrupted;
		return;
	}
	s->sum.run += t.run;
	s->sum.refused += t.refused;
	s->sum.failed += t.failed;
	s->sum.cycles += t.cycles;
	s->sum.instructions += t.instructions;
	s->sum.translations += t.translations;
}

static void print_sum(const struct soak *s, FILE *f)
{
	fprintf(f,
		"seeds %" PRIu64 " to %" PRIu64 ": %" PRIu64 " machines, of which %" PRIu64
		" refused, %" PRIu64 " failed; %.1f M instructions, %.1f M cycles, %.1f M "
		"translations checked\n",
		s->first_seed, s->first_seed + s->begun - 1, s->sum.run, s->sum.refused,
		s->sum.failed, (double)s->sum.instructions / 1e6, (double)s->sum.cycles / 1e6,
		(double)s->sum.translations / 1e6);
}

static void soak(struct soak *s)
{
	time_t shown = time(NULL);

	while (!is_over(s) || s->ended < s->begun) {
		while (!is_over(s) && s->begun - s->ended < s->jobs)
			begin_machine(s);
		end_machine(s);
		if (!s->machines && time(NULL) - shown >= PROGRESS_SECONDS) {
			shown = time(NULL);
			print_sum(s, stderr);
		}
	}
}

static uint64_t whole(const char *text)
{
	char *end;
	uint64_t value = strtoull(text, &end, 10);

	if (!*text || *end) {
		fprintf(stderr, "machines: '%s' is no whole number\n", text);
		exit(2);
	}
	return value;
}

static void read_arguments(struct soak *s, int argc, char **argv)
{
	static const struct option options[] = {
		{"seed", required_argument, NULL, 's'},
		{"machines", required_argument, NULL, 'm'},
		{"seconds", required_argument, NULL, 't'},
		{"jobs", required_argument, NULL, 'j'},
		{"other", required_argument, NULL, 'o'},
		{"limit", required_argument, NULL, 'l'},
		{0},
	};
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1)
		switch (c) {
		case 's':
			s->first_seed = whole(optarg);
			break;
		case 'm':
			s->machines = whole(optarg);
			break;
		case 't':
			s->machines = 0;
			s->end = time(NULL) + (time_t)whole(optarg);
			break;
		case 'j':
			s->jobs = (unsigned)whole(optarg);
			break;
		case 'l':
			s->programs.most_seconds = (unsigned)whole(optarg);
			break;
		case 'o':
			s->programs.second = optarg;
			break;
		default:
			exit(2);
		}
}

int main(int argc, char **argv)
{
	const char *build = getenv("BUILD");
	char *program = xasprintf("%s/warpwalk", build ? build : "build");
	bool is_sound;
	struct sigaction on_signal = {.sa_handler = interrupt};
	struct soak s = {
		.programs = {program, program, MOST_SECONDS},
		.first_seed = 1,
		.machines = MACHINES_OF_CHECK,
		.jobs = (unsigned)sysconf(_SC_NPROCESSORS_ONLN),
	};

	read_arguments(&s, argc, argv);
	sigaction(SIGINT, &on_signal, NULL);
	sigaction(SIGTERM, &on_signal, NULL);
	if (pipe(s.results))
		BUG("no pipe");
	soak(&s);
	is_sound = !s.sum.failed && s.sum.run > s.sum.refused;
	printf("%s random_machines: ", is_sound ? "ok" : "not ok");
	print_sum(&s, stdout);
	free(program);
	return !is_sound;
}
