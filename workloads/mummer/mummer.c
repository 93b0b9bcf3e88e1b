/*
 * MUMmerGPU after Rodinia: queries are matched against a reference genome by a suffix tree in
 * memory (where the original has textures), one query per work-item; then every match's occurrences
 * are listed, one match per work-item. Rodinia's genome has 5.2 M letters; GPGPU-Sim's version,
 * which the simulator of [Ausavarungnirun18] ships, has the first 1.4 M of them and 50,000 queries
 * of 25 letters.
 */
#include <stdlib.h>
#include <string.h>

#include "mummer.h"

static const char letters[LINKS] = "ACTG$"; /* in the order of their codes */

static const struct workload_param params[] = {
	{"reference",
	 "letters in the reference; paper: as many as Rodinia's genome, B. anthracis",
	 {4096, 262144, 5227293},
	 64,
	 8000000},
	{"queries", "short sequences to look for", {512, 16384, 50000}, 1, 4000000},
	{"length", "letters in a query (Rodinia: 100)", {25, 25, 25}, 1, 8192},
	{"shortest", "letters in a match at least", {20, 20, 20}, 1, 32},
	{.name = NULL},
};

static uint8_t random_code(struct rng *rng)
{
	return (uint8_t)(rng_u64(rng) >> 62);
}

/* A genome with repeats: one in eight stretches is a copy of an earlier one, with a few changes. */
static uint8_t *make_reference(struct rng *rng, size_t count)
{
	uint8_t *codes = xmalloc(count + 1);
	size_t done = 0;

	while (done < count) {
		size_t stretch = 32 + rng_below(rng, 512);
		bool copy = done > 64 && rng_below(rng, 8) == 0;
		size_t from = copy ? rng_below(rng, done) : 0;

		for (size_t i = 0; i < stretch && done < count; i++, done++)
			codes[done] =
				copy && rng_below(rng, 100) ? codes[from + i] : random_code(rng);
	}
	codes[count] = LETTERS; /* the end */
	return codes;
}

/* Ukkonen's construction, from left to right. An edge is the letters start .. end - 1. */
struct builder {
	const uint8_t *codes;
	size_t count; /* with the end */
	struct build_node {
		uint32_t start, end, suffix, child[LINKS];
	} * nodes;
	uint32_t node_count;

	/* The longest suffix that is in the tree already, as a place in it */
	uint32_t active, edge, along;
	uint32_t remaining; /* suffixes not yet leaves */
	uint32_t unlinked;  /* internal node made last, in want of a suffix link */
};

static uint32_t add_node(struct builder *b, size_t start, size_t end)
{
	b->nodes[b->node_count].start = (uint32_t)start;
	b->nodes[b->node_count].end = (uint32_t)end;
	return b->node_count++;
}

static void link_to(struct builder *b, uint32_t node)
{
	if (b->unlinked)
		b->nodes[b->unlinked].suffix = node;
	b->unlinked = node;
}

/* One suffix gets its leaf for letter i. False when it, and so all shorter ones, are in the tree.
 */
static bool add_suffix(struct builder *b, size_t i)
{
	for (;;) {
		if (b->along == 0)
			b->edge = (uint32_t)i;

		uint32_t *child = &b->nodes[b->active].child[b->codes[b->edge]], below = *child;

		if (!below) {
			*child = add_node(b, i, b->count);
			link_to(b, b->active);
			return true;
		}

		struct build_node *n = &b->nodes[below];
		uint32_t length = (n->end < i + 1 ? n->end : (uint32_t)i + 1) - n->start;

		if (b->along >= length) {
			b->edge += length;
			b->along -= length;
			b->active = below;
			continue;
		}
		if (b->codes[n->start + b->along] == b->codes[i]) {
			b->along++;
			link_to(b, b->active);
			return false;
		}

		uint32_t split = add_node(b, n->start, n->start + b->along);

		*child = split;
		n->start += b->along;
		b->nodes[split].child[b->codes[n->start]] = below;
		b->nodes[split].child[b->codes[i]] = add_node(b, i, b->count);
		link_to(b, split);
		return true;
	}
}

static void build_tree(struct builder *b, const uint8_t *codes, size_t count)
{
	*b = (struct builder){.codes = codes, .count = count, .node_count = ROOT};
	b->nodes = xcalloc(2 * count + 2, sizeof(*b->nodes));
	b->active = add_node(b, 0, 0);
	b->nodes[ROOT].suffix = ROOT;
	for (size_t i = 0; i < count; i++) {
		b->remaining++;
		b->unlinked = 0;
		while (b->remaining > 0 && add_suffix(b, i)) {
			b->remaining--;
			if (b->active == ROOT && b->along > 0) {
				b->along--;
				b->edge = (uint32_t)i - b->remaining + 1;
			} else {
				b->active = b->nodes[b->active].suffix;
			}
		}
	}
}

