/* Claims: the table as it is shipped, tables that are wrong, and verdicts at their limits. */
#include "harness.h"

#include "experiment/figure/claims.h"

static const char header[] = "id,paper,source,quantity,subject,published,unit,kind\n";

/* A claim of its own; the last one made is released with the next. */
static const struct claim *make(const char *published, const char *unit, const char *kind)
{
	static struct claims claims;
	struct error err;
	char text[512];

	claims_release(&claims);
	snprintf(text, sizeof(text), "%sX1,walks,Fig 1,speed,all,%s,%s,%s\n", header, published,
		 unit, kind);
	if (!claims_read(&claims, text, strlen(text), "t.csv", &err))
		FAIL("%s", err.text);
	CHECK_EQ(claims.count, 1);
	return claims.items;
}

static const char *verdict(const struct claim *c, enum claim_sense sense, double ours)
{
	return verdict_names[claim_compare(c, sense, 0, ours)];
}

TEST(the_shipped_table)
{
	const struct claims *all = claims_all();
	const struct claim *c = claim_find(all, "M06c");

	CHECK(all->count > 200);
	CHECK(c && c->number_count == 3);
	CHECK_STR(c->paper, "mgvm");
	CHECK_STR(c->subject, "gups");
	CHECK(c->numbers[0] == 698.32 && c->numbers[2] == 513.27);
	c = claim_find(all, "S12a");
	CHECK(c && c->number_count == 2 && c->between == '-');
	CHECK(c->numbers[0] == 27 && c->numbers[1] == 61);
	c = claim_find(all, "K01");
	CHECK(c && c->number_count == 1 && c->numbers[0] == -85);
	CHECK(claim_find(all, "T07a")->number_count == 0);
	CHECK(!claim_find(all, "Z99"));
}

TEST(ratios)
{
	const struct claim *c = make("100", "mpki", "value");

	CHECK_STR(verdict(c, CLAIM_LEVEL, 110), "within 10 %");
	CHECK_STR(verdict(c, CLAIM_LEVEL, 90), "within 10 %");
	CHECK_STR(verdict(c, CLAIM_LEVEL, 111), "within 25 %");
	CHECK_STR(verdict(c, CLAIM_LEVEL, 75), "within 25 %");
	CHECK_STR(verdict(c, CLAIM_LEVEL, 126), "differs");
	CHECK_STR(verdict(c, CLAIM_LEVEL, 0.4), "differs");
}

TEST(changes_have_a_direction)
{
	const struct claim *c = make("-40", "percent", "value");

	CHECK_STR(verdict(c, CLAIM_CHANGE, -44), "within 10 %");
	CHECK_STR(verdict(c, CLAIM_CHANGE, -31), "within 25 %");
	CHECK_STR(verdict(c, CLAIM_CHANGE, -5), "same direction");
	CHECK_STR(verdict(c, CLAIM_CHANGE, 5), "differs");
	CHECK_STR(verdict(c, CLAIM_LEVEL, -5), "differs");
	c = make("2", "x", "value");
	CHECK_STR(verdict(c, CLAIM_CHANGE, 1.1), "same direction");
	CHECK_STR(verdict(c, CLAIM_CHANGE, 0.9), "differs");
}

TEST(half_a_point_is_rounding)
{
	const struct claim *c = make("0.4", "percent", "value");

	CHECK_STR(verdict(c, CLAIM_CHANGE, 0.9), "within 10 %");
	CHECK_STR(verdict(c, CLAIM_CHANGE, 0.95), "same direction");
	c = make("0.4", "pki", "value");
	CHECK_STR(verdict(c, CLAIM_LEVEL, 0.9), "differs");
}

TEST(orders_and_configurations)
{
	const struct claim *c = make("yes", "bool", "order");

	CHECK_STR(verdict(c, CLAIM_HOLDS, 1), "holds");
	CHECK_STR(verdict(c, CLAIM_HOLDS, 0), "does not hold");
	c = make("16384", "entries", "config");
	CHECK_STR(verdict(c, CLAIM_EXACT, 16384), "exact");
	CHECK_STR(verdict(c, CLAIM_EXACT, 16383), "not exact");
}

TEST(texts)
{
	const struct claim *c = make("30", "percent", "value");
	char out[64];

	CHECK_STR(claim_number_text(c, 27.04, out, sizeof(out)), "27.0");
	CHECK_STR(claim_difference_text(c, 0, 27.04, out, sizeof(out)), "-3.0 points");
	CHECK_STR(claim_unit_text(c), " %");
	c = make("2101.7", "mpki", "value");
	CHECK_STR(claim_difference_text(c, 0, 2311.87, out, sizeof(out)), "+10 %");
	CHECK_STR(claim_difference_text(c, 0, 42034, out, sizeof(out)), "20 times");
	c = make("exact", "class", "order");
	CHECK_STR(claim_number_text(c, 16, out, sizeof(out)), "16");
	CHECK_STR(claim_number_text(c, 16.5, out, sizeof(out)), "16.50");
}

static const char *refusal(const char *text)
{
	static struct error err;
	struct claims claims;
	bool ok = claims_read(&claims, text, strlen(text), "t.csv", &err);

	claims_release(&claims);
	if (ok)
		FAIL("read: %s", text);
	return err.text;
}

TEST(tables_that_are_wrong)
{
	char text[512];

	CHECK_CONTAINS(refusal("a,b\n"), "t.csv:1: expected the columns id, paper");
	CHECK_STR(refusal("id,paper,source,what,subject,published,unit,kind\n"),
		  "t.csv:1: not a table of claims: other columns");
	snprintf(text, sizeof(text), "%sX1,0,F,q,s,3,x,value\nX1,0,F,q,s,3,x,value\n", header);
	CHECK_STR(refusal(text), "t.csv:3: the id is given twice");
	snprintf(text, sizeof(text), "%sX1,0,F,q,s,3,x,guess\n", header);
	CHECK_STR(refusal(text), "t.csv:2: the kind of a claim is value, order or config");
	snprintf(text, sizeof(text), "%sX1,0,F,q,s,much,x,value\n", header);
	CHECK_CONTAINS(refusal(text), "t.csv:2: a claim of kind value needs a number");
	snprintf(text, sizeof(text), "%sX1,0,F,q,s,3,x,value,more\n", header);
	CHECK_STR(refusal(text), "t.csv:2: more columns than the header has");
}

TEST(quoted_fields)
{
	struct claims claims;
	struct error err;
	char text[512];

	snprintf(text, sizeof(text), "%sX1,0,F,\"a, \"\"b\"\"\",s,3,x,value", header);
	CHECK(claims_read(&claims, text, strlen(text), "t.csv", &err));
	CHECK_STR(claims.items[0].quantity, "a, \"b\"");
	claims_release(&claims);
}
