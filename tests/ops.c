/* Makes OpenCL C of a list of ops, runs it on both sides, compares the results. */
#include "ops_private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "harness.h"
#include "opencl.h"
#include "simulator.h"

enum { OPS_PER_KERNEL = 16, OPS_PER_PROGRAM = 128, WORKGROUP = 64 };

struct op_list *op_list_new(void)
{
	return xcalloc(1, sizeof(struct op_list));
}

void op_list_free(struct op_list *list)
{
	free(list->ops);
	free(list);
}

static struct op *add(struct op_list *list)
{
	if (list->count == list->capacity) {
		list->capacity = list->capacity ? 2 * list->capacity : 256;
		list->ops = xrealloc(list->ops, list->capacity * sizeof(*list->ops));
	}

	struct op *op = &list->ops[list->count++];

	memset(op, 0, sizeof(*op));
	return op;
}

static struct op_operand operand(char code, enum elem e, int width)
{
	switch (code) {
	case 'T':
		return (struct op_operand){e, width, ANY};
	case 'S':
		return (struct op_operand){e, 1, ANY};
	case 'M':
		return (struct op_operand){elem_signed(e), width, ANY};
	case 'U':
		return (struct op_operand){elem_unsigned(e), width, ANY};
	case 'W':
		return (struct op_operand){elem_wider(e), width, ANY};
	case 'I':
		return (struct op_operand){INT, width, ANY};
	case 'F':
		return (struct op_operand){FLOAT, width, ANY};
	case 'i':
		return (struct op_operand){INT, 1, ANY};
	case 'R':
		return (struct op_operand){width == 1 ? INT : elem_signed(e), width, ANY};
	default:
		BUG("unknown operand '%c'", code);
	}
}

static const char *type_name(struct op_operand o)
{
	static char names[4][16];
	static int next;
	char *name = names[next++ % 4];

	if (o.width == 1)
		snprintf(name, sizeof(names[0]), "%s", elem_name(o.elem));
	else
		snprintf(name, sizeof(names[0]), "%s%d", elem_name(o.elem), o.width);
	return name;
}

/* Replaces $T and its like by the names of types. */
static void expand(char *out, const char *expr, enum elem e, int width)
{
	char *end = out + OP_EXPR_BYTES;

	while (*expr && out < end - 1) {
		if (*expr != '$') {
			*out++ = *expr++;
			continue;
		}
		if (expr[1] == 'n')
			out += width > 1 ? snprintf(out, (size_t)(end - out), "%d", width) : 0;
		else
			out += snprintf(out, (size_t)(end - out), "%s",
					type_name(operand(expr[1], e, width)));
		expr += 2;
	}
	if (*expr || out >= end)
		BUG("expression '%s' is too long", expr);
	*out = '\0';
}

static void set_items(struct op *op)
{
	int widest = op->result.width;

	for (int i = 0; i < op->arg_count; i++)
		widest = op->args[i].width > widest ? op->args[i].width : widest;
	op->items = OP_ELEMENTS / widest;
}

static void add_row(struct op_list *list, const struct op_row *row, enum elem e, int width)
{
	struct op *op = add(list);
	const char *domain = row->domains;

	expand(op->expr, row->expr, e, width);
	op->result = operand(row->signature[0], e, width);
	for (const char *code = row->signature + 2; *code; code++) {
		op->args[op->arg_count] = operand(*code, e, width);
		op->args[op->arg_count++].domain = (enum domain) * domain;
		if (domain[1])
			domain++;
	}
	op->reference = row->reference;
	op->against = row->against;
	op->ulps = e == DOUBLE ? row->ulps_double : row->ulps_float;
	set_items(op);
}

void op_add_rows(struct op_list *list, const struct op_row *rows, size_t count)
{
	for (const struct op_row *row = rows; row < rows + count; row++)
		for (int e = 0; e < ELEM_COUNT; e++)
			for (int width = 1; width <= 16; width++)
				if (row->types >> e & 1 && row->widths >> width & 1)
					add_row(list, row, (enum elem)e, width);
}

void op_add(struct op_list *list, const char *expr, struct op_operand result,
	    const struct op_operand *args, int arg_count)
{
	struct op *op = add(list);

	snprintf(op->expr, sizeof(op->expr), "%s", expr);
	op->result = result;
	memcpy(op->args, args, (size_t)arg_count * sizeof(*args));
	op->arg_count = arg_count;
	set_items(op);
}

