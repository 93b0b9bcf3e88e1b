/* Tables of known outcomes: reading, writing, comparing, and what a difference means. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

void golden_init(struct golden_table *t, int model, unsigned name_columns, const char *columns)
{
	*t = (struct golden_table){
		.model = model, .name_columns = name_columns, .columns = xstrdup(columns)};
}

void golden_release(struct golden_table *t)
{
	for (size_t i = 0; i < t->count; i++) {
		free(t->rows[i].name);
		free(t->rows[i].values);
	}
	free(t->rows);
	free(t->columns);
	*t = (struct golden_table){0};
}

void golden_add(struct golden_table *t, const char *name, const char *values)
{
	t->rows = xrealloc(t->rows, (t->count + 1) * sizeof(*t->rows));
	t->rows[t->count++] = (struct golden_row){xstrdup(name), xstrdup(values)};
}

const struct golden_row *golden_find(const struct golden_table *t, const char *name)
{
	for (size_t i = 0; i < t->count; i++)
		if (!strcmp(t->rows[i].name, name))
			return &t->rows[i];
	return NULL;
}

void golden_order_as(struct golden_table *t, const struct golden_table *other)
{
	struct golden_row *rows = xmalloc((t->count + 1) * sizeof(*rows));
	size_t count = 0;

	for (size_t i = 0; i < other->count; i++) {
		const struct golden_row *row = golden_find(t, other->rows[i].name);

		if (row)
			rows[count++] = *row;
	}
	for (size_t i = 0; i < t->count; i++)
		if (!golden_find(other, t->rows[i].name))
			rows[count++] = t->rows[i];
	free(t->rows);
	t->rows = rows;
}

/* Splits a line behind its name; false when that is not all there. Values may be missing. */
static bool add_line(struct golden_table *t, char *line)
{
	char *end = line + strcspn(line, "\t");

	for (unsigned i = 1; i < t->name_columns; i++) {
		if (!*end)
			return false;
		end += 1 + strcspn(end + 1, "\t");
	}
	if (*end)
		*end++ = '\0';
	golden_add(t, line, end);
	return true;
}

bool golden_read(struct golden_table *t, FILE *in, struct error *err)
{
	char line[4096];
	bool ok = true;

	t->model = 0;
	for (int number = 1; ok && fgets(line, sizeof(line), in); number++) {
		line[strcspn(line, "\n")] = '\0';
		if (number == 1)
			ok = sscanf(line, "# model %d", &t->model) == 1 ||
			     error_set(err, "line 1: expected '# model N', not '%s'", line);
		else if (number == 2)
			ok = !strcmp(line, t->columns) ||
			     error_set(err, "line 2: other columns than now");
		else
			ok = add_line(t, line) || error_set(err, "line %d: too short", number);
	}
	return ok;
}

void golden_write(const struct golden_table *t, FILE *out)
{
	fprintf(out, "# model %d\n%s\n", t->model, t->columns);
	for (size_t i = 0; i < t->count; i++)
		fprintf(out, "%s\t%s\n", t->rows[i].name, t->rows[i].values);
}

void golden_read_file(struct golden_table *t, const char *path)
{
	FILE *in = fopen(path, "r");
	struct error err;

	t->model = 0;
	if (!in)
		return;
	if (!golden_read(t, in, &err)) {
		printf("not ok golden_table: %s: %s\n", path, err.text);
		exit(1);
	}
	fclose(in);
}

bool golden_replace_file(const struct golden_table *old, const struct golden_table *new,
			 const char *path)
{
	struct golden_difference d = golden_compare(old, new, NULL, NULL);
	FILE *out = fopen(path, "w");

	if (!out || (golden_write(new, out), fclose(out))) {
		printf("not ok golden: %s cannot be written\n", path);
		return false;
	}
	printf("%s: %zu rows as before, %zu changed, %zu gone, %zu new\n", path, d.same, d.changed,
	       d.vanished, d.added);
	return true;
}

static bool is_of(const struct golden_row *row, const char *first)
{
	size_t length = strcspn(row->name, "\t");

	return !first || (strlen(first) == length && !strncmp(row->name, first, length));
}

struct golden_difference golden_compare(const struct golden_table *old,
					const struct golden_table *new, const char *first,
					bool (*is_no_run)(const char *name))
{
	struct golden_difference d = {0};

	for (size_t i = 0; i < old->count; i++) {
		const struct golden_row *now;

		if (!is_of(&old->rows[i], first))
			continue;
		now = golden_find(new, old->rows[i].name);
		if (!now && is_no_run && is_no_run(old->rows[i].name))
			d.refused++;
		else
			d.vanished += !now;
		d.changed += now && strcmp(now->values, old->rows[i].values) != 0;
		d.same += now && !strcmp(now->values, old->rows[i].values);
	}
	for (size_t i = 0; i < new->count; i++)
		d.added += is_of(&new->rows[i], first) && !golden_find(old, new->rows[i].name);
	return d;
}

enum golden_verdict golden_judge(int old_model, int new_model, struct golden_difference d)
{
	if (old_model != new_model)
		return new_model > old_model ? GOLDEN_RAISED : GOLDEN_LOWERED;
	if (d.changed || d.vanished)
		return GOLDEN_CHANGED;
	return d.added || d.refused ? GOLDEN_ADDED : GOLDEN_SAME;
}

bool golden_may_replace(enum golden_verdict verdict)
{
	return verdict != GOLDEN_CHANGED && verdict != GOLDEN_LOWERED;
}

const char *golden_advice(enum golden_verdict verdict)
{
	switch (verdict) {
	case GOLDEN_SAME:
		break;
	case GOLDEN_ADDED:
		return "the table lacks rows, or has some of runs that are refused now: run make "
		       "golden";
	case GOLDEN_RAISED:
		return "the table is of an older model: run make golden";
	case GOLDEN_LOWERED:
		return "the table is of a later model: MODEL_VERSION in src/model_version.h never "
		       "goes down";
	case GOLDEN_CHANGED:
		return "simulated behaviour changed: if that is intended raise MODEL_VERSION in "
		       "src/model_version.h, run make golden, and say why in the commit";
	}
	return "";
}

/* The next of the columns that are left, which end with a tab or the text; "" after the last. */
static int column(const char **rest, const char **text)
{
	int length = (int)strcspn(*rest, "\t");

	*text = *rest;
	*rest += length + ((*rest)[length] == '\t');
	return length;
}

char *golden_row_text(const struct golden_table *t, const struct golden_row *old,
		      const struct golden_row *new, char *out, size_t bytes)
{
	const char *names = t->columns, *before = old->values, *after = new->values;
	const char *name, *was, *is;
	size_t used = 0;

	for (unsigned i = 0; i < t->name_columns; i++)
		column(&names, &name);
	out[0] = '\0';
	while ((*before || *after) && used < bytes) {
		int name_length = column(&names, &name);
		int was_length = column(&before, &was), is_length = column(&after, &is);

		if (was_length == is_length && !strncmp(was, is, (size_t)is_length))
			continue;
		used += (size_t)snprintf(out + used, bytes - used, "%s%.*s %.*s -> %.*s",
					 used ? ", " : "", name_length, name, was_length, was,
					 is_length, is);
	}
	return out;
}
