/* Job files: what they become, and the line that each mistake gets. */
#include "harness.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "driver/job/element.h"
#include "driver/job/job.h"

static char folder[] = "/tmp/warpwalk-test-XXXXXX";

static void remove_folder(void)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", folder);
	if (system(command))
		perror(command);
}

static void write_file(const char *name, const char *text)
{
	static bool made;
	char path[128];
	FILE *f;

	if (!made) {
		if (!mkdtemp(folder))
			FAIL("no temporary folder");
		atexit(remove_folder);
		made = true;
	}
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "w");
	fputs(text, f);
	fclose(f);
}

static const char kernels[] =
	"__kernel void saxpy(__global float *y, __global const float *x, float a, int n) {\n"
	"	int i = get_global_id(0); if (i < n) y[i] = a * x[i] + y[i]; }\n"
	"__kernel __attribute__((reqd_work_group_size(8, 4, 1)))\n"
	"void tile(__global int *p, __local int *l, int4 v, uchar c, half3 h) {\n"
	"	l[get_local_id(0)] = v.x; p[0] = l[1] + c; }\n"
	"typedef struct { int a, b; } pair;\n"
	"__kernel void take(pair s, __global int *p) { p[0] = s.a; }\n"
	"__kernel void one(__global int *p) { p[0] = 1; }\n"
	"__kernel void none(void) {}\n"
	"__attribute__((amdgpu_flat_work_group_size(1, 128))) __kernel void few(void) {}\n";

/* kernels.cl is there, and a compiler for it; else a skip line. */
static bool have_kernels(void)
{
	static int state;

	if (!state) {
		write_file("kernels.cl", kernels);
		state = system("command -v clang-14 >/dev/null && command -v ld.lld-14 >/dev/null")
				? 2
				: 1;
	}
	if (state == 2)
		printf("skip job: no clang-14 or ld.lld-14\n");
	return state == 1;
}

static struct job *read_job(const char *yaml, struct error *err)
{
	char path[128];

	write_file("job.yaml", yaml);
	snprintf(path, sizeof(path), "%s/job.yaml", folder);
	return job_read(path, err);
}

/* The message of a job that must not be accepted, without the folder's name. */
static const char *job_error(const char *yaml)
{
	static struct error err;
	static char text[1200];
	struct job *job = read_job(yaml, &err);
	size_t used = 0;

	if (job)
		FAIL("accepted: %s", yaml);
	CHECK_EQ(err.exit_status, 2);
	for (const char *p = err.text; *p;) {
		if (!strncmp(p, folder, strlen(folder)))
			p += strlen(folder) + 1;
		else
			text[used++] = *p++;
	}
	text[used] = '\0';
	return text;
}

static struct job *must_read(const char *yaml)
{
	struct error err = {0};
	struct job *job = read_job(yaml, &err);

	if (!job)
		FAIL("%s", err.text);
	return job;
}

static const struct buffer *buffer_of(struct job *job, size_t index)
{
	return job_app(job)->buffers[index];
}

#define HEAD "source: kernels.cl\n"
#define BUFFERS "buffers:\n  x: {type: f32, count: 8}\n  y: {type: f32, count: 8}\n"
#define LAUNCH "launches:\n  - {kernel: none, grid: 64}\n"

TEST(fills)
{
	struct job *job;
	const float *f;
	const int8_t *b;

	if (!have_kernels())
		return;
	write_file("nums.txt", "1, 2 # comment\n-3\n0x10\n");
	write_file("raw.bin", "ABCD");
	job = must_read(HEAD "buffers:\n"
			     "  zero: {type: f32, count: 4}\n"
			     "  iota: {type: f32, count: 3, fill: {iota: [10, -0.5]}}\n"
			     "  wrap: {type: i8, bytes: 3, fill: {iota: [127, 1]}}\n"
			     "  value: {type: u64, count: 2, fill: 18446744073709551615}\n"
			     "  list: {type: i16, fill: [1, -2, 3]}\n"
			     "  text: {type: i32, fill: {file: nums.txt}}\n"
			     "  raw: {type: u16, count: 2, fill: {file: raw.bin}}\n"
			     "  half: {type: f16, count: 1, fill: 1.5}\n" LAUNCH);
	CHECK_EQ(job_app(job)->buffer_count, 8);
	f = buffer_of(job, 0)->host;
	CHECK(f[0] == 0 && f[3] == 0);
	f = buffer_of(job, 1)->host;
	CHECK(f[0] == 10 && f[1] == 9.5f && f[2] == 9);
	b = buffer_of(job, 2)->host;
	CHECK(b[0] == 127 && b[1] == -128 && b[2] == -127);
	CHECK_EQ(((uint64_t *)buffer_of(job, 3)->host)[1], UINT64_MAX);
	CHECK_EQ(buffer_of(job, 4)->bytes, 6);
	CHECK_EQ(((int16_t *)buffer_of(job, 4)->host)[1], (int16_t)-2);
	CHECK_EQ(buffer_of(job, 5)->bytes, 16);
	CHECK_EQ(((int32_t *)buffer_of(job, 5)->host)[2], (int32_t)-3);
	CHECK_EQ(((int32_t *)buffer_of(job, 5)->host)[3], 16);
	CHECK_EQ(((uint16_t *)buffer_of(job, 6)->host)[0], 0x4241);
	CHECK_EQ(((uint16_t *)buffer_of(job, 7)->host)[0], 0x3e00);
	job_free(job);
}