static bool uses(const struct op *op, enum elem e)
{
	for (int i = 0; i < op->arg_count; i++)
		if (op->args[i].elem == e)
			return true;
	return op->result.elem == e;
}

/* One op as a block of the kernel. */
static void write_op(FILE *out, const struct op *op, size_t slot)
{
	fprintf(out, "\tif (i < %d) {\n", op->items);
	for (int k = 0; k < op->arg_count; k++) {
		struct op_operand o = op->args[k];
		size_t offset = input_offset(o.elem, o.domain, k);

		if (o.width == 1)
			fprintf(out, "\t\t%s %c = ((global const %s *)(in + %zu))[i];\n",
				type_name(o), 'a' + k, elem_name(o.elem), offset);
		else
			fprintf(out, "\t\t%s %c = vload%d(i, (global const %s *)(in + %zu));\n",
				type_name(o), 'a' + k, o.width, elem_name(o.elem), offset);
	}
	if (op->result.width == 1)
		fprintf(out, "\t\t((global %s *)(out + %zu))[i] = %s;\n",
			elem_name(op->result.elem), slot * OP_SLOT_BYTES, op->expr);
	else
		fprintf(out, "\t\tvstore%d(%s, i, (global %s *)(out + %zu));\n", op->result.width,
			op->expr, elem_name(op->result.elem), slot * OP_SLOT_BYTES);
	fprintf(out, "\t}\n");
}

