/* Sums of products; see poly.h. */
#include "poly.h"

#include <stdio.h>
#include <string.h>

static int compare(const struct poly_term *a, const struct poly_term *b)
{
	if (a->n != b->n)
		return a->n > b->n ? -1 : 1; /* long products first, the constant last */
	for (unsigned i = 0; i < a->n; i++)
		if (a->s[i] != b->s[i])
			return a->s[i] < b->s[i] ? -1 : 1;
	return 0;
}

static bool add_term(struct poly *p, const struct poly_term *t)
{
	unsigned i = 0;

	if (t->k == 0)
		return true;
	while (i < p->n && compare(&p->t[i], t) < 0)
		i++;
	if (i < p->n && compare(&p->t[i], t) == 0) {
		p->t[i].k = (int64_t)((uint64_t)p->t[i].k + (uint64_t)t->k);
		if (p->t[i].k == 0) {
			memmove(&p->t[i], &p->t[i + 1], (p->n - i - 1) * sizeof(*t));
			p->n--;
		}
		return true;
	}
	if (p->n == POLY_TERMS)
		return false;
	memmove(&p->t[i + 1], &p->t[i], (p->n - i) * sizeof(*t));
	p->t[i] = *t;
	p->n++;
	return true;
}

void poly_constant(struct poly *p, int64_t k)
{
	p->n = k != 0;
	p->t[0] = (struct poly_term){.k = k};
}

void poly_symbol(struct poly *p, unsigned symbol)
{
	p->n = 1;
	p->t[0] = (struct poly_term){.k = 1, .n = 1, .s = {(uint16_t)symbol}};
}

bool poly_is_constant(const struct poly *p, int64_t *k)
{
	*k = p->n ? p->t[0].k : 0;
	return p->n == 0 || (p->n == 1 && p->t[0].n == 0);
}

bool poly_equal(const struct poly *a, const struct poly *b)
{
	if (a->n != b->n)
		return false;
	for (unsigned i = 0; i < a->n; i++)
		if (a->t[i].k != b->t[i].k || compare(&a->t[i], &b->t[i]))
			return false;
	return true;
}

bool poly_has(const struct poly *p, unsigned symbol)
{
	for (unsigned i = 0; i < p->n; i++)
		for (unsigned j = 0; j < p->t[i].n; j++)
			if (p->t[i].s[j] == symbol)
				return true;
	return false;
}

bool poly_add(struct poly *out, const struct poly *a, const struct poly *b, int64_t scale_b)
{
	struct poly sum = *a;

	for (unsigned i = 0; i < b->n; i++) {
		struct poly_term t = b->t[i];

		t.k = (int64_t)((uint64_t)t.k * (uint64_t)scale_b);
		if (!add_term(&sum, &t))
			return false;
	}
	*out = sum;
	return true;
}

static bool multiply_terms(struct poly_term *out, const struct poly_term *a,
			   const struct poly_term *b)
{
	unsigned i = 0, j = 0;

	if (a->n + b->n > POLY_FACTORS)
		return false;
	*out = (struct poly_term){.k = (int64_t)((uint64_t)a->k * (uint64_t)b->k)};
	while (i < a->n || j < b->n)
		if (j == b->n || (i < a->n && a->s[i] <= b->s[j]))
			out->s[out->n++] = a->s[i++];
		else
			out->s[out->n++] = b->s[j++];
	return true;
}

bool poly_multiply(struct poly *out, const struct poly *a, const struct poly *b)
{
	struct poly product = {0};

	for (unsigned i = 0; i < a->n; i++)
		for (unsigned j = 0; j < b->n; j++) {
			struct poly_term t;

			if (!multiply_terms(&t, &a->t[i], &b->t[j]) || !add_term(&product, &t))
				return false;
		}
	*out = product;
	return true;
}

bool poly_replace(struct poly *p, unsigned symbol, const struct poly *by)
{
	struct poly result = {0};

	if (!poly_has(p, symbol))
		return true;
	for (unsigned i = 0; i < p->n; i++) {
		struct poly rest = {.n = 1, .t = {{.k = p->t[i].k}}};
		unsigned times = 0;

		for (unsigned j = 0; j < p->t[i].n; j++)
			if (p->t[i].s[j] == symbol)
				times++;
			else
				rest.t[0].s[rest.t[0].n++] = p->t[i].s[j];
		while (times--)
			if (!poly_multiply(&rest, &rest, by))
				return false;
		if (!poly_add(&result, &result, &rest, 1))
			return false;
	}
	*p = result;
	return true;
}

static void merge(struct depends *into, const struct depends *from)
{
	into->groups |= from->groups;
	into->locals |= from->locals;
	into->loops |= from->loops;
	into->loaded |= from->loaded;
	into->varying |= from->varying;
}

static struct depends symbol_depends(const struct symbols *symbols, unsigned index, bool *seen);

static struct depends depends_of(const struct symbols *symbols, const struct poly *p, bool *seen)
{
	struct depends all = {0};

	for (unsigned i = 0; i < p->n; i++)
		for (unsigned j = 0; j < p->t[i].n; j++) {
			struct depends one = symbol_depends(symbols, p->t[i].s[j], seen);

			merge(&all, &one);
		}
	return all;
}

/* Each symbol once: what was seen is in the sum already, and a value carried around a loop may be
 * made of itself. */
static struct depends symbol_depends(const struct symbols *symbols, unsigned index, bool *seen)
{
	const struct symbol *s = &symbols->of[index];
	struct depends all = s->own;

	if (seen[index])
		return all;
	seen[index] = true;
	switch (s->kind) {
	case SYMBOL_GLOBAL:
		all.groups = all.locals = (uint8_t)(1 << s->number);
		break;
	case SYMBOL_GROUP:
		all.groups = (uint8_t)(1 << s->number);
		break;
	case SYMBOL_LOCAL:
		all.locals = (uint8_t)(1 << s->number);
		break;
	case SYMBOL_LOOP:
		all.loops = (uint16_t)(1 << s->number);
		break;
	default:
		for (int i = 0; i < 2; i++) {
			struct depends one = depends_of(symbols, &s->from[i], seen);

			merge(&all, &one);
		}
	}
	return all;
}

struct depends poly_depends(const struct symbols *symbols, const struct poly *p)
{
	bool seen[POLY_SYMBOLS] = {0};

	return depends_of(symbols, p, seen);
}

static void print_term(const struct symbols *symbols, const struct poly_term *t, int64_t k,
		       bool first, FILE *out)
{
	int64_t size = k < 0 ? -k : k;

	fputs(first ? (k < 0 ? "-" : "") : (k < 0 ? " - " : " + "), out);
	if (size != 1 || t->n == 0)
		fprintf(out, "%lld%s", (long long)size, t->n ? "*" : "");
	for (unsigned i = 0; i < t->n; i++)
		fprintf(out, "%s%s", i ? "*" : "", symbols->of[t->s[i]].text);
}

void poly_print(const struct symbols *symbols, const struct poly *p, int64_t unit, char *out,
		size_t bytes)
{
	FILE *f = fmemopen(out, bytes, "w");
	bool whole = true;

	if (!f)
		return;
	for (unsigned i = 0; i < p->n; i++)
		whole &= p->t[i].k % unit == 0;
	for (unsigned i = 0; i < p->n; i++)
		print_term(symbols, &p->t[i], whole ? p->t[i].k / unit : p->t[i].k, i == 0, f);
	if (p->n == 0)
		fputs("0", f);
	if (!whole)
		fputs(" bytes", f);
	fclose(f);
	out[bytes - 1] = '\0';
}
