/* SHA-256 (FIPS 180-4): names for contents. */
#ifndef BASE_DIGEST_H
#define BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { DIGEST_DIGITS = 64 };

struct digest {
	uint32_t state[8];
	uint64_t bytes;
	unsigned char block[64]; /* the last bytes % 64 */
};

void digest_init(struct digest *d);
void digest_add(struct digest *d, const void *bytes, size_t count);
/* Hexadecimal, with a NUL. d is used up. */
void digest_text(struct digest *d, char out[DIGEST_DIGITS + 1]);

/* Of a file's content; false with one line in err. */
bool digest_add_file(struct digest *d, const char *path, struct error *err);

#endif
