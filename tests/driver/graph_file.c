/* Readers of graph files: what they accept, and the line they name when something is wrong. */
#include "harness.h"

#include <stdlib.h>
#include <unistd.h>

#include "driver/workload/graph_file.h"

/* Reads a file with this content; the path is the extension with a name before it. */
static struct graph *read_bytes(const char *extension, const char *content, size_t bytes,
				struct error *err)
{
	char path[64];

	snprintf(path, sizeof(path), "/tmp/warpwalk-graph-%d%s", (int)getpid(), extension);

	FILE *f = fopen(path, "w");

	CHECK(f);
	CHECK_EQ(fwrite(content, 1, bytes, f), bytes);
	CHECK(!fclose(f));

	struct graph *g = graph_read(path, err);

	unlink(path);
	return g;
}

static struct graph *read_text(const char *extension, const char *content, struct error *err)
{
	return read_bytes(extension, content, strlen(content), err);
}

static void check_entry(const struct graph *g, uint32_t row, uint32_t k, uint32_t column,
			double value)
{
	uint32_t e = g->first[row] + k;

	CHECK(e < g->first[row + 1]);
	CHECK_EQ(g->column[e], column);
	CHECK(!g->value || g->value[e] == value);
}

TEST(matrix_market_general)
{
	struct error err = {.text = ""};
	struct graph *g = read_text(".mtx",
				    "%%MatrixMarket matrix coordinate real general\n"
				    "% a comment\n"
				    "\n"
				    "3 4 4\n"
				    "3 4 -1.5e3\r\n"
				    "% another\n"
				    "1 1 2\n"
				    "  3\t1   0.25  \n"
				    "2 2 1e-3", /* without a newline */
				    &err);

	if (!g)
		FAIL("%s", err.text);
	CHECK_EQ(g->rows, 3);
	CHECK_EQ(g->columns, 4);
	CHECK_EQ(g->entries, 4);
	check_entry(g, 0, 0, 0, 2);
	check_entry(g, 1, 0, 1, 1e-3);
	check_entry(g, 2, 0, 3, -1500);
	check_entry(g, 2, 1, 0, 0.25);
	graph_free(g);
}

TEST(matrix_market_symmetric_pattern)
{
	struct error err = {.text = ""};
	struct graph *g = read_text(".mtx",
				    "%%matrixmarket MATRIX Coordinate Pattern Symmetric\n"
				    "3 3 3\n2 1\n2 2\n3 1\n",
				    &err);

	if (!g)
		FAIL("%s", err.text);
	CHECK_EQ(g->entries, 5);
	CHECK(!g->value);
	check_entry(g, 0, 0, 1, 1);
	check_entry(g, 0, 1, 2, 1);
	check_entry(g, 1, 0, 0, 1);
	check_entry(g, 1, 1, 1, 1);
	check_entry(g, 2, 0, 0, 1);
	graph_free(g);
}

TEST(matrix_market_integer)
{
	struct error err = {.text = ""};
	struct graph *g = read_text(".mtx",
				    "%%MatrixMarket matrix coordinate integer symmetric\n"
				    "2 2 2\n2 1 -7\n1 1 9007199254740992\n",
				    &err);

	if (!g)
		FAIL("%s", err.text);
	check_entry(g, 0, 0, 1, -7);
	check_entry(g, 0, 1, 0, 9007199254740992);
	check_entry(g, 1, 0, 0, -7);
	graph_free(g);
}

TEST(matrix_market_without_entries)
{
	struct error err = {.text = ""};
	struct graph *g = read_text(
		".mtx", "%%MatrixMarket matrix coordinate pattern general\n5 2 0\n", &err);

	if (!g)
		FAIL("%s", err.text);
	CHECK_EQ(g->rows, 5);
	CHECK_EQ(g->entries, 0);
	graph_free(g);
}

TEST(dimacs)
{
	struct error err = {.text = ""};
	struct graph *g = read_text(".gr",
				    "c a road\n\nc\np sp 3 3\na 1 2 10\nc between\n"
				    "a 3 1 0\r\na 1 3 803\n",
				    &err);

	if (!g)
		FAIL("%s", err.text);
	CHECK_EQ(g->rows, 3);
	CHECK_EQ(g->columns, 3);
	CHECK_EQ(g->entries, 3);
	check_entry(g, 0, 0, 1, 10);
	check_entry(g, 0, 1, 2, 803);
	check_entry(g, 2, 0, 0, 0);
	graph_free(g);
}

