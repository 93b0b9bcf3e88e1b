/* The metadata note of ABI version 2: YAML text. Offsets of arguments follow from size and
 * alignment. */
#include "isa/object/code_metadata.h"

#include <string.h>

#include "base/text.h"
#include "base/yaml.h"

static uint32_t yaml_number(const struct yaml_value *v)
{
	int64_t n;

	if (!v || v->kind != YAML_TEXT || !text_to_i64(v->text, &n) || n < 0)
		return 0;
	return n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
}

static const char *text(const struct yaml_value *v)
{
	return v && v->kind == YAML_TEXT ? v->text : "";
}

/* Where the next argument lies; UINT32_MAX, which is outside of every segment, when it overflows.
 */
static uint32_t place(uint64_t *end, uint32_t size, uint32_t align)
{
	uint64_t offset = align ? (*end + align - 1) / align * align : *end;

	*end = offset + size;
	return *end > UINT32_MAX ? UINT32_MAX : (uint32_t)offset;
}

static void yaml_read_arg(struct metadata_kernel *k, const struct yaml_value *v, uint64_t *end)
{
	const char *kind = text(yaml_get(v, "ValueKind"));
	struct kernel_arg *arg = metadata_add_arg(k);

	arg->name = xstrdup(text(yaml_get(v, "Name")));
	arg->type_name = xstrdup(text(yaml_get(v, "TypeName")));
	arg->kind = metadata_arg_kind(kind, strlen(kind));
	arg->size = yaml_number(yaml_get(v, "Size"));
	arg->offset = place(end, arg->size, yaml_number(yaml_get(v, "Align")));
	arg->is_const = !strcmp(text(yaml_get(v, "IsConst")), "true");
}

static void yaml_read_kernel(struct metadata *m, const struct yaml_value *v)
{
	const struct yaml_value *args = yaml_get(v, "Args");
	const struct yaml_value *attrs = yaml_get(v, "Attrs"), *props = yaml_get(v, "CodeProps");
	const struct yaml_value *required = attrs ? yaml_get(attrs, "ReqdWorkGroupSize") : NULL;
	struct metadata_kernel *k = metadata_add_kernel(m);
	uint64_t end = 0;

	k->name = xstrdup(text(yaml_get(v, "Name")));
	k->symbol = xstrdup(text(yaml_get(v, "SymbolName")));
	if (props) {
		k->kernarg_bytes = yaml_number(yaml_get(props, "KernargSegmentSize"));
		k->kernarg_align = yaml_number(yaml_get(props, "KernargSegmentAlign"));
		k->max_workgroup_size = yaml_number(yaml_get(props, "MaxFlatWorkGroupSize"));
	}
	if (required && required->kind == YAML_LIST && required->count == 3)
		for (int i = 0; i < 3; i++)
			k->required_workgroup[i] = yaml_number(required->items[i]);
	if (args && args->kind == YAML_LIST)
		for (size_t i = 0; i < args->count; i++)
			yaml_read_arg(k, args->items[i], &end);
}

bool metadata_read_yaml(struct metadata *m, const void *bytes, size_t size, struct error *err)
{
	const struct yaml_value *kernels;
	struct yaml_value *root;

	root = yaml_read(bytes, strnlen(bytes, size), "metadata note", err);
	if (!root)
		return false;
	kernels = yaml_get(root, "Kernels");
	if (kernels && kernels->kind == YAML_LIST)
		for (size_t i = 0; i < kernels->count; i++)
			yaml_read_kernel(m, kernels->items[i]);
	yaml_value_free(root);
	return true;
}
