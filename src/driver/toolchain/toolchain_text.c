/* Compiles what a program brings as text, see toolchain.h: the compiler reads it from its input. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/toolchain/toolchain_parts.h"

#define INPUT "-"

/* toolchain_end also after false. */
static bool begin(struct toolchain *t, const char *text, struct error *err)
{
	if (!toolchain_begin(t, err))
		return false;
	t->log = xasprintf("%s/log", t->folder);
	if (text) {
		t->input = xasprintf("%s/source.cl", t->folder);
		t->text = text;
		if (!toolchain_write(t->input, text, strlen(text), err))
			return false;
	}
	return toolchain_find_tools(t, err);
}

static char *read_log(const struct toolchain *t)
{
	struct error ignored;
	size_t count = 0;
	char *log = t->log ? toolchain_read(t->log, &count, &ignored) : NULL;

	log = xrealloc(log, count + 1);
	log[count] = '\0';
	return log;
}

/* The end of all three; what the tools said comes first, then what it means. */
static void *end(struct toolchain *t, void *bytes, char **log, struct error *err)
{
	if (!bytes)
		toolchain_blame_signal(t, err);
	*log = read_log(t);
	toolchain_end(t);
	return bytes;
}

void *toolchain_build_text(const char *text, const struct compile_options *options, size_t *bytes,
			   char **log, struct error *err)
{
	struct toolchain t;
	void *built = NULL;

	if (begin(&t, text, err))
		built = toolchain_find_or_build(&t, INPUT, options, bytes, err);
	return end(&t, built, log, err);
}

/* "a/b.h" needs a folder "a". Names that lead elsewhere are the program's mistake. */
static bool write_header(const char *folder, const struct text_header *header, struct error *err)
{
	char *path = xasprintf("%s/%s", folder, header->name);
	bool ok = *header->name != '/' && !strstr(header->name, "..");

	if (!ok)
		error_set(err, "%s: no name for a header", header->name);
	for (char *slash = strchr(path + strlen(folder) + 1, '/'); ok && slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	ok = ok && toolchain_write(path, header->text, strlen(header->text), err);
	free(path);
	return ok;
}

static bool write_headers(const char *folder, const struct text_header *headers, size_t count,
			  struct error *err)
{
	if (mkdir(folder, 0700))
		return error_set(err, "%s: cannot be made: %s", folder, strerror(errno));
	for (size_t i = 0; i < count; i++)
		if (!write_header(folder, &headers[i], err))
			return false;
	return true;
}

static bool run_compiler(const struct toolchain *t, const char *const *arguments, struct error *err)
{
	int status = toolchain_run(t, t->clang, arguments, NULL, NULL);

	if (status < 0)
		return error_set(err, "'%s' could not be run or was killed", t->clang);
	return !status || error_set(err, "does not compile (%s)", t->clang);
}

static void *compile(const struct toolchain *t, const char *headers,
		     const struct compile_options *options, size_t *bytes, struct error *err)
{
	char *include = xasprintf("%s/prelude.cl", t->folder), *text = toolchain_prelude(options);
	char *output = xasprintf("%s/kernels.bc", t->folder);
	struct arguments a;
	void *bitcode = NULL;

	toolchain_arguments(t, options, include, &a);
	for (size_t i = 0; i < 7; i++)
		arguments_add(&a, ((const char *[]){"-I", headers, "-emit-llvm", "-c", INPUT, "-o",
						    output})[i]);
	if (toolchain_write(include, text, strlen(text), err) && run_compiler(t, a.items, err))
		bitcode = toolchain_read(output, bytes, err);
	arguments_release(&a);
	free(output);
	free(text);
	free(include);
	return bitcode;
}

void *toolchain_compile_text(const char *text, const struct text_header *headers,
			     size_t header_count, const struct compile_options *options,
			     size_t *bytes, char **log, struct error *err)
{
	struct toolchain t;
	char *folder = NULL;
	void *bitcode = NULL;

	if (begin(&t, text, err)) {
		folder = xasprintf("%s/headers", t.folder);
		if (write_headers(folder, headers, header_count, err))
			bitcode = compile(&t, folder, options, bytes, err);
	}
	free(folder);
	return end(&t, bitcode, log, err);
}

/* The linker compiles bitcode itself, all of it as one. */
static void *link_files(const struct toolchain *t, char *const *files, size_t count, size_t *bytes,
			struct error *err)
{
	char *output = xasprintf("%s/kernels.co", t->folder);
	const char *fixed[] = {
		"ld.lld",         "-shared", "-z",  "defs", "-plugin-opt=mcpu=gfx803",
		"-plugin-opt=O2", "-o",      output};
	size_t at = sizeof(fixed) / sizeof(*fixed);
	const char **arguments = xcalloc(at + count + 1, sizeof(*arguments));
	void *linked = NULL;
	int status;

	memcpy(arguments, fixed, sizeof(fixed));
	memcpy(arguments + at, files, count * sizeof(*files));
	status = toolchain_run(t, t->lld, arguments, NULL, NULL);
	if (status < 0)
		error_set(err, "'%s' could not be run or was killed", t->lld);
	else if (status)
		error_set(err, "does not link (%s)", t->lld);
	else
		linked = toolchain_read(output, bytes, err);
	free(arguments);
	free(output);
	return linked;
}

void *toolchain_link_bitcode(const struct bitcode *parts, size_t count, size_t *bytes, char **log,
			     struct error *err)
{
	char **files = xcalloc(count + 1, sizeof(*files));
	struct toolchain t;
	bool ok = begin(&t, NULL, err);
	void *linked = NULL;

	for (size_t i = 0; ok && i < count; i++) {
		files[i] = xasprintf("%s/part%zu.bc", t.folder, i);
		ok = toolchain_write(files[i], parts[i].bytes, parts[i].count, err);
	}
	if (ok)
		linked = link_files(&t, files, count, bytes, err);
	for (size_t i = 0; i < count; i++)
		free(files[i]);
	free(files);
	return end(&t, linked, log, err);
}