struct malformed {
	const char *content, *message;
};

static void check_malformed(const char *extension, const struct malformed *cases, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct error err = {.text = ""};
		struct graph *g = read_text(extension, cases[i].content, &err);

		if (g)
			FAIL("accepted: %s", cases[i].content);
		CHECK_CONTAINS(err.text, cases[i].message);
		CHECK_CONTAINS(err.text, "/tmp/warpwalk-graph-");
		CHECK(!strchr(err.text, '\n'));
		CHECK_EQ(err.exit_status, 2);
	}
}

#define BANNER "%%MatrixMarket matrix coordinate real general\n"
#define PATTERN "%%MatrixMarket matrix coordinate pattern symmetric\n"

TEST(malformed_matrix_market)
{
	static const struct malformed cases[] = {
		{"", "the file is empty"},
		{"3 3 1\n", ".mtx:1: expected '%%MatrixMarket matrix coordinate"},
		{"%%MatrixMarket matrix coordinate real\n", ".mtx:1: expected '%%Matrix"},
		{"%%MatrixMarket vector coordinate real general\n", ".mtx:1: expected '%%Mat"},
		{"%%MatrixMarket matrix array real general\n", ".mtx:1: 'array'"},
		{"%%MatrixMarket matrix coordinate complex general\n",
		 ".mtx:1: values 'complex': expected real, integer or pattern"},
		{"%%MatrixMarket matrix coordinate real hermitian\n",
		 ".mtx:1: symmetry 'hermitian': expected general or symmetric"},
		{BANNER, ".mtx:1: the file ends before the line with its size"},
		{BANNER "% c\n\n", ".mtx:3: the file ends before the line with its size"},
		{BANNER "3 3\n", ".mtx:2: expected three whole numbers"},
		{BANNER "3 3 1 1\n", ".mtx:2: expected three whole numbers"},
		{BANNER "3 -3 1\n", ".mtx:2: expected three whole numbers"},
		{BANNER "3 3 1K\n", ".mtx:2: expected three whole numbers"},
		{BANNER "3 3 99999999999999999999999\n", ".mtx:2: expected three whole numbers"},
		{BANNER "0 3 1\n", ".mtx:2: size 0 x 3 is not within"},
		{BANNER "3 0 1\n", ".mtx:2: size 3 x 0 is not within"},
		{BANNER "4294967297 3 1\n", ".mtx:2: size 4294967297 x 3 is not within"},
		{BANNER "3 3 2147483648\n", ".mtx:2: 2147483648 entries are more than"},
		{PATTERN "3 4 1\n", ".mtx:2: 3 x 4 cannot be symmetric"},
		{BANNER "3 3 1\n1 1\n", ".mtx:3: expected row, column and value"},
		{BANNER "3 3 1\n1 1 1 1\n", ".mtx:3: expected row, column and value"},
		{BANNER "3 3 1\n0 1 1\n", ".mtx:3: row 0 is not within 1 .. 3"},
		{BANNER "3 4 1\n4 4 1\n", ".mtx:3: row 4 is not within 1 .. 3"},
		{BANNER "3 4 1\n3 5 1\n", ".mtx:3: column 5 is not within 1 .. 4"},
		{BANNER "3 4 1\nx 5 1\n", ".mtx:3: row 'x' is not a whole number"},
		{BANNER "3 4 1\n1 1.5 1\n", ".mtx:3: column '1.5' is not a whole number"},
		{BANNER "3 4 1\n1 1 one\n", ".mtx:3: value 'one' is not a number"},
		{BANNER "3 4 1\n1 1 nan\n", ".mtx:3: value 'nan' is not a number"},
		{BANNER "3 4 1\n1 1 1e999\n", ".mtx:3: value '1e999' is not a number"},
		{BANNER "3 4 2\n1 1 1\n% end\n", ".mtx:4: the file ends after 1 of 2 entries"},
		{BANNER "3 4 1\n1 1 1\n2 1 1\n", ".mtx:4: more than the 1 entries announced"},
		{PATTERN "3 3 1\n1 1 1\n", ".mtx:3: expected row and column"},
		{PATTERN "3 3 1\n1 2\n", ".mtx:3: an entry above the diagonal"},
		{"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 0.5\n",
		 ".mtx:3: value '0.5' is not a whole number"},
		{"%%MatrixMarket matrix coordinate integer general\n1 1 1\n1 1 9007199254740993\n",
		 ".mtx:3: value '9007199254740993' is not a whole number"},
	};

	check_malformed(".mtx", cases, sizeof(cases) / sizeof(*cases));
}

