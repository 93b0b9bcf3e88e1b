/* warpwalk list workloads: a line for each, or everything about those named. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/list_parts.h"
#include "driver/workload/workload.h"
#include "isa/object/code_object.h"

static struct code_object *kernels_of(const struct workload_entry *entry)
{
	struct error err;
	struct code_object *co = code_object_read(entry->code_object, entry->code_object_bytes,
						  entry->workload->name, &err);

	if (!co)
		BUG("embedded kernels: %s", err.text);
	return co;
}

static const char *bytes_text(uint64_t bytes)
{
	static char texts[4][32];
	static unsigned next;

	return text_bytes(texts[next++ % 4], sizeof(texts[0]), bytes);
}

/* LDS depends on the parameters only where it is allocated at launch; the largest size stands. */
static void print_line(const struct workload_entry *entry)
{
	const struct workload *w = entry->workload;
	const struct workload_extent *e = w->extent;
	struct code_object *co = kernels_of(entry);

	printf("%-14s %-22s %7zu %6u %6u %6u %9s %9s %9s %8s ", w->name, w->suite, co->kernel_count,
	       e[INPUTS_TINY].launches, e[INPUTS_SMALL].launches, e[INPUTS_PAPER].launches,
	       bytes_text(e[INPUTS_TINY].footprint), bytes_text(e[INPUTS_SMALL].footprint),
	       bytes_text(e[INPUTS_PAPER].footprint),
	       e[INPUTS_PAPER].lds ? bytes_text(e[INPUTS_PAPER].lds) : "-");
	for (const struct workload_use *u = w->uses; u && u->paper; u++)
		printf(" %s", u->paper);
	printf("\n");
	code_object_free(co);
}

static void print_kernels(const struct workload_entry *entry)
{
	struct code_object *co = kernels_of(entry);

	for (size_t i = 0; i < co->kernel_count; i++) {
		const struct kernel *k = &co->kernels[i];

		printf("  kernel %-24s %3u VGPRs, %3u SGPRs, %5u bytes of LDS\n", k->name, k->vgprs,
		       k->sgprs, k->lds_bytes);
	}
	code_object_free(co);
}

static void print_params(const struct workload *w)
{
	for (const struct workload_param *p = w->params; p && p->name; p++)
		printf("  %-12s %10lld %10lld %10lld   %s\n", p->name,
		       (long long)p->value[INPUTS_TINY], (long long)p->value[INPUTS_SMALL],
		       (long long)p->value[INPUTS_PAPER], p->help);
	for (const struct workload_text *p = w->texts; p && p->name; p++) {
		printf("  %-12s %32s   %s", p->name, *p->value ? p->value : "-", p->help);
		for (size_t i = 0; p->choices && p->choices[i]; i++)
			printf("%s%s", i ? ", " : ": ", p->choices[i]);
		printf("\n");
	}
}

static void print_extent(const struct workload *w)
{
	const struct workload_extent *e = w->extent;

	printf("  %-12s %10u %10u %10u\n", "launches", e[INPUTS_TINY].launches,
	       e[INPUTS_SMALL].launches, e[INPUTS_PAPER].launches);
	printf("  %-12s %10s %10s %10s\n", "footprint", bytes_text(e[INPUTS_TINY].footprint),
	       bytes_text(e[INPUTS_SMALL].footprint), bytes_text(e[INPUTS_PAPER].footprint));
	printf("  %-12s %10s %10s %10s   of a workgroup\n", "LDS", bytes_text(e[INPUTS_TINY].lds),
	       bytes_text(e[INPUTS_SMALL].lds), bytes_text(e[INPUTS_PAPER].lds));
}

void list_workload(const struct workload_entry *entry)
{
	const struct workload *w = entry->workload;
	char spec[256];

	printf("%s: %s (%s)\n", w->name, w->summary, w->suite);
	for (const struct workload_use *u = w->uses; u && u->paper; u++)
		printf("  in %s as %s, %s%s%s: --size paper %s\n", u->paper, u->called,
		       u->published ? u->published : "size not stated", u->class ? ", " : "",
		       u->class ? u->class : "",
		       workload_use_spec(w, u, SIZE_PAPER, spec, sizeof(spec)));
	print_kernels(entry);
	printf("\n  %-12s %10s %10s %10s\n", "", "tiny", "small", "paper");
	print_extent(w);
	print_params(w);
}

