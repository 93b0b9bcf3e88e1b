/* Numbers of every element type. Half precision is converted here: not every host compiler has it.
 */
#include "driver/job/element.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const struct element_info element_infos[ELEMENT_COUNT] = {
	[ELEMENT_I8] = {"i8", "char", 1, false, true},
	[ELEMENT_U8] = {"u8", "uchar", 1, false, false},
	[ELEMENT_I16] = {"i16", "short", 2, false, true},
	[ELEMENT_U16] = {"u16", "ushort", 2, false, false},
	[ELEMENT_I32] = {"i32", "int", 4, false, true},
	[ELEMENT_U32] = {"u32", "uint", 4, false, false},
	[ELEMENT_I64] = {"i64", "long", 8, false, true},
	[ELEMENT_U64] = {"u64", "ulong", 8, false, false},
	[ELEMENT_F16] = {"f16", "half", 2, true, true},
	[ELEMENT_F32] = {"f32", "float", 4, true, true},
	[ELEMENT_F64] = {"f64", "double", 8, true, true},
};

const char *const element_names[ELEMENT_COUNT] = {"i8",  "u8",  "i16", "u16", "i32", "u32",
						  "i64", "u64", "f16", "f32", "f64"};

enum element_type element_find(const char *name)
{
	int type = 0;

	while (type < ELEMENT_COUNT && strcmp(element_infos[type].name, name))
		type++;
	return (enum element_type)type;
}

enum element_type element_find_cl(const char *cl_name, unsigned *width)
{
	static const char *const widths[] = {"", "2", "3", "4", "8", "16"};
	size_t length = strcspn(cl_name, "0123456789");

	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		if (strcmp(cl_name + length, widths[i]))
			continue;
		*width = i ? (unsigned)atoi(widths[i]) : 1;
		for (int type = 0; type < ELEMENT_COUNT; type++)
			if (strlen(element_infos[type].cl_name) == length &&
			    !strncmp(element_infos[type].cl_name, cl_name, length))
				return (enum element_type)type;
	}
	return ELEMENT_COUNT;
}

/* Nearest half, ties to even. */
static uint16_t half_from_f64(double value)
{
	uint16_t sign = signbit(value) ? 0x8000 : 0;
	double magnitude = fabs(value), units;
	int exponent;
	uint32_t rounded;

	if (isnan(value))
		return sign | 0x7e00;
	if (magnitude >= 65520.0)
		return sign | 0x7c00;
	frexp(magnitude, &exponent);
	if (magnitude == 0 || exponent < -13)
		exponent = -13; /* denormals share the exponent of the smallest normal */
	/* In units of the last place: 11 significant bits, exact in a double before rounding. */
	units = ldexp(magnitude, 11 - exponent);
	rounded = (uint32_t)units;
	if (units - rounded > 0.5 || (units - rounded == 0.5 && (rounded & 1)))
		rounded++;
	/* A carry out of the significand is the next exponent, as the bits already say. */
	return (uint16_t)(sign | (rounded + ((uint32_t)(exponent + 13) << 10)));
}

static double half_to_f64(uint16_t half)
{
	int exponent = half >> 10 & 0x1f;
	double fraction = half & 0x3ff, magnitude;

	if (exponent == 31)
		magnitude = fraction != 0 ? NAN : INFINITY;
	else if (exponent)
		magnitude = ldexp(fraction + 1024, exponent - 25);
	else
		magnitude = ldexp(fraction, -24);
	return half & 0x8000 ? -magnitude : magnitude;
}

static double to_f64(enum element_type type, const void *element)
{
	uint16_t half;
	float single;
	double value;

	switch (type) {
	case ELEMENT_F16:
		memcpy(&half, element, sizeof(half));
		return half_to_f64(half);
	case ELEMENT_F32:
		memcpy(&single, element, sizeof(single));
		return (double)single;
	default:
		memcpy(&value, element, sizeof(value));
		return value;
	}
}