TEST(random_is_seeded_and_bounded)
{
	struct job *job;
	const int32_t *i, *j;
	const float *f;
	bool low = false, high = false;

	if (!have_kernels())
		return;
	job = must_read(
		HEAD "buffers:\n"
		     "  a: {type: i32, count: 200, fill: {random: {seed: 5, low: -2, high: 2}}}\n"
		     "  b: {type: i32, count: 200, fill: {random: {seed: 5, low: -2, high: 2}}}\n"
		     "  c: {type: i32, count: 200, fill: {random: {seed: 6, low: -2, high: 2}}}\n"
		     "  f: {type: f32, count: 200, fill: {random: {low: 3, high: 4}}}\n" LAUNCH);
	i = buffer_of(job, 0)->host;
	j = buffer_of(job, 1)->host;
	CHECK(!memcmp(i, j, 800));
	CHECK(memcmp(i, buffer_of(job, 2)->host, 800));
	f = buffer_of(job, 3)->host;
	for (int k = 0; k < 200; k++) {
		CHECK(i[k] >= -2 && i[k] <= 2);
		CHECK(f[k] >= 3 && f[k] <= 4);
		low |= i[k] == -2;
		high |= i[k] == 2;
	}
	CHECK(low && high);
	job_free(job);
}

TEST(launches_become_launches)
{
	struct job *job;
	struct launch l;
	float a;
	int32_t v[4];
	uint16_t h[4];

	if (!have_kernels())
		return;
	job = must_read(HEAD BUFFERS
			"launches:\n"
			"  - kernel: saxpy\n"
			"    grid: 100\n"
			"    offset: 7\n"
			"    repeat: 2\n"
			"    args: [y, x, 2.5, {i32: -9}]\n"
			"  - kernel: tile\n"
			"    grid: [16, 8]\n"
			"    args: [null, {local: 1K}, [1, 2, 3, 4], 200, [1, 2, 3]]\n");
	for (int i = 0; i < 2; i++) {
		CHECK(job_app(job)->workload->next(job_app(job), &l));
		CHECK_STR(l.kernel, "saxpy");
		CHECK_EQ(l.dims, 1);
		CHECK_EQ(l.grid[0], 100);
		CHECK_EQ(l.grid[1], 1);
		CHECK_EQ(l.workgroup[0], 64);
		CHECK_EQ(l.offset[0], 7);
		CHECK_EQ(l.arg_count, 4);
		CHECK(l.args[0].kind == LAUNCH_BUFFER && l.args[0].buffer == buffer_of(job, 1));
		CHECK(l.args[1].buffer == buffer_of(job, 0));
		memcpy(&a, l.args[2].value, 4);
		CHECK(l.args[2].bytes == 4 && a == 2.5f);
		memcpy(v, l.args[3].value, 4);
		CHECK_EQ(v[0], (int32_t)-9);
	}
	CHECK(job_app(job)->workload->next(job_app(job), &l));
	CHECK_STR(l.kernel, "tile");
	CHECK_EQ(l.dims, 2);
	CHECK_EQ(l.workgroup[0], 8);
	CHECK_EQ(l.workgroup[1], 4);
	CHECK(l.args[0].kind == LAUNCH_BUFFER && !l.args[0].buffer);
	CHECK(l.args[1].kind == LAUNCH_LOCAL && l.args[1].bytes == 1024);
	memcpy(v, l.args[2].value, 16);
	CHECK(l.args[2].bytes == 16 && v[0] == 1 && v[3] == 4);
	CHECK(l.args[3].bytes == 1 && l.args[3].value[0] == 200);
	memcpy(h, l.args[4].value, 8);
	CHECK(l.args[4].bytes == 8 && h[0] == 0x3c00 && h[2] == 0x4200 && h[3] == 0);
	CHECK(!job_app(job)->workload->next(job_app(job), &l));
	job_free(job);
}

