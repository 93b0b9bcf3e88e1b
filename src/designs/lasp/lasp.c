/* Classes of locality from index expressions, and what follows from them; see lasp.h. */
#include "designs/lasp/lasp.h"

#include <stdlib.h>
#include <string.h>

const char *lasp_class_name(enum lasp_class class)
{
	static const char *const names[LASP_CLASSES] = {
		[LASP_UNCLASSIFIED] = "unclassified",
		[LASP_NL] = "NL",
		[LASP_ITL] = "ITL",
		[LASP_RCL_COLUMNS] = "RCL columns",
		[LASP_RCL_ROWS] = "RCL rows",
	};

	return names[class];
}

/* What an index depends on, through all its terms. */
struct dependence {
	uint32_t groups;
	uint32_t linear_loops; /* that it walks with in equal steps */
	uint32_t loaded_loops; /* on which values read from memory depend */
	uint32_t dense_loops;  /* steps of one element */
	bool loaded, varying;
	bool dense_lanes; /* neighbouring work-items access neighbouring elements */
};

static void add_term(struct dependence *d, const struct index_term *t, uint32_t element)
{
	bool one_element = t->factors == 1 && t->bytes == element;

	for (unsigned i = 0; i < t->factors; i++) {
		const struct index_symbol *s = t->factor[i];

		d->groups |= s->groups;
		d->varying |= s->varying;
		if (s->kind == INDEX_LOOP) {
			d->linear_loops |= UINT32_C(1) << (s->of % 32);
			if (one_element)
				d->dense_loops |= UINT32_C(1) << (s->of % 32);
		}
		if (s->loaded) {
			d->loaded = true;
			d->loaded_loops |= s->loops;
		}
		if ((s->kind == INDEX_GLOBAL || s->kind == INDEX_LOCAL) && one_element)
			d->dense_lanes = true;
	}
}

static struct dependence dependence_of(const struct index_access *a)
{
	struct dependence d = {0};

	for (size_t i = 0; i < a->term_count; i++)
		add_term(&d, &a->terms[i], a->element);
	return d;
}

static bool depends_on_one(uint32_t groups)
{
	return groups && (groups & (groups - 1)) == 0;
}

enum lasp_class lasp_access_class(const struct index_kernel *k, const struct index_access *a)
{
	struct dependence d = dependence_of(a);

	if (d.varying)
		return LASP_UNCLASSIFIED;
	if (d.loaded)
		return d.linear_loops & ~d.loaded_loops ? LASP_ITL : LASP_UNCLASSIFIED;
	if (!d.groups)
		return LASP_UNCLASSIFIED;
	if (k->dims > 1 && depends_on_one(d.groups)) {
		/* Along rows with each iteration, or without any by rows of the grid; else down the
		 * columns. */
		if (d.linear_loops ? d.dense_loops != 0 : d.groups > 1)
			return LASP_RCL_ROWS;
		return LASP_RCL_COLUMNS;
	}
	if (d.dense_loops && !d.dense_lanes)
		return LASP_ITL;
	return LASP_NL;
}

/* The first access with the most locality of an argument; NULL when there is none. */
static const struct index_access *first_access(const struct index_kernel *k, unsigned argument)
{
	const struct index_access *best = NULL;

	for (size_t i = 0; k && i < k->access_count; i++) {
		const struct index_access *a = &k->accesses[i];

		if (a->argument == argument &&
		    (!best || lasp_access_class(k, a) > lasp_access_class(k, best)))
			best = a;
	}
	return best;
}

enum lasp_class lasp_argument_class(const struct index_kernel *k, unsigned argument)
{
	const struct index_access *a = first_access(k, argument);

	return a ? lasp_access_class(k, a) : LASP_UNCLASSIFIED;
}

/* A launch turns sizes and arguments into numbers. */

static bool argument_value(const struct launch *l, unsigned number, int64_t *value)
{
	const struct launch_arg *arg = &l->args[number];
	uint64_t bits = 0;

	if (number >= l->arg_count || arg->kind != LAUNCH_VALUE || arg->bytes > sizeof(bits) ||
	    !arg->bytes)
		return false;
	memcpy(&bits, arg->value, arg->bytes);
	/* Sizes are not negative; a step may be. */
	*value = (int64_t)(bits << (64 - 8 * arg->bytes)) >> (64 - 8 * arg->bytes);
	return true;
}

static bool symbol_value(const struct launch *l, const struct index_symbol *s, int64_t *value)
{
	unsigned d = s->of;

	switch (s->kind) {
	case INDEX_LOCAL_SIZE:
		*value = d < l->dims ? l->workgroup[d] : 1;
		return true;
	case INDEX_GROUPS:
		*value = (int64_t)launch_groups(l, d);
		return true;
	case INDEX_GLOBAL_SIZE:
		*value = d < l->dims ? l->grid[d] : 1;
		return true;
	case INDEX_OFFSET:
		*value = d < l->dims ? (int64_t)l->offset[d] : 0;
		return true;
	case INDEX_ARGUMENT:
		return argument_value(l, d, value);
	default:
		return false;
	}
}

/*
 * Bytes that the index moves for one more of `kind` (a loop's iteration, a workgroup in dimension
 * `of`): the sum of the terms of which that is the only unknown.
 */
