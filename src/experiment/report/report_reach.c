/* Curves of misses by TLB capacity, thinned to what a chart can show. */
#include "experiment/run/reach.h"

#include <stdlib.h>

#include "experiment/report/report_parts.h"
#include "experiment/store/store_parts.h"

enum { POINTS_PER_OCTAVE = 8 };

static void put_point(struct json *j, const struct reach_level *level, uint64_t capacity)
{
	json_open_array(j, NULL);
	json_u64(j, NULL, capacity);
	json_u64(j, NULL, reach_misses(level, capacity));
	json_close_array(j);
}

/* From 1 on in equal ratios, powers of two among them, to the first power of two at which only
 * first uses are left and which the TLB of the run is not beyond. */
static void put_points(struct json *j, const struct reach_level *level)
{
	uint64_t last = level->points[level->count - 1].capacity, octave = 1;

	if (last < level->entries)
		last = level->entries;
	json_open_array(j, "points");
	for (; octave < last; octave *= 2) {
		uint64_t before = 0;

		for (unsigned i = 0; i < POINTS_PER_OCTAVE; i++) {
			uint64_t capacity = octave + octave * i / POINTS_PER_OCTAVE;

			if (capacity != before)
				put_point(j, level, capacity);
			before = capacity;
		}
	}
	put_point(j, level, octave);
	json_close_array(j);
}

static bool put_level(struct store *store, sqlite3_int64 run, sqlite3_stmt *row, struct json *j,
		      struct error *err)
{
	const char *name = (const char *)sqlite3_column_text(row, 0);
	struct reach_level level = {.entries = (uint32_t)sqlite3_column_int64(row, 2)};
	bool ok = store_reach_points(store, run, name, &level, err);

	if (ok && level.count) {
		json_open_object(j, NULL);
		json_string(j, "level", name);
		json_i64(j, "tlbs", sqlite3_column_int64(row, 1));
		json_u64(j, "entries", level.entries);
		json_u64(j, "lookups", reach_lookups(&level));
		put_points(j, &level);
		json_close_object(j);
	}
	free(level.points);
	return ok;
}

bool report_reach_json(struct store *store, int64_t run, struct json *j, struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store, "SELECT level, tlbs, entries FROM reach_tlbs WHERE run = ? ORDER BY level",
		err);
	bool ok = true;
	int code;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, run);
	json_open_array(j, "reach");
	while ((code = sqlite3_step(statement)) == SQLITE_ROW && ok)
		ok = put_level(store, run, statement, j, err);
	json_close_array(j);
	if (ok && code != SQLITE_DONE)
		ok = store_error(store, err);
	sqlite3_finalize(statement);
	return ok;
}