/* An integer of any type, sign-extended or not as its type says. */
static uint64_t to_bits(enum element_type type, const void *element)
{
	unsigned shift = 64 - 8u * element_infos[type].bytes;
	uint64_t bits = 0;

	memcpy(&bits, element, element_infos[type].bytes);
	if (element_infos[type].is_signed)
		return (uint64_t)((int64_t)(bits << shift) >> shift);
	return bits;
}

void element_from_f64(enum element_type type, double value, void *out)
{
	float single = (float)value;
	uint16_t half;

	switch (type) {
	case ELEMENT_F16:
		half = half_from_f64(value);
		memcpy(out, &half, sizeof(half));
		break;
	case ELEMENT_F32:
		memcpy(out, &single, sizeof(single));
		break;
	case ELEMENT_F64:
		memcpy(out, &value, sizeof(value));
		break;
	default:
		/* Out of range has no meaning; it must still not be undefined. */
		element_from_i64(type, fabs(value) < 0x1p63 ? (int64_t)value : 0, out);
	}
}

void element_from_i64(enum element_type type, int64_t value, void *out)
{
	if (element_infos[type].is_float)
		element_from_f64(type, (double)value, out);
	else
		memcpy(out, &value, element_infos[type].bytes);
}

static bool parse_integer(enum element_type type, const char *text, void *out)
{
	const struct element_info *info = &element_infos[type];
	unsigned bits = 8u * info->bytes;
	int64_t value;
	char *end;

	if (text_to_i64(text, &value)) {
		int64_t max = bits == 64 ? INT64_MAX : (INT64_C(1) << (bits - info->is_signed)) - 1;
		int64_t min = !info->is_signed ? 0 : bits == 64 ? INT64_MIN : -max - 1;

		if (value < min || value > max)
			return false;
		element_from_i64(type, value, out);
		return true;
	}
	if (type != ELEMENT_U64 || !isdigit((unsigned char)*text))
		return false;
	errno = 0;
	value = (int64_t)strtoull(text, &end, text[1] == 'x' ? 16 : 10);
	if (errno || *end)
		return false;
	element_from_i64(type, value, out);
	return true;
}

bool element_parse(enum element_type type, const char *text, void *out)
{
	int64_t whole;
	double value;

	if (!element_infos[type].is_float)
		return parse_integer(type, text, out);
	if (!text_to_f64(text, &value)) {
		if (!text_to_i64(text, &whole)) /* "4K" */
			return false;
		value = (double)whole;
	} else if (type == ELEMENT_F32) {
		/* Straight from the decimal digits: by way of a double it could be rounded twice.
		 */
		float single = strtof(text, NULL);

		memcpy(out, &single, sizeof(single));
		return true;
	}
	element_from_f64(type, value, out);
	return true;
}

char *element_print(enum element_type type, const void *element, char *out, size_t bytes)
{
	const struct element_info *info = &element_infos[type];

	if (!info->is_float && info->is_signed)
		snprintf(out, bytes, "%" PRId64, (int64_t)to_bits(type, element));
	else if (!info->is_float)
		snprintf(out, bytes, "%" PRIu64, to_bits(type, element));
	else
		snprintf(out, bytes, "%.*g",
			 type == ELEMENT_F64   ? 17
			 : type == ELEMENT_F32 ? 9
					       : 5,
			 to_f64(type, element));
	return out;
}

bool element_matches(enum element_type type, const void *got, const void *want, double tolerance)
{
	double g, w;

	if (!element_infos[type].is_float)
		return !memcmp(got, want, element_infos[type].bytes);
	g = to_f64(type, got);
	w = to_f64(type, want);
	if (isnan(w) || isinf(w))
		return isnan(w) ? isnan(g) : g == w;
	return fabs(g - w) <= tolerance * fmax(fabs(w), 1.0);
}
