/* The golden table's own rules: what a difference means, and when it may be written over. */
#include "../golden/table.h"

#include <stdlib.h>

#include "harness.h"

static const char columns[] = "gpu\tworkload\tcycles\twalks";

/* A table from text; of a file that is empty when text is NULL. */
static void make(struct golden_table *t, const char *text)
{
	FILE *in = text ? fmemopen((char *)text, strlen(text), "r") : NULL;
	struct error err;

	golden_init(t, 0, 2, columns);
	if (in && !golden_read(t, in, &err))
		FAIL("%s", err.text);
	if (in)
		fclose(in);
}

#define TABLE(model, rows) "# model " model "\ngpu\tworkload\tcycles\twalks\n" rows
#define ATAX "apu18\tatax\t100\t7\n"
#define MM "mcm4\tmm\t200\t8\n"

static enum golden_verdict verdict_of(const char *before, const char *after,
				      bool (*is_no_run)(const char *name))
{
	struct golden_table old, new;
	enum golden_verdict result;
	struct golden_difference d;

	make(&old, before);
	make(&new, after);
	d = golden_compare(&old, &new, NULL, is_no_run);
	result = golden_judge(old.model, new.model, d);
	golden_release(&old);
	golden_release(&new);
	return result;
}

static enum golden_verdict verdict(const char *before, const char *after)
{
	return verdict_of(before, after, NULL);
}

static bool is_mm(const char *name)
{
	return strstr(name, "mm") != NULL;
}

TEST(rows_of_runs_that_are_refused_now)
{
	CHECK_EQ(verdict_of(TABLE("1", ATAX MM), TABLE("1", ATAX), is_mm), GOLDEN_ADDED);
	CHECK_EQ(verdict_of(TABLE("1", ATAX MM), TABLE("1", MM), is_mm), GOLDEN_CHANGED);
	/* A run that is there is not gone, whatever is said of it. */
	CHECK_EQ(verdict_of(TABLE("1", ATAX MM), TABLE("1", ATAX MM), is_mm), GOLDEN_SAME);
	CHECK_EQ(verdict_of(TABLE("1", MM), TABLE("1", "mcm4\tmm\t1\t8\n"), is_mm), GOLDEN_CHANGED);
}

TEST(same_number)
{
	CHECK_EQ(verdict(TABLE("1", ATAX MM), TABLE("1", ATAX MM)), GOLDEN_SAME);
	/* Neither order nor new rows need a new number. */
	CHECK_EQ(verdict(TABLE("1", ATAX MM), TABLE("1", MM ATAX)), GOLDEN_SAME);
	CHECK_EQ(verdict(TABLE("1", ATAX), TABLE("1", ATAX MM)), GOLDEN_ADDED);
	CHECK_EQ(verdict(TABLE("1", ATAX MM), TABLE("1", ATAX)), GOLDEN_CHANGED);
	CHECK_EQ(verdict(TABLE("1", ATAX), TABLE("1", "apu18\tatax\t100\t6\n")), GOLDEN_CHANGED);
	CHECK_EQ(verdict(TABLE("1", ATAX), TABLE("1", "apu18\tatax\t101\t7\n" MM)), GOLDEN_CHANGED);
}

TEST(another_number)
{
	CHECK_EQ(verdict(TABLE("1", ATAX), TABLE("2", ATAX)), GOLDEN_RAISED);
	CHECK_EQ(verdict(TABLE("9", ATAX), TABLE("10", MM)), GOLDEN_RAISED);
	CHECK_EQ(verdict(TABLE("2", ATAX), TABLE("1", ATAX)), GOLDEN_LOWERED);
	CHECK_EQ(verdict(NULL, TABLE("1", ATAX)), GOLDEN_RAISED);
}

