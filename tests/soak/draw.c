#include "draw.h"

#include <stdlib.h>
#include <string.h>

#include "config/config.h"

/* What keeps a run within seconds and a few gigabytes. A GPU or design may have more by itself. */
enum {
	MOST_CUS = 128, /* of all chiplets */
	MOST_COUNT = 8192,
	MOST_CYCLES = 20000,
	MOST_BYTES = 4 << 20,
	MOST_SETTINGS = 8, /* beside a shortage */
};

void text_list_drop(struct text_list *list, size_t i)
{
	free(list->items[i]);
	memmove(&list->items[i], &list->items[i + 1], (list->count - i) * sizeof(*list->items));
	list->count--;
}

static bool one_in(struct rng *rng, unsigned n)
{
	return rng_below(rng, n) == 0;
}

/* Whether the program would begin with it; p, where wanted, has the values
 * but not where they come from. */
static bool is_valid(const struct run_spec *spec, struct params *p)
{
	struct run_spec trial;
	struct error err;
	bool ok;

	run_spec_copy(&trial, spec);
	ok = run_spec_configure(&trial, &err) &&
	     param(trial.params, P_CHIPLETS) * param(trial.params, P_CUS) <= MOST_CUS;
	if (ok && p)
		*p = *trial.params;
	run_spec_release(&trial);
	return ok;
}

/* Keeps the item if the machine is still valid with it. */
static bool add_if_valid(struct run_spec *spec, struct text_list *list, const char *text)
{
	text_list_add(list, text);
	if (is_valid(spec, NULL))
		return true;
	text_list_drop(list, list->count - 1);
	return false;
}

static size_t files_of(enum config_kind kind, size_t *first)
{
	size_t count = 0;

	for (size_t i = config_file_count; i-- > 0;)
		if (config_files[i].kind == kind) {
			*first = i;
			count++;
		}
	return count;
}

/* A design comes before the GPU, so that each is drawn as often as the others, wherever it fits. */
static void draw_gpu_and_design(struct rng *rng, struct run_spec *spec)
{
	size_t first_gpu = 0, gpus = files_of(CONFIG_GPU, &first_gpu), turn = rng_below(rng, gpus);
	size_t first_design = 0, designs = files_of(CONFIG_DESIGN, &first_design);
	const char *design = config_files[first_design + rng_below(rng, designs)].name;
	bool is_plain = one_in(rng, 5);

	for (size_t i = 0; i < gpus; i++) {
		free(spec->gpu);
		spec->gpu = xstrdup(config_files[first_gpu + (turn + i) % gpus].name);
		if (is_plain || add_if_valid(spec, &spec->designs, design))
			return;
	}
}

static void draw_designs(struct rng *rng, struct run_spec *spec)
{
	size_t first = 0, designs = files_of(CONFIG_DESIGN, &first);

	draw_gpu_and_design(rng, spec);
	for (uint64_t more = rng_below(rng, 3); more > 0; more--)
		add_if_valid(spec, &spec->designs,
			     config_files[first + rng_below(rng, designs)].name);
}

/* One parameter of the workload, between half and twice its value at tiny. */
static void draw_input(struct rng *rng, const struct workload *w, char *out, size_t bytes)
{
	const struct workload_param *params = w->params;
	size_t count = 0;
	int64_t value, low, high;

	while (params && params[count].name)
		count++;
	*out = '\0';
	if (!count)
		return;
	params += rng_below(rng, count);
	value = params->value[INPUTS_TINY];
	low = value / 2 > params->min ? value / 2 : params->min;
	high = value * 2 < params->max ? value * 2 : params->max;
	if (high >= low)
		snprintf(out, bytes, ":%s=%lld", params->name,
			 (long long)(low + (int64_t)rng_below(rng, (uint64_t)(high - low) + 1)));
}

static void draw_workload(struct rng *rng, struct run_spec *spec, bool is_shared)
{
	const struct workload *w = workload_table[rng_below(rng, workload_count)].workload;
	char input[64] = "", cus[16] = "", text[128];

	if (one_in(rng, 4))
		draw_input(rng, w, input, sizeof(input));
	if (is_shared && one_in(rng, 6))
		snprintf(cus, sizeof(cus), "@%d", 1 + (int)rng_below(rng, 4));
	snprintf(text, sizeof(text), "%s%s%s", w->name, input, cus);
	text_list_add(&spec->workloads, text);
}

static int64_t most(enum param_type type)
{
	return type == PARAM_BYTES ? MOST_BYTES : type == PARAM_CYCLES ? MOST_CYCLES : MOST_COUNT;
}

/* Mostly near what the machine has; often the least there can be, where queues fill and tables
 * thrash. */
static int64_t draw_whole(struct rng *rng, const struct param_row *row, int64_t base)
{
	int64_t min = (int64_t)row->min, max = (int64_t)row->max, value;
	int64_t limit = base > most(row->type) ? base : most(row->type);
	uint64_t way = rng_below(rng, 8);

	if (way == 0)
		value = min;
	else if (way <= 2)
		value = min + (int64_t)rng_below(rng, 4);
	else if (way <= 5)
		value = (base << rng_below(rng, 4)) >> rng_below(rng, 4);
	else if (way == 6)
		value = base - 2 + (int64_t)rng_below(rng, 5);
	else
		value = (int64_t)1 << rng_below(rng, 24);
	if (value > limit)
		value = limit;
	return value < min ? min : value > max ? max : value;
}

static double draw_real(struct rng *rng, const struct param_row *row, double base)
{
	static const double factors[] = {0.125, 0.25, 0.5, 0.9, 1.1, 1.5, 2, 4};
	double value = one_in(rng, 8) ? row->min : base * factors[rng_below(rng, 8)];

	return value < row->min ? row->min : value > row->max ? row->max : value;
}

