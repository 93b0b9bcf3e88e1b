/* warpwalk list figures, warpwalk list claims. */
#include <stdio.h>
#include <string.h>

#include "cli/list_parts.h"
#include "experiment/figure/experiment.h"

void list_figures(void)
{
	const struct experiments *all = experiments_all();

	printf("%-20s %-5s %-11s %s\n", "figure", "paper", "source", "title");
	for (size_t i = 0; i < all->count; i++) {
		const struct experiment *e = all->items[i];

		printf("%-20s %-5s %-11s %s\n", e->id, e->paper, e->source, e->title);
	}
}

void list_figures_json(struct json *j)
{
	const struct experiments *all = experiments_all();

	for (size_t i = 0; i < all->count; i++) {
		const struct experiment *e = all->items[i];

		json_open_object(j, NULL);
		json_string(j, "id", e->id);
		json_string(j, "alias", e->alias);
		json_string(j, "paper", e->paper);
		json_string(j, "source", e->source);
		json_string(j, "title", e->title);
		json_string(j, "about", e->about);
		json_string(j, "chart", e->chart);
		json_u64(j, "repeat", e->repeat);
		json_string(j, "file", e->file);
		json_open_array(j, "claims");
		for (size_t k = 0; k < e->claim_count; k++)
			json_string(j, NULL, e->claims[k].claim->id);
		json_close_array(j);
		json_close_object(j);
	}
}

static const char *figure_of(const struct claim *c)
{
	const struct experiment_claim *entry;
	const struct experiment *e = experiments_answering(c->id, &entry);

	return e ? e->id : "";
}

void list_claims(void)
{
	const struct claims *all = claims_all();

	printf("%-6s %-5s %-20s %-14s %-7s %s\n", "claim", "paper", "figure", "source", "kind",
	       "published");
	for (size_t i = 0; i < all->count; i++) {
		const struct claim *c = &all->items[i];
		const char *figure = figure_of(c);

		printf("%-6s %-5s %-20s %-14s %-7s %s, %s: %s%s\n", c->id, c->paper,
		       *figure ? figure : "-", c->source, claim_kind_name(c->kind), c->quantity,
		       c->subject, c->published, claim_unit_text(c));
	}
}

void list_claims_json(struct json *j)
{
	const struct claims *all = claims_all();

	for (size_t i = 0; i < all->count; i++) {
		const struct claim *c = &all->items[i];

		json_open_object(j, NULL);
		json_string(j, "id", c->id);
		json_string(j, "paper", c->paper);
		json_string(j, "source", c->source);
		json_string(j, "quantity", c->quantity);
		json_string(j, "subject", c->subject);
		json_string(j, "published", c->published);
		json_string(j, "unit", c->unit);
		json_string(j, "kind", claim_kind_name(c->kind));
		json_string(j, "figure", figure_of(c));
		json_close_object(j);
	}
}
