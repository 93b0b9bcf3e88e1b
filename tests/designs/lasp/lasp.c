/*
 * The analysis of indices on kernels made for it: each kernel's comment says what it does, each
 * test what the index must come out as and which class follows. Compiled once by the real
 * toolchain.
 */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "designs/lasp/lasp.h"
#include "driver/toolchain/toolchain.h"
#include "harness.h"
#include "isa/object/code_object.h"

static const char source[] =
	/* One element each, guarded. */
	"kernel void guarded(global float *a, global const float *b, int n)\n"
	"{ int i = get_global_id(0); if (i > 0 && i < n - 1) a[i] = b[i - 1] + b[i + 1]; }\n"
	/* Two dimensions, one element each. */
	"kernel void plane(global float *a, int n)\n"
	"{ a[get_global_id(1) * n + get_global_id(0)] = 1; }\n"
	/* The same with the dimensions swapped: dimension 0 counts rows. */
	"kernel void plane_x(global float *a, int n)\n"
	"{ a[get_global_id(0) * n + get_global_id(1)] = 1; }\n"
	/* Matrix product: rows of a, columns of b. */
	"kernel void product(global const float *a, global const float *b, global float *c, int "
	"n)\n"
	"{ int x = get_global_id(0), y = get_global_id(1); float s = 0;\n"
	"  for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];\n"
	"  c[y * n + x] = s; }\n"
	/* Each work-item a row of its own. */
	"kernel void own_row(global const float *a, global float *b, int n)\n"
	"{ int i = get_global_id(0); float s = 0;\n"
	"  for (int k = 0; k < n; k++) s += a[i * n + k]; b[i] = s; }\n"
	/* Rows by y and rows by x of one matrix, as syrk does. */
	"kernel void both(global const float *a, global float *c, int n)\n"
	"{ int x = get_global_id(0), y = get_global_id(1); float s = 0;\n"
	"  for (int k = 0; k < n; k++) s += a[y * n + k] * a[x * n + k];\n"
	"  c[y * n + x] = s; }\n"
	/* The whole grid sweeps over the data; a do loop with a pointer of its own. */
	"kernel void sweep(global const float *a, global float *b, int n)\n"
	"{ float s = 0;\n"
	"  for (int i = get_global_id(0); i < n; i += get_global_size(0)) s += a[i];\n"
	"  b[get_global_id(0)] = s; }\n"
	"kernel void pointer(global const float *a, global float *b, int n)\n"
	"{ global const float *p = a + get_global_id(0) * n; float s = 0; int k = 0;\n"
	"  do { s += *p; p += 1; } while (++k < n); b[get_global_id(0)] = s; }\n"
	/* A block of 16 for each workgroup, work-items a block apart in it. */
	"kernel void blocks(global float *a)\n"
	"{ for (int k = 0; k < 16; k++)\n"
	"    a[get_group_id(0) * get_local_size(0) * 16 + k * get_local_size(0) + get_local_id(0)] "
	"= 1; }\n"
	/* Indices from memory: one each, and a sparse row. */
	"kernel void indirect(global const int *at, global float *a)\n"
	"{ a[at[get_global_id(0)]] = 1; }\n"
	"kernel void sparse(global const int *first, global const int *at, global const float *x,\n"
	"                   global float *y)\n"
	"{ int r = get_global_id(0); float s = 0;\n"
	"  for (int e = first[r]; e < first[r + 1]; e++) s += x[at[e]]; y[r] = s; }\n"
	/* Sparse rows, each work-item several of them. */
	"kernel void sparse_rows(global const int *first, global const float *v, global float *y, "
	"int n)\n"
	"{ for (int r = get_global_id(0); r < n; r += get_global_size(0)) { float s = 0;\n"
	"    for (int e = first[r]; e < first[r + 1]; e++) s += v[e]; y[r] = s; } }\n"
	/* An index carried around a loop in no linear way. */
	"kernel void carried(global uint *a, uint n)\n"
	"{ uint i = get_global_id(0);\n"
	"  for (int k = 0; k < 8; k++) { i = i * 5 + 1; a[i % n] = k; } }\n"
	/* The same for all, in a function of its own; a value chosen by a condition. */
	"float at(global const float *p, int i) { return p[i]; }\n"
	"kernel void same(global const float *table, global float *a, int n)\n"
	"{ int i = get_global_id(0); float s = 0;\n"
	"  for (int k = 0; k < n; k++) s += at(table, k); a[i < n ? i : 0] = s; }\n"
	/* Division and remainder of one id: rows and columns of an image. */
	"kernel void image(global const float *a, global float *b, uint w)\n"
	"{ uint i = get_global_id(0); b[i] = a[i / w * w + i % w]; }\n"
	/* Vectors, and an atomic. */
	"kernel void vectors(global const float *a, global int *count)\n"
	"{ float4 v = vload4(get_global_id(0), a); if (v.x > 0) "
	"atomic_inc(&count[get_group_id(0)]); }\n";

