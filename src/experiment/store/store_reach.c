/* Curves of misses by TLB capacity, beside the run they come from. */
#include "experiment/store/store_parts.h"

static bool put_level(struct store *store, sqlite3_int64 run, const char *name,
		      const struct reach_level *level, struct error *err)
{
	sqlite3_stmt *tlbs = store_prepare(
		store,
		"INSERT INTO reach_tlbs(run, level, tlbs, entries, ways) VALUES (?, ?, ?, ?, ?)",
		err);
	sqlite3_stmt *point = tlbs ? store_prepare(store,
						   "INSERT INTO reach(run, level, capacity, "
						   "misses) VALUES (?, ?, ?, ?)",
						   err)
				   : NULL;
	bool ok = point;

	if (ok) {
		sqlite3_bind_int64(tlbs, 1, run);
		sqlite3_bind_text(tlbs, 2, name, -1, SQLITE_STATIC);
		sqlite3_bind_int64(tlbs, 3, level->tlbs);
		sqlite3_bind_int64(tlbs, 4, level->entries);
		sqlite3_bind_int64(tlbs, 5, level->ways);
		ok = store_step(store, tlbs, err);
	}
	for (size_t i = 0; ok && i < level->count; i++) {
		sqlite3_bind_int64(point, 1, run);
		sqlite3_bind_text(point, 2, name, -1, SQLITE_STATIC);
		sqlite3_bind_int64(point, 3, (sqlite3_int64)level->points[i].capacity);
		sqlite3_bind_int64(point, 4, (sqlite3_int64)level->points[i].misses);
		ok = store_step(store, point, err);
	}
	sqlite3_finalize(tlbs);
	sqlite3_finalize(point);
	return ok;
}

static bool read_tlbs(struct store *store, sqlite3_int64 run, const char *name,
		      struct reach_level *level, struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store,
		"SELECT tlbs, entries, ways,"
		" (SELECT value FROM stats s WHERE s.run = r.run AND name = level || '.hits'),"
		" (SELECT value FROM stats s WHERE s.run = r.run AND name = level || '.mshr_hits'),"
		" (SELECT value FROM stats s WHERE s.run = r.run AND name = level || '.misses')"
		" FROM reach_tlbs r WHERE run = ? AND level = ?",
		err);
	int code;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, run);
	sqlite3_bind_text(statement, 2, name, -1, SQLITE_STATIC);
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW) {
		level->tlbs = (uint32_t)sqlite3_column_int64(statement, 0);
		level->entries = (uint32_t)sqlite3_column_int64(statement, 1);
		level->ways = (uint32_t)sqlite3_column_int64(statement, 2);
		level->hits = (uint64_t)sqlite3_column_int64(statement, 3);
		level->mshr_hits = (uint64_t)sqlite3_column_int64(statement, 4);
		level->misses = (uint64_t)sqlite3_column_int64(statement, 5);
	} else if (code != SQLITE_DONE) {
		store_error(store, err);
	}
	sqlite3_finalize(statement);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

bool store_reach_points(struct store *store, sqlite3_int64 run, const char *name,
			struct reach_level *level, struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store,
		"SELECT capacity, misses FROM reach WHERE run = ? AND level = ? ORDER BY capacity",
		err);
	int code;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, run);
	sqlite3_bind_text(statement, 2, name, -1, SQLITE_STATIC);
	while ((code = sqlite3_step(statement)) == SQLITE_ROW)
		reach_add(level, (uint64_t)sqlite3_column_int64(statement, 0),
			  (uint64_t)sqlite3_column_int64(statement, 1));
	if (code != SQLITE_DONE)
		store_error(store, err);
	sqlite3_finalize(statement);
	return code == SQLITE_DONE;
}

bool store_get_reach(struct store *store, const struct run_spec *spec, struct reach *r, bool *known,
		     struct error *err)
{
	sqlite3_int64 run = store_run_id(spec);
	bool ok = store_exec(store, "BEGIN", err);

	*r = (struct reach){0};
	for (unsigned i = 0; ok && i < REACH_LEVELS; i++)
		ok = read_tlbs(store, run, reach_names[i], &r->level[i], err) &&
		     store_reach_points(store, run, reach_names[i], &r->level[i], err);
	*known = r->level[0].tlbs; /* every machine has L1 TLBs */
	return ok && store_exec(store, "COMMIT", err);
}

bool store_put_reach(struct store *store, const struct run_spec *spec, const struct reach *r,
		     struct error *err)
{
	sqlite3_int64 run = store_run_id(spec);
	char sql[128];
	bool ok;

	snprintf(sql, sizeof(sql),
		 "DELETE FROM reach WHERE run = %lld; DELETE FROM reach_tlbs WHERE run = %lld",
		 (long long)run, (long long)run);
	ok = store_exec(store, "BEGIN IMMEDIATE", err) && store_exec(store, sql, err);
	for (unsigned i = 0; ok && i < REACH_LEVELS; i++)
		if (r->level[i].tlbs)
			ok = put_level(store, run, reach_names[i], &r->level[i], err);
	return ok && store_exec(store, "COMMIT", err);
}