/* What requests wait for: where there is little of it, they wait for each other. */
static bool is_resource(const struct param_row *row)
{
	static const char *const names[] = {
		"mshrs",      "merges",    "queue",     "entries",        "buffer",
		"walkers",    "in_flight", "per_cycle", "reserved_mshrs", "vmem_queue",
		"smem_queue", "batch",     "accesses"};
	const char *name = strrchr(row->name, '.');

	for (size_t i = 0; name && i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(name + 1, names[i]))
			return true;
	return false;
}

/* Whether a design sets a parameter of the same part ("balance."). */
static bool is_touched(const struct params *p, const struct param_row *row)
{
	size_t part = strcspn(row->name, ".") + 1;

	for (int i = 0; i < P_COUNT; i++)
		if (p->origin[i].design && !strncmp(param_rows[i].name, row->name, part))
			return true;
	return false;
}

/* Any row, or one that the designs are about. */
static enum param draw_row(struct rng *rng, const struct params *p)
{
	bool any = one_in(rng, 3);
	enum param id;

	for (int tries = 0; tries < 200; tries++) {
		id = (enum param)rng_below(rng, P_COUNT);
		if (any || is_touched(p, &param_rows[id]))
			break;
	}
	return id;
}

/* "key=value". */
static void draw_setting(struct rng *rng, const struct params *p, char *out, size_t bytes)
{
	enum param id = draw_row(rng, p);
	const struct param_row *row = &param_rows[id];
	char choice[64];
	size_t choices = 0;

	switch (row->type) {
	case PARAM_CHOICE:
		while (param_choice(id, choices, choice, sizeof(choice)))
			choices++;
		param_choice(id, rng_below(rng, choices), choice, sizeof(choice));
		snprintf(out, bytes, "%s=%s", row->name, choice);
		break;
	case PARAM_BOOL:
		snprintf(out, bytes, "%s=%s", row->name, one_in(rng, 2) ? "true" : "false");
		break;
	case PARAM_REAL:
		snprintf(out, bytes, "%s=%.4g", row->name, draw_real(rng, row, p->f[id]));
		break;
	default:
		snprintf(out, bytes, "%s=%lld", row->name,
			 (long long)draw_whole(rng, row, p->i[id]));
	}
}

static bool sets_same(const struct text_list *settings, const char *text)
{
	size_t key = strcspn(text, "=") + 1;

	for (size_t i = 0; i < settings->count; i++)
		if (!strncmp(settings->items[i], text, key))
			return true;
	return false;
}

/* Some settings only fit together with others: each gets a few tries. */
static void draw_settings(struct rng *rng, struct run_spec *spec)
{
	size_t wanted = spec->settings.count + rng_below(rng, MOST_SETTINGS + 1);
	char text[128];

	for (size_t tries = 3 * wanted; tries > 0 && spec->settings.count < wanted; tries--) {
		struct params p;

		if (!is_valid(spec, &p))
			return;
		draw_setting(rng, &p, text, sizeof(text));
		if (!sets_same(&spec->settings, text))
			add_if_valid(spec, &spec->settings, text);
	}
}

/* A third of the machines page on demand, most of these in too little memory. */
static void draw_paging(struct rng *rng, struct run_spec *spec)
{
	static const enum param policies[] = {P_PAGING_FETCH, P_PAGING_EVICT, P_PAGING_SERVICE};
	static const int percents[] = {100, 105, 150, 400, 3000, 100000};
	char choice[64], text[128];

	if (!one_in(rng, 3))
		return;
	add_if_valid(spec, &spec->settings, "memory.paging=demand");
	for (unsigned i = 0; i < 3; i++) {
		size_t choices = 0;

		while (param_choice(policies[i], choices, choice, sizeof(choice)))
			choices++;
		param_choice(policies[i], rng_below(rng, choices), choice, sizeof(choice));
		snprintf(text, sizeof(text), "%s=%s", param_rows[policies[i]].name, choice);
		if (one_in(rng, 2))
			add_if_valid(spec, &spec->settings, text);
	}
	snprintf(text, sizeof(text), "paging.oversubscribe=%d", percents[rng_below(rng, 6)]);
	if (!one_in(rng, 3))
		add_if_valid(spec, &spec->settings, text);
}

/* A quarter of all resources, next to nothing of each. */
static void draw_shortage(struct rng *rng, struct run_spec *spec)
{
	char text[128];

	for (int i = 0; i < P_COUNT; i++) {
		if (!is_resource(&param_rows[i]) || !one_in(rng, 4))
			continue;
		snprintf(text, sizeof(text), "%s=%lld", param_rows[i].name,
			 (long long)param_rows[i].min + (long long)rng_below(rng, 4));
		add_if_valid(spec, &spec->settings, text);
	}
}

void draw_machine(struct run_spec *spec, uint64_t seed)
{
	struct rng rng;
	size_t apps;

	rng_seed(&rng, seed);
	run_spec_init(spec, NULL, SIZE_TINY);
	apps = one_in(&rng, 3) ? 2 + rng_below(&rng, 2) : 1;
	for (size_t i = 0; i < apps; i++)
		draw_workload(&rng, spec, apps > 1);
	draw_designs(&rng, spec);
	draw_paging(&rng, spec);
	if (one_in(&rng, 2))
		draw_shortage(&rng, spec);
	draw_settings(&rng, spec);
	/* To the end, where results are verified, or short. Several applications are always cut
	 * short: one may begin very often before the others have ended. */
	if (apps > 1)
		spec->max_instructions = (uint64_t)1 << (10 + rng_below(&rng, 10));
	else if (!one_in(&rng, 3))
		spec->max_instructions = (uint64_t)1 << (10 + rng_below(&rng, 7));
}
