/* The NT_AMDGPU_METADATA note of ABI version 3 and later: "amdhsa.kernels" in msgpack. */
#include "isa/object/code_metadata.h"

#include <msgpack.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 24 };

/*
 * Checks that the bytes hold one well-formed object, before msgpack-c makes a tree of it: that
 * library believes a length it reads and allocates for it. Each kind of header byte is a row: the
 * bytes of its length field, fixed bytes after it, and how many values follow per unit of length.
 */
enum msgpack_shape { SHAPE_BAD, SHAPE_FIXED, SHAPE_BYTES, SHAPE_ARRAY, SHAPE_MAP };

static const struct {
	uint8_t shape, length_bytes, extra;
} headers[32] = {
	/* 0xc0 nil, never used, false, true; bin 8, 16, 32; ext 8, 16, 32 */
	{SHAPE_FIXED, 0, 0},
	{SHAPE_BAD, 0, 0},
	{SHAPE_FIXED, 0, 0},
	{SHAPE_FIXED, 0, 0},
	{SHAPE_BYTES, 1, 0},
	{SHAPE_BYTES, 2, 0},
	{SHAPE_BYTES, 4, 0},
	{SHAPE_BYTES, 1, 1},
	{SHAPE_BYTES, 2, 1},
	{SHAPE_BYTES, 4, 1},
	/* 0xca float 32, 64; uint 8 to 64; int 8 to 64 */
	{SHAPE_FIXED, 0, 4},
	{SHAPE_FIXED, 0, 8},
	{SHAPE_FIXED, 0, 1},
	{SHAPE_FIXED, 0, 2},
	{SHAPE_FIXED, 0, 4},
	{SHAPE_FIXED, 0, 8},
	{SHAPE_FIXED, 0, 1},
	{SHAPE_FIXED, 0, 2},
	{SHAPE_FIXED, 0, 4},
	{SHAPE_FIXED, 0, 8},
	/* 0xd4 fixext 1, 2, 4, 8, 16; str 8, 16, 32; array 16, 32; map 16, 32 */
	{SHAPE_FIXED, 0, 2},
	{SHAPE_FIXED, 0, 3},
	{SHAPE_FIXED, 0, 5},
	{SHAPE_FIXED, 0, 9},
	{SHAPE_FIXED, 0, 17},
	{SHAPE_BYTES, 1, 0},
	{SHAPE_BYTES, 2, 0},
	{SHAPE_BYTES, 4, 0},
	{SHAPE_ARRAY, 2, 0},
	{SHAPE_ARRAY, 4, 0},
	{SHAPE_MAP, 2, 0},
	{SHAPE_MAP, 4, 0},
};

/* Reads one header; *length is what follows in bytes or values. Returns its shape. */
static enum msgpack_shape read_header(const uint8_t *bytes, size_t size, size_t *at,
				      uint64_t *length)
{
	uint8_t head = bytes[(*at)++];
	unsigned length_bytes, extra;

	*length = 0;
	if (head < 0x80 || head >= 0xe0)
		return SHAPE_FIXED;
	if (head < 0xc0) {
		*length = head & (head < 0xa0 ? 0xf : 0x1f);
		return head < 0x90 ? SHAPE_MAP : head < 0xa0 ? SHAPE_ARRAY : SHAPE_BYTES;
	}
	length_bytes = headers[head - 0xc0].length_bytes;
	extra = headers[head - 0xc0].extra;
	if (size - *at < length_bytes + extra)
		return SHAPE_BAD;
	for (unsigned i = 0; i < length_bytes; i++)
		*length = *length << 8 | bytes[(*at)++];
	*at += extra;
	return headers[head - 0xc0].shape;
}

static bool is_well_formed(const uint8_t *bytes, size_t size)
{
	uint64_t open[MAX_DEPTH] = {1}; /* values still to come at each depth */
	unsigned depth = 0;
	size_t at = 0;

	for (;;) {
		uint64_t length, left;
		enum msgpack_shape shape;

		while (!open[depth])
			if (depth-- == 0)
				return true;
		if (at >= size)
			return false;
		open[depth]--;
		shape = read_header(bytes, size, &at, &length);
		left = size - at;
		if (shape == SHAPE_MAP)
			length *= 2;
		if (shape == SHAPE_BAD || length > left)
			return false;
		if (shape == SHAPE_BYTES) {
			at += length;
		} else if (shape != SHAPE_FIXED) {
			if (++depth == MAX_DEPTH)
				return false;
			open[depth] = length;
		}
	}
}

static const msgpack_object *msgpack_find(const msgpack_object *map, const char *key,
					  msgpack_object_type type)
{
	if (map->type != MSGPACK_OBJECT_MAP)
		return NULL;
	for (uint32_t i = 0; i < map->via.map.size; i++) {
		const msgpack_object_kv *kv = &map->via.map.ptr[i];

		if (kv->key.type == MSGPACK_OBJECT_STR && kv->key.via.str.size == strlen(key) &&
		    !memcmp(kv->key.via.str.ptr, key, strlen(key)))
			return kv->val.type == type ? &kv->val : NULL;
	}
	return NULL;
}