TEST(struct_values_are_given_with_a_type)
{
	struct job *job;
	struct launch l;
	int32_t v[2];

	if (!have_kernels())
		return;
	job = must_read(HEAD BUFFERS
			"launches:\n  - {kernel: take, grid: 1, args: [{i32: [5, 6]}, x]}\n");
	CHECK(job_app(job)->workload->next(job_app(job), &l));
	memcpy(v, l.args[0].value, 8);
	CHECK(l.args[0].bytes == 8 && v[0] == 5 && v[1] == 6);
	job_free(job);
	CHECK_STR(job_error(HEAD BUFFERS "launches:\n  - {kernel: take, grid: 1, args: [7, x]}\n"),
		  "job.yaml:6: argument 1 's' is of type 'pair'; say how to pass it: {i32: 5}");
}

TEST(expectations)
{
	struct error err = {0};
	struct job *job;
	float *x;

	if (!have_kernels())
		return;
	write_file("want.txt", "1 2 3 4");
	job = must_read(HEAD "buffers:\n  x: {type: f32, count: 4, fill: {iota: [1, 1]}}\n" LAUNCH
			     "expect:\n  x: {file: want.txt, tolerance: 1e-3}\n");
	CHECK(job_app(job)->workload->verify(job_app(job), &err));
	x = buffer_of(job, 0)->host;
	x[2] = 3.0029f;
	CHECK(job_app(job)->workload->verify(job_app(job), &err));
	x[2] = 3.0031f;
	CHECK(!job_app(job)->workload->verify(job_app(job), &err));
	CHECK_EQ(err.exit_status, 1);
	CHECK_STR(err.text, "buffer 'x': element 2 is 3.00309992, expected 3 (1 of 4 differ)");
	x[2] = NAN;
	CHECK(!job_app(job)->workload->verify(job_app(job), &err));
	job_free(job);
}

TEST(outputs_are_written)
{
	struct error err = {0};
	char path[128], text[64] = "";
	struct job *job;
	FILE *f;

	if (!have_kernels())
		return;
	job = must_read(HEAD "buffers:\n"
			     "  x: {type: f32, fill: [1.5, -2, 0.1]}\n"
			     "  b: {type: u16, fill: [258, 3]}\n" LAUNCH
			     "output: {x: x.txt, b: b.bin}\n");
	CHECK(job_app(job)->workload->verify(job_app(job), &err));
	snprintf(path, sizeof(path), "%s/x.txt", folder);
	f = fopen(path, "r");
	CHECK(f);
	CHECK_EQ(fread(text, 1, sizeof(text) - 1, f), 19);
	fclose(f);
	CHECK_STR(text, "1.5\n-2\n0.100000001\n");
	snprintf(path, sizeof(path), "%s/b.bin", folder);
	f = fopen(path, "rb");
	CHECK(f);
	CHECK_EQ(fread(text, 1, sizeof(text), f), 4);
	fclose(f);
	CHECK(!memcmp(text, "\2\1\3\0", 4));
	job_free(job);
}

TEST(form_errors)
{
	CHECK_STR(job_error("sauce: a.cl\n"),
		  "job.yaml:1: a job has no key 'sauce'; did you mean 'source'?");
	CHECK_STR(job_error("buffers: {}\n"),
		  "job.yaml:1: no source: name a .cl file or a code object");
	CHECK_STR(job_error(HEAD), "job.yaml:1: no launches: nothing to run");
	CHECK_STR(job_error(HEAD "launches: []\n"), "job.yaml:2: no launches: nothing to run");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f33, count: 1}\n" LAUNCH),
		  "job.yaml:3: buffer 'x': no type 'f33'; did you mean 'f32'?");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f32}\n" LAUNCH),
		  "job.yaml:3: buffer 'x' needs a count or bytes");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f32, bytes: 10}\n" LAUNCH),
		  "job.yaml:3: buffer 'x': 10 bytes are not a multiple of 4, the size of f32");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f32, count: 0}\n" LAUNCH),
		  "job.yaml:3: count: expected a whole number from 1 to 68719476736, not '0'");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f32, count: 1, fill: {iota: 3}}\n" LAUNCH),
		  "job.yaml:3: iota: expected [start, step]");
	CHECK_STR(
		job_error(HEAD "buffers:\n  x: {type: f32, count: 1, fill: ones}\n" LAUNCH),
		"job.yaml:3: fill: expected zero, iota, random, a number, a list or {file: PATH}, "
		"not 'ones'");
	CHECK_STR(job_error(HEAD "launches:\n  - {kernel: none}\n"),
		  "job.yaml:3: a launch needs a grid");
	CHECK_STR(job_error(HEAD "launches:\n  - {kernel: none, grid: 0}\n"),
		  "job.yaml:3: grid: expected a whole number from 1 to 4294967295, not '0'");
	CHECK_STR(job_error(HEAD "launches:\n  - {kernel: none, grid: [1, 1, 1, 1]}\n"),
		  "job.yaml:3: grid: expected one to three numbers, not 4");
	CHECK_STR(job_error(HEAD "launches:\n  - {kernel: none, grid: 1, workgroup: 0}\n"),
		  "job.yaml:3: workgroup: expected a whole number from 1 to 4294967295, not '0'");
	CHECK_STR(job_error(HEAD LAUNCH "expect: {z: a.txt}\n"),
		  "job.yaml:4: expect: no buffer 'z'");
	CHECK_STR(job_error(HEAD "buffers:\n  n: {type: i32, count: 1}\n" LAUNCH
				 "expect: {n: {file: a, tolerance: 1}}\n"),
		  "job.yaml:6: tolerance: buffer 'n' is of type i32, and integers must be equal");
}

