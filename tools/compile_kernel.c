/* compile-kernel IN.cl OUT.co: the build's way to the same compiler that `emulate` uses. */
#include <stdio.h>

#include "driver/toolchain/toolchain.h"

int main(int argc, char **argv)
{
	struct error err = {0};

	if (argc != 3) {
		fprintf(stderr, "usage: compile-kernel IN.cl OUT.co\n");
		return 2;
	}
	if (!toolchain_compile(argv[1], argv[2], NULL, &err)) {
		fprintf(stderr, "compile-kernel: %s\n", err.text);
		return 2;
	}
	return 0;
}
