/* SHA-256 as FIPS 180-4, section 6.2, has it. */
#include "base/digest.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/input_file.h"

static const uint32_t constants[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

void digest_init(struct digest *d)
{
	static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					  0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

	d->bytes = 0;
	memcpy(d->state, start, sizeof(start));
}

static uint32_t rotate(uint32_t x, unsigned by)
{
	return x >> by | x << (32 - by);
}

static void take_block(struct digest *d, const unsigned char *block)
{
	uint32_t w[64], s[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
	memcpy(s, d->state, sizeof(s));
	for (int i = 0; i < 64; i++) {
		uint32_t t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
			      ((s[4] & s[5]) ^ (~s[4] & s[6])) + constants[i] + w[i];
		uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) +
			      ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof(*s));
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		d->state[i] += s[i];
}

void digest_add(struct digest *d, const void *bytes, size_t count)
{
	const unsigned char *from = bytes;
	size_t held = d->bytes % 64, missing = 64 - held;

	d->bytes += count;
	if (held) {
		memcpy(d->block + held, from, count < missing ? count : missing);
		if (count < missing)
			return;
		take_block(d, d->block);
		from += missing;
		count -= missing;
	}
	for (; count >= 64; from += 64, count -= 64)
		take_block(d, from);
	memcpy(d->block, from, count);
}

void digest_text(struct digest *d, char out[DIGEST_DIGITS + 1])
{
	static const unsigned char padding[64] = {0x80};
	uint64_t bits = 8 * d->bytes;
	unsigned char length[8];

	for (int i = 0; i < 8; i++)
		length[i] = (unsigned char)(bits >> (56 - 8 * i));
	digest_add(d, padding, 1 + (119 - d->bytes % 64) % 64);
	digest_add(d, length, sizeof(length));
	for (int i = 0; i < 8; i++)
		snprintf(out + 8 * i, 9, "%08x", d->state[i]);
}

bool digest_add_file(struct digest *d, const char *path, struct error *err)
{
	static unsigned char buffer[1 << 16];
	const char *why;
	FILE *in = input_file_open(path, &why);
	size_t count;
	bool ok;

	if (!in)
		return error_set(err, "%s: cannot be read: %s", path, why);
	while ((count = fread(buffer, 1, sizeof(buffer), in)))
		digest_add(d, buffer, count);
	ok = !ferror(in);
	if (!ok)
		error_set(err, "%s: cannot be read: %s", path, strerror(errno));
	fclose(in);
	return ok;
}
