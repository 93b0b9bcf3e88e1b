#include "trial.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a program left behind. */
struct outcome {
	int status; /* as wait has it */
	char *out, *err;
};

static void add_each(struct text_list *args, const char *option, const struct text_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		if (option)
			text_list_add(args, option);
		text_list_add(args, list->items[i]);
	}
}

static struct text_list arguments(const char *program, const struct run_spec *spec)
{
	struct text_list args = {0};
	char limit[32];

	text_list_add(&args, program);
	text_list_add(&args, "run");
	text_list_add(&args, "-g");
	text_list_add(&args, spec->gpu);
	add_each(&args, "-d", &spec->designs);
	add_each(&args, "-s", &spec->settings);
	text_list_add(&args, "--size");
	text_list_add(&args, workload_size_name(spec->size));
	if (spec->max_instructions) {
		snprintf(limit, sizeof(limit), "%" PRIu64, spec->max_instructions);
		text_list_add(&args, "--max-instructions");
		text_list_add(&args, limit);
	}
	text_list_add(&args, "--json");
	text_list_add(&args, "--quiet");
	add_each(&args, NULL, &spec->workloads);
	return args;
}

char *trial_command(const char *program, const struct run_spec *spec)
{
	struct text_list args = arguments(program, spec);
	char *text = text_list_join(&args, " ");

	text_list_release(&args);
	return text;
}

static char *read_back(FILE *f)
{
	long size;
	char *text;

	fseek(f, 0, SEEK_END);
	size = ftell(f);
	text = xmalloc((size_t)size + 1);
	rewind(f);
	text[fread(text, 1, (size_t)size, f)] = '\0';
	fclose(f);
	return text;
}

static void become(const struct text_list *args, FILE *out, FILE *err, unsigned most_seconds)
{
	struct rlimit cpu = {most_seconds, most_seconds + 1};

	setrlimit(RLIMIT_CPU, &cpu);
	if (dup2(fileno(out), STDOUT_FILENO) < 0 || dup2(fileno(err), STDERR_FILENO) < 0)
		_exit(127);
	execv(args->items[0], args->items);
	_exit(127);
}

static void run_program(const char *program, const struct run_spec *spec, unsigned most_seconds,
			struct outcome *o)
{
	struct text_list args = arguments(program, spec);
	FILE *out = tmpfile(), *err = tmpfile();
	pid_t child;

	if (!out || !err)
		BUG("no temporary file");
	child = fork();
	if (child < 0)
		BUG("no process");
	if (!child)
		become(&args, out, err, most_seconds);
	while (waitpid(child, &o->status, 0) < 0)
		if (errno != EINTR)
			BUG("no child");
	o->out = read_back(out);
	o->err = read_back(err);
	text_list_release(&args);
}

static void outcome_release(struct outcome *o)
{
	free(o->out);
	free(o->err);
}

/* The line of stderr that says most: what a sanitizer found, or the first. */
static void explain(const struct outcome *o, char *text, size_t bytes)
{
	static const char *const signs[] = {"ERROR: ", "runtime error: ", "BUG", ""};
	const char *line = NULL;
	int length;

	if (WIFSIGNALED(o->status) && WTERMSIG(o->status) == SIGXCPU) {
		snprintf(text, bytes, "does not end");
		return;
	}
	for (size_t i = 0; !line; i++)
		line = strstr(o->err, signs[i]);
	while (line > o->err && line[-1] != '\n')
		line--;
	length = (int)strcspn(line, "\n");
	if (length)
		snprintf(text, bytes, "%.*s", length, line);
	else if (WIFSIGNALED(o->status))
		snprintf(text, bytes, "killed by signal %d", WTERMSIG(o->status));
	else
		snprintf(text, bytes, "exit status %d, without a word", WEXITSTATUS(o->status));
}

static bool is_one_line(const char *text)
{
	const char *end = strchr(text, '\n');

	return end && end > text && !end[1];
}

static enum verdict judge(const struct outcome *o)
{
	if (WIFSIGNALED(o->status) &&
	    (WTERMSIG(o->status) == SIGINT || WTERMSIG(o->status) == SIGTERM))
		return TRIAL_INTERRUPTED;
	if (!WIFEXITED(o->status))
		return TRIAL_FAILED;
	switch (WEXITSTATUS(o->status)) {
	case 0:
		return TRIAL_OK;
	case 2:
		return is_one_line(o->err) ? TRIAL_REFUSED : TRIAL_FAILED;
	case 128 + SIGINT:
	case 128 + SIGTERM:
		return TRIAL_INTERRUPTED;
	default:
		return TRIAL_FAILED;
	}
}

static uint64_t number(const char *json, const char *name)
{
	const char *at = strstr(json, name);

	return at ? strtoull(at + strlen(name), NULL, 10) : 0;
}

/* Everything but the host's own numbers, which come last. */
static size_t simulated_bytes(const char *json)
{
	const char *host = strstr(json, "\n  \"wall_seconds\"");

	return host ? (size_t)(host - json) : strlen(json);
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
	size_t bytes = simulated_bytes(a->out);

	return a->status == b->status && simulated_bytes(b->out) == bytes &&
	       !memcmp(a->out, b->out, bytes);
}

/* The first line that is not the same. */
static void explain_difference(const struct outcome *a, const struct outcome *b, struct trial *t)
{
	size_t i = 0, line = 0;

	for (; a->out[i] && a->out[i] == b->out[i]; i++)
		if (a->out[i] == '\n')
			line = i + 1;
	while (isspace((unsigned char)a->out[line]))
		line++;
	snprintf(t->text, sizeof(t->text), "different the second time, from %.*s on",
		 (int)strcspn(a->out + line, "\n"), a->out + line);
}

void trial_run(const struct programs *programs, const struct run_spec *spec, struct trial *t)
{
	struct outcome first, second;

	*t = (struct trial){0};
	run_program(programs->first, spec, programs->most_seconds, &first);
	t->verdict = judge(&first);
	if (t->verdict != TRIAL_OK) {
		explain(&first, t->text, sizeof(t->text));
		outcome_release(&first);
		return;
	}
	t->cycles = number(first.out, "\n  \"cycles\": ");
	t->instructions = number(first.out, "\n  \"instructions\": ");
	t->translations = number(first.out, "\n    \"checked\": ");
	run_program(programs->second, spec, programs->most_seconds, &second);
	if (judge(&second) == TRIAL_INTERRUPTED) {
		t->verdict = TRIAL_INTERRUPTED;
	} else if (!is_same(&first, &second)) {
		t->verdict = TRIAL_FAILED;
		if (judge(&second) == TRIAL_OK)
			explain_difference(&first, &second, t);
		else
			explain(&second, t->text, sizeof(t->text));
	}
	outcome_release(&first);
	outcome_release(&second);
}
