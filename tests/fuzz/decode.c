/*
 * Decoder and disassembler on any bytes: no crash, sizes that make sense, terminated text, and an
 * instruction that is not changed by the bytes behind it.
 */
#include "isa/inst.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	while (size) {
		struct inst in, exact;
		char text[256], small[9], again[256];
		unsigned used = inst_decode(&in, data, size);
		uint8_t *copy;

		if (!used) {
			size_t skip = size < 4 ? size : 4;

			data += skip;
			size -= skip;
			continue;
		}
		must(used == in.size && used <= size && used % 4 == 0 && in.op < OP_COUNT);
		inst_print(text, sizeof(text), &in);
		must(memchr(text, 0, sizeof(text)) && text[0]);
		inst_print(small, sizeof(small), &in);
		must(memchr(small, 0, sizeof(small)) != NULL);

		copy = malloc(used);
		memcpy(copy, data, used);
		must(inst_decode(&exact, copy, used) == used);
		inst_print(again, sizeof(again), &exact);
		must(!strcmp(text, again));
		must(inst_decode(&exact, copy, used - 4) == 0 || used == 4 || exact.size < used);
		free(copy);
		data += used;
		size -= used;
	}
	return 0;
}
