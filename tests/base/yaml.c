/* The YAML tree: shapes, lines, limits, messages. */
#include "harness.h"

#include "base/yaml.h"

static struct yaml_value *parse(const char *text, struct error *err)
{
	return yaml_read(text, strlen(text), "t.yaml", err);
}

static const char *parse_error(const char *text)
{
	static struct error err;
	struct yaml_value *root = parse(text, &err);

	if (root)
		FAIL("parsed: %s", text);
	return err.text;
}

TEST(tree_and_lines)
{
	struct error err;
	struct yaml_value *root = parse("# a comment\n"
					"a: 1\n"
					"list:\n"
					"  - x\n"
					"  - 'y'\n"
					"map: {k: v, e: }\n",
					&err);
	const struct yaml_value *list = yaml_get(root, "list");

	CHECK_EQ(root->kind, YAML_MAP);
	CHECK_EQ(root->count, 3);
	CHECK_STR(yaml_get(root, "a")->text, "1");
	CHECK_EQ(yaml_get(root, "a")->line, 2);
	CHECK_EQ(list->kind, YAML_LIST);
	CHECK_EQ(list->count, 2);
	CHECK_EQ(list->items[1]->line, 5);
	CHECK(list->items[1]->quoted && !list->items[0]->quoted);
	CHECK_STR(yaml_get(yaml_get(root, "map"), "k")->text, "v");
	CHECK_STR(yaml_get(yaml_get(root, "map"), "e")->text, "");
	CHECK(!yaml_get(root, "b"));
	CHECK(!yaml_get(list, "b"));
	yaml_value_free(root);
}

TEST(empty_document_is_an_empty_map)
{
	struct error err;
	struct yaml_value *root = parse("# nothing\n", &err);

	CHECK(root && root->kind == YAML_MAP && root->count == 0);
	yaml_value_free(root);
}

TEST(refusals_name_file_and_line)
{
	CHECK_STR(parse_error("a: 1\na: 2\n"), "t.yaml:2: key 'a' is given twice");
	CHECK_STR(parse_error("a: &x 1\nb: *x\n"),
		  "t.yaml:2: anchors and aliases are not supported");
	CHECK_STR(parse_error("? [a]\n: b\n"), "t.yaml:1: a key must be plain text");
	CHECK_STR(parse_error("a: 1\n---\nb: 1\n"), "t.yaml:2: more than one document");
	CHECK_CONTAINS(parse_error("a: [1\nb: 2\n"), "t.yaml:2: ");
	CHECK_CONTAINS(parse_error("a: \xff\n"), "t.yaml:1: ");
}

TEST(depth_is_limited)
{
	char text[256] = "";

	memset(text, '[', 100);
	CHECK_CONTAINS(parse_error(text), "t.yaml:1: nested too deeply");
}

TEST(typed_access)
{
	struct error err;
	struct yaml_value *root = parse("n: 4K\nf: 0.5\nt: text\nq: '5'\nl: [1]\n", &err);
	int64_t n;
	double f;

	CHECK(yaml_to_i64(yaml_get(root, "n"), "n", 0, 1 << 20, &n, &err) && n == 4096);
	CHECK(!yaml_to_i64(yaml_get(root, "n"), "n", 0, 10, &n, &err));
	CHECK_STR(err.text, "t.yaml:1: n: expected a whole number from 0 to 10, not '4K'");
	CHECK(yaml_to_f64(yaml_get(root, "f"), "f", &f, &err) && f == 0.5);
	CHECK(!yaml_to_f64(yaml_get(root, "t"), "t", &f, &err));
	CHECK_STR(err.text, "t.yaml:3: t: expected a number, not 'text'");
	CHECK(!yaml_to_i64(yaml_get(root, "q"), "q", 0, 10, &n, &err));
	CHECK(!yaml_to_text(yaml_get(root, "l"), "l", &err));
	CHECK_STR(err.text, "t.yaml:5: l: expected a single value, not a list");
	yaml_value_free(root);
}

TEST(unknown_keys)
{
	static const char *const known[] = {"count", "type"};
	struct error err;
	struct yaml_value *root = parse("count: 1\ncuont: 2\n", &err);

	CHECK(!yaml_check_keys(root, "a buffer", known, 2, &err));
	CHECK_STR(err.text, "t.yaml:2: a buffer has no key 'cuont'; did you mean 'count'?");
	yaml_value_free(root);
}

TEST(missing_file)
{
	struct error err;

	CHECK(!yaml_read_file("does/not/exist.yaml", &err));
	CHECK_STR(err.text, "does/not/exist.yaml: cannot be read: No such file or directory");
}
