/* What the files of the store share. */
#ifndef EXPERIMENT_STORE_STORE_PARTS_H
#define EXPERIMENT_STORE_STORE_PARTS_H

#include <sqlite3.h>

#include "experiment/store/store.h"

struct store {
	sqlite3 *db;
	char *path;
	char *name; /* by which SQLite opened it */
	enum store_mode mode;
	int code; /* of the last error */
};

extern const char store_schema[];

/* Why the last call on the database failed, as one line; undoes an open transaction. False. */
bool store_error(struct store *store, struct error *err);

/* Statements without results. */
bool store_exec(struct store *store, const char *sql, struct error *err);

/* The first 60 bits of the key: as good as unique, and the same in every store. */
sqlite3_int64 store_run_id(const struct run_spec *spec);

/* Runs a statement that returns nothing, and leaves it ready for the next row. */
bool store_step(struct store *store, sqlite3_stmt *statement, struct error *err);

/* NULL with a line in err. */
sqlite3_stmt *store_prepare(struct store *store, const char *sql, struct error *err);

/* Adds the points of a run's curve to a level without any. */
bool store_reach_points(struct store *store, sqlite3_int64 run, const char *name,
			struct reach_level *level, struct error *err);

#endif
