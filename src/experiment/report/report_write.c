/* The files of a report. Each is written under another name and then moved to its own. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "experiment/figure/figure_write.h"
#include "experiment/report/report_parts.h"

/* A file on its way. */
struct draft {
	const char *path;
	char *name; /* until it is complete */
	FILE *out;
};

static bool failed(struct error *err, const char *path)
{
	return error_set(err, "%s: cannot be written: %s", path, strerror(errno));
}

static bool draft_open(struct draft *d, const char *path, struct error *err)
{
	struct stat st;
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	*d = (struct draft){.path = path};
	/* A rename would replace a device, and fail on a folder after all the work. */
	if (!stat(path, &st) && !S_ISREG(st.st_mode))
		return error_set(err, "%s: cannot be written: %s", path,
				 S_ISDIR(st.st_mode) ? "is a folder" : "not a plain file");
	d->name = xasprintf("%s.XXXXXX", path);
	fd = mkstemp(d->name);
	if (fd < 0) {
		free(d->name);
		d->name = NULL;
		return failed(err, path);
	}
	fchmod(fd, 0666 & ~mask);
	d->out = fdopen(fd, "w");
	return d->out || failed(err, path);
}

/* Puts it in its place when all is well so far, and takes it away otherwise. */
static bool draft_close(struct draft *d, bool ok, struct error *err)
{
	if (d->out) {
		bool full = ferror(d->out);

		full |= fclose(d->out) != 0;
		if (ok && full)
			ok = failed(err, d->path);
	}
	if (ok && rename(d->name, d->path))
		ok = failed(err, d->path);
	if (!ok && d->name)
		unlink(d->name);
	free(d->name);
	return ok;
}

/* Within a script element nothing may look like its end; without the indentation it is half as
 * long, and a string has no end of line in it. */
static void put_data(FILE *out, const char *json)
{
	for (; *json; json++) {
		if (*json == '<')
			fputs("\\u003c", out);
		else if (*json == '\n')
			json += strspn(json, "\n ") - 1;
		else
			fputc(*json, out);
	}
}

static void put_page(FILE *out, const char *json)
{
	fwrite(report_page_head, 1, report_page_head_size, out);
	put_data(out, json);
	fwrite(report_page_tail, 1, report_page_tail_size, out);
}

static const char claims_table[] = "claims";

/* FOLDER/ID.csv. Figures of a user's own may share an id, or be called as the table of claims is:
 * those that come later get a number. */
static char *table_path(const struct report *r, const char *folder, size_t number)
{
	const char *id = report_figure(r, number)->experiment->id;
	unsigned same = !strcmp(id, claims_table);

	for (size_t i = 0; i < number; i++)
		same += !strcmp(report_figure(r, i)->experiment->id, id);
	return same ? xasprintf("%s/%s-%u.csv", folder, id, same + 1)
		    : xasprintf("%s/%s.csv", folder, id);
}

static bool write_figure(const struct report *r, const char *folder, size_t number,
			 struct error *err)
{
	const struct figure *f = report_figure(r, number);
	char *path = table_path(r, folder, number);
	struct draft d;
	bool ok = draft_open(&d, path, err);

	if (ok)
		figure_csv(f, d.out);
	ok = draft_close(&d, ok, err);
	free(path);
	return ok;
}

static bool write_claims(const struct report *r, const char *folder, struct error *err)
{
	size_t count = report_any(r)->answer_count;
	struct claim_answer *answers = xcalloc(count + 1, sizeof(*answers));
	char *path = xasprintf("%s/%s.csv", folder, claims_table);
	const struct figure *figure;
	struct draft d;
	bool ok = draft_open(&d, path, err);

	for (size_t i = 0; i < count; i++)
		answers[i] = *report_answer(r, i, &figure);
	if (ok)
		claim_answers_csv(answers, count, d.out);
	ok = draft_close(&d, ok, err);
	free(answers);
	free(path);
	return ok;
}

/* Figures of an earlier report that are not in this one. */
static void drop_others(const struct report *r, const char *folder)
{
	const struct reproduction *any = report_any(r);
	const struct experiments *all = experiments_all();

	for (size_t i = 0; i < all->count; i++) {
		char *path = xasprintf("%s/%s.csv", folder, all->items[i]->id);
		bool here = false;

		for (size_t k = 0; k < any->figure_count; k++)
			here |= any->figures[k].experiment == all->items[i];
		if (!here)
			unlink(path);
		free(path);
	}
}

static bool write_tables(const struct report *r, const char *folder, struct error *err)
{
	bool ok = true;

	if (mkdir(folder, 0777) && errno != EEXIST)
		return failed(err, folder);
	drop_others(r, folder);
	for (size_t i = 0; ok && i < report_any(r)->figure_count; i++)
		ok = write_figure(r, folder, i, err);
	return ok && write_claims(r, folder, err);
}

char *report_folder(const char *path)
{
	size_t length = strlen(path);

	if (length > 5 && !strcmp(path + length - 5, ".html"))
		length -= 5;
	return xasprintf("%.*s-csv", (int)length, path);
}

/* The page is opened first, so that a wrong name leaves no folder behind. */
static bool write_files(const struct report *r, const char *path, const char *json,
			struct error *err)
{
	char *folder = report_folder(path);
	struct draft d;
	bool ok = draft_open(&d, path, err) && write_tables(r, folder, err);

	if (ok)
		put_page(d.out, json);
	free(folder);
	return draft_close(&d, ok, err);
}

bool report_write(struct report *r, const char *path, struct error *err)
{
	char *json = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&json, &size);
	bool ok;

	if (!memory)
		BUG("no memory for the report");
	ok = report_json(r, memory, err);
	fclose(memory);
	ok = ok && write_files(r, path, json, err);
	free(json);
	return ok;
}