static struct code_object *kernels;
static struct index_notes *notes;

/* The analyser lies in the build's folder, two above that of this test. */
static void use_analyser(void)
{
	char path[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 32);

	CHECK(length > 0);
	path[length] = '\0';
	*strstr(path, "/tests/") = '\0';
	strcat(path, "/warpwalk-analyse");
	setenv("WARPWALK_ANALYSE", path, 1);
}

static struct code_object *compile(const char *text)
{
	char folder[] = "/tmp/warpwalk-lasp-XXXXXX", input[64], output[64];
	struct code_object *co;
	struct error err;
	FILE *f;

	CHECK(mkdtemp(folder));
	snprintf(input, sizeof(input), "%s/k.cl", folder);
	snprintf(output, sizeof(output), "%s/k.co", folder);
	f = fopen(input, "w");
	CHECK(f && fputs(text, f) >= 0 && !fclose(f));
	if (!toolchain_compile(input, output, NULL, &err))
		FAIL("%s", err.text);
	co = code_object_read_file(output, &err);
	unlink(input);
	unlink(output);
	rmdir(folder);
	if (!co)
		FAIL("%s", err.text);
	return co;
}

__attribute__((destructor)) static void forget(void)
{
	index_notes_free(notes);
	if (kernels)
		code_object_free(kernels);
}

static const struct index_kernel *kernel(const char *name)
{
	const struct index_kernel *k;
	struct error err;

	if (!kernels) {
		use_analyser();
		kernels = compile(source);
		CHECK(kernels->index_notes);
		notes = index_notes_read(kernels->index_notes, &err);
		if (!notes)
			FAIL("%s", err.text);
	}
	k = index_notes_kernel(notes, name);
	CHECK(k);
	return k;
}

/* The n-th access of an argument. */
static const struct index_access *access_of(const struct index_kernel *k, unsigned argument, int n)
{
	for (size_t i = 0; i < k->access_count; i++)
		if (k->accesses[i].argument == argument && n-- == 0)
			return &k->accesses[i];
	FAIL("%s: argument %u has no such access", k->name, argument);
}

static void expect(const char *name, unsigned argument, const char *index, enum lasp_class class)
{
	const struct index_kernel *k = kernel(name);

	CHECK_STR(access_of(k, argument, 0)->text, index);
	CHECK_STR(lasp_class_name(lasp_argument_class(k, argument)), lasp_class_name(class));
}

TEST(one_element_each_behind_guards)
{
	expect("guarded", 0, "global.x", LASP_NL);
	expect("guarded", 1, "global.x - 1", LASP_NL);
	CHECK_STR(access_of(kernel("guarded"), 1, 1)->text, "global.x + 1");
	CHECK(access_of(kernel("guarded"), 0, 0)->write);
	CHECK(!access_of(kernel("guarded"), 1, 0)->write);
	CHECK_EQ(kernel("guarded")->dims, 1);
}

TEST(two_dimensions)
{
	expect("plane", 0, "global.y*n + global.x", LASP_NL);
	CHECK_EQ(kernel("plane")->dims, 2);
}

TEST(rows_and_columns)
{
	expect("product", 0, "global.y*n + k", LASP_RCL_ROWS);
	expect("product", 1, "n*k + global.x", LASP_RCL_COLUMNS);
	expect("product", 2, "global.y*n + global.x", LASP_NL);
}

TEST(a_row_of_its_own)
{
	expect("own_row", 0, "global.x*n + k", LASP_ITL);
	expect("own_row", 1, "global.x", LASP_NL);
}

