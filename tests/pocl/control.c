/*
 * Control flow, calls, memory spaces, work-item functions and arguments: kernels/control.cl and
 * kernels/grid.cl in the simulator and on pocl. All results are integers or exact: they are the
 * same.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "both.h"
#include "harness.h"

static bool open_file(struct both *b, const char *file)
{
	struct error err = {.text = ""};
	char path[512];

	snprintf(path, sizeof(path), "%s/tests/pocl/kernels/%s", SOURCE_FOLDER, file);

	char *source = read_text(path, &err);

	if (!source)
		FAIL("%s", err.text);

	bool opened = both_init(b, source);

	free(source);
	return opened;
}

enum { ITEMS = 512, WORKGROUP = 64 };

static void run_control(const char *kernel, uint32_t workgroup)
{
	struct both b = {.cl = NULL};
	struct rng rng;
	int32_t numbers[ITEMS], zeroes[3 * ITEMS] = {0};
	struct launch l;

	if (!open_file(&b, "control.cl"))
		return;

	size_t in = both_buffer(&b, "in", sizeof(numbers));
	size_t out = both_buffer(&b, "out", sizeof(zeroes));

	rng_seed(&rng, rng_seed_of("control"));
	for (int i = 0; i < ITEMS; i++)
		numbers[i] = (int32_t)(rng_u64(&rng) >> 40) - (i % 3 ? 0 : 1 << 23);
	both_fill(&b, in, numbers, sizeof(numbers));
	both_fill(&b, out, zeroes, sizeof(zeroes));
	launch_1d(&l, kernel, ITEMS, workgroup);
	launch_buffer(&l, b.sim.app->buffers[in]);
	launch_buffer(&l, b.sim.app->buffers[out]);
	launch_i32(&l, ITEMS);
	both_run(&b, &l);
	both_compare(&b, out, kernel);
	both_release(&b);
}

#define CONTROL_TEST(kernel)                                                                       \
	TEST(kernel)                                                                               \
	{                                                                                          \
		run_control(#kernel, WORKGROUP);                                                   \
	}

CONTROL_TEST(nested_loops)
CONTROL_TEST(early_exit)
CONTROL_TEST(switches)
CONTROL_TEST(do_while)
CONTROL_TEST(short_circuit)
CONTROL_TEST(calls)
CONTROL_TEST(many_arguments)
CONTROL_TEST(structures)
CONTROL_TEST(unions)
CONTROL_TEST(private_arrays)
CONTROL_TEST(private_bytes_and_longs)
CONTROL_TEST(constants)
CONTROL_TEST(local_memory)
CONTROL_TEST(contended_atomics)
CONTROL_TEST(compare_and_exchange)
CONTROL_TEST(swizzles)
CONTROL_TEST(wide_and_narrow)
CONTROL_TEST(divisions)

TEST(global_exchange_in_one_wavefront)
{
	run_control("global_exchange", 64);
}

TEST(global_exchange_between_wavefronts)
{
	run_control("global_exchange", 256);
}

static void run_places(unsigned dims, const uint32_t grid[3], const uint32_t workgroup[3],
		       const uint64_t offset[3])
{
	struct both b = {.cl = NULL};
	struct launch l;
	uint64_t items = (uint64_t)grid[0] * grid[1] * grid[2];

	if (!open_file(&b, "grid.cl"))
		return;

	size_t out = both_buffer(&b, "out", items * 16 * 8);

	launch_3d(&l, "places", grid, workgroup);
	l.dims = dims;
	memcpy(l.offset, offset, sizeof(l.offset));
	launch_buffer(&l, b.sim.app->buffers[out]);
	launch_u32(&l, grid[0]);
	launch_u32(&l, grid[1]);
	both_run(&b, &l);
	both_compare(&b, out, "places");
	both_release(&b);
}

TEST(grid_of_one_dimension)
{
	run_places(1, (uint32_t[]){256, 1, 1}, (uint32_t[]){128, 1, 1}, (uint64_t[]){0, 0, 0});
}

TEST(grid_of_two_dimensions)
{
	run_places(2, (uint32_t[]){48, 20, 1}, (uint32_t[]){16, 5, 1}, (uint64_t[]){0, 0, 0});
}

TEST(grid_of_three_dimensions)
{
	run_places(3, (uint32_t[]){12, 10, 6}, (uint32_t[]){3, 5, 2}, (uint64_t[]){0, 0, 0});
}

TEST(grid_with_offset)
{
	run_places(3, (uint32_t[]){8, 6, 4}, (uint32_t[]){4, 3, 2}, (uint64_t[]){5, 100, 7});
}

/* pocl wants whole workgroups: the simulator alone, against what the specification says. */
TEST(partial_workgroups)
{
	struct both b = {.cl = NULL};
	struct launch l;

	if (!open_file(&b, "grid.cl"))
		return;

	size_t sizes = both_buffer(&b, "sizes", 100 * 8), marks = both_buffer(&b, "marks", 4096);

	launch_1d(&l, "group_sizes", 100, 64);
	launch_buffer(&l, b.sim.app->buffers[sizes]);
	both_run_simulator(&b, &l);

	const uint64_t *size = b.sim.app->buffers[sizes]->host;

	/* libclc takes the size from the dispatch packet, also in the last workgroup. */
	for (int i = 0; i < 100; i++)
		CHECK_EQ(size[i], 1001064);

	launch_2d(&l, "mark", 21, 19, 8, 8);
	launch_buffer(&l, b.sim.app->buffers[marks]);
	launch_i32(&l, 21 * 19);
	both_run_simulator(&b, &l);

	const int32_t *mark = b.sim.app->buffers[marks]->host;

	for (int i = 0; i < 21 * 19; i++)
		CHECK_EQ(mark[i], 1);
	CHECK_EQ(mark[21 * 19], 0);
	both_release(&b);
}

