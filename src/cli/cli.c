/* What the commands share: reporting errors of the command line. */
#include "cli/cli.h"

#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

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

int cli_bad_option(const char *command, char **argv, const struct option *options)
{
	const char *names[32], *given = argv[optind - 1];
	char dashed[32][32], hint[256];
	size_t count = 0;

	for (; options[count].name && count < 32; count++) {
		snprintf(dashed[count], sizeof(dashed[count]), "--%s", options[count].name);
		names[count] = dashed[count];
	}
	for (size_t i = 0; i < count; i++)
		if (!strcmp(given, names[i]) && options[i].has_arg == required_argument)
			return cli_usage(command, "option '%s' wants a value", given);
	text_suggest(hint, sizeof(hint), given, names, count);
	return cli_usage(command, "unknown option '%s'%s", given, hint);
}
