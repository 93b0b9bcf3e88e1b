/* Readers of Matrix Market and DIMACS files, line by line. Numbers in both count from 1. */
#include "driver/workload/graph_file.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/input_file.h"
#include "base/text.h"

enum { MAX_WORDS = 8 };

struct reader {
	const char *path;
	FILE *file;
	size_t line_number;
	char *line;
	size_t line_capacity;
	char *words[MAX_WORDS]; /* of the line; those beyond are not kept */
	size_t word_count;      /* all of them */

	bool sized; /* the line with these numbers has been read */
	uint64_t rows, columns;
	uint64_t expected; /* entries that the file says it has */
	uint64_t seen;     /* entries read so far */

	/* Entries read so far, with those of the other side of the diagonal. */
	uint32_t *row, *column;
	double *value;
	size_t count, capacity;
};

/* "road.gr:5: " and the text; false, so that a failing function can return it. */
#define malformed(r, err, ...)                                                                     \
	(error_set(err, __VA_ARGS__), error_prefix(err, "%s:%zu", (r)->path, (r)->line_number),    \
	 false)

/* Splits the next line into words; false at the end of the file or, with err set, on an error. */
static bool read_graph_line(struct reader *r, struct error *err)
{
	char *rest, *word;
	ssize_t length;

	errno = 0;
	length = getline(&r->line, &r->line_capacity, r->file);
	if (length < 0) {
		if (errno)
			error_set(err, "%s: %s", r->path, strerror(errno));
		else if (!r->line_number)
			error_set(err, "%s: the file is empty", r->path);
		return false;
	}
	r->line_number++;
	if (memchr(r->line, '\0', (size_t)length))
		return malformed(r, err, "not a line of text");
	r->word_count = 0;
	rest = r->line;
	while ((word = strtok_r(NULL, " \t\r\n", &rest))) {
		if (r->word_count < MAX_WORDS)
			r->words[r->word_count] = word;
		r->word_count++;
	}
	return true;
}

/* A whole number without sign, unit or base. */
static bool read_count(const char *word, uint64_t *value)
{
	if (!isdigit((unsigned char)*word))
		return false;

	char *end;

	errno = 0;
	*value = strtoull(word, &end, 10);
	return !errno && !*end;
}

static bool read_integer(const char *word, double *value)
{
	bool minus = *word == '-';
	uint64_t magnitude;

	if (!read_count(word + minus, &magnitude) || magnitude > UINT64_C(1) << 53)
		return false;
	*value = minus ? -(double)magnitude : (double)magnitude;
	return true;
}

static bool read_index(struct reader *r, const char *word, const char *what, uint64_t most,
		       uint32_t *index, struct error *err)
{
	uint64_t value;

	if (!read_count(word, &value))
		return malformed(r, err, "%s '%s' is not a whole number", what, word);
	if (value < 1 || value > most)
		return malformed(r, err, "%s %" PRIu64 " is not within 1 .. %" PRIu64, what, value,
				 most);
	*index = (uint32_t)value - 1;
	return true;
}

static bool set_size(struct reader *r, uint64_t rows, uint64_t columns, uint64_t entries,
		     struct error *err)
{
	if (!rows || !columns || rows > GRAPH_MAX_ROWS || columns > GRAPH_MAX_ROWS)
		return malformed(r, err, "size %" PRIu64 " x %" PRIu64 " is not within 1 .. %d",
				 rows, columns, GRAPH_MAX_ROWS);
	if (entries > GRAPH_MAX_ENTRIES)
		return malformed(r, err, "%" PRIu64 " entries are more than %d", entries,
				 GRAPH_MAX_ENTRIES);
	r->rows = rows;
	r->columns = columns;
	r->expected = entries;
	r->sized = true;
	return true;
}