TEST(advice)
{
	CHECK_STR(golden_advice(GOLDEN_SAME), "");
	CHECK_CONTAINS(golden_advice(GOLDEN_ADDED), "run make golden");
	CHECK_CONTAINS(golden_advice(GOLDEN_RAISED), "run make golden");
	CHECK_CONTAINS(golden_advice(GOLDEN_CHANGED), "raise MODEL_VERSION in src/model_version.h");
	CHECK(golden_may_replace(GOLDEN_SAME) && golden_may_replace(GOLDEN_ADDED));
	CHECK(golden_may_replace(GOLDEN_RAISED));
	CHECK(!golden_may_replace(GOLDEN_CHANGED) && !golden_may_replace(GOLDEN_LOWERED));
}

TEST(one_group)
{
	struct golden_table old, new;
	struct golden_difference d;

	make(&old, TABLE("1", ATAX MM "apu18\tmm\t5\t5\n"));
	make(&new, TABLE("1", "mcm4\tmm\t201\t8\n" ATAX "apu18\tfft\t5\t5\n"));
	d = golden_compare(&old, &new, "apu18", NULL);
	CHECK(d.same == 1 && d.changed == 0 && d.vanished == 1 && d.added == 1);
	d = golden_compare(&old, &new, "mcm4", NULL);
	CHECK(d.same == 0 && d.changed == 1 && d.vanished == 0 && d.added == 0);
	d = golden_compare(&old, &new, "apu", NULL);
	CHECK(d.same == 0 && d.changed == 0 && d.vanished == 0 && d.added == 0);
	golden_release(&old);
	golden_release(&new);
}

TEST(differing_columns_by_name)
{
	struct golden_table old, new;
	char text[64];

	make(&old, TABLE("1", ATAX));
	make(&new, TABLE("1", "apu18\tatax\t100\t12\n"));
	CHECK_STR(golden_row_text(&old, old.rows, new.rows, text, sizeof(text)), "walks 7 -> 12");
	golden_release(&new);
	make(&new, TABLE("1", "apu18\tatax\t99\t12\n"));
	CHECK_STR(golden_row_text(&old, old.rows, new.rows, text, sizeof(text)),
		  "cycles 100 -> 99, walks 7 -> 12");
	golden_release(&old);
	golden_release(&new);
}

TEST(values_may_be_missing)
{
	struct golden_table t;

	make(&t, TABLE("1", "apu18\tatax\n" MM));
	CHECK(t.count == 2);
	CHECK_STR(t.rows[0].name, "apu18\tatax");
	CHECK_STR(t.rows[0].values, "");
	CHECK(*t.rows[1].values);
	golden_release(&t);
}

TEST(written_as_read)
{
	static const char text[] = TABLE("3", ATAX MM);
	struct golden_table t;
	char *written = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&written, &bytes);

	make(&t, text);
	golden_write(&t, out);
	fclose(out);
	CHECK_STR(written, text);
	free(written);
	golden_release(&t);
}

static const char *complaint(const char *text)
{
	static struct error err;
	FILE *in = fmemopen((char *)text, strlen(text), "r");
	struct golden_table t;
	bool ok;

	golden_init(&t, 0, 2, columns);
	ok = golden_read(&t, in, &err);
	fclose(in);
	golden_release(&t);
	return ok ? "" : err.text;
}

TEST(rows_keep_their_order)
{
	struct golden_table old, new;

	make(&old, TABLE("1", ATAX MM));
	make(&new, TABLE("1", "fermi\tmm\t1\t1\n" MM ATAX));
	golden_order_as(&new, &old);
	CHECK_EQ(new.count, 3);
	CHECK_STR(new.rows[0].name, "apu18\tatax");
	CHECK_STR(new.rows[1].name, "mcm4\tmm");
	CHECK_STR(new.rows[2].name, "fermi\tmm");
	golden_release(&old);
	golden_release(&new);
}

TEST(damaged_files)
{
	CHECK_STR(complaint(TABLE("1", ATAX)), "");
	CHECK_CONTAINS(complaint("cycles\n"), "line 1");
	CHECK_CONTAINS(complaint("# model 1\ngpu\tworkload\tcycles\n"), "line 2");
	CHECK_CONTAINS(complaint(TABLE("1", ATAX "apu18\n")), "line 4");
}