static double step_bytes(const struct launch *l, const struct index_access *a, enum index_kind kind,
			 unsigned of)
{
	double sum = 0;

	for (size_t i = 0; i < a->term_count; i++) {
		const struct index_term *t = &a->terms[i];
		double product = (double)t->bytes;
		unsigned found = 0, unknown = 0;

		for (unsigned j = 0; j < t->factors; j++) {
			const struct index_symbol *s = t->factor[j];
			int64_t value;

			if (s->kind == kind && s->of == of)
				found++;
			else if (kind == INDEX_GROUP && s->kind == INDEX_GLOBAL && s->of == of &&
				 of < l->dims)
				found++, product *= l->workgroup[of];
			else if (kind == INDEX_LOCAL && s->kind == INDEX_GLOBAL && s->of == of)
				found++;
			else if (symbol_value(l, s, &value))
				product *= (double)value;
			else
				unknown++;
		}
		if (found == 1 && !unknown)
			sum += product;
	}
	return sum < 0 ? -sum : sum;
}

enum { LINE_BYTES = 64 };

/* Lines that one workgroup touches with one execution, as far as its work-items' ids tell. */
static double lines_of(const struct launch *l, const struct index_access *a)
{
	double lines = 1;

	for (unsigned d = 0; d < l->dims; d++) {
		double step = step_bytes(l, a, INDEX_LOCAL, d);

		if (step > LINE_BYTES)
			step = LINE_BYTES;
		if (step * l->workgroup[d] > LINE_BYTES)
			lines *= step * l->workgroup[d] / LINE_BYTES;
	}
	return lines;
}

/* The access that decides for an argument. */
static const struct index_access *deciding_access(const struct index_kernel *k, unsigned argument,
						  const struct launch *l, bool first)
{
	const struct index_access *best = first_access(k, argument);
	enum lasp_class class = best ? lasp_access_class(k, best) : LASP_UNCLASSIFIED;

	for (size_t i = 0; best && !first && i < k->access_count; i++) {
		const struct index_access *a = &k->accesses[i];

		if (a->argument == argument && lasp_access_class(k, a) == class &&
		    lines_of(l, a) > lines_of(l, best))
			best = a;
	}
	return best;
}

/* The dimension whose next workgroup is farthest away in memory, of those the access depends on. */
static unsigned split_of(const struct launch *l, const struct index_access *a)
{
	uint32_t groups = dependence_of(a).groups;
	unsigned best = 0;
	double most = -1;

	for (unsigned d = 0; d < 3; d++) {
		double step = step_bytes(l, a, INDEX_GROUP, d);

		if (groups >> d & 1 && step > most) {
			most = step;
			best = d;
		}
	}
	return best;
}

/* Part of a stride that each chiplet gets, when whole pages can be had. */
static uint64_t strided_block(double stride, uint64_t bytes, unsigned chiplets, uint64_t page_bytes)
{
	double part = stride / chiplets;

	if (stride >= (double)bytes || part < (double)page_bytes)
		return 0;
	return (uint64_t)(part / (double)page_bytes + 0.5) * page_bytes;
}

/*
 * A structure over which the whole grid sweeps again and again: each chiplet's workgroups come back
 * to the same part of every sweep. Down a column: the same part of every row.
 */
static uint64_t lasp_block_of(const struct launch *l, const struct index_access *a,
			      enum lasp_class class, uint64_t bytes, unsigned chiplets,
			      uint64_t page_bytes)
{
	uint32_t loops = dependence_of(a).linear_loops;
	unsigned split = split_of(l, a);
	double sweep = step_bytes(l, a, INDEX_GROUP, split) * (double)launch_groups(l, split);

	for (unsigned loop = 0; loop < 32; loop++) {
		double stride = loops >> loop & 1 ? step_bytes(l, a, INDEX_LOOP, loop) : 0;
		uint64_t block = 0;

		if ((class == LASP_NL && sweep > 0 && stride >= sweep) || class == LASP_RCL_COLUMNS)
			block = strided_block(stride, bytes, chiplets, page_bytes);
		if (block)
			return block;
	}
	return advice_even_block(bytes, chiplets, page_bytes);
}

/* Whether this structure decides for the kernel rather than the one that did so far. */
static bool structure_decides(const struct lasp_plan *plan, const struct lasp_structure *s)
{
	if (!plan->largest || s->buffer->bytes != plan->largest->bytes)
		return !plan->largest || s->buffer->bytes > plan->largest->bytes;
	return s->class > plan->class;
}

void lasp_launch(struct lasp_plan *plan, const struct index_kernel *k, const struct launch *launch,
		 const struct lasp_options *options)
{
	unsigned chiplets = options->chiplets;
	uint64_t page_bytes = options->page_bytes;
	const struct index_access *decisive = NULL;

	memset(plan, 0, sizeof(*plan));
	for (unsigned i = 0; i < launch->arg_count; i++) {
		const struct launch_arg *arg = &launch->args[i];
		const struct index_access *a;
		struct lasp_structure s;

		if (arg->kind != LAUNCH_BUFFER || !arg->buffer)
			continue;
		a = deciding_access(k, i, launch, options->first);
		s.buffer = arg->buffer;
		s.class = a ? lasp_access_class(k, a) : LASP_UNCLASSIFIED;
		s.block_bytes = a ? lasp_block_of(launch, a, s.class, arg->buffer->bytes, chiplets,
						  page_bytes)
				  : advice_even_block(arg->buffer->bytes, chiplets, page_bytes);
		plan->of[plan->count++] = s;
		if (!structure_decides(plan, &s))
			continue;
		plan->largest = s.buffer;
		plan->class = s.class;
		decisive = a;
	}
	plan->split = decisive && dependence_of(decisive).groups ? split_of(launch, decisive)
								 : advice_widest(launch);
	/* Fewer workgroups than chiplets in that dimension would leave chiplets idle. */
	if (launch_groups(launch, plan->split) < chiplets)
		plan->split = advice_widest(launch);
}
