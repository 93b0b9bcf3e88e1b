/* Opening, checking and making the database, and what is said when it goes wrong. */
#include "experiment/store/store.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/store/store_parts.h"

/* "wwlk", and the version of the tables. */
enum { STORE_APPLICATION = 0x77776c6b, STORE_SCHEMA = 2, BUSY_MILLISECONDS = 120000 };

/* SQLite's own words for a full disk or a wrong file are short; these say what to do. */
static bool explain(const struct store *store, int code, int system_errno, const char *text,
		    struct error *err)
{
	switch (code & 0xff) {
	case SQLITE_FULL:
	case SQLITE_IOERR:
		return error_set(err,
				 "%s: cannot be %s: %s (disk full or failing, or a limit on file "
				 "sizes); what was stored before is safe",
				 store->path, store->mode == STORE_WRITE ? "written" : "read",
				 text);
	case SQLITE_NOTADB:
		return error_set(err, "%s: not a database", store->path);
	case SQLITE_CORRUPT:
		return error_set(err, "%s: damaged: %s", store->path, text);
	case SQLITE_READONLY:
		return error_set(err, "%s: cannot be written: read-only", store->path);
	case SQLITE_PERM:
	case SQLITE_CANTOPEN:
		return error_set(err, "%s: cannot be opened: %s", store->path,
				 system_errno ? strerror(system_errno) : text);
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return error_set(err, "%s: held by another process for %d seconds", store->path,
				 BUSY_MILLISECONDS / 1000);
	}
	return error_set(err, "%s: %s", store->path, text);
}

bool store_error(struct store *store, struct error *err)
{
	store->code = sqlite3_extended_errcode(store->db);
	explain(store, store->code, sqlite3_system_errno(store->db), sqlite3_errmsg(store->db),
		err);
	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
	return false;
}

bool store_exec(struct store *store, const char *sql, struct error *err)
{
	return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
	       store_error(store, err);
}

sqlite3_stmt *store_prepare(struct store *store, const char *sql, struct error *err)
{
	sqlite3_stmt *statement = NULL;

	if (sqlite3_prepare_v2(store->db, sql, -1, &statement, NULL) != SQLITE_OK)
		store_error(store, err);
	return statement;
}

static bool ask_number(struct store *store, const char *sql, int64_t *value, struct error *err)
{
	sqlite3_stmt *statement = store_prepare(store, sql, err);
	bool ok;

	if (!statement)
		return false;
	ok = sqlite3_step(statement) == SQLITE_ROW;
	if (ok)
		*value = sqlite3_column_int64(statement, 0);
	else
		store_error(store, err);
	sqlite3_finalize(statement);
	return ok;
}

/* Whether it is a store of ours, or still nothing at all (*empty). Within a transaction. */
static bool check_within(struct store *store, bool *empty, struct error *err)
{
	int64_t application, version, tables;

	*empty = false;
	if (!ask_number(store, "PRAGMA application_id", &application, err) ||
	    !ask_number(store, "PRAGMA user_version", &version, err) ||
	    !ask_number(store, "SELECT count(*) FROM sqlite_master", &tables, err))
		return false;
	if (!application && !version && !tables) {
		*empty = true;
		return true;
	}
	if (application != STORE_APPLICATION)
		return error_set(err, "%s: a database, but not of warpwalk", store->path);
	if (version != STORE_SCHEMA)
		return error_set(err,
				 "%s: made by another version of warpwalk (tables of version %lld, "
				 "here %d): use another file, --db FILE",
				 store->path, (long long)version, STORE_SCHEMA);
	return true;
}

/* In one transaction, lest another process make the tables between two questions. */
static bool check_kind(struct store *store, bool *empty, struct error *err)
{
	bool ok = store_exec(store, "BEGIN", err) && check_within(store, empty, err);

	if (!sqlite3_get_autocommit(store->db))
		sqlite3_exec(store->db, "COMMIT", NULL, NULL, NULL);
	return ok;
}

/* Of several processes that find nothing, one makes the tables and the others see them. */
static bool make_tables(struct store *store, struct error *err)
{
	char pragmas[96];
	bool empty;

	if (!store_exec(store, "BEGIN IMMEDIATE", err))
		return false;
	if (!check_within(store, &empty, err)) {
		if (!sqlite3_get_autocommit(store->db))
			sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
		return false;
	}
	snprintf(pragmas, sizeof(pragmas), "PRAGMA application_id = %d; PRAGMA user_version = %d",
		 STORE_APPLICATION, STORE_SCHEMA);
	if (empty && (!store_exec(store, store_schema, err) || !store_exec(store, pragmas, err)))
		return false;
	return store_exec(store, "COMMIT", err);
}