TEST(missing_files)
{
	if (!have_kernels())
		return;
	CHECK_STR(job_error("source: nope.cl\n" LAUNCH),
		  "job.yaml:1: source 'nope.cl' cannot be read: No such file or directory");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f32, fill: {file: nope.txt}}\n" LAUNCH),
		  "job.yaml:3: file 'nope.txt' cannot be read: No such file or directory");
	write_file("short.txt", "1\n2 3\n");
	CHECK_STR(job_error(HEAD "buffers:\n"
				 "  x: {type: f32, count: 4, fill: {file: short.txt}}\n" LAUNCH),
		  "job.yaml:3: file 'short.txt' has 3 elements of type f32, buffer 'x' has 4");
	write_file("bad.txt", "1\n2 x\n");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f32, fill: {file: bad.txt}}\n" LAUNCH),
		  "bad.txt:2: 'x' is not a value of type f32");
	write_file("odd.bin", "12345");
	CHECK_STR(job_error(HEAD "buffers:\n  x: {type: f32, fill: {file: odd.bin}}\n" LAUNCH),
		  "odd.bin: 5 bytes are not a multiple of 4, the size of f32");
	write_file("text.co", "hello");
	CHECK_STR(job_error("source: text.co\n" LAUNCH), "text.co: not an ELF file");
	CHECK_STR(job_error(HEAD "buffers:\n"
				 "  x: {type: f32, count: 1}\n" LAUNCH "expect: {x: nope.txt}\n"),
		  "job.yaml:6: file 'nope.txt' cannot be read: No such file or directory");
}

