/* Parts of reading metadata that do not depend on its encoding: the kinds of arguments, and memory.
 */
#include "isa/object/code_metadata.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Names of msgpack metadata. Those of version 2 are the same in CamelCase, without underscores. */
static const struct {
	const char *name;
	enum arg_kind kind;
} arg_kinds[] = {
	{"by_value", ARG_BY_VALUE},
	{"global_buffer", ARG_GLOBAL_BUFFER},
	{"dynamic_shared_pointer", ARG_DYNAMIC_SHARED},
	{"hidden_global_offset_x", ARG_HIDDEN_GLOBAL_OFFSET_X},
	{"hidden_global_offset_y", ARG_HIDDEN_GLOBAL_OFFSET_Y},
	{"hidden_global_offset_z", ARG_HIDDEN_GLOBAL_OFFSET_Z},
	{"hidden_printf_buffer", ARG_HIDDEN_PRINTF_BUFFER},
	{"hidden_block_count_x", ARG_HIDDEN_BLOCK_COUNT_X},
	{"hidden_block_count_y", ARG_HIDDEN_BLOCK_COUNT_Y},
	{"hidden_block_count_z", ARG_HIDDEN_BLOCK_COUNT_Z},
	{"hidden_group_size_x", ARG_HIDDEN_GROUP_SIZE_X},
	{"hidden_group_size_y", ARG_HIDDEN_GROUP_SIZE_Y},
	{"hidden_group_size_z", ARG_HIDDEN_GROUP_SIZE_Z},
	{"hidden_remainder_x", ARG_HIDDEN_REMAINDER_X},
	{"hidden_remainder_y", ARG_HIDDEN_REMAINDER_Y},
	{"hidden_remainder_z", ARG_HIDDEN_REMAINDER_Z},
	{"hidden_grid_dims", ARG_HIDDEN_GRID_DIMS},
	{"hidden_private_base", ARG_HIDDEN_PRIVATE_BASE},
	{"hidden_shared_base", ARG_HIDDEN_SHARED_BASE},
	{"hidden_queue_ptr", ARG_HIDDEN_QUEUE_PTR},
	{"hidden_dynamic_lds_size", ARG_HIDDEN_DYNAMIC_LDS_SIZE},
};

static bool same_kind(const char *name, size_t length, const char *known)
{
	size_t i = 0;

	for (; *known; known++) {
		if (*known == '_') {
			i += i < length && name[i] == '_';
			continue;
		}
		if (i >= length || strncasecmp(name + i, known, 1))
			return false;
		i++;
	}
	return i == length;
}

enum arg_kind metadata_arg_kind(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof(arg_kinds) / sizeof(*arg_kinds); i++)
		if (same_kind(name, length, arg_kinds[i].name))
			return arg_kinds[i].kind;
	return length >= 6 && !strncasecmp(name, "hidden", 6) ? ARG_HIDDEN_NONE : ARG_UNSUPPORTED;
}

/* One more element of `bytes`, zeroed; the array grows at powers of two. */
static void *metadata_grow(void *array, size_t count, size_t bytes)
{
	if ((count & (count - 1)) == 0)
		array = xrealloc(array, (count ? count * 2 : 1) * bytes);
	memset((char *)array + count * bytes, 0, bytes);
	return array;
}

struct metadata_kernel *metadata_add_kernel(struct metadata *m)
{
	m->kernels = metadata_grow(m->kernels, m->count, sizeof(*m->kernels));
	return &m->kernels[m->count++];
}

struct kernel_arg *metadata_add_arg(struct metadata_kernel *k)
{
	k->args = metadata_grow(k->args, k->arg_count, sizeof(*k->args));
	return &k->args[k->arg_count++];
}

void kernel_args_free(struct kernel_arg *args, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		free(args[i].name);
		free(args[i].type_name);
	}
	free(args);
}

void metadata_release(struct metadata *m)
{
	for (size_t i = 0; i < m->count; i++) {
		struct metadata_kernel *k = &m->kernels[i];

		free(k->name);
		free(k->symbol);
		kernel_args_free(k->args, k->arg_count);
	}
	free(m->kernels);
	free(m->printf_formats);
}