/* For pocl without the ops that are compared with a reference of their own. */
static char *write_program(const struct op *ops, size_t count, bool for_pocl)
{
	char *text;
	size_t bytes;
	FILE *out = open_memstream(&text, &bytes);
	bool half_precision = false;

	for (size_t i = 0; i < count; i++)
		half_precision |= uses(&ops[i], HALF);
	if (half_precision)
		fprintf(out, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
	fprintf(out, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
		     "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
		     "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n"
		     "constant ulong table[128] = {");
	for (unsigned i = 0; i < 128; i++)
		fprintf(out, "0x%" PRIx64 ",", (i + 1) * UINT64_C(0x9e3779b97f4a7c15));
	fprintf(out, "};\n");
	for (size_t i = 0; i < count; i++) {
		if (i % OPS_PER_KERNEL == 0)
			fprintf(out,
				"kernel void ops%zu(global const uchar *in, global uchar *out,\n"
				"\t\tglobal uchar *kept_by_all)\n{\n"
				"\tlocal double16 shared_by_all[%d];\n"
				"\tint i = get_global_id(0);\n"
				"\tlocal void *shared = &shared_by_all[get_local_id(0)];\n"
				"\tglobal void *kept = kept_by_all + 128 * i;\n"
				"\t(void)shared;\n\t(void)kept;\n",
				i / OPS_PER_KERNEL, WORKGROUP);
		if (!for_pocl || ops[i].against != REFERENCE)
			write_op(out, &ops[i], i);
		if (i % OPS_PER_KERNEL == OPS_PER_KERNEL - 1 || i == count - 1)
			fprintf(out, "}\n");
	}
	fclose(out);
	return text;
}

struct buffers {
	struct buffer *in, *out, *kept;
};

static void describe(struct launch *l, size_t kernel, const struct buffers *b)
{
	char name[32];

	snprintf(name, sizeof(name), "ops%zu", kernel);
	launch_1d(l, name, OP_ELEMENTS, WORKGROUP);
	launch_buffer(l, b->in);
	launch_buffer(l, b->out);
	launch_buffer(l, b->kept);
}

static void make_buffers(struct app *app, struct buffers *b)
{
	b->in = app_buffer(app, "in", input_bytes());
	b->out = app_buffer(app, "out", OPS_PER_PROGRAM * (size_t)OP_SLOT_BYTES);
	b->kept = app_buffer(app, "kept", OP_ELEMENTS * 128);
	input_fill(b->in->host);
}

/* Results of one program by everyone. */
struct results {
	const uint8_t *got;
	uint8_t *pocl,
		*pocl_flushed; /* the latter from inputs without denormals; NULL without pocl */
};

static bool run_simulator(struct simulator *sim, const char *text, size_t kernels,
			  struct results *results, struct buffers *b, struct error *err)
{
	struct launch l;

	if (!simulator_init(sim, text, NULL, err))
		return false;
	make_buffers(sim->app, b);
	for (size_t k = 0; k < kernels; k++) {
		describe(&l, k, b);
		if (!emulator_launch(sim->emulator, sim->app, &l, err))
			return false;
	}
	results->got = b->out->host;
	return true;
}

static bool run_pocl(struct opencl *cl, struct app *app, const char *text, size_t kernels,
		     struct results *results, struct error *err)
{
	struct opencl_program *program = opencl_build(cl, text, "-cl-opt-disable", err);
	struct buffers b;
	struct launch l;
	bool good = program != NULL;

	make_buffers(app, &b);
	for (int flushed = 0; flushed < 2 && good; flushed++) {
		uint8_t **copy = flushed ? &results->pocl_flushed : &results->pocl;

		if (flushed)
			input_flush_denormals(b.in->host);
		for (size_t k = 0; k < kernels && good; k++) {
			describe(&l, k, &b);
			good = opencl_launch(program, &l, err);
		}
		*copy = xmalloc(b.out->bytes);
		memcpy(*copy, b.out->host, b.out->bytes);
	}
	opencl_program_free(program);
	return good;
}

/* Distance of two numbers in units of the last place of `want`. */
static double distance(double got, double want, enum elem e)
{
	int digits = e == HALF ? 11 : e == FLOAT ? 24 : 53;
	int least = e == HALF ? -13 : e == FLOAT ? -125 : -1021; /* frexp's exponent */
	int most = e == HALF ? 16 : e == FLOAT ? 128 : 1024;
	int exponent;

	/* An infinity stands for the number that would come after the largest. */
	bool past_got = isinf(got), past_want = isinf(want);

	if (past_got)
		got = copysign(1, got);
	if (past_want)
		want = copysign(1, want);
	frexp(want, &exponent);
	exponent = past_want ? most + 1 : exponent < least ? least : exponent;
	return fabs(ldexp(got, digits - exponent + (past_got ? most : 0)) -
		    ldexp(want, digits - exponent + (past_want ? most : 0)));
}

static bool is_denormal_float(double value, enum elem e)
{
	return e == FLOAT && fabs(value) < 0x1p-126;
}

static bool agree_float(enum elem e, double got, double want, double ulps)
{
	if (isnan(got) || isnan(want))
		return isnan(got) && isnan(want);
	/* Flushed; where errors are allowed, also what would have been rounded up to a normal. */
	if (is_denormal_float(want, e) && fabs(got) <= 0x1p-126)
		return ulps >= 0 || signbit(got) == signbit(want);
	if (ulps > 0 && e == FLOAT && fabs(want) <= 0x1p-126 && fabs(got) <= 0x1p-126)
		return true;
	if (ulps < 0)
		return got == want && signbit(got) == signbit(want);
	return got == want || distance(got, want, e) <= ulps;
}

static bool agree(const struct op *op, const void *got, const void *want, size_t i)
{
	enum elem e = op->result.elem;

	if (!elem_is_float(e))
		return elem_bits(e, got, i) == elem_bits(e, want, i);
	/* Both sides may err. */
	return agree_float(e, elem_load(e, got, i), elem_load(e, want, i),
			   op->ulps < 0 ? op->ulps : 2 * op->ulps);
}

static long double reference_value(const struct op *op, const uint8_t *in, size_t i, bool flush)
{
	long double v[OP_MAX_ARGS] = {0, 0, 0};

	for (int k = 0; k < op->arg_count; k++) {
		struct op_operand o = op->args[k];
		/* A scalar argument belongs to a whole vector of results. */
		size_t at = o.width == op->result.width ? i : i / (size_t)op->result.width;

		double value = elem_load(o.elem, in + input_offset(o.elem, o.domain, k), at);

		v[k] = flush && is_denormal_float(value, o.elem) ? copysign(0, value) : value;
	}
	return op->reference(v[0], v[1], v[2]);
}

static bool agree_reference(const struct op *op, const uint8_t *in, const void *got, size_t i,
			    double *want)
{
	enum elem e = op->result.elem;

	for (int flush = 1; flush >= 0; flush--) {
		*want = (double)reference_value(op, in, i, flush);
		if (e == HALF)
			*want = half_to_double(half_from_double(*want));
		else if (e == FLOAT)
			*want = (double)(float)*want;
		/* A bound counts from the exact result; half an ulp more when that was rounded. */
		if (elem_is_float(e) ? agree_float(e, elem_load(e, got, i), *want,
						   op->ulps > 0 ? op->ulps + 0.5 : op->ulps)
				     : elem_load(e, got, i) == *want)
			return true;
	}
	return false;
}

static void print_difference(const struct op *op, const uint8_t *in, const void *got,
			     const void *pocl, double want, size_t i)
{
	enum elem e = op->result.elem;

	printf("# %s %s element %zu:", type_name(op->result), op->expr, i);
	for (int k = 0; k < op->arg_count; k++) {
		struct op_operand o = op->args[k];
		const uint8_t *data = in + input_offset(o.elem, o.domain, k);
		size_t at = o.width == op->result.width ? i : i / (size_t)op->result.width;

		printf(" %c=%.17g(0x%" PRIx64 ")", 'a' + k, elem_load(o.elem, data, at),
		       elem_bits(o.elem, data, at));
	}
	printf(" got %.17g(0x%" PRIx64 ")", elem_load(e, got, i), elem_bits(e, got, i));
	if (pocl)
		printf(" pocl %.17g(0x%" PRIx64 ")\n", elem_load(e, pocl, i),
		       elem_bits(e, pocl, i));
	else
		printf(" expected %.17g\n", want);
}

/* Number of elements of an op that differ; prints the first few. */
static size_t compare(const struct op *op, size_t slot, const struct results *r, const uint8_t *in)
{
	const uint8_t *got = r->got + slot * OP_SLOT_BYTES;
	size_t differ = 0, count = (size_t)(op->items * op->result.width);

	for (size_t i = 0; i < count; i++) {
		const uint8_t *pocl = NULL;
		double want = NAN;

		if (op->against != POCL && agree_reference(op, in, got, i, &want))
			continue;
		if (op->against != REFERENCE) {
			pocl = r->pocl + slot * OP_SLOT_BYTES;
			if (agree(op, got, pocl, i) ||
			    agree(op, got, r->pocl_flushed + slot * OP_SLOT_BYTES, i))
				continue;
		}
		if (differ++ < 3)
			print_difference(op, in, got, pocl, want, i);
	}
	return differ;
}

static size_t run_program(struct opencl *cl, const struct op *ops, size_t count, struct error *err)
{
	char *text = write_program(ops, count, false), *pocl_text = write_program(ops, count, true);
	size_t kernels = (count + OPS_PER_KERNEL - 1) / OPS_PER_KERNEL;
	struct simulator sim = {NULL, NULL, NULL}, other = {NULL, NULL, NULL};
	struct results results = {NULL, NULL, NULL};
	struct buffers b;
	size_t wrong = 0;

	other.app = app_new(&(struct workload){.name = "pocl"}, SIZE_TINY);
	if (run_simulator(&sim, text, kernels, &results, &b, err) &&
	    (!cl || run_pocl(cl, other.app, pocl_text, kernels, &results, err))) {
		for (size_t i = 0; i < count; i++)
			wrong += compare(&ops[i], i, &results, b.in->host) > 0;
	}
	app_free(other.app);
	simulator_release(&sim);
	free(results.pocl);
	free(results.pocl_flushed);
	free(text);
	free(pocl_text);
	return wrong;
}

void op_list_run(struct op_list *list, const char *name)
{
	struct error err = {.text = ""};
	struct opencl *cl = NULL;
	bool with_pocl = false;
	size_t wrong = 0, total = list->count;

	for (size_t i = 0; i < list->count; i++)
		with_pocl |= list->ops[i].against != REFERENCE;
	if (with_pocl) {
		cl = opencl_open(&err);
		if (!cl) {
			printf("skip %s: %s\n", name, err.text);
			op_list_free(list);
			return;
		}
	}
	for (size_t i = 0; i < list->count && !err.text[0]; i += OPS_PER_PROGRAM) {
		size_t left = list->count - i;

		wrong += run_program(cl, list->ops + i,
				     left < OPS_PER_PROGRAM ? left : OPS_PER_PROGRAM, &err);
	}
	op_list_free(list);
	opencl_close(cl);
	if (err.text[0])
		FAIL("%s", err.text);
	if (wrong)
		FAIL("%zu of %zu expressions differ", wrong, total);
}
