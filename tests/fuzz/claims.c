/* Tables of claims on any bytes; those that are accepted are compared with numbers of all kinds. */
#include "experiment/figure/claims.h"

#include <math.h>

#include "experiment/figure/figure.h"
#include "fuzz.h"

static void compare(const struct claim *c, double ours)
{
	char text[32];

	for (int sense = 0; sense < 4; sense++)
		for (size_t part = 0; part < (c->number_count ? c->number_count : 1); part++)
			must(claim_compare(c, (enum claim_sense)sense, part, ours) < VERDICT_COUNT);
	for (size_t part = 0; part < c->number_count; part++)
		claim_difference_text(c, part, ours, text, sizeof(text));
	claim_number_text(c, ours, text, sizeof(text));
}

static void check_answer(const struct claim *c, double ours)
{
	struct claim_answer a;
	char text[16];

	claim_unanswered(&a, c, "");
	must(a.part_count <= CLAIM_MOST_PARTS);
	claim_ours_text(&a, text, sizeof(text));
	for (size_t i = 0; i < a.part_count; i++) {
		a.ours[i] = (struct spread){ours, ours, c->number_count > 0 ? i + 1 : 0};
		a.known_count += a.ours[i].count > 0;
	}
	claim_published_text(c, text, sizeof(text));
	claim_ours_text(&a, text, sizeof(text));
	claim_ours_spread_text(&a, text, sizeof(text));
	claim_spread_text(&a, text, sizeof(text));
	claim_answer_difference(&a, text, sizeof(text));
	claim_verdict_text(&a, text, sizeof(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const double ours[] = {0, 1, -85, 1e300, -1e-300, 30.05, NAN, INFINITY};
	struct error err = {0};
	struct claims claims;
	/* Exactly as long as it is, so that reading beyond is seen. */
	char *bytes = xmalloc(size + !size);
	bool ok;

	if (size)
		memcpy(bytes, data, size);
	ok = claims_read(&claims, bytes, size, "fuzz.csv", &err);
	free(bytes);
	if (!ok)
		must_say(&err, "fuzz.csv:");
	for (size_t i = 0; ok && i < claims.count; i++) {
		const struct claim *c = &claims.items[i];

		must(claim_find(&claims, c->id) == c && c->number_count <= CLAIM_MOST_PARTS);
		must(c->kind != CLAIM_VALUE || c->number_count);
		must(claim_unit_text(c) && claim_kind_name(c->kind));
		for (size_t k = 0; k < sizeof(ours) / sizeof(*ours); k++) {
			compare(c, ours[k]);
			check_answer(c, ours[k]);
		}
	}
	claims_release(&claims);
	return 0;
}
