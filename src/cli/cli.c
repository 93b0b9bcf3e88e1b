/* What the commands share: options, and reporting errors of the command line. */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>

#include "sim/text.h"

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

/* What getopt_long found wrong, as one line with the nearest option; 2. */
static int bad_option(const struct cli_syntax *syntax, char **argv)
{
	const char *names[32], *given = argv[optind - 1];
	char dashed[32][32], hint[256];
	size_t count = 0;

	for (const struct option *o = syntax->options; o->name && count < 32; o++, count++) {
		if (optopt == o->val && o->has_arg == required_argument)
			return cli_usage(syntax->command, "option '%s' wants a value", given);
		snprintf(dashed[count], sizeof(dashed[count]), "--%s", o->name);
		names[count] = dashed[count];
	}
	text_suggest(hint, sizeof(hint), given, names, count);
	return cli_usage(syntax->command, "unknown option '%s'%s", given, hint);
}

bool cli_take_options(const struct cli_syntax *syntax, int argc, char **argv, void *settings,
		      int *status)
{
	int option;

	*status = 0;
	opterr = 0;
	while ((option = getopt_long(argc, argv, syntax->letters, syntax->options, NULL)) != -1) {
		if (option == 'h') {
			fputs(syntax->help, stdout);
			return false;
		}
		*status = option == '?' ? bad_option(syntax, argv) : syntax->take(settings, option);
		if (*status)
			return false;
	}
	return true;
}

int cli_take_number(const char *command, const char *option, const char *text, uint64_t *value)
{
	int64_t number;

	if (!text_to_i64(text, &number) || number < 1)
		return cli_usage(command, "%s wants a number of at least 1, not '%s'", option,
				 text);
	*value = (uint64_t)number;
	return 0;
}
