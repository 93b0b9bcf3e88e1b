/* The loader against files that are none, of another GPU, or damaged. */
#include "code_object_files.h"

TEST(wrong_files)
{
	struct error err;

	CHECK(!code_object_read("hello", 5, "t.co", &err));
	CHECK_STR(err.text, "t.co: not an ELF file");
	CHECK(!code_object_read("", 0, "t.co", &err));
	CHECK_STR(err.text, "t.co: not an ELF file");
	CHECK(!code_object_read("\177ELF\2\1\1", 7, "t.co", &err));
	CHECK_STR(err.text, "t.co: truncated: the ELF header ends at byte 64 but the file has 7");
	CHECK(!code_object_read_file("/does/not/exist.co", &err));
	CHECK_STR(err.text, "/does/not/exist.co: cannot be read: No such file or directory");
}

TEST(wrong_gpu)
{
	static const char other[] = "s_endpgm\n";
	struct bytes b = assembled("-mcpu=gfx906", other, "", "");

	if (!b.data)
		return;
	CHECK_STR(load_error(b), "t.co: for gfx906, not gfx803");
	free(b.data);
	b = assembled("-mcpu=gfx802 -mcode-object-version=2", other, "", "");
	CHECK_STR(load_error(b), "t.co: for gfx802, not gfx803");
	free(b.data);
}

/* Single fields overwritten, each with its message. */
TEST(wrong_header_fields)
{
	static const struct {
		size_t at;
		uint8_t value;
		const char *message;
	} cases[] = {
		{4, 1, "t.co: not a 64-bit little-endian ELF file"},
		{5, 2, "t.co: not a 64-bit little-endian ELF file"},
		{7, 0,
		 "t.co: for OS ABI 0, not AMDGPU HSA (64); compile with -target "
		 "amdgcn-amd-amdhsa"},
		{8, 4, "t.co: of code object version 6; known are 2 to 5"},
		{16, 1, "t.co: not linked; link it with ld.lld -shared"},
		{16, 2, "t.co: of ELF type 2, expected a shared object"},
		{18, 62, "t.co: for machine EM_X86_64 (62), not AMDGPU"},
		{48, 0xff, "t.co: for GPU type 0xff, not gfx803"},
	};
	struct bytes b = assembled("-mcpu=gfx803", probe_text, probe_v3, probe_metadata);

	if (!b.data)
		return;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint8_t old = b.data[cases[i].at];

		b.data[cases[i].at] = cases[i].value;
		CHECK_STR(load_error(b), cases[i].message);
		b.data[cases[i].at] = old;
	}
	free(b.data);
}

/* What a newer compiler makes for a newer GPU: the GPU is named, not the version. */
TEST(newer_version_of_another_gpu)
{
	struct bytes b = assembled("-mcpu=gfx803", probe_text, probe_v3, probe_metadata);

	if (!b.data)
		return;
	b.data[8] = 4;     /* version 6 */
	b.data[48] = 0x4c; /* gfx942 */
	CHECK_STR(load_error(b), "t.co: for gfx942, not gfx803");
	free(b.data);
}

TEST(truncated_at_every_length)
{
	static const char *const versions[] = {"-mcode-object-version=2",
					       "-mcode-object-version=4"};
	char message[128];

	for (int v = 0; v < 2; v++) {
		struct bytes b = compiled(versions[v]);

		if (!b.data)
			return;
		snprintf(message, sizeof(message),
			 "t.co: truncated: section headers end at byte %zu but the file has %zu",
			 b.size, b.size - 1);
		CHECK_STR(load_error((struct bytes){b.data, b.size - 1}), message);
		for (size_t size = 0; size < b.size; size++) {
			/* A block of exactly this size, so that reading past it is seen. */
			uint8_t *exact = malloc(size ? size : 1);

			memcpy(exact, b.data, size);
			load_error((struct bytes){exact, size});
			free(exact);
		}
		free(b.data);
	}
}

/* Each byte of the file replaced by a few values: whatever happens, it is an answer, not a crash.
 */
TEST(single_byte_corruptions)
{
	static const char *const versions[] = {"-mcode-object-version=2",
					       "-mcode-object-version=4"};
	static const uint8_t values[] = {0x00, 0xff};

	for (int v = 0; v < 2; v++) {
		struct bytes b = compiled(versions[v]);

		if (!b.data)
			return;
		for (size_t at = 4; at < b.size; at++) {
			uint8_t old = b.data[at];

			for (size_t i = 0; i < sizeof(values); i++) {
				struct error err = {0};
				struct code_object *co;

				b.data[at] = values[i];
				co = code_object_read(b.data, b.size, "t.co", &err);
				CHECK(co || err.text[0]);
				if (co)
					code_object_relocate(co, 0x1000);
				code_object_free(co);
			}
			b.data[at] = old;
		}
		free(b.data);
	}
}
