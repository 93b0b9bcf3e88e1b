/*
 * The pairs of [Ausavarungnirun18] (configs/experiments/include/mask-pairs.yaml) are those that its
 * text names, and others drawn as its section 6 says: at random, but no two applications that are
 * both low in L1 and in L2 TLB misses. Here they are drawn again and compared.
 */
#include "harness.h"

#include <stdlib.h>

#include "base/rng.h"
#include "experiment/figure/figure.h"

enum { APPS = 27, PAIRS = 35, DRAW_SEED = 4 };

/* The classes of Table 2: both low, L1 low, L2 low, both high. */
enum class { LL, LH, HL, HH };

/* In the order by which they are drawn; one that gets another name keeps its place. */
static const struct application {
	const char *name;
	enum class class;
} apps[APPS] = {
	{"backprop", HL}, {"bfs", LH},           {"blackscholes", HH}, {"cfd", HH},
	{"convsep", HH},  {"fastwalsh", HH},     {"stockham", LH},     {"gups", HL},
	{"histo256", LH}, {"hotspot", HL},       {"laplace3d", HL},    {"lud", LL},
	{"lulesh", HH},   {"sgemm", HH},         {"mummer", HH},       {"neural", LL},
	{"nw", LH},       {"qtc", LH},           {"ray", LH},          {"reduction", HH},
	{"sad", LH},      {"scalarprod", LH},    {"scan", HH},         {"srad1", HH},
	{"fd3d", HH},     {"streamcluster", HH}, {"triad", HH},
};

/* 3DS_HISTO, MM_CONS, RED_RAY, RED_BP, SC_FWT, SCAN_SAD, SCAN_HISTO, SCAN_SRAD, SCAN_CONS. */
static const char *const named[][2] = {
	{"fd3d", "histo256"},
	{"sgemm", "convsep"},
	{"reduction", "ray"},
	{"reduction", "backprop"},
	{"streamcluster", "fastwalsh"},
	{"scan", "sad"},
	{"scan", "histo256"},
	{"scan", "srad1"},
	{"scan", "convsep"},
};

enum { NAMED = sizeof(named) / sizeof(*named) };

static size_t app_number(const char *name)
{
	for (size_t i = 0; i < APPS; i++)
		if (!strcmp(apps[i].name, name))
			return i;
	FAIL("no application '%s'", name);
}

struct pair {
	size_t first, second;
};

static bool is_new(const struct pair *pairs, size_t count, struct pair p)
{
	for (size_t i = 0; i < count; i++)
		if ((pairs[i].first == p.first && pairs[i].second == p.second) ||
		    (pairs[i].first == p.second && pairs[i].second == p.first))
			return false;
	return true;
}

static void draw(struct pair *pairs)
{
	struct rng rng;
	size_t count = 0;

	for (; count < NAMED; count++)
		pairs[count] =
			(struct pair){app_number(named[count][0]), app_number(named[count][1])};
	rng_seed(&rng, DRAW_SEED);
	while (count < PAIRS) {
		struct pair p;

		p.first = rng_below(&rng, APPS);
		p.second = rng_below(&rng, APPS);
		if (p.first != p.second && is_new(pairs, count, p) &&
		    !(apps[p.first].class == LL && apps[p.second].class == LL))
			pairs[count++] = p;
	}
}

static char *pair_label(struct pair p)
{
	return xasprintf("%s+%s", apps[p.first].name, apps[p.second].name);
}

/* Figure 3 is one of those that take the list. */
static const struct experiment *fig3(void)
{
	const struct experiments *all = experiments_all();

	for (size_t i = 0; i < all->count; i++)
		if (!strcmp(all->items[i]->id, "mask-fig3"))
			return all->items[i];
	FAIL("there is no mask-fig3");
}

TEST(pairs_are_those_named_and_those_drawn)
{
	struct pair pairs[PAIRS];
	struct figure f;
	struct error err;

	draw(pairs);
	if (!figure_plan(&f, fig3(), SIZE_SMALL, 0, &err))
		FAIL("%s", err.text);
	for (size_t i = 0; i < PAIRS; i++) {
		char *label = pair_label(pairs[i]);

		CHECK_STR(f.rows.items[i], label);
		free(label);
	}
	CHECK_EQ(f.row_count, PAIRS);
	figure_release(&f);
}

/* n-HMR: n of the two have high miss rates in both TLBs. */
TEST(groups_are_by_applications_high_in_both)
{
	const struct experiment *e = fig3();
	struct pair pairs[PAIRS];
	size_t members = 0;

	draw(pairs);
	CHECK_EQ(e->group_count, 3);
	for (size_t n = 0; n < 3; n++) {
		char *name = xasprintf("%zu-HMR", n);
		size_t next = 0;

		CHECK_STR(e->groups[n].name, name);
		for (size_t i = 0; i < PAIRS; i++) {
			char *label = pair_label(pairs[i]);

			if ((size_t)(apps[pairs[i].first].class == HH) +
				    (apps[pairs[i].second].class == HH) ==
			    n)
				CHECK_STR(e->groups[n].rows.items[next++], label);
			free(label);
		}
		CHECK_EQ(e->groups[n].rows.count, next);
		members += next;
		free(name);
	}
	CHECK_EQ(members, PAIRS);
}