/* A node on its way from the builder into the buffers. */
struct waiting {
	uint32_t node, parent; /* old number, new number */
	uint8_t link;          /* which child of its parent */
};

struct layout {
	const struct builder *b;
	struct place *places;
	struct links *links;
	uint32_t *numbers; /* new, by old */
	uint32_t *leaves;
	uint32_t placed;
	struct waiting *list;
	size_t first, end;
};

/* Gives the node its number, tells its parent, and puts its children at the end of the list. */
static void place_node(struct layout *l, struct waiting w)
{
	const struct build_node *n = &l->b->nodes[w.node];
	uint32_t number = l->numbers[w.node] = ++l->placed;
	struct place *p = &l->places[number];
	size_t last = l->b->count - 1;

	p->parent = w.parent ? w.parent : ROOT;
	p->start = n->start;
	p->depth = w.parent ? l->places[w.parent].depth + n->end - n->start : 0;
	if (w.parent)
		memcpy(l->links[w.parent].child[w.link], &number, 3);
	if (n->end == last + 1) {
		uint32_t where = (uint32_t)(last + 1) - p->depth;

		memcpy(l->links[number].child[0], &where, 3);
		l->links[number].leaf = (uint8_t)letters[where ? l->b->codes[where - 1] : LETTERS];
		l->leaves[number] = 1;
	}
	for (size_t i = LINKS; i-- > 0;)
		if (n->child[i])
			l->list[l->end++] = (struct waiting){n->child[i], number, (uint8_t)i};
}

/*
 * Numbers as in MUMmerGPU: the top of the tree level by level, what is below it one subtree after
 * the other. Every node comes before its children.
 */
static void place_nodes(struct layout *l)
{
	size_t level_end;

	l->list = xmalloc(l->b->node_count * sizeof(*l->list));
	l->numbers = xcalloc(l->b->node_count, sizeof(*l->numbers));
	l->list[l->end++] = (struct waiting){ROOT, 0, 0};
	for (int level = 0; level < TOP_LEVELS; level++)
		for (level_end = l->end; l->first < level_end;)
			place_node(l, l->list[l->first++]);
	while (l->end > l->first)
		place_node(l, l->list[--l->end]);
	for (uint32_t i = ROOT; i < l->b->node_count; i++)
		l->places[l->numbers[i]].suffix = l->numbers[l->b->nodes[i].suffix];
	for (uint32_t i = l->placed; i > ROOT; i--)
		l->leaves[l->places[i].parent] += l->leaves[i];
	free(l->list);
	free(l->numbers);
}

static void make_tree(struct app *app, struct mummer *s, const uint8_t *codes)
{
	struct builder b;

	build_tree(&b, codes, s->letters + 1);
	s->nodes = app_buffer(app, "nodes", b.node_count * sizeof(struct place));
	s->links = app_buffer(app, "links", b.node_count * sizeof(struct links));
	s->leaves = xcalloc(b.node_count, sizeof(*s->leaves));

	struct layout l = {&b, s->nodes->host, s->links->host, NULL, s->leaves, 0, NULL, 0, 0};

	place_nodes(&l);
	free(b.nodes);
}

/* Pieces of the reference, one letter in fifty changed; a mark before each, a zero after it. */
static void fill_queries(struct app *app, struct mummer *s, const uint8_t *codes)
{
	char *queries = s->queries->host;
	int32_t *addresses = s->addresses->host, *lengths = s->lengths->host;

	for (size_t q = 0; q < s->query_count; q++) {
		size_t from = rng_below(&app->rng, s->letters - s->query_length + 1);

		*queries++ = 'q';
		addresses[q] = (int32_t)(queries - (char *)s->queries->host);
		lengths[q] = (int32_t)s->query_length;
		for (size_t i = 0; i < s->query_length; i++)
			*queries++ = letters[rng_below(&app->rng, 50) ? codes[from + i]
								      : random_code(&app->rng)];
		*queries++ = '\0';
	}
}

static bool setup(struct app *app, struct error *err)
{
	struct mummer *s = app->state = xcalloc(1, sizeof(*s));
	size_t n = s->letters = (size_t)app_param(app, "reference");
	size_t count = s->query_count = (size_t)app_param(app, "queries");

	s->query_length = (size_t)app_param(app, "length");
	s->shortest = (size_t)app_param(app, "shortest");
	if (s->shortest > s->query_length)
		return error_set(err, "shortest=%zu is longer than a query, length=%zu",
				 s->shortest, s->query_length);
	if (count * (s->query_length + 2) > INT32_MAX)
		return error_set(err, "%zu queries of %zu letters are more than 2 GB", count,
				 s->query_length);
	if (s->query_length > n)
		return error_set(err, "length=%zu is longer than reference=%zu", s->query_length,
				 n);

	uint8_t *codes = make_reference(&app->rng, n);

	s->reference = app_buffer(app, "reference", n + 1);
	for (size_t i = 0; i <= n; i++)
		((char *)s->reference->host)[i] = letters[codes[i]];
	make_tree(app, s, codes);
	s->queries = app_buffer(app, "queries", count * (s->query_length + 2));
	s->addresses = app_buffer(app, "query addresses", count * sizeof(int32_t));
	s->lengths = app_buffer(app, "query lengths", count * sizeof(int32_t));
	/* A query's results start at its address - (shortest + 1) x its number. */
	s->results = app_buffer(app, "results",
				(count * (s->query_length + 1 - s->shortest) + 1) *
					sizeof(struct result));
	fill_queries(app, s, codes);
	free(codes);
	return true;
}

