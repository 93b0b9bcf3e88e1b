/* The data of the page. */
#include "experiment/figure/figure_write.h"
#include "experiment/report/report_parts.h"
#include "model_version.h"

static void put_reasons(const struct figure *f, struct json *j)
{
	struct text_list reasons = {0};

	figure_reasons(f, &reasons);
	json_open_array(j, "reasons");
	for (size_t i = 0; i < reasons.count; i++)
		json_string(j, NULL, reasons.items[i]);
	json_close_array(j);
	text_list_release(&reasons);
}

static void put_figures(const struct report *r, struct json *j)
{
	json_open_array(j, "figures");
	for (size_t i = 0; i < report_any(r)->figure_count; i++) {
		const struct figure *f = report_figure(r, i);

		json_open_object(j, NULL);
		json_string(j, "size", workload_size_name(f->size));
		json_bool(j, "shown", report_shows(f));
		figure_json(f, j);
		put_reasons(f, j);
		json_close_object(j);
	}
	json_close_array(j);
}

static void put_claims(const struct report *r, struct json *j)
{
	json_open_array(j, "claims");
	for (size_t i = 0; i < report_any(r)->answer_count; i++) {
		const struct figure *f;
		const struct claim_answer *a = report_answer(r, i, &f);
		char text[128];

		json_open_object(j, NULL);
		claim_answer_json(a, j);
		json_string(j, "verdict_text", claim_verdict_text(a, text, sizeof(text)));
		json_string(j, "size", f ? workload_size_name(f->size) : "");
		json_close_object(j);
	}
	json_close_array(j);
}

/* All verdicts, in the order of the table in docs/experiments.md. */
static void put_verdicts(struct json *j)
{
	json_open_array(j, "verdicts");
	for (int i = 0; i < VERDICT_COUNT; i++)
		json_string(j, NULL, verdict_names[i]);
	json_close_array(j);
}

bool report_json(struct report *r, FILE *out, struct error *err)
{
	struct json j;
	bool ok;

	json_init(&j, out);
	json_open_object(&j, NULL);
	json_u64(&j, "model", MODEL_VERSION);
	put_verdicts(&j);
	put_figures(r, &j);
	put_claims(r, &j);
	ok = report_runs_json(r->store, &j, err);
	json_close_object(&j);
	json_finish(&j);
	return ok;
}