TEST(malformed_dimacs)
{
	static const struct malformed cases[] = {
		{"", ".gr: the file is empty"},
		{"c only\n", ".gr:1: the file ends without a line 'p sp NODES ARCS'"},
		{"p sp 3\n", ".gr:1: expected 'p sp NODES ARCS'"},
		{"p max 3 3\n", ".gr:1: expected 'p sp NODES ARCS'"},
		{"p sp three 3\n", ".gr:1: expected 'p sp NODES ARCS'"},
		{"p sp 3 -3\n", ".gr:1: expected 'p sp NODES ARCS'"},
		{"p sp 0 0\n", ".gr:1: size 0 x 0 is not within"},
		{"p sp 3 9999999999\n", ".gr:1: 9999999999 entries are more than"},
		{"p sp 3 1\np sp 3 1\n", ".gr:2: a second line 'p'"},
		{"c\na 1 2 3\n", ".gr:2: an arc before the line 'p sp NODES ARCS'"},
		{"p sp 3 1\na 1 2\n", ".gr:2: expected 'a FROM TO WEIGHT'"},
		{"p sp 3 1\na 1 2 3 4\n", ".gr:2: expected 'a FROM TO WEIGHT'"},
		{"p sp 3 1\na 0 2 3\n", ".gr:2: node 0 is not within 1 .. 3"},
		{"p sp 3 1\na 1 4 3\n", ".gr:2: node 4 is not within 1 .. 3"},
		{"p sp 3 1\na 1 -4 3\n", ".gr:2: node '-4' is not a whole number"},
		{"p sp 3 1\na 1 2 3.5\n", ".gr:2: weight '3.5' is not a whole number"},
		{"p sp 3 1\na 1 2 -\n", ".gr:2: weight '-' is not a whole number"},
		{"p sp 3 2\na 1 2 3\n", ".gr:2: the file ends after 1 of 2 entries"},
		{"p sp 3 1\na 1 2 3\na 2 3 1\n", ".gr:3: more than the 1 entries announced"},
		{"p sp 3 1\nx 1 2 3\n", ".gr:2: 'x': expected a line that begins with c, p or a"},
		{"p sp 3 1\narc 1 2 3\n", ".gr:2: 'arc': expected a line"},
	};

	check_malformed(".gr", cases, sizeof(cases) / sizeof(*cases));
}

TEST(bytes_that_are_not_text)
{
	struct error err = {.text = ""};

	CHECK(!read_bytes(".gr", "p sp 3 1\na 1\0 2 3\n", 19, &err));
	CHECK_CONTAINS(err.text, ".gr:2: not a line of text");
}

TEST(files_that_are_not_there)
{
	struct error err = {.text = ""};

	CHECK(!graph_read("/nonexistent/road.gr", &err));
	CHECK_STR(err.text, "/nonexistent/road.gr: No such file or directory");
	CHECK(!graph_read("road.txt", &err));
	CHECK_STR(err.text,
		  "road.txt: unknown kind of file; known: .mtx (Matrix Market), .gr (DIMACS)");
	CHECK(!graph_read("road", &err));
	CHECK_CONTAINS(err.text, "road: unknown kind of file");
}

TEST(a_folder_is_not_a_file)
{
	char path[] = "/tmp/warpwalk-graph-XXXXXX.gr";
	struct error err = {.text = ""};
	int length = (int)strlen(path) - 3;

	path[length] = '\0';
	CHECK(mkdtemp(path));

	char *renamed = xasprintf("%s.gr", path);

	CHECK(!rename(path, renamed));
	CHECK(!graph_read(renamed, &err));
	CHECK_CONTAINS(err.text, ": Is a directory");
	rmdir(renamed);
	free(renamed);
}
