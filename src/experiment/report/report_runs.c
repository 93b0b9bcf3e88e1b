/* Every run that was asked for: how it was configured, what came out, where its translations were
 * resolved, what it took. Of its statistics only those that the page shows. */
#include <stdlib.h>
#include <string.h>

#include "config/config.h"
#include "experiment/report/report_parts.h"
#include "experiment/store/store_parts.h"
#include "model_version.h"

static const char runs_sql[] =
	"SELECT s.gpu, s.designs, s.settings, s.workloads, s.size, s.max_instructions, s.run,"
	" r.model, r.inputs, r.status, r.reason, h.wall_seconds, h.peak_rss_bytes"
	" FROM specs s JOIN runs r ON r.id = s.run LEFT JOIN run_host h ON h.run = r.id"
	" ORDER BY s.gpu, s.workloads, s.size, s.designs, s.settings, s.max_instructions";

enum {
	RUN_GPU,
	RUN_DESIGNS,
	RUN_SETTINGS,
	RUN_WORKLOADS,
	RUN_SIZE,
	RUN_MOST,
	RUN_ID,
	RUN_MODEL,
	RUN_INPUTS,
	RUN_STATE,
	RUN_REASON,
	RUN_WALL,
	RUN_RSS,
};

struct runs {
	struct store *store;
	sqlite3_stmt *runs, *stats, *params;
	struct json *j;
	struct error *err;

	/* The GPU of the last run as its file has it, for they come by GPU. */
	char *gpu;
	bool gpu_known;
	struct params base;
};

static const char *text_of(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);

	return text ? text : "";
}

/* Steps through the rows of one run; false after the last, *ok false on an error. */
static bool next_row(struct runs *r, sqlite3_stmt *statement, bool *ok)
{
	int code = sqlite3_step(statement);

	if (code == SQLITE_ROW)
		return true;
	*ok = code == SQLITE_DONE || store_error(r->store, r->err);
	sqlite3_reset(statement);
	return false;
}

static void put_number(struct json *j, const char *name, sqlite3_stmt *statement, int column)
{
	if (sqlite3_column_type(statement, column) == SQLITE_INTEGER)
		json_i64(j, name, sqlite3_column_int64(statement, column));
	else
		json_f64(j, name, sqlite3_column_double(statement, column));
}

/* Counters that are 0 say nothing here. */
static bool is_shown(const char *name, double value)
{
	static const char *const names[] = {"cycles",        "instructions",  "ipc",
					    "walks",         "l1_tlb.misses", "l1_tlb.lookups",
					    "l2_tlb.misses", "l2_tlb.lookups"};
	static const char *const groups[] = {"vmem.resolved_", "vmem.cycles_", "smem.resolved_",
					     "smem.cycles_"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(name, names[i]))
			return true;
	for (size_t i = 0; value != 0 && i < sizeof(groups) / sizeof(*groups); i++)
		if (!strncmp(name, groups[i], strlen(groups[i])))
			return true;
	return false;
}

static bool put_stats(struct runs *r)
{
	bool ok = true;

	sqlite3_bind_int64(r->stats, 1, sqlite3_column_int64(r->runs, RUN_ID));
	json_open_object(r->j, "stats");
	while (next_row(r, r->stats, &ok)) {
		const char *name = text_of(r->stats, 0);

		if (is_shown(name, sqlite3_column_double(r->stats, 1)))
			put_number(r->j, name, r->stats, 1);
	}
	json_close_object(r->j);
	return ok;
}

/* A file of the user may be gone, or changed so that it cannot be read any more. */
static void load_gpu(struct runs *r, const char *gpu)
{
	struct config_request request = {.gpu = gpu};
	struct error ignored = {0};

	if (r->gpu && !strcmp(r->gpu, gpu))
		return;
	if (r->gpu)
		params_release(&r->base);
	free(r->gpu);
	r->gpu = xstrdup(gpu);
	r->gpu_known = config_load(&r->base, &request, &ignored);
}