TEST(sweeps_and_blocks)
{
	expect("sweep", 0, "global_size.x*i + global.x", LASP_NL);
	expect("pointer", 0, "global.x*n + p", LASP_ITL);
	expect("blocks", 0, "16*group.x*size.x + size.x*k + local.x", LASP_NL);
}

TEST(indirect)
{
	expect("indirect", 0, "global.x", LASP_NL);
	expect("indirect", 1, "at[global.x]", LASP_UNCLASSIFIED);
}

/* The row's start is read before the loop, the column in it. */
TEST(sparse)
{
	expect("sparse", 1, "first[global.x] + e", LASP_ITL);
	expect("sparse", 2, "at[first[global.x] + e]", LASP_UNCLASSIFIED);
	expect("sparse_rows", 0, "global_size.x*r + global.x", LASP_NL);
	CHECK_EQ(lasp_argument_class(kernel("sparse_rows"), 1), LASP_ITL);
}

TEST(carried_around_a_loop)
{
	CHECK_EQ(lasp_argument_class(kernel("carried"), 0), LASP_UNCLASSIFIED);
}

TEST(the_same_for_all)
{
	expect("same", 0, "k", LASP_UNCLASSIFIED);
	CHECK_EQ(lasp_argument_class(kernel("same"), 1), LASP_NL);
}

/* i / w * w + i % w is i, whatever w is. */
TEST(quotient_and_remainder)
{
	expect("image", 0, "global.x", LASP_NL);
}

TEST(vectors_and_atomics)
{
	expect("vectors", 0, "4*global.x", LASP_NL);
	expect("vectors", 1, "group.x", LASP_NL);
	CHECK(access_of(kernel("vectors"), 1, 0)->write);
}

/* From here on with a launch: what the numbers decide. */

static struct buffer buffers[3];

static void buffer_sizes(uint64_t a, uint64_t b, uint64_t c)
{
	buffers[0].bytes = a;
	buffers[1].bytes = b;
	buffers[2].bytes = c;
}

enum { PAGE = 4096, MB = 1 << 20 };

static const struct lasp_options options = {.chiplets = 4, .page_bytes = PAGE};

/* 1024 x 1024 floats, 4 MB each: a chiplet gets 256 rows, 1 MB. */
TEST(planes_are_divided_by_rows)
{
	struct lasp_plan plan;
	struct launch l;

	buffer_sizes(4 * MB, 0, 0);
	launch_2d(&l, "plane", 1024, 1024, 32, 8);
	launch_buffer(&l, &buffers[0]);
	launch_i32(&l, 1024);
	lasp_launch(&plan, kernel("plane"), &l, &options);
	CHECK_EQ(plan.split, 1);
	CHECK_EQ(plan.class, LASP_NL);
	CHECK_EQ(plan.of[0].block_bytes, MB);
	launch_2d(&l, "plane_x", 1024, 1024, 8, 32);
	launch_buffer(&l, &buffers[0]);
	launch_i32(&l, 1024);
	lasp_launch(&plan, kernel("plane_x"), &l, &options);
	CHECK_EQ(plan.split, 0);
}

/*
 * 4096 x 4096 floats, 64 MB each. Rows: a quarter of the matrix is 16 MB. Columns: a quarter of
 * each row of 16 KB is one page. All are equally large, so rows decide for the kernel.
 */
TEST(rows_decide_and_columns_are_striped)
{
	struct lasp_plan plan;
	struct launch l;

	buffer_sizes(64 * MB, 64 * MB, 64 * MB);
	launch_2d(&l, "product", 4096, 4096, 16, 16);
	for (int i = 0; i < 3; i++)
		launch_buffer(&l, &buffers[i]);
	launch_i32(&l, 4096);
	lasp_launch(&plan, kernel("product"), &l, &options);
	CHECK_EQ(plan.class, LASP_RCL_ROWS);
	CHECK_EQ(plan.split, 1);
	CHECK_EQ(plan.of[0].block_bytes, 16 * MB);
	CHECK_EQ(plan.of[1].block_bytes, PAGE);
	CHECK_EQ(plan.of[2].block_bytes, 16 * MB);
}

/*
 * Workgroups of 32 x 8: the access by y touches 8 lines, that by x 32. The wider one decides, or
 * the first one where that is asked for.
 */
