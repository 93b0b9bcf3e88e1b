/*
 * Files of warpwalk reproduce on any bytes: read, planned, evaluated without a single result, and
 * written. Nothing is run.
 */
#include "experiment/figure/experiment.h"

#include <stdio.h>

#include "experiment/figure/figure_write.h"
#include "fuzz.h"
#include "product.h"

static void write_all(const struct figure *f, const struct claim_answer *answers, size_t count)
{
	char *text = NULL;
	size_t bytes = 0;
	FILE *out = open_memstream(&text, &bytes);
	struct json j;

	must(out != NULL);
	figure_csv(f, out);
	claim_answers_csv(answers, count, out);
	json_init(&j, out);
	json_open_object(&j, NULL);
	figure_json(f, &j);
	for (size_t i = 0; i < count; i++) {
		json_open_object(&j, answers[i].claim->id);
		claim_answer_json(&answers[i], &j);
		json_close_object(&j);
	}
	json_close_object(&j);
	json_finish(&j);
	fclose(out);
	free(text);
}

/* Every cell has a number or the reason why it has none; every claim an answer. */
static void check_figure(struct figure *f, struct store *store)
{
	const struct experiment *e = f->experiment;
	struct claim_answer *answers = xcalloc(e->claim_count + 1, sizeof(*answers));
	struct text_list reasons = {0};
	struct error err;

	must(figure_evaluate(f, store, &err));
	for (size_t row = 0; row < f->rows.count; row++) {
		for (size_t s = 0; s < f->series_count; s++) {
			const struct figure_cell *cell = figure_cell(f, row, s);

			must(cell->known == (cell->repeats > 0));
			must((cell->repeats < f->repeat) == (cell->missing != NULL));
		}
	}
	figure_reasons(f, &reasons);
	text_list_release(&reasons);
	for (size_t i = 0; i < e->claim_count; i++)
		claim_answer(&answers[i], f, &e->claims[i]);
	write_all(f, answers, e->claim_count);
	free(answers);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct store *store; /* empty, and so it stays */
	struct error err = {0};
	struct experiment *e =
		experiment_read("fuzz", "fuzz.yaml", (const char *)data, size, NULL, &err);
	/* What it includes may be what is wrong. */
	const char *place = memmem(data, size, "includes", 8) ? "" : "fuzz.yaml:";
	struct figure f;

	if (!store)
		store = store_open(":memory:", STORE_WRITE, &err);
	must(store != NULL);
	if (!e) {
		must_say(&err, place);
		return 0;
	}
	if (!product_takes_long(e->runs, e->repeat)) {
		if (figure_plan(&f, e, SIZE_TINY, 0, &err))
			check_figure(&f, store);
		else
			must_say(&err, place);
		figure_release(&f);
	}
	experiment_free(e);
	return 0;
}