TEST(argument_errors)
{
	static const struct {
		const char *launch, *message;
	} cases[] = {
		{"{kernel: saxpi, grid: 1}", "no kernel 'saxpi'; did you mean 'saxpy'?"},
		{"{kernel: saxpy, grid: 1, args: [y, x, 1]}",
		 "kernel 'saxpy' takes 4 arguments, 3 given"},
		{"{kernel: saxpy, grid: 1}", "kernel 'saxpy' takes 4 arguments, 0 given"},
		{"{kernel: one, grid: 1, args: [x, x]}", "kernel 'one' takes 1 argument, 2 given"},
		{"{kernel: saxpy, grid: 1, args: [y, 5, 1, 1]}",
		 "argument 2 'x' is a buffer, a value was given"},
		{"{kernel: saxpy, grid: 1, args: [y, z, 1, 1]}",
		 "argument 2 'x': no buffer 'z'; did you mean 'x' or 'y'?"},
		{"{kernel: saxpy, grid: 1, args: [y, {local: 4}, 1, 1]}",
		 "argument 2 'x' is a buffer, local memory was given"},
		{"{kernel: saxpy, grid: 1, args: [y, x, x, 1]}",
		 "argument 3 'a' is a value (float), buffer 'x' was given"},
		{"{kernel: saxpy, grid: 1, args: [y, x, 1, 1.5]}",
		 "argument 4 'n': '1.5' is not a value of type i32"},
		{"{kernel: saxpy, grid: 1, args: [y, x, 1, 3000000000]}",
		 "argument 4 'n': '3000000000' is not a value of type i32"},
		{"{kernel: saxpy, grid: 1, args: [y, x, {f64: 1}, 1]}",
		 "argument 3 'a' (float) has 4 bytes, 8 given"},
		{"{kernel: saxpy, grid: 1, args: [y, x, {i32: 1}, 1]}",
		 "argument 3 'a' is of type float, i32 was given"},
		{"{kernel: saxpy, grid: 1, args: [y, x, {float: 1}, 1]}",
		 "argument 3 'a': expected {TYPE: VALUE}; no type 'float'; known: i8, u8, i16, "
		 "u16, "
		 "i32, u32, i64, u64, f16, f32, f64"},
		{"{kernel: tile, grid: 1, args: [x, y, [1, 2, 3, 4], 1, [1, 2, 3]]}",
		 "argument 2 'l' is local memory, {local: BYTES}, buffer 'y' was given"},
		{"{kernel: tile, grid: 1, args: [x, {local: 1M}, [1, 2, 3, 4], 1, [1, 2, 3]]}",
		 "local: expected a whole number from 1 to 65536, not '1M'"},
		{"{kernel: tile, grid: 1, args: [x, {local: 4}, [1, 2], 1, [1, 2, 3]]}",
		 "argument 3 'v' has 4 elements, 2 given"},
		{"{kernel: tile, grid: 1, workgroup: 32}",
		 "workgroup [32, 1, 1]: kernel 'tile' requires [8, 4, 1]"},
		{"{kernel: none, grid: [64, 64], workgroup: [64, 64]}",
		 "workgroup [64, 64, 1] has more than 1024 work-items"},
		{"{kernel: few, grid: 1024, workgroup: 512}",
		 "workgroup of 512 work-items: kernel 'few' was compiled for at most 128; compile "
		 "it with __attribute__((amdgpu_flat_work_group_size(1, 512)))"},
	};
	char yaml[512], want[512];

	if (!have_kernels())
		return;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		snprintf(yaml, sizeof(yaml), HEAD BUFFERS "launches:\n  - %s\n", cases[i].launch);
		snprintf(want, sizeof(want), "job.yaml:6: %s", cases[i].message);
		CHECK_STR(job_error(yaml), want);
	}
}

/* What all kernels of a job with this launch are compiled for. */
static uint32_t compiled_for(const char *launch, const char *kernel)
{
	char yaml[512];
	struct error err = {0};
	struct job *job;
	uint32_t size;

	snprintf(yaml, sizeof(yaml), HEAD BUFFERS "launches:\n  - %s\n", launch);
	job = read_job(yaml, &err);
	if (!job)
		FAIL("%s", err.text);
	size = code_object_kernel(job_code_object(job), kernel, &err)->max_workgroup_size;
	job_free(job);
	return size;
}

TEST(workgroup_sizes)
{
	if (!have_kernels())
		return;
	CHECK_EQ(compiled_for("{kernel: none, grid: 1024, workgroup: 256}", "none"), 256);
	CHECK_EQ(compiled_for("{kernel: none, grid: 1024, workgroup: 257}", "none"), 257);
	CHECK_EQ(compiled_for("{kernel: none, grid: 1024, workgroup: 512}", "saxpy"), 512);
	CHECK_EQ(compiled_for("{kernel: none, grid: [64, 64], workgroup: [32, 32]}", "one"), 1024);
	/* Only as far as a launch needs it: other launches stay what they were. */
	CHECK_EQ(compiled_for("{kernel: none, grid: 1024}", "few"), 128);
}

TEST(elements_round_trip)
{
	static const char *const texts[] = {"-1.5", "0", "6.10352e-05", "65504", "inf", "-inf"};
	uint16_t half;
	uint64_t bits;
	char text[40];

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		CHECK(element_parse(ELEMENT_F16, texts[i], &half));
		element_print(ELEMENT_F16, &half, text, sizeof(text));
		CHECK_EQ(strtod(text, NULL) == strtod(texts[i], NULL) || i == 2, true);
	}
	CHECK(element_parse(ELEMENT_F16, "65520", &half) && half == 0x7c00);
	CHECK(element_parse(ELEMENT_F16, "1.00048828125", &half) && half == 0x3c00);
	CHECK(element_parse(ELEMENT_F16, "1.00146484375", &half) && half == 0x3c02);
	CHECK(element_parse(ELEMENT_F16, "5.9604644775390625e-08", &half) && half == 1);
	CHECK(element_parse(ELEMENT_U64, "0xffffffffffffffff", &bits) && bits == UINT64_MAX);
	CHECK(!element_parse(ELEMENT_U64, "-1", &bits));
	CHECK(!element_parse(ELEMENT_I8, "128", &bits));
	CHECK(element_parse(ELEMENT_I8, "-128", &bits));
	CHECK(!element_parse(ELEMENT_U8, "256", &bits));
	CHECK(!element_parse(ELEMENT_F32, "1.0f", &bits));
}