/* The value in the store, as a person would type it. */
static void stored_text(struct runs *r, enum param id, char *out, size_t bytes)
{
	struct params p = r->base;

	if (param_rows[id].type == PARAM_BOOL || param_rows[id].type == PARAM_CHOICE) {
		snprintf(out, bytes, "%s", text_of(r->params, 1));
		return;
	}
	p.i[id] = sqlite3_column_int64(r->params, 1);
	p.f[id] = sqlite3_column_double(r->params, 1);
	param_text(&p, id, out, bytes);
}

/* Name, value of the GPU's file, value of the run: where the two differ. */
static bool put_changes(struct runs *r)
{
	bool ok = true;

	load_gpu(r, text_of(r->runs, RUN_GPU));
	json_bool(r->j, "gpu_known", r->gpu_known);
	if (!r->gpu_known)
		return true;
	sqlite3_bind_int64(r->params, 1, sqlite3_column_int64(r->runs, RUN_ID));
	json_open_array(r->j, "changes");
	while (next_row(r, r->params, &ok)) {
		const char *name = text_of(r->params, 0);
		enum param id = param_find(name);
		char before[64], after[64];

		if (id == P_COUNT)
			continue;
		param_text(&r->base, id, before, sizeof(before));
		stored_text(r, id, after, sizeof(after));
		if (!strcmp(before, after))
			continue;
		json_open_array(r->j, NULL);
		json_string(r->j, NULL, name);
		json_string(r->j, NULL, before);
		json_string(r->j, NULL, after);
		json_close_array(r->j);
	}
	json_close_array(r->j);
	return ok;
}

static bool put_run(struct runs *r)
{
	static const struct {
		const char *name;
		int column;
	} texts[] = {
		{"gpu", RUN_GPU},
		{"designs", RUN_DESIGNS},
		{"settings", RUN_SETTINGS},
		{"workloads", RUN_WORKLOADS},
		{"size", RUN_SIZE},
		{"inputs", RUN_INPUTS},
		{"status", RUN_STATE},
		{"reason", RUN_REASON},
		/* A number too large for JavaScript. */
		{"run", RUN_ID},
	};
	bool ok;

	json_open_object(r->j, NULL);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		json_string(r->j, texts[i].name, text_of(r->runs, texts[i].column));
	put_number(r->j, "max_instructions", r->runs, RUN_MOST);
	json_bool(r->j, "current", !strcmp(text_of(r->runs, RUN_MODEL), MODEL_VERSION_TEXT));
	put_number(r->j, "wall_seconds", r->runs, RUN_WALL);
	put_number(r->j, "peak_rss_bytes", r->runs, RUN_RSS);
	ok = put_stats(r) && put_changes(r) &&
	     report_reach_json(r->store, sqlite3_column_int64(r->runs, RUN_ID), r->j, r->err);
	json_close_object(r->j);
	return ok;
}

static bool put_runs(struct runs *r)
{
	size_t count = 0;
	bool ok = true;

	json_open_array(r->j, "runs");
	while (ok && next_row(r, r->runs, &ok)) {
		ok = put_run(r);
		count++;
	}
	json_close_array(r->j);
	if (ok && !count)
		return error_set(r->err, "%s: holds no results", r->store->path);
	return ok;
}

bool report_runs_json(struct store *store, struct json *j, struct error *err)
{
	struct runs r = {.store = store, .j = j, .err = err};
	bool ok;

	r.runs = store_prepare(store, runs_sql, err);
	r.stats = store_prepare(store, "SELECT name, value FROM stats WHERE run = ? ORDER BY name",
				err);
	r.params = store_prepare(store,
				 "SELECT name, value FROM params WHERE run = ? ORDER BY name", err);
	ok = r.runs && r.stats && r.params && put_runs(&r);
	sqlite3_finalize(r.runs);
	sqlite3_finalize(r.stats);
	sqlite3_finalize(r.params);
	if (r.gpu)
		params_release(&r.base);
	free(r.gpu);
	return ok;
}