TEST(the_widest_access_decides)
{
	struct lasp_options first = {.chiplets = 4, .page_bytes = PAGE, .first = true};
	struct lasp_plan plan;
	struct launch l;

	buffer_sizes(16 * MB, 16 * MB, 0);
	launch_2d(&l, "both", 2048, 2048, 32, 8);
	launch_buffer(&l, &buffers[0]);
	launch_buffer(&l, &buffers[1]);
	launch_i32(&l, 2048);
	lasp_launch(&plan, kernel("both"), &l, &options);
	CHECK_EQ(plan.class, LASP_RCL_ROWS);
	CHECK_EQ(plan.split, 0);
	lasp_launch(&plan, kernel("both"), &l, &first);
	CHECK_EQ(plan.split, 1);
}

/* 65536 work-items sweep 256 KB at a time: 64 KB of each for a chiplet. The result is one sweep
 * long. */
TEST(sweeps_are_interleaved)
{
	struct lasp_plan plan;
	struct launch l;

	buffer_sizes(64 * MB, 256 << 10, 0);
	launch_1d(&l, "sweep", 65536, 256);
	launch_buffer(&l, &buffers[0]);
	launch_buffer(&l, &buffers[1]);
	launch_i32(&l, 16 * MB);
	lasp_launch(&plan, kernel("sweep"), &l, &options);
	CHECK_EQ(plan.of[0].block_bytes, 64 << 10);
	CHECK_EQ(plan.of[1].block_bytes, 64 << 10);
	CHECK(plan.largest == &buffers[0]);
}

/* The largest structure decides, however little is known of it. */
TEST(the_largest_decides)
{
	struct lasp_plan plan;
	struct launch l;

	buffer_sizes(MB, 8 * MB, 0);
	launch_1d(&l, "indirect", 262144, 64);
	launch_buffer(&l, &buffers[0]);
	launch_buffer(&l, &buffers[1]);
	lasp_launch(&plan, kernel("indirect"), &l, &options);
	CHECK_EQ(plan.class, LASP_UNCLASSIFIED);
	CHECK_EQ(plan.of[0].class, LASP_NL);
	CHECK_EQ(plan.split, 0);
}

/* 9 pages on 4 chiplets: 3, 3, 3 and none. */
TEST(without_notes)
{
	struct lasp_plan plan;
	struct launch l;

	buffer_sizes(9 * PAGE - 1, 0, 0);
	launch_2d(&l, "any", 64, 1024, 64, 1);
	launch_buffer(&l, &buffers[0]);
	lasp_launch(&plan, NULL, &l, &options);
	CHECK_EQ(plan.class, LASP_UNCLASSIFIED);
	CHECK_EQ(plan.of[0].block_bytes, 3 * PAGE);
	CHECK_EQ(plan.split, 1);
}

TEST(no_analyser_no_notes)
{
	struct code_object *co;

	kernel("plane");
	setenv("WARPWALK_ANALYSE", "/nonexistent", 1);
	co = compile("kernel void k(global int *a) { a[get_global_id(0)] = 1; }\n");
	CHECK(!co->index_notes);
	code_object_free(co);
	use_analyser();
}

TEST(bad_notes_are_refused)
{
	static const char *const bad[] = {
		"symbol 0 global 0 1 1 0 0 0\n",
		"kernel k\n",
		"kernel k 4\n",
		"kernel k 1\nsymbol 0 global 3 1 1 0 0 0\n",
		"kernel k 1\nsymbol 0 what 0 1 1 0 0 0\n",
		"kernel k 1\naccess 0 read 4 4:0 | x\n",
		"kernel k 1\naccess 0 read 4 4\n",
		"kernel k 1\naccess 0 taste 4 4 | 1\n",
		"kernel k 1\naccess 0 read 4 4x | 1\n",
		"kernel k 1\naccess 0 read 4 | 0\nsymbol 0 global 0 1 1 0 0 0\n",
	};
	struct error err;

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct index_notes *n = index_notes_read(bad[i], &err);

		if (n)
			FAIL("accepted: %s", bad[i]);
		CHECK_CONTAINS(err.text, "index notes, line ");
	}
	index_notes_free(index_notes_read("kernel k 1\naccess 0 read 4 | 0\n", &err));
}
