/* Writing JSON, one value after the other; commas and indentation take care of themselves. */
#ifndef SIM_JSON_H
#define SIM_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json {
	FILE *out;
	unsigned depth;
	bool first; /* no member written yet at this depth */
};

void json_init(struct json *j, FILE *out);
void json_finish(struct json *j); /* ends the line */

/* key is NULL inside an array and at the top. */
void json_open_object(struct json *j, const char *key);
void json_close_object(struct json *j);
void json_open_array(struct json *j, const char *key);
void json_close_array(struct json *j);
void json_string(struct json *j, const char *key, const char *value);
void json_u64(struct json *j, const char *key, uint64_t value);
void json_i64(struct json *j, const char *key, int64_t value);
void json_f64(struct json *j, const char *key, double value);
void json_bool(struct json *j, const char *key, bool value);

#endif
