/* Results into rows and back. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "experiment/store/store_parts.h"
#include "model_version.h"

sqlite3_int64 store_run_id(const struct run_spec *spec)
{
	char digits[16];

	if (!*spec->key)
		BUG("a run that is not resolved");
	memcpy(digits, spec->key, 15);
	digits[15] = '\0';
	return (sqlite3_int64)strtoull(digits, NULL, 16);
}

static void bind_text(sqlite3_stmt *statement, int index, const char *text)
{
	if (text)
		sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
	else
		sqlite3_bind_null(statement, index);
}

bool store_step(struct store *store, sqlite3_stmt *statement, struct error *err)
{
	bool ok = sqlite3_step(statement) == SQLITE_DONE;

	if (!ok)
		store_error(store, err);
	sqlite3_reset(statement);
	return ok;
}

static enum run_status status_of(const char *name)
{
	enum run_status status = RUN_OK;

	while (status < RUN_CRASHED && strcmp(name, run_status_name(status)) != 0)
		status++;
	return status;
}

bool store_find(struct store *store, const struct run_spec *spec, enum run_status *status,
		char **reason, struct error *err)
{
	sqlite3_stmt *statement =
		store_prepare(store, "SELECT status, reason FROM runs WHERE key = ?", err);
	int code;

	*status = RUN_ABSENT;
	if (reason)
		*reason = NULL;
	if (!statement)
		return false;
	bind_text(statement, 1, spec->key);
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW) {
		const char *line = (const char *)sqlite3_column_text(statement, 1);

		*status = status_of((const char *)sqlite3_column_text(statement, 0));
		if (reason && line)
			*reason = xstrdup(line);
	} else if (code != SQLITE_DONE) {
		store_error(store, err);
	}
	sqlite3_finalize(statement);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

static bool read_stats(struct store *store, const struct run_spec *spec, struct result *r,
		       struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store, "SELECT name, value FROM stats WHERE run = ? ORDER BY name", err);
	int code;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, store_run_id(spec));
	while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
		const char *name = (const char *)sqlite3_column_text(statement, 0);

		if (sqlite3_column_type(statement, 1) == SQLITE_INTEGER)
			result_add_whole(r, name, sqlite3_column_int64(statement, 1));
		else
			result_add_real(r, name, sqlite3_column_double(statement, 1));
	}
	if (code != SQLITE_DONE)
		store_error(store, err);
	sqlite3_finalize(statement);
	result_sort(r);
	return code == SQLITE_DONE;
}

static bool read_host(struct store *store, const struct run_spec *spec, struct result *r,
		      struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store, "SELECT wall_seconds, peak_rss_bytes, log FROM run_host WHERE run = ?", err);
	int code;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, store_run_id(spec));
	code = sqlite3_step(statement);
	if (code == SQLITE_ROW) {
		const char *log = (const char *)sqlite3_column_text(statement, 2);

		r->wall_seconds = sqlite3_column_double(statement, 0);
		r->peak_rss_bytes = (uint64_t)sqlite3_column_int64(statement, 1);
		r->log = log ? xstrdup(log) : NULL;
	} else if (code != SQLITE_DONE) {
		store_error(store, err);
	}
	sqlite3_finalize(statement);
	return code == SQLITE_ROW || code == SQLITE_DONE;
}

bool store_get(struct store *store, const struct run_spec *spec, struct result *r,
	       struct error *err)
{
	bool ok;

	result_init(r);
	/* One transaction: what is read belongs together, whoever writes meanwhile. */
	if (!store_exec(store, "BEGIN", err))
		return false;
	ok = store_find(store, spec, &r->status, &r->reason, err);
	if (ok && r->status != RUN_ABSENT)
		ok = read_stats(store, spec, r, err) && read_host(store, spec, r, err);
	return ok && store_exec(store, "COMMIT", err);
}

static bool put_run(struct store *store, const struct run_spec *spec, const struct result *r,
		    struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store,
		"INSERT INTO runs(id, key, model, inputs, max_instructions, status, reason)"
		" VALUES (?, ?, ?, ?, ?, ?, ?)",
		err);
	bool ok;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, store_run_id(spec));
	bind_text(statement, 2, spec->key);
	bind_text(statement, 3, MODEL_VERSION_TEXT);
	bind_text(statement, 4, spec->inputs);
	sqlite3_bind_int64(statement, 5, (sqlite3_int64)spec->max_instructions);
	bind_text(statement, 6, run_status_name(r->status));
	bind_text(statement, 7, r->reason);
	ok = store_step(store, statement, err);
	sqlite3_finalize(statement);
	return ok;
}

static bool put_stats(struct store *store, const struct run_spec *spec, const struct result *r,
		      struct error *err)
{
	sqlite3_stmt *statement =
		store_prepare(store, "INSERT INTO stats(run, name, value) VALUES (?, ?, ?)", err);
	bool ok = statement;

	for (size_t i = 0; ok && i < r->count; i++) {
		const struct result_value *v = &r->values[i];

		sqlite3_bind_int64(statement, 1, store_run_id(spec));
		sqlite3_bind_text(statement, 2, v->name, -1, SQLITE_STATIC);
		if (v->whole)
			sqlite3_bind_int64(statement, 3, v->i);
		else
			sqlite3_bind_double(statement, 3, v->f);
		ok = store_step(store, statement, err);
	}
	sqlite3_finalize(statement);
	return ok;
}

