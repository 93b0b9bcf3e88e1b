/*
 * The results of runs in one SQLite file, which several processes may write to at the same time.
 * docs/experiments.md has the tables. Each result is one transaction, so that a store never holds a
 * part of one. Errors are one line with the file's name, exit status 2, and leave the store as it
 * was.
 */
#ifndef EXPERIMENT_STORE_STORE_H
#define EXPERIMENT_STORE_STORE_H

#include "experiment/run/reach.h"
#include "experiment/run/result.h"
#include "experiment/run/run_spec.h"

#define STORE_DEFAULT "warpwalk.db"

enum store_mode {
	STORE_WRITE, /* made when it does not exist */
	STORE_READ,  /* must exist; may lie on a read-only file system */
};

struct store;
struct sqlite3;

/* NULL with one line: no database, of another program, of another version, not writable, disk full.
 */
struct store *store_open(const char *path, enum store_mode mode, struct error *err);
void store_close(struct store *store); /* NULL is fine */

/*
 * What is known of a resolved spec. RUN_OK and RUN_FAILED need not run again. *reason (may be NULL)
 * becomes the line of a failed one, for the caller to free, or NULL.
 */
bool store_find(struct store *store, const struct run_spec *spec, enum run_status *status,
		char **reason, struct error *err);

/* The whole result of a resolved spec, sorted; RUN_ABSENT when there is none. Release r in any
 * case. */
bool store_get(struct store *store, const struct run_spec *spec, struct result *r,
	       struct error *err);

/*
 * Keeps a result under the spec's key, and notes that the spec as asked for has this result. What
 * is there already stays, except that a crashed run gives way.
 */
bool store_put(struct store *store, const struct run_spec *spec, const struct result *r,
	       struct error *err);

/* Only the note: that these specs, as asked for, have the results of their keys. Specs without a
 * result are passed over. */
bool store_note(struct store *store, const struct run_spec *specs, size_t count, struct error *err);

/* Curves of TLB misses of a run that is in the store, and back; *known: whether it has them.
 * Release r in any case. */
bool store_put_reach(struct store *store, const struct run_spec *spec, const struct reach *r,
		     struct error *err);
bool store_get_reach(struct store *store, const struct run_spec *spec, struct reach *r, bool *known,
		     struct error *err);

/* Copies what another store has and this one lacks. */
bool store_take(struct store *store, const char *path, struct error *err);

/* For queries of one's own. Not to be used in a child process. */
struct sqlite3 *store_database(struct store *store);

#endif
