/* Small helpers for text that a person typed or will read. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * For messages about an unknown name: "; did you mean 'atax' or 'bicg'?" from the nearest
 * candidates by edit distance, or the whole list "; known: a, b, c" when none is near. Writes into
 * out.
 */
void text_suggest(char *out, size_t bytes, const char *wrong, const char *const *candidates,
		  size_t count);

/* Whole-string integers: decimal or 0x, with an optional suffix K, M or G (powers of 1024). */
bool text_to_i64(const char *text, int64_t *value);
bool text_to_f64(const char *text, double *value);

/* "1.5 MB", "640 KB"; "12,345,678". Written into out, which is returned. */
char *text_bytes(char *out, size_t bytes, uint64_t value);
char *text_count(char *out, size_t bytes, uint64_t value);

#endif
