/* The curves of misses over TLB capacity, for people and for programs. */
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "cli/reach_parts.h"

enum { ROWS = 12, MOST_COLUMNS = 64, MOST_STEP = 6, LEAST_STEP = 2, MARGIN = 8 };

static double fraction_of(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

/* The logarithm of the largest capacity of interest: where only first uses miss, or what the
 * machine has. */
static unsigned doublings(const struct reach_level *l)
{
	uint64_t most = l->points[l->count - 1].capacity;
	unsigned n = 1;

	if (most < l->entries)
		most = l->entries;
	while (n < 63 && UINT64_C(1) << n < most)
		n++;
	return n;
}

/* Capacity at a column: powers of two are `step` columns apart, whole numbers between them. */
static uint64_t capacity_at(unsigned column, unsigned step)
{
	uint64_t base = UINT64_C(1) << column / step;

	return base + base * (column % step) / step;
}

/* A round number, in percent, that is not below the largest ratio. */
static double scale_of(double largest)
{
	static const double tops[] = {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40, 60, 80};

	for (size_t i = 0; i < sizeof(tops) / sizeof(*tops); i++)
		if (100 * largest <= tops[i])
			return tops[i];
	return 100;
}

/* Last column whose capacity is not above that of the machine's TLB. */
static unsigned column_of(uint64_t capacity, unsigned columns, unsigned step)
{
	unsigned column = 0;

	while (column + 1 < columns && capacity_at(column + 1, step) <= capacity)
		column++;
	return column;
}

/* Row of a column's ratio, from 0 to ROWS. */
static unsigned height_at(const struct reach_level *l, unsigned column, unsigned step, double top)
{
	double part = fraction_of(reach_misses(l, capacity_at(column, step)), reach_lookups(l));

	return (unsigned)(100 * part / top * ROWS + 0.5);
}

static void plot_row(const struct reach_level *l, unsigned row, unsigned columns, unsigned step,
		     double top, FILE *out)
{
	unsigned mark = column_of(l->entries, columns, step), length = 0, left = 0;
	char line[MOST_COLUMNS + 1];

	for (unsigned c = 0; c < columns; c++) {
		unsigned height = height_at(l, c, step, top);

		line[c] = height == row                ? '*'
			  : height < row && row < left ? '|' /* a steep fall */
			  : c == mark                  ? ':'
						       : ' ';
		if (line[c] != ' ')
			length = c + 1;
		left = height;
	}
	line[length] = '\0';
	if (row % 3 == 0)
		fprintf(out, "%*.*f %% |%s\n", MARGIN - 2, top < 4 ? 3 : 0, top * row / ROWS, line);
	else
		fprintf(out, "%*s |%s\n", MARGIN, "", line);
}

/* Powers of two below the axis, as many as there is room for. */
static void plot_axis(unsigned columns, unsigned step, FILE *out)
{
	unsigned at = 0;
	char label[32];

	fprintf(out, "%*s +", MARGIN, "");
	for (unsigned c = 0; c < columns; c++)
		fputc(c % step ? '-' : '+', out);
	fprintf(out, "\n%*s", MARGIN + 2, "");
	for (unsigned c = 0; c < columns; c += step) {
		if (c < at)
			continue;
		snprintf(label, sizeof(label), "%" PRIu64, capacity_at(c, step));
		at += (unsigned)fprintf(out, "%*s%s", (int)(c - at), "", label);
		at += (unsigned)fprintf(out, " ");
	}
	fputs(" entries\n", out);
}

static void plot(const struct reach_level *l, FILE *out)
{
	unsigned n = doublings(l), step = MOST_STEP;
	double top = scale_of(fraction_of(reach_misses(l, 1), reach_lookups(l)));
	unsigned columns;

	while (step > LEAST_STEP && n * step >= MOST_COLUMNS)
		step--;
	columns = n * step + 1 > MOST_COLUMNS ? MOST_COLUMNS : n * step + 1;
	for (unsigned row = ROWS + 1; row-- > 0;)
		plot_row(l, row, columns, step, top, out);
	plot_axis(columns, step, out);
}

static void table_row(const struct reach_level *l, uint64_t capacity, FILE *out)
{
	uint64_t misses = reach_misses(l, capacity);

	fprintf(out, "%10" PRIu64 " %14" PRIu64 " %11.3f %%%s\n", capacity, misses,
		100 * fraction_of(misses, reach_lookups(l)),
		capacity == l->entries ? "  <- as configured" : "");
}

static void table(const struct reach_level *l, FILE *out)
{
	unsigned n = doublings(l);
	bool marked = false;

	fprintf(out, "%10s %14s %13s\n", "entries", "misses", "miss ratio");
	for (unsigned i = 0; i <= n; i++) {
		uint64_t capacity = UINT64_C(1) << i;

		if (!marked && l->entries < capacity)
			table_row(l, l->entries, out);
		marked = l->entries <= capacity;
		table_row(l, capacity, out);
	}
}

static void print_level(const char *name, const struct reach_level *l, FILE *out)
{
	uint64_t lookups = reach_lookups(l);
	char ways[32];

	if (l->ways == l->entries)
		strcpy(ways, "fully associative");
	else
		snprintf(ways, sizeof(ways), "%" PRIu32 " ways", l->ways);
	fprintf(out, "\n%s: %" PRIu32 " of %" PRIu32 " entries, %s; %" PRIu64 " lookups\n\n", name,
		l->tlbs, l->entries, ways, lookups);
	if (!lookups)
		return;
	plot(l, out);
	fputc('\n', out);
	table(l, out);
	fprintf(out,
		"first uses, misses at any capacity: %" PRIu64 "\n"
		"in the run: %.3f %% missed, %.3f %% more joined a miss under way\n",
		l->points[l->count - 1].misses, 100 * fraction_of(l->misses, lookups),
		100 * fraction_of(l->mshr_hits, lookups));
}

void reach_print(const struct reach *r, const struct run_spec *spec, FILE *out)
{
	static const char *const titles[REACH_LEVELS] = {"L1 TLBs", "L2 TLBs"};
	char text[512];

	fprintf(out, "%s\n", run_spec_text(spec, text, sizeof(text)));
	for (unsigned i = 0; i < REACH_LEVELS; i++)
		if (r->level[i].tlbs)
			print_level(titles[i], &r->level[i], out);
		else
			fprintf(out, "\n%s: none in this machine\n", titles[i]);
}

static void json_list(struct json *j, const char *key, const struct text_list *list)
{
	json_open_array(j, key);
	for (size_t i = 0; i < list->count; i++)
		json_string(j, NULL, list->items[i]);
	json_close_array(j);
}

static void json_level(struct json *j, const char *name, const struct reach_level *l)
{
	json_open_object(j, name);
	json_u64(j, "tlbs", l->tlbs);
	json_u64(j, "entries", l->entries);
	json_u64(j, "ways", l->ways);
	json_u64(j, "lookups", reach_lookups(l));
	json_u64(j, "hits", l->hits);
	json_u64(j, "mshr_hits", l->mshr_hits);
	json_u64(j, "misses", l->misses);
	json_open_object(j, "curve");
	json_open_array(j, "capacity");
	for (size_t i = 0; i < l->count; i++)
		json_u64(j, NULL, l->points[i].capacity);
	json_close_array(j);
	json_open_array(j, "misses");
	for (size_t i = 0; i < l->count; i++)
		json_u64(j, NULL, l->points[i].misses);
	json_close_array(j);
	json_close_object(j);
	json_close_object(j);
}

void reach_json(const struct reach *r, const struct run_spec *spec, FILE *out)
{
	struct json j;

	json_init(&j, out);
	json_open_object(&j, NULL);
	json_string(&j, "gpu", spec->gpu);
	json_list(&j, "designs", &spec->designs);
	json_list(&j, "settings", &spec->settings);
	json_list(&j, "workloads", &spec->workloads);
	json_string(&j, "size", workload_size_name(spec->size));
	json_string(&j, "key", spec->key);
	for (unsigned i = 0; i < REACH_LEVELS; i++)
		if (r->level[i].tlbs)
			json_level(&j, reach_names[i], &r->level[i]);
	json_close_object(&j);
	json_finish(&j);
}
