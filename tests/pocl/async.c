/* Asynchronous copies between global and local memory, and prefetches, of every type, against pocl.
 */
#include <stdlib.h>

#include "base/rng.h"
#include "both.h"
#include "harness.h"
#include "ops.h"

enum { WORKGROUP = 64, GROUPS = 2, BUFFER_BYTES = GROUPS * WORKGROUP * 128 };

/*
 * Each workgroup copies its part to local memory, turns it around, and copies it back; the second
 * kernel takes every second element and puts it to every second place.
 */
static char *write_kernels(const int *widths, size_t count, const char *elem)
{
	char *text;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);

	fprintf(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
	for (size_t i = 0; i < count; i++) {
		char type[16];

		snprintf(type, sizeof(type), widths[i] > 1 ? "%s%d" : "%s", elem, widths[i]);
		fprintf(out,
			"kernel void plain%d(global const %s *in, global %s *out, local %s *a,\n"
			"\t\tlocal %s *b)\n{\n"
			"\tint size = get_local_size(0), id = get_local_id(0);\n"
			"\tglobal const %s *from = in + get_group_id(0) * size;\n"
			"\tprefetch(from, size);\n"
			"\tevent_t e = async_work_group_copy(a, from, size, 0);\n"
			"\twait_group_events(1, &e);\n"
			"\tb[size - 1 - id] = a[id];\n"
			"\tbarrier(CLK_LOCAL_MEM_FENCE);\n"
			"\te = async_work_group_copy(out + get_group_id(0) * size, (local const %s "
			"*)b, "
			"size, 0);\n"
			"\twait_group_events(1, &e);\n}\n",
			widths[i], type, type, type, type, type, type);
		fprintf(out,
			"kernel void strided%d(global const %s *in, global %s *out, local %s *a,\n"
			"\t\tlocal %s *b)\n{\n"
			"\tint size = get_local_size(0), base = get_group_id(0) * size;\n"
			"\tevent_t e[2];\n"
			"\te[0] = async_work_group_strided_copy(a, in + base, size / 2, 2, 0);\n"
			"\te[1] = async_work_group_copy(a + size / 2, in + base, size / 2, e[0]);\n"
			"\twait_group_events(2, e);\n"
			"\te[0] = async_work_group_strided_copy(out + base, (local const %s *)a, "
			"size / 2, 2, 0);\n"
			"\te[1] = async_work_group_strided_copy(out + base + 1, (local const %s "
			"*)a + "
			"size / 2, size / 2, 2, 0);\n"
			"\twait_group_events(2, e);\n}\n",
			widths[i], type, type, type, type, type, type);
	}
	fclose(out);
	return text;
}

static void run_kernel(struct both *b, const char *name, int width, size_t elem_size)
{
	struct launch l;
	char kernel[32];
	uint32_t bytes = (uint32_t)(WORKGROUP * (size_t)width * elem_size);

	snprintf(kernel, sizeof(kernel), "%s%d", name, width);
	launch_1d(&l, kernel, GROUPS * WORKGROUP, WORKGROUP);
	launch_buffer(&l, b->sim.app->buffers[0]);
	launch_buffer(&l, b->sim.app->buffers[1]);
	launch_local(&l, bytes);
	launch_local(&l, bytes);
	both_run(b, &l);
	both_compare(b, 1, kernel);
}

static void run(enum elem e)
{
	static const int widths[] = {1, 2, 4, 8, 16};
	struct both b = {.cl = NULL};
	struct rng rng;
	uint64_t data[BUFFER_BYTES / 8];
	char *text = write_kernels(widths, 5, elem_name(e));

	if (both_init(&b, text)) {
		rng_seed(&rng, rng_seed_of("async"));
		for (size_t i = 0; i < BUFFER_BYTES / 8; i++)
			data[i] = rng_u64(&rng);
		both_buffer(&b, "in", BUFFER_BYTES);
		both_buffer(&b, "out", BUFFER_BYTES);
		both_fill(&b, 0, data, BUFFER_BYTES);
		for (int i = 0; i < 5; i++) {
			run_kernel(&b, "plain", widths[i], elem_bytes(e));
			run_kernel(&b, "strided", widths[i], elem_bytes(e));
		}
		both_release(&b);
	}
	free(text);
}

TEST(async_copies)
{
	for (int e = 0; e < ELEM_COUNT; e++)
		if (e != HALF)
			run((enum elem)e);
}