/* The arrays grow with what is there, not with what the file promises. */
static bool add_entry(struct reader *r, uint32_t row, uint32_t column, double value,
		      struct error *err)
{
	if (r->count == GRAPH_MAX_ENTRIES)
		return malformed(r, err, "more than %d entries, both sides of the diagonal counted",
				 GRAPH_MAX_ENTRIES);
	if (r->count == r->capacity) {
		r->capacity = r->capacity ? 2 * r->capacity : 1024;
		r->row = xrealloc(r->row, r->capacity * sizeof(*r->row));
		r->column = xrealloc(r->column, r->capacity * sizeof(*r->column));
		r->value = xrealloc(r->value, r->capacity * sizeof(*r->value));
	}
	r->row[r->count] = row;
	r->column[r->count] = column;
	r->value[r->count++] = value;
	return true;
}

static bool one_entry_more(struct reader *r, struct error *err)
{
	if (r->seen++ == r->expected)
		return malformed(r, err, "more than the %" PRIu64 " entries announced",
				 r->expected);
	return true;
}

static bool check_complete(struct reader *r, struct error *err)
{
	if (r->seen < r->expected)
		return malformed(r, err, "the file ends after %" PRIu64 " of %" PRIu64 " entries",
				 r->seen, r->expected);
	return true;
}

struct matrix_market {
	bool pattern, integer, symmetric;
};

/* Compares without regard to case, as the format asks. */
static bool is_word(const char *word, const char *expected)
{
	return !strcasecmp(word, expected);
}

static bool read_banner(struct reader *r, struct matrix_market *m, struct error *err)
{
	if (!read_graph_line(r, err))
		return false;
	if (r->word_count != 5 || !is_word(r->words[0], "%%MatrixMarket") ||
	    !is_word(r->words[1], "matrix"))
		return malformed(
			r, err,
			"expected '%%%%MatrixMarket matrix coordinate real|integer|pattern "
			"general|symmetric'");
	if (!is_word(r->words[2], "coordinate"))
		return malformed(r, err, "'%s': only coordinate matrices can be read", r->words[2]);
	m->pattern = is_word(r->words[3], "pattern");
	m->integer = is_word(r->words[3], "integer");
	if (!m->pattern && !m->integer && !is_word(r->words[3], "real"))
		return malformed(r, err, "values '%s': expected real, integer or pattern",
				 r->words[3]);
	m->symmetric = is_word(r->words[4], "symmetric");
	if (!m->symmetric && !is_word(r->words[4], "general"))
		return malformed(r, err, "symmetry '%s': expected general or symmetric",
				 r->words[4]);
	return true;
}

static bool read_matrix_size(struct reader *r, const struct matrix_market *m, struct error *err)
{
	uint64_t rows, columns, entries;

	if (r->word_count != 3 || !read_count(r->words[0], &rows) ||
	    !read_count(r->words[1], &columns) || !read_count(r->words[2], &entries))
		return malformed(r, err, "expected three whole numbers: rows, columns, entries");
	if (m->symmetric && rows != columns)
		return malformed(r, err, "%" PRIu64 " x %" PRIu64 " cannot be symmetric", rows,
				 columns);
	return set_size(r, rows, columns, entries, err);
}

static bool read_entry(struct reader *r, const struct matrix_market *m, double *value,
		       struct error *err)
{
	if (m->pattern)
		return true;
	if (m->integer && !read_integer(r->words[2], value))
		return malformed(r, err, "value '%s' is not a whole number", r->words[2]);
	if (!m->integer && (!text_to_f64(r->words[2], value) || !isfinite(*value)))
		return malformed(r, err, "value '%s' is not a number", r->words[2]);
	return true;
}

static bool read_matrix_entry(struct reader *r, const struct matrix_market *m, struct error *err)
{
	uint32_t row, column;
	double value = 1;

	if (!one_entry_more(r, err))
		return false;
	if (r->word_count != (m->pattern ? 2 : 3))
		return malformed(r, err, "expected %s",
				 m->pattern ? "row and column" : "row, column and value");
	if (!read_index(r, r->words[0], "row", r->rows, &row, err) ||
	    !read_index(r, r->words[1], "column", r->columns, &column, err) ||
	    !read_entry(r, m, &value, err))
		return false;
	if (m->symmetric && column > row)
		return malformed(r, err, "an entry above the diagonal of a symmetric matrix");
	if (m->symmetric && column != row && !add_entry(r, column, row, value, err))
		return false;
	return add_entry(r, row, column, value, err);
}

