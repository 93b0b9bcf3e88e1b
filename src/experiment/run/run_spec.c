/* From names to everything that determines a run's outcome, and a digest of that. */
#include "experiment/run/run_spec.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/digest.h"
#include "driver/job/subject.h"
#include "experiment/run/input_digest.h"
#include "experiment/run/configuration.h"
#include "model_version.h"

void text_list_add(struct text_list *list, const char *text)
{
	list->items = xrealloc(list->items, (list->count + 2) * sizeof(*list->items));
	list->items[list->count++] = xstrdup(text);
	list->items[list->count] = NULL;
}

void text_list_release(struct text_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->items[i]);
	free(list->items);
	*list = (struct text_list){0};
}

char *text_list_join(const struct text_list *list, const char *between)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);

	if (!out)
		BUG("no memory stream");
	for (size_t i = 0; i < list->count; i++)
		fprintf(out, "%s%s", i ? between : "", list->items[i]);
	fclose(out);
	return text;
}

void run_spec_init(struct run_spec *spec, const char *gpu, enum workload_size size)
{
	*spec = (struct run_spec){.gpu = gpu ? xstrdup(gpu) : NULL, .size = size};
}

void run_spec_release(struct run_spec *spec)
{
	free(spec->gpu);
	text_list_release(&spec->designs);
	text_list_release(&spec->settings);
	text_list_release(&spec->workloads);
	configuration_put(spec->configuration);
	free(spec->account);
	free(spec->inputs);
	*spec = (struct run_spec){0};
}

static void copy_list(struct text_list *to, const struct text_list *from)
{
	for (size_t i = 0; i < from->count; i++)
		text_list_add(to, from->items[i]);
}

void run_spec_copy(struct run_spec *to, const struct run_spec *from)
{
	run_spec_init(to, from->gpu, from->size);
	copy_list(&to->designs, &from->designs);
	copy_list(&to->settings, &from->settings);
	copy_list(&to->workloads, &from->workloads);
	to->max_instructions = from->max_instructions;
}

bool run_spec_shares(const struct run_spec *spec, struct cu_share *shares, struct error *err)
{
	unsigned cus = (unsigned)(param(spec->params, P_CHIPLETS) * param(spec->params, P_CUS));
	unsigned asked[RUN_MOST_APPS];
	char where[320];

	for (size_t i = 0; i < spec->workloads.count; i++) {
		if (!subject_check_cus(spec->workloads.items[i], err))
			return false;
		asked[i] = subject_cus(spec->workloads.items[i]);
	}
	if (partition_cus(cus, (unsigned)spec->workloads.count, asked, shares, err))
		return true;
	error_prefix(err, "%s: cus", param_origin_text(spec->params, P_CUS, where, sizeof(where)));
	return error_unfit(err);
}

bool run_spec_configure(struct run_spec *spec, struct error *err)
{
	struct config_request request = {
		.gpu = spec->gpu,
		.designs = (const char *const *)spec->designs.items,
		.design_count = spec->designs.count,
		.settings = (const char *const *)spec->settings.items,
		.setting_count = spec->settings.count,
		.apps = (unsigned)spec->workloads.count,
	};
	struct cu_share shares[RUN_MOST_APPS];

	configuration_put(spec->configuration);
	spec->configuration = configuration_get(&request, err);
	spec->params = spec->configuration ? &spec->configuration->params : NULL;
	return spec->configuration && run_spec_shares(spec, shares, err);
}

/* What is said of a run: for the digest, and of its inputs for people. */
struct account {
	FILE *determines, *inputs;
};

static bool is_number(const struct workload *w, const char *assignment)
{
	size_t length = strcspn(assignment, "=");

	for (const struct workload_param *p = w->params; p && p->name; p++)
		if (strlen(p->name) == length && !strncmp(p->name, assignment, length))
			return true;
	return false;
}

/* Parameters that hold text, as given; one that names a file stands for the file's content. */
static bool account_texts(struct account *a, const struct workload *w, const char *argument,
			  bool *first, struct error *err)
{
	char *copy = xstrdup(argument), *rest = strchr(copy, ':');
	bool ok = true;

	if (rest)
		rest++;
	while (ok && rest) {
		const char *assignment = strsep(&rest, ","), *digest;
		const char *value = strchr(assignment, '=');
		struct stat st;

		if (!value || is_number(w, assignment))
			continue;
		fprintf(a->inputs, "%c%s", *first ? ':' : ',', assignment);
		*first = false;
		if (stat(value + 1, &st) || !S_ISREG(st.st_mode)) {
			fprintf(a->determines, "%s\n", assignment);
			continue;
		}
		digest = input_digest_file(value + 1, err);
		ok = digest;
		if (ok)
			fprintf(a->determines, "%.*s@%s\n", (int)(value - assignment), assignment,
				digest);
	}
	free(copy);
	return ok;
}

