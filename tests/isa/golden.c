/*
 * One case per line of each text file in tests/golden: `instruction ; state before ; state after`.
 * LLVM assembles the instruction, one wavefront executes it, and the registers named on the right
 * must have the values given there. The expected values were worked out by hand from the ISA
 * manual.
 *
 * State: s1=5  s[2:3]=7  v1=5 (all lanes)  v1.3=5 (lane 3)  v[2:3]=1.5d  scc=1  vcc, exec, m0,
 * mode. Values: integers (decimal, 0x), 1.5f (f32), 1.5d (f64). Everything else is 0, EXEC all
 * ones, and MODE what clang gives a kernel: f32 denormals flushed, f64 and f16 ones kept, IEEE and
 * DX10_CLAMP on.
 */
#include "harness.h"

#include <glob.h>
#include <stdlib.h>

#include "assemble.h"
#include "base/error.h"
#include "isa/exec/wavefront.h"

enum { VGPRS = 64, MAX_CASES = 4000, DEFAULT_MODE = 0x3c0 };

struct golden {
	char *file, *text, *before, *after;
	int line;
};

static struct golden cases[MAX_CASES];
static size_t case_count;

static _Alignas(64) uint32_t registers[(VGPRS + 1) * WAVE_LANES];
static uint8_t lds[4096 + 16];

static char *trim(char *text)
{
	char *end;

	while (*text == ' ' || *text == '\t')
		text++;
	end = text + strlen(text);
	while (end > text && strchr(" \t\n", end[-1]))
		*--end = '\0';
	return text;
}

static void read_file(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[1024];

	if (!f)
		FAIL("%s cannot be read", path);
	for (int number = 1; fgets(line, sizeof(line), f); number++) {
		char *copy = xstrdup(line), *rest = copy, *text = strsep(&rest, ";");
		struct golden *g = &cases[case_count];

		text = trim(text);
		if (!*text || *text == '#') {
			free(copy);
			continue;
		}
		g->file = xstrdup(path);
		g->line = number;
		g->text = text;
		g->before = rest ? trim(strsep(&rest, ";")) : NULL;
		g->after = rest ? trim(rest) : NULL;
		if (!g->after || ++case_count == MAX_CASES)
			FAIL("%s:%d: expected 'instruction ; before ; after'", path, number);
	}
	fclose(f);
}

static uint64_t parse_value(const char *text, const struct golden *g)
{
	char *end;
	size_t length = strlen(text);
	uint64_t value = 0;

	if (strncmp(text, "0x", 2) && length > 1 && text[length - 1] == 'f') {
		float f = strtof(text, &end);

		memcpy(&value, &f, sizeof(f));
		if (!strcmp(end, "f"))
			return value;
	} else if (strncmp(text, "0x", 2) && text[length - 1] == 'd') {
		double d = strtod(text, &end);

		memcpy(&value, &d, sizeof(d));
		if (!strcmp(end, "d"))
			return value;
	} else {
		value = text[0] == '-' ? (uint64_t)strtoll(text, &end, 0) : strtoull(text, &end, 0);
		if (!*end)
			return value;
	}
	FAIL("%s:%d: bad value '%s'", g->file, g->line, text);
}

/* A place in the wavefront's state: `dwords` words at each of `count` places, `stride` apart. */
struct place {
	uint32_t *word;
	unsigned dwords, count, stride;
	bool *flag;
	bool is_mode;
};

static struct place parse_place(const char *name, struct wavefront *w, const struct golden *g)
{
	unsigned first, last, lane;
	int used = 0;

	if (!strcmp(name, "scc"))
		return (struct place){.flag = &w->scc};
	if (!strcmp(name, "mode"))
		return (struct place){.is_mode = true};
	if (!strcmp(name, "vcc"))
		return (struct place){&w->s[SREG_VCC], 2, 1, 1, NULL, false};
	if (!strcmp(name, "exec"))
		return (struct place){&w->s[SREG_EXEC], 2, 1, 1, NULL, false};
	if (!strcmp(name, "m0"))
		return (struct place){&w->s[SREG_M0], 1, 1, 1, NULL, false};
	if (sscanf(name, "s[%u:%u]%n", &first, &last, &used) == 2 && !name[used])
		return (struct place){&w->s[first], last - first + 1, 1, 1, NULL, false};
	if (sscanf(name, "s%u%n", &first, &used) == 1 && !name[used])
		return (struct place){&w->s[first], 1, 1, 1, NULL, false};
	if (sscanf(name, "v[%u:%u].%u%n", &first, &last, &lane, &used) == 3 && !name[used])
		return (struct place){
			wave_vgpr(w, first) + lane, last - first + 1, 1, WAVE_LANES, NULL, false};
	if (sscanf(name, "v[%u:%u]%n", &first, &last, &used) == 2 && !name[used])
		return (struct place){
			wave_vgpr(w, first), last - first + 1, WAVE_LANES, WAVE_LANES, NULL, false};
	if (sscanf(name, "v%u.%u%n", &first, &lane, &used) == 2 && !name[used])
		return (struct place){wave_vgpr(w, first) + lane, 1, 1, WAVE_LANES, NULL, false};
	if (sscanf(name, "v%u%n", &first, &used) == 1 && !name[used])
		return (struct place){wave_vgpr(w, first), 1, WAVE_LANES, WAVE_LANES, NULL, false};
	FAIL("%s:%d: bad register '%s'", g->file, g->line, name);
}