void list_workloads(void)
{
	printf("%-52s %-26s %s\n", "", "launches", "footprint");
	printf("%-14s %-22s %7s %6s %6s %6s %9s %9s %9s %8s  %s\n", "workload", "suite", "kernels",
	       "tiny", "small", "paper", "tiny", "small", "paper", "LDS", "papers");
	for (size_t i = 0; i < workload_count; i++)
		print_line(&workload_table[i]);
}

static void json_param(struct json *j, const struct workload_param *p)
{
	json_open_object(j, NULL);
	json_string(j, "name", p->name);
	json_string(j, "help", p->help);
	for (int i = 0; i < INPUTS_COUNT; i++)
		json_i64(j, workload_inputs_name((enum workload_inputs)i), p->value[i]);
	json_i64(j, "min", p->min);
	json_i64(j, "max", p->max);
	json_close_object(j);
}

static void json_text(struct json *j, const struct workload_text *p)
{
	json_open_object(j, NULL);
	json_string(j, "name", p->name);
	json_string(j, "help", p->help);
	json_string(j, "default", p->value);
	if (p->choices) {
		json_open_array(j, "choices");
		for (size_t i = 0; p->choices[i]; i++)
			json_string(j, NULL, p->choices[i]);
		json_close_array(j);
	}
	json_close_object(j);
}

static void json_kernels(struct json *j, const struct workload_entry *entry)
{
	struct code_object *co = kernels_of(entry);

	json_open_array(j, "kernels");
	for (size_t i = 0; i < co->kernel_count; i++) {
		const struct kernel *k = &co->kernels[i];

		json_open_object(j, NULL);
		json_string(j, "name", k->name);
		json_u64(j, "vgprs", k->vgprs);
		json_u64(j, "sgprs", k->sgprs);
		json_u64(j, "lds_bytes", k->lds_bytes);
		json_u64(j, "private_bytes", k->private_bytes);
		json_close_object(j);
	}
	json_close_array(j);
	code_object_free(co);
}

static void json_sizes(struct json *j, const struct workload *w)
{
	json_open_object(j, "sizes");
	for (int i = 0; i < INPUTS_COUNT; i++) {
		json_open_object(j, workload_inputs_name((enum workload_inputs)i));
		json_u64(j, "footprint_bytes", w->extent[i].footprint);
		json_u64(j, "launches", w->extent[i].launches);
		json_u64(j, "lds_bytes", w->extent[i].lds);
		json_close_object(j);
	}
	json_close_object(j);
}

/* What the paper does not state is left out. */
static void json_uses(struct json *j, const struct workload *w)
{
	char spec[256];

	json_open_array(j, "papers");
	for (const struct workload_use *u = w->uses; u && u->paper; u++) {
		json_open_object(j, NULL);
		json_string(j, "paper", u->paper);
		json_string(j, "called", u->called);
		if (u->published)
			json_string(j, "footprint", u->published);
		if (u->class)
			json_string(j, "class", u->class);
		json_string(j, "workload", workload_use_spec(w, u, SIZE_PAPER, spec, sizeof(spec)));
		json_close_object(j);
	}
	json_close_array(j);
}

void list_workload_json(const struct workload_entry *entry, struct json *j)
{
	const struct workload *w = entry->workload;

	json_open_object(j, NULL);
	json_string(j, "name", w->name);
	json_string(j, "suite", w->suite);
	json_string(j, "summary", w->summary);
	json_sizes(j, w);
	json_uses(j, w);
	json_open_array(j, "params");
	for (const struct workload_param *p = w->params; p && p->name; p++)
		json_param(j, p);
	for (const struct workload_text *p = w->texts; p && p->name; p++)
		json_text(j, p);
	json_close_array(j);
	json_kernels(j, entry);
	json_close_object(j);
}

void list_workloads_json(struct json *j)
{
	for (size_t i = 0; i < workload_count; i++)
		list_workload_json(&workload_table[i], j);
}
