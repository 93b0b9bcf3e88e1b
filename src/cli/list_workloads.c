/* warpwalk list workloads */
#include <stdio.h>

#include "cli/list_parts.h"
#include "driver/workload.h"
#include "isa/code_object.h"

static void print_params(const struct workload *w)
{
	for (const struct workload_param *p = w->params; p && p->name; p++)
		printf("    %-12s %10lld %10lld %10lld   %s\n", p->name,
		       (long long)p->value[SIZE_TINY], (long long)p->value[SIZE_SMALL],
		       (long long)p->value[SIZE_PAPER], p->help);
	for (const struct workload_text *p = w->texts; p && p->name; p++) {
		printf("    %-12s %32s   %s", p->name, *p->value ? p->value : "-", p->help);
		for (size_t i = 0; p->choices && p->choices[i]; i++)
			printf("%s%s", i ? ", " : ": ", p->choices[i]);
		printf("\n");
	}
}

void list_workloads(void)
{
	printf("%-16s %10s %10s %10s\n", "workload", "tiny", "small", "paper");
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload *w = workload_table[i].workload;

		printf("\n%-10s  %s (%s)\n", w->name, w->summary, w->suite);
		print_params(w);
	}
}

static void json_param(struct json *j, const struct workload_param *p)
{
	json_open_object(j, NULL);
	json_string(j, "name", p->name);
	json_string(j, "help", p->help);
	for (int size = 0; size < SIZE_COUNT; size++)
		json_i64(j, workload_size_name((enum workload_size)size), p->value[size]);
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
	struct error err;
	struct code_object *co = code_object_read(entry->code_object, entry->code_object_bytes,
						  entry->workload->name, &err);

	if (!co)
		BUG("embedded kernels: %s", err.text);
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

void list_workloads_json(struct json *j)
{
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload *w = workload_table[i].workload;

		json_open_object(j, NULL);
		json_string(j, "name", w->name);
		json_string(j, "suite", w->suite);
		json_string(j, "summary", w->summary);
		json_open_array(j, "params");
		for (const struct workload_param *p = w->params; p && p->name; p++)
			json_param(j, p);
		for (const struct workload_text *p = w->texts; p && p->name; p++)
			json_text(j, p);
		json_close_array(j);
		json_kernels(j, &workload_table[i]);
		json_close_object(j);
	}
}