static void set_state(struct wavefront *w, const char *name, uint64_t value, const struct golden *g)
{
	struct place p = parse_place(name, w, g);

	if (p.flag) {
		*p.flag = value;
		return;
	}
	if (p.is_mode) {
		wave_set_mode(w, (uint32_t)value);
		return;
	}
	for (unsigned i = 0; i < p.count; i++)
		for (unsigned d = 0; d < p.dwords && d < 2; d++)
			p.word[i + d * p.stride] = (uint32_t)(value >> 32 * d);
}

static void check_state(struct wavefront *w, const char *name, uint64_t want,
			const struct golden *g)
{
	struct place p = parse_place(name, w, g);

	for (unsigned i = 0; i < (p.count ? p.count : 1); i++) {
		uint64_t got = p.flag ? *p.flag : p.is_mode ? w->mode : 0;

		for (unsigned d = 0; d < p.dwords && d < 2; d++)
			got |= (uint64_t)p.word[i + d * p.stride] << 32 * d;
		if (p.dwords == 1)
			want &= UINT32_MAX;
		if (got != want)
			FAIL("%s:%d: %s: %s (lane %u) is 0x%" PRIx64 ", expected 0x%" PRIx64,
			     g->file, g->line, g->text, name, i, got, want);
	}
}

static void for_each_assignment(struct wavefront *w, const char *list, const struct golden *g,
				void (*visit)(struct wavefront *, const char *, uint64_t,
					      const struct golden *))
{
	char *copy = xstrdup(list), *rest = copy, *word;

	while ((word = strsep(&rest, " ")) != NULL) {
		char *value = strchr(word, '=');

		if (!*word)
			continue;
		if (!value)
			FAIL("%s:%d: '%s' is no assignment", g->file, g->line, word);
		*value++ = '\0';
		visit(w, word, parse_value(value, g), g);
	}
	free(copy);
}

static void run_case(const struct golden *g, const struct encoding *e)
{
	static struct wavefront w;
	struct workgroup group = {.lds = lds, .lds_bytes = sizeof(lds) - 16};
	struct program program;
	struct memory memory;
	struct step step;
	uint8_t code[16] = {0};

	if (e->size == 0)
		FAIL("%s:%d: LLVM does not assemble '%s'", g->file, g->line, g->text);
	memcpy(code, e->bytes, e->size);
	memset(&w, 0, sizeof(w));
	memset(registers, 0, sizeof(registers));
	memory_init(&memory);
	program_init(&program, 0x1000, code, sizeof(code));
	w.v = registers;
	w.vgprs = VGPRS;
	w.group = &group;
	w.program = &program;
	w.memory = &memory;
	w.pc = program.base;
	wave_set_mode(&w, DEFAULT_MODE);
	wave_set_s64(&w, SREG_EXEC, UINT64_MAX);
	for_each_assignment(&w, g->before, g, set_state);
	if (!wavefront_step(&w, &step))
		FAIL("%s:%d: %s: fault %d", g->file, g->line, g->text, (int)w.fault.kind);
	CHECK_EQ(step.size, e->size);
	for_each_assignment(&w, g->after, g, check_state);
	program_release(&program);
	memory_release(&memory);
}

TEST(golden_instructions)
{
	static const char *lines[MAX_CASES];
	static struct encoding encodings[MAX_CASES];
	glob_t files;

	if (glob("tests/golden/*.txt", 0, NULL, &files) != 0)
		FAIL("no file tests/golden/*.txt");
	for (size_t i = 0; i < files.gl_pathc; i++)
		read_file(files.gl_pathv[i]);
	globfree(&files);
	for (size_t i = 0; i < case_count; i++)
		lines[i] = cases[i].text;
	if (!assemble(lines, case_count, encodings))
		FAIL("llvm-mc is needed to assemble the cases");
	for (size_t i = 0; i < case_count; i++)
		run_case(&cases[i], &encodings[i]);
	CHECK(case_count > 100);
	printf("%zu instructions\n", case_count);
}