static bool read_matrix_market(struct reader *r, bool *has_values, struct error *err)
{
	struct matrix_market m;

	if (!read_banner(r, &m, err))
		return false;
	*has_values = !m.pattern;
	while (read_graph_line(r, err)) {
		if (!r->word_count || *r->words[0] == '%')
			continue;
		if (!(r->sized ? read_matrix_entry(r, &m, err) : read_matrix_size(r, &m, err)))
			return false;
	}
	if (*err->text)
		return false;
	if (!r->sized)
		return malformed(r, err, "the file ends before the line with its size");
	return check_complete(r, err);
}

static bool read_problem(struct reader *r, struct error *err)
{
	uint64_t nodes, arcs;

	if (r->sized)
		return malformed(r, err, "a second line 'p'");
	if (r->word_count != 4 || strcmp(r->words[1], "sp") || !read_count(r->words[2], &nodes) ||
	    !read_count(r->words[3], &arcs))
		return malformed(r, err, "expected 'p sp NODES ARCS'");
	return set_size(r, nodes, nodes, arcs, err);
}

static bool read_arc(struct reader *r, struct error *err)
{
	uint32_t from, to;
	double weight;

	if (!r->sized)
		return malformed(r, err, "an arc before the line 'p sp NODES ARCS'");
	if (!one_entry_more(r, err))
		return false;
	if (r->word_count != 4)
		return malformed(r, err, "expected 'a FROM TO WEIGHT'");
	if (!read_index(r, r->words[1], "node", r->rows, &from, err) ||
	    !read_index(r, r->words[2], "node", r->rows, &to, err))
		return false;
	if (!read_integer(r->words[3], &weight))
		return malformed(r, err, "weight '%s' is not a whole number", r->words[3]);
	return add_entry(r, from, to, weight, err);
}

static bool read_dimacs(struct reader *r, bool *has_values, struct error *err)
{
	*has_values = true;
	while (read_graph_line(r, err)) {
		const char *kind = r->word_count ? r->words[0] : "c";

		if (*kind == 'c')
			continue;
		if (strcmp(kind, "p") && strcmp(kind, "a"))
			return malformed(r, err, "'%s': expected a line that begins with c, p or a",
					 kind);
		if (!(*kind == 'p' ? read_problem(r, err) : read_arc(r, err)))
			return false;
	}
	if (*err->text)
		return false;
	if (!r->sized)
		return malformed(r, err, "the file ends without a line 'p sp NODES ARCS'");
	return check_complete(r, err);
}

struct graph *graph_read(const char *path, struct error *err)
{
	const char *dot = strrchr(path, '.');
	bool matrix = dot && !strcmp(dot, ".mtx"), has_values, ok;
	struct reader r = {.path = path};
	const char *why;
	struct graph *g = NULL;

	err->text[0] = '\0';
	if (!matrix && (!dot || strcmp(dot, ".gr"))) {
		error_set(err,
			  "%s: unknown kind of file; known: .mtx (Matrix Market), .gr (DIMACS)",
			  path);
		return NULL;
	}
	r.file = input_file_open(path, &why);
	if (!r.file) {
		error_set(err, "%s: %s", path, why);
		return NULL;
	}
	ok = matrix ? read_matrix_market(&r, &has_values, err) : read_dimacs(&r, &has_values, err);
	if (ok)
		g = graph_from_entries((uint32_t)r.rows, (uint32_t)r.columns, (uint32_t)r.count,
				       r.row, r.column, has_values ? r.value : NULL);
	fclose(r.file);
	free(r.line);
	free(r.row);
	free(r.column);
	free(r.value);
	return g;
}
