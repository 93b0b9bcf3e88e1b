/*
 * analyse-kernel IN.bc: prints the index notes of the kernels in a file of LLVM bitcode, as
 * src/launch/index_notes.h describes them: for every access to memory that a pointer argument
 * points to, the index as an expression.
 */
#include <llvm-c/BitReader.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "values.h"

enum { AMDGPU_KERNEL = 91, GLOBAL_SPACE = 1, CONSTANT_SPACE = 4 };

static int fail(const char *what, const char *why)
{
	fprintf(stderr, "analyse-kernel: %s: %s\n", what, why);
	return 1;
}

/* Only what brings values together: no loop is changed, so that indices read as in the source. */
static bool simplify(LLVMModuleRef module)
{
	static const char passes[] = "always-inline,function(sroa,early-cse)";
	LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
	unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
	LLVMAttributeRef inlined = LLVMCreateEnumAttribute(LLVMGetModuleContext(module), kind, 0);
	LLVMErrorRef error;

	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && LLVMGetFunctionCallConv(f) != AMDGPU_KERNEL)
			LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, inlined);
	error = LLVMRunPasses(module, passes, NULL, options);
	LLVMDisposePassBuilderOptions(options);
	if (error)
		LLVMConsumeError(error);
	return !error;
}

/* An access to memory that an argument points to. */
struct access {
	int base;
	bool write;
	int64_t unit; /* bytes of an element */
	struct poly offset;
};

struct accesses {
	struct values values;
	struct access *of;
	size_t count, capacity;
};

static void add(struct accesses *a, const struct access *access)
{
	for (size_t i = 0; i < a->count; i++)
		if (a->of[i].base == access->base && a->of[i].unit == access->unit &&
		    poly_equal(&a->of[i].offset, &access->offset)) {
			a->of[i].write |= access->write;
			return;
		}
	if (a->count == a->capacity) {
		a->capacity = a->capacity ? 2 * a->capacity : 32;
		a->of = realloc(a->of, a->capacity * sizeof(*a->of));
		if (!a->of)
			abort();
	}
	a->of[a->count++] = *access;
}

/* more: elements beyond what the pointer says; may be NULL. */
static void look_at(struct accesses *a, LLVMValueRef pointer, LLVMTypeRef type, bool write,
		    const struct poly *more)
{
	unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));
	struct value at = *values_get(&a->values, pointer);
	struct access access = {.base = at.base,
				.write = write,
				.unit = (int64_t)LLVMABISizeOfType(a->values.layout, type),
				.offset = at.offset};

	if ((space != GLOBAL_SPACE && space != CONSTANT_SPACE) || at.base < 0 || !access.unit)
		return;
	if (!more || poly_add(&access.offset, &access.offset, more, access.unit))
		add(a, &access);
}

/* vload4(index, pointer), vstore4(data, index, pointer): the index counts vectors. */
static bool vector_index(struct values *v, LLVMValueRef of, const char *name, struct poly *more)
{
	const char *found = strstr(name, "vload");
	unsigned operand = 0;
	struct poly width;
	int64_t lanes;

	if (!found) {
		found = strstr(name, "vstore");
		operand = 1;
	}
	if (!found)
		return false;
	lanes = atoi(found + strcspn(found, "0123456789"));
	if (lanes < 2 || lanes > 16)
		return false;
	poly_constant(&width, lanes);
	*more = values_get(v, LLVMGetOperand(of, operand))->offset;
	return poly_multiply(more, more, &width);
}

/* Atomics and vector loads are calls; whatever they are given a pointer to, they access. */
static void look_at_call(struct accesses *a, LLVMValueRef of)
{
	LLVMValueRef callee = LLVMGetCalledValue(of);
	struct poly more = {0};
	const char *name;
	bool vectors;
	size_t length;

	values_get(&a->values, of); /* an id asked for counts as a dimension */
	name = LLVMGetValueName2(callee, &length);
	if (LLVMGetIntrinsicID(callee))
		return;
	vectors = vector_index(&a->values, of, name, &more);
	for (unsigned i = 0; i < LLVMGetNumArgOperands(of); i++) {
		LLVMValueRef operand = LLVMGetOperand(of, i);
		LLVMTypeRef type = LLVMTypeOf(operand);

		if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
			look_at(a, operand, LLVMGetElementType(type), !strstr(name, "load"),
				vectors ? &more : NULL);
	}
}

