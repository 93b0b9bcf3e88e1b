/*
 * Mutations of inputs that are records, a header and the bytes behind it: recordings and messages
 * have the same form. libFuzzer alone would mostly change the code objects in them.
 */
#ifndef TESTS_FUZZ_RECORDS_H
#define TESTS_FUZZ_RECORDS_H

#include "driver/recording/recording.h"
#include "fuzz.h"
#include "program/protocol.h"

_Static_assert(sizeof(struct record) == sizeof(struct message), "both have the same form");

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

enum { MOST_RECORDS = 256 };

struct records {
	uint8_t *data;
	size_t size, max_size;
	size_t at[MOST_RECORDS + 1]; /* where each begins; the last: where they end */
	size_t count;
	uint64_t random;
};

static inline uint64_t records_random(struct records *r, uint64_t below)
{
	r->random = r->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (r->random >> 33) % below;
}

static inline size_t records_any(struct records *r)
{
	return records_random(r, r->count);
}

static inline struct record records_header(const struct records *r, size_t i)
{
	struct record header;

	memcpy(&header, r->data + r->at[i], sizeof(header));
	return header;
}

static inline void records_find(struct records *r)
{
	size_t at = 0;

	while (r->count < MOST_RECORDS && r->size - at >= sizeof(struct record)) {
		r->at[r->count] = at;
		at += sizeof(struct record) + records_header(r, r->count).bytes;
		if (at > r->size)
			break;
		r->at[++r->count] = at;
	}
}

/* In one number what is in another, or beside it; a number that is an end of something. */
static inline void records_change_number(struct records *r)
{
	static const uint64_t ends[] = {
		0,          1,          3,          4095,
		UINT32_MAX, UINT64_MAX, ARENA_BASE, ARENA_BASE + ARENA_BYTES,
		INT64_MAX,  ARENA_ALIGN};
	size_t i = records_any(r);
	struct record header = records_header(r, i), other = records_header(r, records_any(r));
	uint64_t *number = &header.number[records_random(r, RECORD_NUMBERS)];

	switch (records_random(r, 4)) {
	case 0:
		*number = other.number[records_random(r, RECORD_NUMBERS)];
		break;
	case 1:
		*number += records_random(r, 9) - 4;
		break;
	case 2:
		*number = ends[records_random(r, sizeof(ends) / sizeof(*ends))];
		break;
	default:
		header.kind = other.kind;
	}
	memcpy(r->data + r->at[i], &header, sizeof(header));
}

/* One is there once more, in front of another. */
static inline void records_repeat(struct records *r)
{
	size_t i = records_any(r), to = r->at[records_any(r)], bytes = r->at[i + 1] - r->at[i];
	uint8_t *copy;

	if (bytes > r->max_size - r->size)
		return;
	copy = xmalloc(bytes);
	memcpy(copy, r->data + r->at[i], bytes);
	memmove(r->data + to + bytes, r->data + to, r->size - to);
	memcpy(r->data + to, copy, bytes);
	r->size += bytes;
	free(copy);
}

static inline void records_remove(struct records *r)
{
	size_t i = records_any(r);

	memmove(r->data + r->at[i], r->data + r->at[i + 1], r->size - r->at[i + 1]);
	r->size -= r->at[i + 1] - r->at[i];
}

/* What is behind a header, which goes on saying how much that is. */
static inline void records_change_bytes(struct records *r)
{
	size_t i = records_any(r), first = r->at[i] + sizeof(struct record);
	struct record header = records_header(r, i);
	size_t most = header.bytes + (r->max_size - r->size), bytes;
	uint8_t *changed = xmalloc(most + 1);

	memcpy(changed, r->data + first, header.bytes);
	bytes = LLVMFuzzerMutate(changed, header.bytes, most);
	memmove(r->data + first + bytes, r->data + r->at[i + 1], r->size - r->at[i + 1]);
	memcpy(r->data + first, changed, bytes);
	r->size += bytes - header.bytes;
	header.bytes = (uint32_t)bytes;
	memcpy(r->data + r->at[i], &header, sizeof(header));
	free(changed);
}

/* One of two inputs is changed as if it had no form. */
static inline size_t records_mutate(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	struct records r = {.data = data, .size = size, .max_size = max_size, .random = seed};

	records_find(&r);
	if (!r.count || records_random(&r, 2))
		return LLVMFuzzerMutate(data, size, max_size);
	switch (records_random(&r, 6)) {
	case 0:
		records_repeat(&r);
		break;
	case 1:
		records_remove(&r);
		break;
	case 2:
		records_change_bytes(&r);
		break;
	default:
		records_change_number(&r);
	}
	return r.size;
}

#endif
