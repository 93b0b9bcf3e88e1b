/*
 * A YAML document as a tree in which every value knows its file and line. Scalars stay text until
 * somebody asks for a number. Anchors, aliases and merge keys are refused; one document per file.
 */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum yaml_kind { YAML_TEXT, YAML_LIST, YAML_MAP };

/* Invariant: keys is NULL unless kind is YAML_MAP; text is NULL unless kind is YAML_TEXT. */
struct yaml_value {
	enum yaml_kind kind;
	int line; /* from 1 */
	const char *file;
	char *text;
	bool quoted; /* 'x' or "x": never taken for a number or null */
	struct yaml_value **items;
	char **keys;    /* keys[i] belongs to items[i]; no key occurs twice */
	int *key_lines; /* likewise */
	size_t count;
};

/* The root, NULL with "file:line: ..." in err. An empty document is an empty map. Free with
 * yaml_value_free. */
struct yaml_value *yaml_read(const void *bytes, size_t size, const char *name, struct error *err);
struct yaml_value *yaml_read_file(const char *path, struct error *err);
void yaml_value_free(struct yaml_value *root);

/* "file:line: " and the rest into err; returns false. */
bool yaml_error(const struct yaml_value *v, struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* The value of a key; NULL when there is none or v is no map. */
struct yaml_value *yaml_get(const struct yaml_value *v, const char *key);

/* False when v is no map, or has a key that is not among the known ones (suggests the nearest). */
bool yaml_check_keys(const struct yaml_value *v, const char *what, const char *const *known,
		     size_t count, struct error *err);

/* Typed access. `what` stands in messages: "count: expected a whole number from 1 to 10, not 'x'".
 */
bool yaml_to_i64(const struct yaml_value *v, const char *what, int64_t min, int64_t max,
		 int64_t *value, struct error *err);
bool yaml_to_f64(const struct yaml_value *v, const char *what, double *value, struct error *err);
const char *yaml_to_text(const struct yaml_value *v, const char *what, struct error *err);
bool yaml_expect(const struct yaml_value *v, const char *what, enum yaml_kind kind,
		 struct error *err);

#endif