static void look_at_instruction(struct accesses *a, LLVMValueRef of)
{
	switch (LLVMGetInstructionOpcode(of)) {
	case LLVMLoad:
		look_at(a, LLVMGetOperand(of, 0), LLVMTypeOf(of), false, NULL);
		break;
	case LLVMStore:
		look_at(a, LLVMGetOperand(of, 1), LLVMTypeOf(LLVMGetOperand(of, 0)), true, NULL);
		break;
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		look_at(a, LLVMGetOperand(of, 0), LLVMTypeOf(LLVMGetOperand(of, 1)), true, NULL);
		break;
	case LLVMCall:
		look_at_call(a, of);
		break;
	default:
		break;
	}
}

static void print_poly(const struct poly *p)
{
	for (unsigned i = 0; i < p->n; i++) {
		printf(" %lld", (long long)p->t[i].k);
		for (unsigned j = 0; j < p->t[i].n; j++)
			printf("%c%u", j ? '.' : ':', p->t[i].s[j]);
	}
}

static void print_symbol(const struct values *v, unsigned index)
{
	static const char *const kinds[] = {"global", "group",       "local",  "size",
					    "groups", "global_size", "offset", "argument",
					    "loop",   "loaded",      "other"};
	const struct symbol *s = &v->symbols.of[index];
	struct poly self;
	struct depends d;

	poly_symbol(&self, index);
	d = poly_depends(&v->symbols, &self);
	printf("symbol %u %s %u %u %u %u %u %u\n", index, kinds[s->kind], s->number, d.groups,
	       d.locals, d.loops, d.loaded, d.varying);
}

static void print_access(const struct values *v, const struct access *a)
{
	char text[512];

	poly_print(&v->symbols, &a->offset, a->unit, text, sizeof(text));
	printf("access %d %s %lld", a->base, a->write ? "write" : "read", (long long)a->unit);
	print_poly(&a->offset);
	printf(" | %s\n", text);
}

static void print_accesses(const struct accesses *a)
{
	for (unsigned s = 0; s < a->values.symbols.count; s++)
		for (size_t i = 0; i < a->count; i++)
			if (poly_has(&a->of[i].offset, s)) {
				print_symbol(&a->values, s);
				break;
			}
	for (size_t i = 0; i < a->count; i++)
		print_access(&a->values, &a->of[i]);
}

static void print_kernel(LLVMValueRef kernel, LLVMTargetDataRef layout)
{
	LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(kernel);
	struct accesses a = {0};
	size_t length;

	values_init(&a.values, kernel, layout);
	for (; block; block = LLVMGetNextBasicBlock(block))
		for (LLVMValueRef i = LLVMGetFirstInstruction(block); i;
		     i = LLVMGetNextInstruction(i))
			look_at_instruction(&a, i);
	printf("kernel %s %u\n", LLVMGetValueName2(kernel, &length), a.values.dims);
	print_accesses(&a);
	values_release(&a.values);
	free(a.of);
}

int main(int argc, char **argv)
{
	LLVMContextRef context;
	LLVMMemoryBufferRef buffer;
	LLVMModuleRef module;
	LLVMTargetDataRef layout;
	char *message = NULL;

	if (argc != 2) {
		fprintf(stderr, "usage: analyse-kernel IN.bc\n");
		return 2;
	}
	if (LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &message))
		return fail(argv[1], message);
	context = LLVMContextCreate();
	if (LLVMParseBitcodeInContext2(context, buffer, &module))
		return fail(argv[1], "not bitcode of this LLVM");
	LLVMDisposeMemoryBuffer(buffer);
	if (!simplify(module))
		return fail(argv[1], "cannot be simplified");
	layout = LLVMCreateTargetData(LLVMGetDataLayoutStr(module));
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (!LLVMIsDeclaration(f) && LLVMGetFunctionCallConv(f) == AMDGPU_KERNEL)
			print_kernel(f, layout);
	LLVMDisposeTargetData(layout);
	LLVMDisposeModule(module);
	LLVMContextDispose(context);
	return 0;
}