/*
 * Readers and a writer do not wait for each other, and a result is on the disk when its transaction
 * has ended. SQLite does not wait by itself for the lock that the change to WAL needs.
 */
static bool use_wal(struct store *store, struct error *err)
{
	int code = SQLITE_OK;

	for (int tries = 0; tries < BUSY_MILLISECONDS / 10; tries++) {
		code = sqlite3_exec(store->db, "PRAGMA journal_mode = WAL", NULL, NULL, NULL);
		if (code != SQLITE_BUSY)
			break;
		usleep(10000);
	}
	if (code != SQLITE_OK)
		return store_error(store, err);
	return store_exec(store, "PRAGMA synchronous = FULL", err);
}

/* SQLite makes a file even where it then finds it cannot write one, and takes a folder for one. */
static bool check_path(const struct store *store, struct error *err)
{
	struct stat st;

	if (stat(store->path, &st)) {
		if (store->mode == STORE_WRITE && errno == ENOENT)
			return true;
		return error_set(err, "%s: cannot be opened: %s", store->path, strerror(errno));
	}
	if (S_ISDIR(st.st_mode))
		return error_set(err, "%s: is a folder", store->path);
	if (access(store->path, store->mode == STORE_WRITE ? R_OK | W_OK : R_OK))
		return error_set(err, "%s: cannot be %s: %s", store->path,
				 store->mode == STORE_WRITE ? "written" : "read", strerror(errno));
	return true;
}

static bool connect_to(struct store *store, const char *name, int flags, struct error *err)
{
	free(store->name);
	store->name = xstrdup(name);
	if (sqlite3_open_v2(name, &store->db, flags | SQLITE_OPEN_URI, NULL) != SQLITE_OK)
		return store_error(store, err);
	sqlite3_busy_timeout(store->db, BUSY_MILLISECONDS);
	return true;
}

static bool open_for_writing(struct store *store, struct error *err)
{
	bool empty;

	/* Looks before it touches: a file of somebody else stays as it is. */
	return connect_to(store, store->path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, err) &&
	       check_kind(store, &empty, err) && (!empty || make_tables(store, err)) &&
	       use_wal(store, err);
}

/* Where nothing can be written SQLite wants to be told that nobody else does. */
static char *immutable_name(const char *path)
{
	size_t length = 0;
	char *name = xmalloc(3 * strlen(path) + 32);

	length += (size_t)sprintf(name, "file:");
	for (; *path; path++) {
		if (strchr("?#%", *path))
			length += (size_t)sprintf(name + length, "%%%02x", (unsigned char)*path);
		else
			name[length++] = *path;
	}
	strcpy(name + length, "?immutable=1");
	return name;
}

static bool open_for_reading(struct store *store, struct error *err)
{
	char *name = immutable_name(store->path);
	bool empty, ok;

	ok = connect_to(store, store->path, SQLITE_OPEN_READONLY, err) &&
	     check_kind(store, &empty, err);
	if (!ok && (store->code & 0xff) == SQLITE_CANTOPEN) {
		sqlite3_close(store->db);
		ok = connect_to(store, name, SQLITE_OPEN_READONLY, err) &&
		     check_kind(store, &empty, err);
	}
	free(name);
	return ok && (!empty || error_set(err, "%s: holds no results", store->path));
}

struct store *store_open(const char *path, enum store_mode mode, struct error *err)
{
	struct store *store = xcalloc(1, sizeof(*store));

	/* A limit on file sizes is an error like a full disk, not a signal. */
	signal(SIGXFSZ, SIG_IGN);
	store->path = xstrdup(path);
	store->mode = mode;
	if (check_path(store, err) &&
	    (mode == STORE_WRITE ? open_for_writing(store, err) : open_for_reading(store, err)))
		return store;
	store_close(store);
	return NULL;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	sqlite3_close(store->db);
	free(store->path);
	free(store->name);
	free(store);
}

struct sqlite3 *store_database(struct store *store)
{
	return store->db;
}
