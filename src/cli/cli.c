/* What the commands share: options, and reporting errors of the command line. */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

int cli_report(const struct error *err)
{
	fprintf(stderr, "warpwalk: %s\n", err->text);
	return err->exit_status;
}

int cli_usage(const char *command, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "warpwalk %s: ", command);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fprintf(stderr, " (warpwalk %s --help)\n", command);
	return 2;
}

/* Options with and without --help, and what getopt_long returns for one without a letter. */
enum { MOST_OPTIONS = 32, NO_LETTER = 0x100 };

/* As getopt_long wants them, --help last. */
struct syntax {
	struct option options[MOST_OPTIONS + 1];
	char letters[3 * MOST_OPTIONS + 1];
};

static size_t make_syntax(struct syntax *syntax, const struct cli_option *options)
{
	char *letter = syntax->letters;
	size_t count = 0;

	memset(syntax, 0, sizeof(*syntax));
	for (; options[count].name; count++) {
		const struct cli_option *o = &options[count];

		if (count + 1 == MOST_OPTIONS)
			BUG("a command with %d options", MOST_OPTIONS);
		syntax->options[count] = (struct option){
			o->name, o->value, NULL, o->letter ? o->letter : NO_LETTER + (int)count};
		if (!o->letter)
			continue;
		*letter++ = o->letter;
		for (int colons = 0; colons < o->value; colons++)
			*letter++ = ':'; /* one: required, two: optional */
	}
	syntax->options[count] = (struct option){"help", no_argument, NULL, 'h'};
	*letter = 'h';
	return count + 1;
}

/* What getopt_long found wrong, as one line with the nearest option; 2. */
static int bad_option(const char *command, const struct option *options, size_t count, char **argv)
{
	const char *names[MOST_OPTIONS], *given = argv[optind - 1];
	char dashed[MOST_OPTIONS][32], hint[256];

	for (size_t i = 0; i < count; i++) {
		if (optopt == options[i].val && options[i].has_arg == required_argument)
			return cli_usage(command, "option '%s' wants a value", given);
		snprintf(dashed[i], sizeof(dashed[i]), "--%s", options[i].name);
		names[i] = dashed[i];
	}
	text_suggest(hint, sizeof(hint), given, names, count);
	return cli_usage(command, "unknown option '%s'%s", given, hint);
}

bool cli_take_options(const char *command, const char *help, const struct cli_option *options,
		      int argc, char **argv, int *status)
{
	struct syntax syntax;
	size_t count = make_syntax(&syntax, options);
	int found, at;

	*status = 0;
	opterr = 0;
	while ((found = getopt_long(argc, argv, syntax.letters, syntax.options, NULL)) != -1) {
		if (found == 'h') {
			fputs(help, stdout);
			return false;
		}
		for (at = 0; options[at].name && syntax.options[at].val != found; at++)
			;
		*status = found == '?' ? bad_option(command, syntax.options, count, argv)
				       : options[at].take(&options[at], command, optarg);
		if (*status)
			return false;
	}
	return true;
}

static int take_flag(const struct cli_option *option, const char *command, const char *text)
{
	(void)command;
	(void)text;
	*(bool *)option->into = true;
	return 0;
}

struct cli_option cli_flag(const char *name, bool *into)
{
	return (struct cli_option){name, 0, no_argument, take_flag, into};
}

static int take_text(const struct cli_option *option, const char *command, const char *text)
{
	(void)command;
	*(const char **)option->into = text;
	return 0;
}

struct cli_option cli_text(const char *name, char letter, const char **into)
{
	return (struct cli_option){name, letter, required_argument, take_text, into};
}

static int take_number(const struct cli_option *option, const char *command, const char *text)
{
	int64_t number;

	if (!text_to_i64(text, &number) || number < 1)
		return cli_usage(command, "--%s wants a number of at least 1, not '%s'",
				 option->name, text);
	*(uint64_t *)option->into = (uint64_t)number;
	return 0;
}

struct cli_option cli_number(const char *name, uint64_t *into)
{
	return (struct cli_option){name, 0, required_argument, take_number, into};
}

static int take_threads(const struct cli_option *option, const char *command, const char *text)
{
	int64_t value;

	if (!text_to_i64(text, &value) || value < 1 || value > CLI_MOST_THREADS)
		return cli_usage(command, "--%s: expected a number from 1 to %d, not '%s'",
				 option->name, CLI_MOST_THREADS, text);
	*(uint64_t *)option->into = (uint64_t)value;
	return 0;
}

struct cli_option cli_threads(uint64_t *into)
{
	return (struct cli_option){"threads", 0, required_argument, take_threads, into};
}

uint64_t cli_default_threads(void)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);

	return processors < 1                  ? 1
	       : processors > CLI_MOST_THREADS ? CLI_MOST_THREADS
					       : (uint64_t)processors;
}

static int take_size(const struct cli_option *option, const char *command, const char *text)
{
	struct error err;

	(void)command;
	return workload_size_parse(text, option->into, &err) ? 0 : cli_report(&err);
}

struct cli_option cli_size(enum workload_size *into)
{
	return (struct cli_option){"size", 0, required_argument, take_size, into};
}