TEST(arguments_of_every_kind)
{
	/* As OpenCL C lays it out: float4 is aligned to its size. */
	struct settings {
		int32_t a;
		double b;
		char c[5];
		float d[4] __attribute__((aligned(16)));
	} __attribute__((aligned(16))) settings = {11, 0.25, {1, 2, 3, 4, 5}, {1, 2, 3, 4}};
	const float table[8] = {1, 2, 3, 4, 5, 6, 7, 8}, k[4] = {1, 2, 3, 0};
	const int32_t eight[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	struct both b = {.cl = NULL};
	struct launch l;

	if (!open_file(&b, "grid.cl"))
		return;

	size_t out = both_buffer(&b, "out", 128 * 8), constants = both_buffer(&b, "table", 32);

	both_fill(&b, constants, table, sizeof(table));
	launch_1d(&l, "arguments", 128, 64);
	launch_buffer(&l, b.sim.app->buffers[out]);
	launch_value(&l, &(int8_t){-5}, 1);
	launch_value(&l, &(uint8_t){250}, 1);
	launch_value(&l, &(int16_t){-1234}, 2);
	launch_value(&l, &(uint16_t){65000}, 2);
	launch_i32(&l, -100000);
	launch_u32(&l, 4000000000);
	launch_i64(&l, -5000000000);
	launch_value(&l, &(uint64_t){5000000000}, 8);
	launch_f32(&l, 0.5f);
	launch_f64(&l, -0.125);
	launch_value(&l, k, sizeof(k));
	launch_value(&l, eight, sizeof(eight));
	launch_value(&l, &settings, sizeof(settings));
	launch_local(&l, 64 * 4);
	launch_local(&l, 64 * 8);
	launch_buffer(&l, NULL);
	launch_buffer(&l, b.sim.app->buffers[constants]);
	both_run(&b, &l);
	both_compare(&b, out, "arguments");
	both_release(&b);
}