/* Numbers as numbers, in the unit of the table of parameters; choices and truth values by name. */
static bool put_params(struct store *store, const struct run_spec *spec, struct error *err)
{
	sqlite3_stmt *statement =
		store_prepare(store, "INSERT INTO params(run, name, value) VALUES (?, ?, ?)", err);
	const struct params *p = spec->params;
	bool ok = statement;
	char text[64];

	for (int id = 0; ok && id < P_COUNT; id++) {
		enum param_type type = param_rows[id].type;

		sqlite3_bind_int64(statement, 1, store_run_id(spec));
		sqlite3_bind_text(statement, 2, param_rows[id].name, -1, SQLITE_STATIC);
		if (type == PARAM_REAL)
			sqlite3_bind_double(statement, 3, p->f[id]);
		else if (type == PARAM_BOOL || type == PARAM_CHOICE)
			bind_text(statement, 3, param_text(p, (enum param)id, text, sizeof(text)));
		else
			sqlite3_bind_int64(statement, 3, p->i[id]);
		ok = store_step(store, statement, err);
	}
	sqlite3_finalize(statement);
	return ok;
}

static bool put_host(struct store *store, const struct run_spec *spec, const struct result *r,
		     struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store,
		"INSERT INTO run_host(run, wall_seconds, peak_rss_bytes, log) VALUES (?, ?, ?, ?)",
		err);
	bool ok;

	if (!statement)
		return false;
	sqlite3_bind_int64(statement, 1, store_run_id(spec));
	sqlite3_bind_double(statement, 2, r->wall_seconds);
	sqlite3_bind_int64(statement, 3, (sqlite3_int64)r->peak_rss_bytes);
	bind_text(statement, 4, r->log);
	ok = store_step(store, statement, err);
	sqlite3_finalize(statement);
	return ok;
}

/* The latest word on what was asked for counts: after a change of the model the new run does. */
static bool put_spec(struct store *store, sqlite3_stmt *statement, const struct run_spec *spec,
		     struct error *err)
{
	char *designs = text_list_join(&spec->designs, " ");
	char *settings = text_list_join(&spec->settings, " ");
	char *workloads = text_list_join(&spec->workloads, " ");
	bool ok;

	bind_text(statement, 1, spec->gpu);
	bind_text(statement, 2, designs);
	bind_text(statement, 3, settings);
	bind_text(statement, 4, workloads);
	bind_text(statement, 5, workload_size_name(spec->size));
	sqlite3_bind_int64(statement, 6, (sqlite3_int64)spec->max_instructions);
	sqlite3_bind_int64(statement, 7, store_run_id(spec));
	ok = store_step(store, statement, err);
	free(designs);
	free(settings);
	free(workloads);
	return ok;
}

static bool put_specs(struct store *store, const struct run_spec *specs, size_t count,
		      struct error *err)
{
	sqlite3_stmt *statement = store_prepare(
		store,
		"INSERT OR REPLACE INTO specs(gpu, designs, settings, workloads, size,"
		" max_instructions, run) SELECT ?1, ?2, ?3, ?4, ?5, ?6, id FROM runs WHERE id = ?7",
		err);
	bool ok = statement;

	for (size_t i = 0; ok && i < count; i++)
		ok = put_spec(store, statement, &specs[i], err);
	sqlite3_finalize(statement);
	return ok;
}

static bool forget_run(struct store *store, const struct run_spec *spec, struct error *err)
{
	char sql[448];
	long long id = store_run_id(spec);

	snprintf(sql, sizeof(sql),
		 "DELETE FROM stats WHERE run = %lld; DELETE FROM params WHERE run = %lld;"
		 "DELETE FROM reach WHERE run = %lld; DELETE FROM reach_tlbs WHERE run = %lld;"
		 "DELETE FROM run_host WHERE run = %lld; DELETE FROM runs WHERE id = %lld",
		 id, id, id, id, id, id);
	return store_exec(store, sql, err);
}

bool store_put(struct store *store, const struct run_spec *spec, const struct result *r,
	       struct error *err)
{
	enum run_status old;
	bool ok;

	if (r->status == RUN_ABSENT)
		BUG("a result of nothing");
	if (!store_exec(store, "BEGIN IMMEDIATE", err))
		return false;
	ok = store_find(store, spec, &old, NULL, err);
	if (ok && old == RUN_CRASHED)
		ok = forget_run(store, spec, err);
	if (ok && (old == RUN_ABSENT || old == RUN_CRASHED))
		ok = put_run(store, spec, r, err) && put_stats(store, spec, r, err) &&
		     put_params(store, spec, err) && put_host(store, spec, r, err);
	return ok && put_specs(store, spec, 1, err) && store_exec(store, "COMMIT", err);
}

bool store_note(struct store *store, const struct run_spec *specs, size_t count, struct error *err)
{
	return store_exec(store, "BEGIN IMMEDIATE", err) && put_specs(store, specs, count, err) &&
	       store_exec(store, "COMMIT", err);
}
