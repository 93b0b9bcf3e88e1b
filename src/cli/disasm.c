/* warpwalk disasm FILE|WORKLOAD: GCN3 disassembly as llvm-objdump prints it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "driver/workload/workload.h"
#include "isa/disasm/objdump.h"
#include "isa/object/code_object.h"

static const char help[] =
	"usage: warpwalk disasm FILE|WORKLOAD[:param=value]...\n"
	"\n"
	"Prints the code of a GCN3 (gfx803) code object, or of a workload's kernels, as\n"
	"llvm-objdump -d --mcpu=gfx803 does.\n";

/* A path, or anything with a dot in it, is a file; the rest are workloads. */
static bool is_file(const char *subject)
{
	return strpbrk(subject, "/.") != NULL;
}

static struct code_object *open_subject(const char *subject, const char *name, struct error *err)
{
	const struct workload_entry *entry;
	struct app *app;

	if (is_file(subject))
		return code_object_read_file(subject, err);
	app = app_parse(subject, SIZE_TINY, &entry, err);
	if (!app)
		return NULL;
	app_free(app);
	return code_object_read(entry->code_object, entry->code_object_bytes, name, err);
}

static int disassemble(const char *subject)
{
	char *name = is_file(subject) ? xstrdup(subject) : xasprintf("%s.co", subject);
	struct error err;
	struct code_object *co = open_subject(subject, name, &err);

	if (co)
		objdump_print(stdout, co, name);
	code_object_free(co);
	free(name);
	return co ? 0 : cli_report(&err);
}

int cmd_disasm(int argc, char **argv)
{
	int status = 0;

	if (argc < 2)
		return cli_usage("disasm", "no file or workload given");
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(help, stdout);
			return 0;
		}
		if (argv[i][0] == '-')
			return cli_usage("disasm", "unknown option '%s'", argv[i]);
	}
	for (int i = 1; i < argc && status == 0; i++)
		status = disassemble(argv[i]);
	return status;
}
