/* The element types of a job's buffers and values: names, sizes, and conversion from and to text.
 */
#ifndef DRIVER_JOB_ELEMENT_H
#define DRIVER_JOB_ELEMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum element_type {
	ELEMENT_I8,
	ELEMENT_U8,
	ELEMENT_I16,
	ELEMENT_U16,
	ELEMENT_I32,
	ELEMENT_U32,
	ELEMENT_I64,
	ELEMENT_U64,
	ELEMENT_F16,
	ELEMENT_F32,
	ELEMENT_F64,
	ELEMENT_COUNT,
};

struct element_info {
	const char *name;    /* "f32" */
	const char *cl_name; /* "float" */
	uint8_t bytes;
	bool is_float, is_signed;
};

extern const struct element_info element_infos[ELEMENT_COUNT];

/* For suggestions: "i8" and so on, in the order of the enum. */
extern const char *const element_names[ELEMENT_COUNT];

/* By name; ELEMENT_COUNT when there is none. cl_name may be a vector: *width is then more than 1.
 */
enum element_type element_find(const char *name);
enum element_type element_find_cl(const char *cl_name, unsigned *width);

/* The whole of text as one element; false when it is no number or does not fit the type. */
bool element_parse(enum element_type type, const char *text, void *out);

/* Text that element_parse reads back as the same value; returns out. */
char *element_print(enum element_type type, const void *element, char *out, size_t bytes);

/* Conversion from a number: to the nearest value of a float type, modulo 2^bits for an integer. */
void element_from_f64(enum element_type type, double value, void *out);
void element_from_i64(enum element_type type, int64_t value, void *out);

/*
 * Whether got may stand for want. Integers must be equal. Floats: |got - want| <= tolerance *
 * max(|want|, 1), a NaN for a NaN, an infinity for the same infinity.
 */
bool element_matches(enum element_type type, const void *got, const void *want, double tolerance);

#endif
