/* compile-kernel IN.cl OUT.co [FLAG]...: the build's way to the same compiler that `emulate` uses.
 */
#include <stdio.h>

#include "driver/toolchain/toolchain.h"

int main(int argc, char **argv)
{
	struct error err = {0};
	struct compile_options more = {.flags = (const char *const *)argv + 3};

	if (argc < 3) {
		fprintf(stderr, "usage: compile-kernel IN.cl OUT.co [FLAG]...\n");
		return 2;
	}
	if (!toolchain_compile(argv[1], argv[2], argc > 3 ? &more : NULL, &err)) {
		fprintf(stderr, "compile-kernel: %s\n", err.text);
		return 2;
	}
	return 0;
}