/* A workload's own code and parameters. Which size they come from does not matter. */
static bool account_workload(struct account *a, const char *argument, enum workload_size size,
			     struct error *err)
{
	const struct workload_entry *entry;
	struct app *app = app_parse(argument, size, &entry, err);
	const struct workload *w;
	bool first = true, ok;

	if (!app)
		return false;
	w = app->workload;
	fprintf(a->determines, "app %s %s\n", w->name, workload_version(w->name));
	fputs(w->name, a->inputs);
	for (size_t i = 0; w->params && w->params[i].name; i++) {
		const char *name = w->params[i].name;

		fprintf(a->determines, "%s=%" PRId64 "\n", name, app->values[i]);
		fprintf(a->inputs, "%c%s=%" PRId64, first ? ':' : ',', name, app->values[i]);
		first = false;
	}
	ok = account_texts(a, w, argument, &first, err);
	app_free(app);
	return ok;
}

static bool account_job(struct account *a, const char *path, struct error *err)
{
	const char *digest = input_digest_job(path, err);

	if (!digest)
		return false;
	fprintf(a->determines, "job %s\n", digest);
	fprintf(a->inputs, "%s@%.16s", path, digest);
	return true;
}

static bool account_recording(struct account *a, const char *path, struct error *err)
{
	const char *digest = input_digest_file(path, err);

	if (!digest)
		return false;
	fprintf(a->determines, "recording %s\n", digest);
	fprintf(a->inputs, "%s@%.16s", path, digest);
	return true;
}

void run_spec_machine(const struct run_spec *spec, char *out)
{
	const char *text = spec->configuration->account;
	struct digest digest;

	digest_init(&digest);
	digest_add(&digest, text, strlen(text));
	digest_text(&digest, out);
}

static void account_machine(struct account *a, const struct run_spec *spec)
{
	fprintf(a->determines, "model %d\nmax_instructions %" PRIu64 "\n", MODEL_VERSION,
		spec->max_instructions);
	fputs(spec->configuration->account, a->determines);
}

static bool account_all(struct account *a, const struct run_spec *spec, struct error *err)
{
	struct cu_share shares[RUN_MOST_APPS];
	bool ok = run_spec_shares(spec, shares, err);

	account_machine(a, spec);
	for (size_t i = 0; ok && i < spec->workloads.count; i++) {
		char *bare = subject_bare(spec->workloads.items[i]);

		if (i)
			fputc(' ', a->inputs);
		ok = subject_is_job(bare)         ? account_job(a, bare, err)
		     : subject_is_recording(bare) ? account_recording(a, bare, err)
						  : account_workload(a, bare, spec->size, err);
		fprintf(a->determines, "CUs %u+%u\n", shares[i].first, shares[i].count);
		free(bare);
	}
	return ok;
}

/* Both texts are the spec's from now on. */
static void take_account(struct run_spec *spec, char *text, char *inputs)
{
	struct digest digest;

	digest_init(&digest);
	digest_add(&digest, text, strlen(text));
	digest_text(&digest, spec->key);
	free(spec->account);
	free(spec->inputs);
	spec->account = text;
	spec->inputs = inputs;
}

bool run_spec_resolve(struct run_spec *spec, struct error *err)
{
	char *text = NULL, *inputs = NULL;
	size_t text_bytes = 0, input_bytes = 0;
	struct account account = {open_memstream(&text, &text_bytes),
				  open_memstream(&inputs, &input_bytes)};
	bool ok;

	if (!account.determines || !account.inputs)
		BUG("no memory stream");
	ok = run_spec_configure(spec, err) && account_all(&account, spec, err);
	fclose(account.determines);
	fclose(account.inputs);
	if (ok) {
		take_account(spec, text, inputs);
	} else {
		free(text);
		free(inputs);
	}
	return ok;
}

void run_spec_resolve_programs(struct run_spec *spec, const char *determines, const char *inputs)
{
	char *text = NULL;
	size_t bytes = 0;
	struct account account = {.determines = open_memstream(&text, &bytes)};

	if (!account.determines)
		BUG("no memory stream");
	account_machine(&account, spec);
	fputs(determines, account.determines);
	fclose(account.determines);
	take_account(spec, text, xstrdup(inputs));
}

char *run_spec_text(const struct run_spec *spec, char *out, size_t bytes)
{
	char *designs = text_list_join(&spec->designs, "+");
	char *workloads = text_list_join(&spec->workloads, " + ");
	char *settings = text_list_join(&spec->settings, " ");

	snprintf(out, bytes, "%s, %s%s%s, %s%s%s", spec->gpu, designs, *designs ? ", " : "",
		 workloads, workload_size_name(spec->size), *settings ? ", " : "", settings);
	free(designs);
	free(workloads);
	free(settings);
	return out;
}