static const struct result *result_of(const struct mummer *s, size_t query, size_t start)
{
	const int32_t *addresses = s->addresses->host;

	return (const struct result *)s->results->host + (size_t)addresses[query] -
	       query * (s->shortest + 1) + start;
}

/* As many alignments as there are leaves below the highest node that is deep enough. */
static uint32_t most_alignments(const struct mummer *s, uint32_t node)
{
	const struct place *nodes = s->nodes->host;

	while (nodes[nodes[node].parent].depth >= s->shortest)
		node = nodes[node].parent;
	return s->leaves[node];
}

/* Gathers the matches for the second kernel. False when there are none, or wrong ones. */
static bool make_matches(struct app *app, struct mummer *s)
{
	size_t starts = s->query_length - s->shortest + 1, alignments = 0;

	for (size_t i = 0; i < s->query_count * starts; i++) {
		uint32_t node = result_of(s, i / starts, i % starts)->node;

		if (node >= s->nodes->bytes / sizeof(struct place))
			return error_failed(&s->wrong,
					    "buffer 'results': query %zu has node %u, which is not "
					    "in the tree",
					    i / starts, node);
		s->match_count += node != 0;
	}
	if (!s->match_count)
		return false;
	s->matches = app_buffer(app, "matches", s->match_count * sizeof(struct match));

	struct match *m = s->matches->host;

	for (size_t i = 0; i < s->query_count * starts; i++) {
		const struct result *r = result_of(s, i / starts, i % starts);

		if (!r->node)
			continue;
		m->first = (uint32_t)alignments;
		m->query = (uint32_t)(i / starts);
		m->start = (uint16_t)(i % starts);
		m->node = r->node;
		m->edge = (uint16_t)r->edge;
		m->leaves = most_alignments(s, r->node);
		alignments += m->leaves;
		m++;
	}
	s->alignments = app_buffer(app, "alignments", alignments * sizeof(struct alignment));
	return true;
}

static void launch_match(const struct mummer *s, struct launch *l)
{
	launch_1d(l, "mummer_match", launch_round_up(s->query_count, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->results);
	launch_buffer(l, s->queries);
	launch_buffer(l, s->nodes);
	launch_buffer(l, s->links);
	launch_buffer(l, s->reference);
	launch_buffer(l, s->addresses);
	launch_buffer(l, s->lengths);
	launch_i32(l, (int32_t)s->query_count);
	launch_i32(l, (int32_t)s->shortest);
}

static void launch_report(const struct mummer *s, struct launch *l)
{
	launch_1d(l, "mummer_report", launch_round_up(s->match_count, WORKGROUP), WORKGROUP);
	launch_buffer(l, s->matches);
	launch_i32(l, (int32_t)s->match_count);
	launch_buffer(l, s->alignments);
	launch_buffer(l, s->queries);
	launch_buffer(l, s->nodes);
	launch_buffer(l, s->links);
	launch_buffer(l, s->addresses);
	launch_i32(l, (int32_t)s->shortest);
}

static bool next(struct app *app, struct launch *l)
{
	struct mummer *s = app->state;

	switch (s->step++) {
	case 0:
		launch_match(s, l);
		return true;
	case 1:
		if (!make_matches(app, s))
			return false;
		launch_report(s, l);
		return true;
	default:
		return false;
	}
}

static void teardown(struct app *app)
{
	struct mummer *s = app->state;

	free(s->leaves);
	free(s);
}

static const struct workload_use uses[] = {
	{.paper = "mask",
	 .called = "MUM",
	 .class = "high L1, high L2",
	 .at_small = "queries=4096",
	 .at_paper = "reference=1399930"},
	{.paper = NULL},
};

const struct workload workload_mummer = {
	.name = "mummer",
	.suite = "Rodinia",
	.summary = "matches of short queries in a genome, by a suffix tree",
	.params = params,
	.uses = uses,
	.extent = {{324441, 2, 0}, {17716077, 2, 0}, {294091642, 2, 0}},
	.setup = setup,
	.next = next,
	.verify = mummer_verify,
	.teardown = teardown,
};
