/* The same program, buffers and launches for the simulator and for pocl. */
#include "both.h"

#include "harness.h"
#include "opencl.h"

bool both_init(struct both *b, const char *source)
{
	static const struct workload nobody = {.name = "pocl"};
	struct error err = {.text = ""};

	b->cl = opencl_open(&err);
	if (!b->cl) {
		printf("skip pocl: %s\n", err.text);
		return false;
	}
	b->app = app_new(&nobody, SIZE_TINY);
	b->program = opencl_build(b->cl, source, "", &err);
	if (!b->program || !simulator_init(&b->sim, source, NULL, &err))
		FAIL("%s", err.text);
	return true;
}

void both_release(struct both *b)
{
	simulator_release(&b->sim);
	opencl_program_free(b->program);
	opencl_close(b->cl);
	app_free(b->app);
}

size_t both_buffer(struct both *b, const char *name, uint64_t bytes)
{
	app_buffer(b->app, name, bytes);
	app_buffer(b->sim.app, name, bytes);
	return b->app->buffer_count - 1;
}

void both_fill(struct both *b, size_t buffer, const void *data, uint64_t bytes)
{
	memcpy(b->app->buffers[buffer]->host, data, bytes);
	memcpy(b->sim.app->buffers[buffer]->host, data, bytes);
}

void both_run_simulator(struct both *b, const struct launch *l)
{
	struct error err = {.text = ""};

	if (!emulator_launch(b->sim.emulator, b->sim.app, l, &err))
		FAIL("%s", err.text);
}

/* pocl gets its own buffers in the place of the simulator's. */
void both_run(struct both *b, const struct launch *l)
{
	struct error err = {.text = ""};
	struct launch other = *l;

	both_run_simulator(b, l);
	for (size_t i = 0; i < l->arg_count; i++)
		for (size_t k = 0; k < b->app->buffer_count; k++)
			if (l->args[i].buffer == b->sim.app->buffers[k])
				other.args[i].buffer = b->app->buffers[k];
	if (!opencl_launch(b->program, &other, &err))
		FAIL("%s", err.text);
}

void both_compare(struct both *b, size_t buffer, const char *kernel)
{
	const int32_t *got = b->sim.app->buffers[buffer]->host;
	const int32_t *want = b->app->buffers[buffer]->host;

	for (size_t i = 0; i < b->app->buffers[buffer]->bytes / 4; i++)
		if (got[i] != want[i])
			FAIL("%s: word %zu is %d (0x%x), on pocl %d (0x%x)", kernel, i, got[i],
			     (unsigned)got[i], want[i], (unsigned)want[i]);
}
