/* What `warpwalk exec` shows at the end: the machine's page, then kernels and copies of each
 * program. */
#include "base/text.h"
#include "cli/exec_parts.h"
#include "cli/run_parts.h"
#include "program/protocol.h"

static const char *const directions[] = {
	[COPY_TO_DEVICE] = "to_device", [COPY_TO_HOST] = "to_host", [COPY_ON_DEVICE] = "on_device"};

static void report_kernels(const struct exec_program *p, bool is_timed, FILE *out)
{
	size_t count;
	const struct guest_kernel *kernels = guest_kernels(p->guest, &count);

	fprintf(out, "\n%s\n", p->name);
	if (!count)
		fprintf(out, "  no kernel was launched\n");
	else if (is_timed)
		fprintf(out, "  %14s %14s %14s %11s %14s  kernel\n", "timed", "cycles",
			"instructions", "functional", "instructions");
	else
		fprintf(out, "  %14s %14s  kernel\n", "launches", "instructions");
	for (size_t i = 0; i < count; i++) {
		const struct guest_kernel *k = &kernels[i];

		if (is_timed)
			fprintf(out, "  %14llu %14llu %14llu %11llu %14llu  %s\n",
				(unsigned long long)k->timed, (unsigned long long)k->cycles,
				(unsigned long long)k->instructions,
				(unsigned long long)k->functional,
				(unsigned long long)k->functional_instructions, k->name);
		else
			fprintf(out, "  %14llu %14llu  %s\n", (unsigned long long)k->functional,
				(unsigned long long)k->functional_instructions, k->name);
	}
}

static void report_copies(const struct exec_program *p, FILE *out)
{
	const struct guest_copies *c = guest_copies(p->guest);
	char bytes[32];

	for (int i = 0; i < 3; i++)
		if (c->count[i])
			fprintf(out, "  copies %-9s  %llu, %s\n", directions[i],
				(unsigned long long)c->count[i],
				text_bytes(bytes, sizeof(bytes), c->bytes[i]));
}

static uint64_t untimed_launches(const struct exec *e)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < e->count; i++) {
		size_t count;
		const struct guest_kernel *kernels = guest_kernels(e->programs[i].guest, &count);

		for (size_t k = 0; k < count; k++)
			sum += kernels[k].functional;
	}
	return sum;
}

static void report_warmth(const struct exec *e, FILE *out)
{
	static const char *const left[] = {
		[WARM_NONE] = "left TLBs and caches as they were",
		[WARM_TRANSLATIONS] = "warmed TLBs and page walk caches",
		[WARM_ALL] = "warmed TLBs, page walk caches and caches",
	};
	uint64_t untimed = untimed_launches(e);

	if (untimed)
		fprintf(out, "\n%llu launches ran functionally and %s (--warm %s)\n",
			(unsigned long long)untimed, left[e->warmth], exec_warmth_name(e->warmth));
}

void exec_report(const struct exec *e, FILE *out)
{
	if (e->run->system) {
		run_report(e->run, out);
		report_warmth(e, out);
	}
	for (unsigned i = 0; i < e->count; i++) {
		report_kernels(&e->programs[i], e->run->system != NULL, out);
		report_copies(&e->programs[i], out);
	}
}

static void json_program(const struct exec_program *p, struct json *j)
{
	const struct guest_copies *c = guest_copies(p->guest);
	size_t count;
	const struct guest_kernel *kernels = guest_kernels(p->guest, &count);

	json_open_object(j, NULL);
	json_string(j, "program", p->name);
	json_open_array(j, "kernels");
	for (size_t i = 0; i < count; i++) {
		json_open_object(j, NULL);
		json_string(j, "kernel", kernels[i].name);
		json_u64(j, "timed", kernels[i].timed);
		json_u64(j, "cycles", kernels[i].cycles);
		json_u64(j, "instructions", kernels[i].instructions);
		json_u64(j, "functional", kernels[i].functional);
		json_u64(j, "functional_instructions", kernels[i].functional_instructions);
		json_close_object(j);
	}
	json_close_array(j);
	json_open_object(j, "copies");
	for (int i = 0; i < 3; i++) {
		json_open_object(j, directions[i]);
		json_u64(j, "count", c->count[i]);
		json_u64(j, "bytes", c->bytes[i]);
		json_close_object(j);
	}
	json_f64(j, "ns", c->ns);
	json_close_object(j);
	json_close_object(j);
}

void exec_json(const struct exec *e, FILE *out)
{
	struct json j;

	json_init(&j, out);
	json_open_object(&j, NULL);
	json_open_array(&j, "programs");
	for (unsigned i = 0; i < e->count; i++)
		json_program(&e->programs[i], &j);
	json_close_array(&j);
	if (e->run->system) {
		json_string(&j, "warm", exec_warmth_name(e->warmth));
		json_open_array(&j, "machine");
		simulation_json(e->run, &j);
		json_close_array(&j);
	}
	json_close_object(&j);
	json_finish(&j);
}
