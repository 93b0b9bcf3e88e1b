/* warpwalk list WHAT [--json]: what the program knows. */
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/list_parts.h"
#include "config/config.h"

static const char help[] =
	"usage: warpwalk list gpus|designs|workloads|params|figures|claims [--json]\n"
	"       warpwalk list workloads [NAME] [--lasp] [--json]\n"
	"       warpwalk list designs --cost [--json]\n"
	"\n"
	"gpus       the machines, each after the configuration table of a paper\n"
	"designs    what can be changed in a machine, for run -d\n"
	"workloads  the programs to run; with a name, everything about that one\n"
	"params     every parameter of a machine: range, default, explanation\n"
	"figures    what warpwalk reproduce can make of the papers\n"
	"claims     the published numbers, and the figure that computes each\n"
	"\n"
	"  --lasp   with workloads: how each kernel indexes its data, and the class of locality\n"
	"           that follows\n"
	"  --cost   with designs: the storage each adds to its paper's machine, where the paper\n"
	"           counts it\n"
	"  --json   print an array of objects\n";

static const struct config_about *about(const struct config_file *f)
{
	static struct config_about a;
	struct error err;

	if (!config_about(f, &a, &err))
		BUG("embedded configuration: %s", err.text);
	return &a;
}

static void print_configs(enum config_kind kind)
{
	int name = 0, paper = 0;

	for (size_t i = 0; i < config_file_count; i++) {
		const struct config_file *f = &config_files[i];

		if (f->kind != kind)
			continue;
		if ((int)strlen(f->name) > name)
			name = (int)strlen(f->name);
		if (*about(f)->paper)
			paper = 7;
	}
	for (size_t i = 0; i < config_file_count; i++) {
		const struct config_file *f = &config_files[i];

		if (f->kind == kind)
			printf("%-*s  %-*s%s\n", name, f->name, paper, about(f)->paper,
			       about(f)->summary);
	}
}

static void json_configs(struct json *j, enum config_kind kind)
{
	for (size_t i = 0; i < config_file_count; i++) {
		const struct config_file *f = &config_files[i];

		if (f->kind != kind)
			continue;
		json_open_object(j, NULL);
		json_string(j, "name", f->name);
		json_string(j, "paper", about(f)->paper);
		json_string(j, "summary", about(f)->summary);
		json_string(j, "file", f->path);
		json_close_object(j);
	}
}

static void print_gpus(void)
{
	print_configs(CONFIG_GPU);
}

static void json_gpus(struct json *j)
{
	json_configs(j, CONFIG_GPU);
}

static void print_designs(void)
{
	print_configs(CONFIG_DESIGN);
}

static void json_designs(struct json *j)
{
	json_configs(j, CONFIG_DESIGN);
}

static const struct list {
	const char *name;
	void (*print)(void);
	void (*json)(struct json *j);
} lists[] = {
	{"gpus", print_gpus, json_gpus},
	{"designs", print_designs, json_designs},
	{"workloads", list_workloads, list_workloads_json},
	{"params", list_params, list_params_json},
	{"figures", list_figures, list_figures_json},
	{"claims", list_claims, list_claims_json},
};

enum { LIST_COUNT = sizeof(lists) / sizeof(*lists) };

static const struct list *find_list(const char *what, struct error *err)
{
	const char *names[LIST_COUNT];
	char hint[256];

	for (int i = 0; i < LIST_COUNT; i++) {
		if (!strcmp(what, lists[i].name))
			return &lists[i];
		names[i] = lists[i].name;
	}
	text_suggest(hint, sizeof(hint), what, names, LIST_COUNT);
	error_set(err, "nothing called '%s' to list%s", what, hint);
	return NULL;
}

/* All of a list, or one workload. */
static void write_json(const struct list *list, const struct workload_entry *only, FILE *out)
{
	struct json j;

	json_init(&j, out);
	json_open_array(&j, NULL);
	if (only)
		list_workload_json(only, &j);
	else
		list->json(&j);
	json_close_array(&j);
	json_finish(&j);
}

bool list_json(const char *what, FILE *out, struct error *err)
{
	const struct list *list = find_list(what, err);

	if (list)
		write_json(list, NULL, out);
	return list != NULL;
}

/* With a name, which only workloads may have, that one alone. */
static int print_list(const struct list *list, const char *name, bool json)
{
	const struct workload_entry *only = NULL;
	struct error err;

	if (name && list->print != list_workloads)
		return cli_usage("list", "unexpected argument '%s'", name);
	if (name) {
		only = workload_find(name, &err);
		if (!only)
			return cli_report(&err);
	}
	if (json)
		write_json(list, only, stdout);
	else if (only)
		list_workload(only);
	else
		list->print();
	return 0;
}

static int print_costs(bool json)
{
	struct json j;

	if (!json) {
		list_costs(NULL);
		return 0;
	}
	json_init(&j, stdout);
	json_open_array(&j, NULL);
	list_costs(&j);
	json_close_array(&j);
	json_finish(&j);
	return 0;
}

/* One workload or all of them. */
static int print_lasp(const char *name, bool json)
{
	const struct workload_entry *only = NULL;
	struct error err;
	struct json j;
	bool ok = true;

	if (name) {
		only = workload_find(name, &err);
		if (!only)
			return cli_report(&err);
	}
	if (json) {
		json_init(&j, stdout);
		json_open_array(&j, NULL);
	}
	for (size_t i = 0; ok && i < workload_count; i++)
		if (!only || only == &workload_table[i])
			ok = list_lasp(&workload_table[i], json ? &j : NULL, &err);
	if (json) {
		json_close_array(&j);
		json_finish(&j);
	}
	return ok ? 0 : cli_report(&err);
}

int cmd_list(int argc, char **argv)
{
	const char *what = NULL, *name = NULL;
	bool json = false, markdown = false, lasp = false, cost = false;
	const struct list *list;
	struct error err;

	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--json")) {
			json = true;
		} else if (!strcmp(argv[i], "--lasp")) {
			lasp = true;
		} else if (!strcmp(argv[i], "--cost")) {
			cost = true;
		} else if (!strcmp(argv[i], "--markdown")) {
			markdown = true; /* for docs/params.md */
		} else if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
			fputs(help, stdout);
			return 0;
		} else if (argv[i][0] == '-' || name) {
			return cli_usage("list", "unexpected argument '%s'", argv[i]);
		} else if (what) {
			name = argv[i];
		} else {
			what = argv[i];
		}
	}
	if (!what)
		return cli_usage("list", "what to list is missing; known: gpus, designs, "
					 "workloads, params, figures, claims");
	if (markdown && !name && !strcmp(what, "params")) {
		list_params_markdown();
		return 0;
	}
	if (lasp && strcmp(what, "workloads"))
		return cli_usage("list", "--lasp is for workloads");
	if (cost && (name || strcmp(what, "designs") != 0))
		return cli_usage("list", "--cost is for designs");
	if (cost)
		return print_costs(json);
	if (lasp)
		return print_lasp(name, json);
	list = find_list(what, &err);
	return list ? print_list(list, name, json) : cli_usage("list", "%s", err.text);
}
