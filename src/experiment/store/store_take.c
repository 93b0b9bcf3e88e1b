/* One store's results into another. */
#include "experiment/store/store_parts.h"

/* Crashed runs give way to any other outcome; apart from that what is there stays. */
static const char copy[] =
	"BEGIN IMMEDIATE;"
	"CREATE TEMP TABLE wanted AS SELECT o.id FROM other.runs o LEFT JOIN main.runs r"
	" ON r.id = o.id WHERE r.id IS NULL OR (r.status = 'crashed' AND o.status <> 'crashed');"
	"DELETE FROM main.stats WHERE run IN (SELECT id FROM wanted);"
	"DELETE FROM main.params WHERE run IN (SELECT id FROM wanted);"
	"DELETE FROM main.run_host WHERE run IN (SELECT id FROM wanted);"
	"DELETE FROM main.reach WHERE run IN (SELECT id FROM wanted);"
	"DELETE FROM main.reach_tlbs WHERE run IN (SELECT id FROM wanted);"
	"DELETE FROM main.runs WHERE id IN (SELECT id FROM wanted);"
	"INSERT INTO main.runs SELECT * FROM other.runs WHERE id IN (SELECT id FROM wanted);"
	"INSERT INTO main.stats SELECT * FROM other.stats WHERE run IN (SELECT id FROM wanted);"
	"INSERT INTO main.params SELECT * FROM other.params WHERE run IN (SELECT id FROM wanted);"
	"INSERT INTO main.run_host SELECT * FROM other.run_host"
	" WHERE run IN (SELECT id FROM wanted);"
	"INSERT OR IGNORE INTO main.reach SELECT * FROM other.reach"
	" WHERE run IN (SELECT id FROM main.runs);"
	"INSERT OR IGNORE INTO main.reach_tlbs SELECT * FROM other.reach_tlbs"
	" WHERE run IN (SELECT id FROM main.runs);"
	"INSERT OR IGNORE INTO main.specs SELECT * FROM other.specs;"
	"DROP TABLE wanted;"
	"COMMIT";

bool store_take(struct store *store, const char *path, struct error *err)
{
	struct store *other = store_open(path, STORE_READ, err);
	sqlite3_stmt *attach;
	struct error ignored;
	bool ok;

	if (!other)
		return false;
	attach = store_prepare(store, "ATTACH ? AS other", err);
	if (!attach) {
		store_close(other);
		return false;
	}
	sqlite3_bind_text(attach, 1, other->name, -1, SQLITE_STATIC);
	ok = sqlite3_step(attach) == SQLITE_DONE || store_error(store, err);
	sqlite3_finalize(attach);
	ok = ok && store_exec(store, copy, err);
	store_exec(store, "DETACH other", &ignored);
	store_close(other);
	return ok;
}
