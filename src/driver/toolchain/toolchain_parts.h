/* What the parts of the toolchain share. */
#ifndef DRIVER_TOOLCHAIN_TOOLCHAIN_PARTS_H
#define DRIVER_TOOLCHAIN_TOOLCHAIN_PARTS_H

#include <signal.h>

#include "base/digest.h"
#include "driver/toolchain/toolchain.h"

/*
 * At work from toolchain_begin to toolchain_end. In between, signals that would end the program
 * wait until its compiler has ended and its folder is gone.
 */
struct toolchain {
	char *clang, *lld, *libclc;
	int major;        /* clang's version */
	char *folder;     /* for what the tools write */
	char *input;      /* file that they read as "-"; NULL: nothing */
	char *log;        /* file for what they say; NULL: where our own errors go */
	const char *text; /* that of the input */
	int signals;      /* readable once one of these signals waits */
	sigset_t before;  /* what was blocked before */
};

/* toolchain_run.c. False with one line when there is no folder to work in; end it also then. */
bool toolchain_begin(struct toolchain *t, struct error *err);
void toolchain_end(struct toolchain *t);
/* The signal that waits, 0 for none. */
int toolchain_signal(const struct toolchain *t);

/*
 * Runs argv[0] = program's display name, its output in files or (NULL) where ours goes, its errors
 * in the log if there is one; returns its exit status, or -1 when it did not run, did not end by
 * itself, or a signal waits.
 */
int toolchain_run(const struct toolchain *t, const char *program, const char *const *argv,
		  const char *out, const char *err);

/* toolchain.c: the code object, from the cache or built and put there. The bytes are the caller's;
 * NULL with one line. */
void *toolchain_find_or_build(const struct toolchain *t, const char *source,
			      const struct compile_options *options, size_t *count,
			      struct error *err);
bool toolchain_write(const char *path, const void *bytes, size_t count, struct error *err);
void *toolchain_read(const char *path, size_t *count, struct error *err);
/* A failure after a signal is the signal's. */
void toolchain_blame_signal(const struct toolchain *t, struct error *err);

/* toolchain_find.c: the installed tools; false with one line. */
bool toolchain_find_tools(struct toolchain *t, struct error *err);
/* Full path of an executable, searched in PATH when name has no slash; NULL when there is none. */
char *toolchain_find(const char *name);

/* toolchain.c: what clang is told, up to the file's name; include may be NULL. */
enum { ARGUMENTS_ROOM = 8 };
struct arguments {
	const char **items; /* NULL-terminated, with room for as many more */
	size_t count;
	char *std; /* one of them */
};
void toolchain_arguments(const struct toolchain *t, const struct compile_options *options,
			 const char *include, struct arguments *a);
void arguments_add(struct arguments *a, const char *argument);
void arguments_release(struct arguments *a);
/* The text that every source is compiled with; to be freed. */
char *toolchain_prelude(const struct compile_options *options);

/*
 * toolchain_key.c: a digest of all that the code object depends on: the preprocessed source, the
 * arguments, the tools. False when that cannot be told.
 */
bool toolchain_key(const struct toolchain *t, const char *source,
		   const struct compile_options *options, char key[DIGEST_DIGITS + 1]);

/*
 * toolchain_index.c: an object file in the folder with the index notes of the source's kernels, to
 * be linked with them; NULL when there are none to be had. Its name is the caller's to free.
 */
char *toolchain_index_notes(const struct toolchain *t, const char *source,
			    const struct compile_options *options);
/* Its program; NULL when there is none. To be freed. */
char *toolchain_analyser(void);

#endif
