/*
 * Loader of HSA code objects: from bytes to kernels that can be launched. The parts of the file are
 * read by code_object_elf.c, code_object_kernels.c and code_metadata*.c.
 */
#include "isa/object/code_object.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/input_file.h"
#include "base/text.h"
#include "isa/object/code_object_parts.h"

enum { MAX_FILE_BYTES = 256 << 20 };

struct code_object *code_object_read(const void *bytes, size_t size, const char *name,
				     struct error *err)
{
	struct elf_file f = {.size = size, .err = err};
	bool ok = false;

	if (size > MAX_FILE_BYTES) {
		error_set(err, "%s: too large for a code object", name);
		return NULL;
	}
	f.bytes = xmalloc(size + 1);
	memcpy(f.bytes, bytes, size);
	f.co = xcalloc(1, sizeof(*f.co));
	f.co->strings = f.bytes;
	elf_version(EV_CURRENT);
	f.elf = size ? elf_memory((char *)f.bytes, size) : NULL;
	ok = elf_check_header(&f) && elf_read_segments(&f) && elf_read_sections(&f) &&
	     elf_read_symbols(&f) && elf_read_relocations(&f) && elf_read_notes(&f) &&
	     elf_read_kernels(&f);
	elf_end(f.elf);
	free(f.symbols);
	f.co->printf_formats = f.metadata.printf_formats;
	f.metadata.printf_formats = NULL;
	metadata_release(&f.metadata);
	if (ok)
		return f.co;
	error_prefix(err, "%s", name);
	code_object_free(f.co);
	return NULL;
}

struct code_object *code_object_read_file(const char *path, struct error *err)
{
	const char *why;
	FILE *file = input_file_open(path, &why);
	struct code_object *co = NULL;
	size_t size = 0, capacity = 1 << 16, got;
	uint8_t *bytes;

	if (!file) {
		error_set(err, "%s: cannot be read: %s", path, why);
		return NULL;
	}
	bytes = xmalloc(capacity);
	while (size <= MAX_FILE_BYTES &&
	       (got = fread(bytes + size, 1, capacity - size, file)) > 0) {
		size += got;
		if (size == capacity) {
			capacity *= 2;
			bytes = xrealloc(bytes, capacity);
		}
	}
	if (ferror(file))
		error_set(err, "%s: cannot be read: %s", path, strerror(errno));
	else
		co = code_object_read(bytes, size, path, err);
	free(bytes);
	fclose(file);
	return co;
}

void code_object_free(struct code_object *co)
{
	if (!co)
		return;
	for (size_t i = 0; i < co->kernel_count; i++) {
		free(co->kernels[i].name);
		kernel_args_free(co->kernels[i].args, co->kernels[i].arg_count);
	}
	free(co->kernels);
	free(co->image);
	free(co->sections);
	free(co->symbols);
	free(co->variables);
	free(co->relocations);
	free(co->index_notes);
	free(co->printf_formats);
	free(co->strings);
	free(co);
}

const struct kernel *code_object_kernel(const struct code_object *co, const char *name,
					struct error *err)
{
	const char **names;
	char suggestion[512];

	for (size_t i = 0; i < co->kernel_count; i++)
		if (!strcmp(co->kernels[i].name, name))
			return &co->kernels[i];
	names = xcalloc(co->kernel_count + 1, sizeof(*names));
	for (size_t i = 0; i < co->kernel_count; i++)
		names[i] = co->kernels[i].name;
	text_suggest(suggestion, sizeof(suggestion), name, names, co->kernel_count);
	error_set(err, "no kernel '%.200s'%s", name,
		  co->kernel_count ? suggestion : "; the code object has no kernels");
	free(names);
	return NULL;
}
