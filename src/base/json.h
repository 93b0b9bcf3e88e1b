/* Writing JSON, one value after the other; commas and indentation take care of themselves. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Hears of every number and truth value (0 or 1) as it is written, with its path: "apps.0.ipc". */
struct json_listener {
	void (*whole)(void *ctx, const char *path, uint64_t value);
	void (*real)(void *ctx, const char *path, double value);
	void *ctx;
};

enum { JSON_MOST_DEPTH = 16, JSON_MOST_PATH = 256 };

struct json {
	FILE *out;
	unsigned depth;
	bool first;                           /* no member written yet at this depth */
	const struct json_listener *listener; /* may be NULL */
	/* For the listener: the path of what is being written, and per depth how much of it belongs
	 * to the group and how many elements that has. */
	char path[JSON_MOST_PATH];
	struct {
		size_t path_length, elements;
	} group[JSON_MOST_DEPTH];
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
void json_null(struct json *j, const char *key); /* the listener does not hear of it */

#endif
