/*
 * Binaries of programs: the code object, then source and options, so that a workgroup that it was
 * not compiled for can be had later, then their sizes. A compiled object is its bitcode alone.
 */
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/program.h"

struct trailer {
	uint64_t elf_bytes, source_bytes, options_bytes;
	char title[16];
};
static const char title[16] = "warpwalk cl 1";

static bool is_bitcode(const unsigned char *bytes, size_t count)
{
	return count > 4 && !memcmp(bytes, "BC\xc0\xde", 4);
}

size_t binary_bytes(cl_program p)
{
	if (p->bitcode)
		return p->bitcode_bytes;
	if (!p->build.elf)
		return 0;
	return p->build.bytes + (p->source ? strlen(p->source) : 0) + strlen(p->options) +
	       sizeof(struct trailer);
}

void *binary_write(cl_program p, size_t *bytes)
{
	struct trailer trailer = {.elf_bytes = p->build.bytes,
				  .source_bytes = p->source ? strlen(p->source) : 0,
				  .options_bytes = strlen(p->options)};
	uint8_t *binary = xmalloc(binary_bytes(p) + 1), *at = binary;

	*bytes = binary_bytes(p);
	if (p->bitcode)
		return memcpy(binary, p->bitcode, *bytes);
	if (!*bytes)
		return binary;
	memcpy(trailer.title, title, sizeof(title));
	at = mempcpy(at, p->build.elf, trailer.elf_bytes);
	if (p->source)
		at = mempcpy(at, p->source, trailer.source_bytes);
	at = mempcpy(at, p->options, trailer.options_bytes);
	memcpy(at, &trailer, sizeof(trailer));
	return binary;
}

static void *copy_of(const void *bytes, size_t count)
{
	char *copy = xmalloc(count + 1);

	memcpy(copy, bytes, count);
	copy[count] = '\0';
	return copy;
}

/* A bare code object will do, too. */
static struct trailer trailer_of(const unsigned char *binary, size_t bytes)
{
	struct trailer t;

	if (bytes > sizeof(t)) {
		memcpy(&t, binary + bytes - sizeof(t), sizeof(t));
		bytes -= sizeof(t);
		if (!memcmp(t.title, title, sizeof(title)) && t.elf_bytes <= bytes &&
		    t.source_bytes <= bytes - t.elf_bytes &&
		    t.options_bytes == bytes - t.elf_bytes - t.source_bytes)
			return t;
		bytes += sizeof(t);
	}
	return (struct trailer){.elf_bytes = bytes};
}

bool binary_read(cl_program p, const unsigned char *binary, size_t bytes)
{
	struct trailer t = trailer_of(binary, bytes);
	struct error ignored;
	struct code_object *co;

	if (is_bitcode(binary, bytes)) {
		p->bitcode = copy_of(binary, bytes);
		p->bitcode_bytes = bytes;
		p->type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
		return true;
	}
	co = code_object_read(binary, t.elf_bytes, "binary", &ignored);
	if (!co)
		return false;
	code_object_free(co);
	p->build.elf = copy_of(binary, t.elf_bytes);
	p->build.bytes = t.elf_bytes;
	p->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
	if (t.source_bytes)
		p->source = copy_of(binary + t.elf_bytes, t.source_bytes);
	if (t.options_bytes) {
		free(p->options);
		p->options = copy_of(binary + t.elf_bytes + t.source_bytes, t.options_bytes);
	}
	p->is_from_binary = true;
	return true;
}
