/*
 * What compiled kernels depend on. clang itself says most of it: preprocessing yields the source
 * with all that it includes, -v the version and the arguments as it understands them, with
 * configuration files and environment. That takes a tenth of a compilation's time and cannot miss a
 * header. Left out: a compiler that changes behind a script without changing its version.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver/toolchain/toolchain_parts.h"

/* To be raised when code objects change in a way that nothing below shows: the arguments of the
 * linker, the notes. */
#define KERNELS_VERSION "kernels 1"

/* Texts and their ends, so that no two lists look the same. */
static void add_text(struct digest *d, const char *text)
{
	digest_add(d, text, strlen(text) + 1);
}

/* A program or a library: which one, and which version of it. */
static void add_identity(struct digest *d, const char *path)
{
	char *real = path ? realpath(path, NULL) : NULL;
	struct stat st;

	add_text(d, real ? real : "none");
	if (real && !stat(real, &st)) {
		const int64_t facts[] = {st.st_size, st.st_mtim.tv_sec, st.st_mtim.tv_nsec};

		digest_add(d, facts, sizeof(facts));
	}
	free(real);
}

/* A flag may name a file that the compiler reads: bitcode, a profile, a plugin. */
static void add_flag_file(struct digest *d, const char *flag)
{
	const char *value = strchr(flag, '=');
	const char *names[] = {flag, value ? value + 1 : "", *flag == '@' ? flag + 1 : ""};
	struct error ignored;
	struct stat st;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (*names[i] && !stat(names[i], &st) && S_ISREG(st.st_mode))
			digest_add_file(d, names[i], &ignored);
}

/* A text that includes nothing is all there is to it, and preprocessing is half of a build. */
static bool stands_alone(const char *text, const struct compile_options *options)
{
	if (!text || strstr(text, "include") || strstr(text, "import"))
		return false;
	for (size_t i = 0; options && options->flags && options->flags[i]; i++)
		if (*options->flags[i] == '@' || strstr(options->flags[i], "include"))
			return false;
	return true;
}

/* The source as the compiler sees it, and how it understands its arguments. */
static bool add_preprocessed(const struct toolchain *t, struct digest *d, struct arguments *a,
			     const char *source)
{
	char *text = xasprintf("%s/source.i", t->folder),
	     *log = xasprintf("%s/source.v", t->folder);
	struct error ignored;
	bool ok;

	/* Code does not depend on where we are, but -v would say it. */
	arguments_add(a, "-ffile-compilation-dir=.");
	arguments_add(a, "-v");
	arguments_add(a, "-E");
	arguments_add(a, source);
	ok = toolchain_run(t, t->clang, a->items, text, log) == 0 &&
	     digest_add_file(d, text, &ignored) && digest_add_file(d, log, &ignored);
	free(log);
	free(text);
	return ok;
}

bool toolchain_key(const struct toolchain *t, const char *source,
		   const struct compile_options *options, char key[DIGEST_DIGITS + 1])
{
	char *analyser = toolchain_analyser(), *prelude = toolchain_prelude(options);
	struct arguments a;
	struct digest d;
	bool ok;

	digest_init(&d);
	add_text(&d, KERNELS_VERSION);
	add_identity(&d, t->clang);
	add_identity(&d, t->lld);
	add_identity(&d, t->libclc);
	add_identity(&d, analyser);
	add_text(&d, prelude);
	toolchain_arguments(t, options, NULL, &a);
	for (size_t i = 0; i < a.count; i++)
		add_text(&d, a.items[i]);
	for (size_t i = 0; options && options->flags && options->flags[i]; i++)
		add_flag_file(&d, options->flags[i]);
	ok = stands_alone(t->text, options);
	if (ok)
		add_text(&d, t->text);
	else
		ok = add_preprocessed(t, &d, &a, source);
	digest_text(&d, key);
	arguments_release(&a);
	free(prelude);
	free(analyser);
	return ok;
}
