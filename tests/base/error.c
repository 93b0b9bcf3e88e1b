/* Errors are one line, whatever the user wrote. */
#include "harness.h"

#include "base/yaml.h"

TEST(control_characters_do_not_leave_the_line)
{
	struct error err;

	error_set(&err, "there is no '%s'", "a\nb\t\033[31mc");
	CHECK_STR(err.text, "there is no 'a b ?[31mc'");
	error_prefix(&err, "%s", "x\r\ny");
	CHECK_STR(err.text, "x  y: there is no 'a b ?[31mc'");
	CHECK_EQ(err.exit_status, 2);
	error_failed(&err, "%s", "1\n2");
	CHECK_STR(err.text, "1 2");
}

TEST(nor_do_those_of_a_document)
{
	struct yaml_value v = {.file = "a.yaml", .line = 3};
	struct error err;

	yaml_error(&v, &err, "unknown key '%s'", "ü\n");
	CHECK_STR(err.text, "a.yaml:3: unknown key 'ü '");
}