static uint32_t msgpack_number(const msgpack_object *o)
{
	if (!o || o->type != MSGPACK_OBJECT_POSITIVE_INTEGER)
		return 0;
	return o->via.u64 > UINT32_MAX ? UINT32_MAX : (uint32_t)o->via.u64;
}

static uint32_t find_number(const msgpack_object *map, const char *key)
{
	return msgpack_number(msgpack_find(map, key, MSGPACK_OBJECT_POSITIVE_INTEGER));
}

static char *find_text(const msgpack_object *map, const char *key)
{
	const msgpack_object *o = msgpack_find(map, key, MSGPACK_OBJECT_STR);

	return o ? xasprintf("%.*s", (int)o->via.str.size, o->via.str.ptr) : NULL;
}

static bool find_bool(const msgpack_object *map, const char *key)
{
	const msgpack_object *o = msgpack_find(map, key, MSGPACK_OBJECT_BOOLEAN);

	return o && o->via.boolean;
}

static bool has_text(const msgpack_object *map, const char *key, const char *text)
{
	const msgpack_object *o = msgpack_find(map, key, MSGPACK_OBJECT_STR);

	return o && o->via.str.size == strlen(text) && !memcmp(o->via.str.ptr, text, strlen(text));
}

static void msgpack_read_arg(struct metadata_kernel *k, const msgpack_object *o)
{
	const msgpack_object *kind = msgpack_find(o, ".value_kind", MSGPACK_OBJECT_STR);
	struct kernel_arg *arg = metadata_add_arg(k);

	arg->name = find_text(o, ".name");
	arg->type_name = find_text(o, ".type_name");
	arg->kind =
		kind ? metadata_arg_kind(kind->via.str.ptr, kind->via.str.size) : ARG_UNSUPPORTED;
	arg->offset = find_number(o, ".offset");
	arg->size = find_number(o, ".size");
	arg->is_const = find_bool(o, ".is_const");
	arg->is_restrict = find_bool(o, ".is_restrict");
	arg->is_volatile = find_bool(o, ".is_volatile");
	arg->is_constant = has_text(o, ".address_space", "constant");
}

static void msgpack_read_kernel(struct metadata *m, const msgpack_object *o)
{
	const msgpack_object *args = msgpack_find(o, ".args", MSGPACK_OBJECT_ARRAY);
	const msgpack_object *required =
		msgpack_find(o, ".reqd_workgroup_size", MSGPACK_OBJECT_ARRAY);
	struct metadata_kernel *k = metadata_add_kernel(m);

	k->name = find_text(o, ".name");
	k->symbol = find_text(o, ".symbol");
	k->kernarg_bytes = find_number(o, ".kernarg_segment_size");
	k->kernarg_align = find_number(o, ".kernarg_segment_align");
	k->max_workgroup_size = find_number(o, ".max_flat_workgroup_size");
	if (required && required->via.array.size == 3)
		for (int i = 0; i < 3; i++)
			k->required_workgroup[i] = msgpack_number(&required->via.array.ptr[i]);
	for (uint32_t i = 0; args && i < args->via.array.size; i++)
		msgpack_read_arg(k, &args->via.array.ptr[i]);
}

static void msgpack_read_printf(struct metadata *m, const msgpack_object *formats)
{
	for (uint32_t i = 0; i < formats->via.array.size; i++) {
		const msgpack_object *o = &formats->via.array.ptr[i];
		char *longer;

		if (o->type != MSGPACK_OBJECT_STR)
			continue;
		longer = xasprintf("%s%.*s\n", m->printf_formats ? m->printf_formats : "",
				   (int)o->via.str.size, o->via.str.ptr);
		free(m->printf_formats);
		m->printf_formats = longer;
	}
}

bool metadata_read_msgpack(struct metadata *m, const void *bytes, size_t size, struct error *err)
{
	const msgpack_object *kernels, *formats;
	msgpack_unpacked unpacked;
	bool ok = is_well_formed(bytes, size);

	if (!ok)
		return error_set(err, "the metadata note is not well-formed msgpack");
	msgpack_unpacked_init(&unpacked);
	ok = msgpack_unpack_next(&unpacked, bytes, size, NULL) == MSGPACK_UNPACK_SUCCESS;
	kernels = ok ? msgpack_find(&unpacked.data, "amdhsa.kernels", MSGPACK_OBJECT_ARRAY) : NULL;
	for (uint32_t i = 0; kernels && i < kernels->via.array.size; i++)
		msgpack_read_kernel(m, &kernels->via.array.ptr[i]);
	formats = ok ? msgpack_find(&unpacked.data, "amdhsa.printf", MSGPACK_OBJECT_ARRAY) : NULL;
	if (formats)
		msgpack_read_printf(m, formats);
	msgpack_unpacked_destroy(&unpacked);
	return ok || error_set(err, "the metadata note cannot be unpacked");
}
