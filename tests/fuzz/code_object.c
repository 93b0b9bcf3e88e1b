/* The loader on any bytes: an answer or a message, never a crash; what it accepts is consistent. */
#include "isa/object/code_object.h"

#include "fuzz.h"

static void check_kernel(const struct code_object *co, const struct kernel *k)
{
	must(k->name != NULL && k->entry < co->image_bytes && k->descriptor < co->image_bytes);
	for (size_t i = 0; i < k->arg_count; i++) {
		const struct kernel_arg *a = &k->args[i];

		must(a->name && a->type_name && a->offset <= k->kernarg_bytes &&
		     a->size <= k->kernarg_bytes - a->offset);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = {0};
	struct code_object *co = code_object_read(data, size, "fuzz", &err);

	if (!co) {
		must_say(&err, "fuzz");
		return 0;
	}
	for (size_t i = 0; i < co->kernel_count; i++)
		check_kernel(co, &co->kernels[i]);
	for (size_t i = 0; i < co->symbol_count; i++)
		must(co->symbols[i].address <= co->image_bytes &&
		     strlen(co->symbols[i].name) < size);
	for (size_t i = 0; i < co->section_count; i++)
		must(co->sections[i].size <= co->image_bytes - co->sections[i].address);
	code_object_relocate(co, 0x7f1234567000);
	code_object_kernel(co, "no such kernel", &err);
	code_object_free(co);
	return 0;
}
