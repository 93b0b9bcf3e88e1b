/* Compiles OpenCL C and runs it in the simulator. */
#include "simulator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver/toolchain/toolchain.h"

static const struct workload no_workload = {.name = "test"};

static struct code_object *compile(const char *source, const char *const *flags, struct error *err)
{
	char folder[] = "/tmp/warpwalk-test-XXXXXX";
	char cl[64], co[64];
	struct compile_options options = {.flags = flags};
	struct code_object *result = NULL;

	if (!mkdtemp(folder)) {
		error_set(err, "cannot make a folder for compiled kernels");
		return NULL;
	}
	snprintf(cl, sizeof(cl), "%s/kernels.cl", folder);
	snprintf(co, sizeof(co), "%s/kernels.co", folder);

	FILE *file = fopen(cl, "w");

	if (file) {
		fputs(source, file);
		fclose(file);
		if (toolchain_compile(cl, co, &options, err))
			result = code_object_read_file(co, err);
	} else {
		error_set(err, "cannot write %s", cl);
	}
	unlink(cl);
	unlink(co);
	rmdir(folder);
	return result;
}

bool simulator_init(struct simulator *sim, const char *source, const char *const *flags,
		    struct error *err)
{
	sim->co = compile(source, flags, err);
	if (!sim->co)
		return false;
	sim->app = app_new(&no_workload, SIZE_TINY);
	sim->emulator = emulator_new(sim->co);
	return true;
}

void simulator_release(struct simulator *sim)
{
	emulator_free(sim->emulator);
	code_object_free(sim->co);
	app_free(sim->app);
}

char *read_text(const char *path, struct error *err)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t used = 0, got;

	if (!file) {
		error_set(err, "cannot read %s", path);
		return NULL;
	}
	do {
		text = xrealloc(text, used + 65536);
		got = fread(text + used, 1, 65535, file);
		used += got;
	} while (got);
	text[used] = '\0';
	fclose(file);
	return text;
}
