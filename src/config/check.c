/* Checks of values that must go together; see check.h. */
#include "config/check.h"

#include <inttypes.h>

static int rank(const struct params *p, enum param id)
{
	const struct param_origin *o = &p->origin[id];

	if (!o->file)
		return 0;
	return !o->line ? 3 : o->design ? 2 : 1;
}

enum param check_later(const struct params *p, enum param a, enum param b)
{
	return rank(p, b) > rank(p, a) ? b : a;
}

bool check_contradiction(const struct params *p, enum param a, enum param b, struct error *err)
{
	char where[320];

	param_origin_text(p, check_later(p, a, b), where, sizeof(where));
	return error_prefix(err, "%s", where);
}

bool check_power(struct params *p, enum param id, struct error *err)
{
	char text[32];

	if (!(p->i[id] & (p->i[id] - 1)))
		return true;
	error_set(err, "%s (%s) is not a power of two", param_rows[id].name,
		  param_text(p, id, text, sizeof(text)));
	return check_contradiction(p, id, id, err);
}

bool check_power_for(struct params *p, enum param id, const char *what, enum param chooser,
		     struct error *err)
{
	char text[32];

	if (!(p->i[id] & (p->i[id] - 1)))
		return true;
	error_set(err, "%s (%s) is not a power of two, which %s must be", param_rows[id].name,
		  param_text(p, id, text, sizeof(text)), what);
	return check_contradiction(p, id, chooser, err);
}

bool check_divides(struct params *p, enum param whole, enum param part, struct error *err)
{
	char a[32], b[32];

	if (p->i[whole] % p->i[part] == 0)
		return true;
	error_set(err, "%s (%s) is not a multiple of %s (%s)", param_rows[whole].name,
		  param_text(p, whole, a, sizeof(a)), param_rows[part].name,
		  param_text(p, part, b, sizeof(b)));
	return check_contradiction(p, whole, part, err);
}

bool check_one_of(struct params *p, enum param id, int64_t a, int64_t b, struct error *err)
{
	if (p->i[id] == a || p->i[id] == b)
		return true;
	error_set(err, "%s: expected %" PRId64 " or %" PRId64 ", not %" PRId64, param_rows[id].name,
		  a, b, p->i[id]);
	return check_contradiction(p, id, id, err);
}

bool check_sets(struct params *p, enum param size, enum param ways, int64_t unit, struct error *err)
{
	char size_text[32], ways_text[32], each[64] = "";

	if (p->i[size] % (p->i[ways] * unit) == 0)
		return true;
	if (unit > 1)
		snprintf(each, sizeof(each), " times %" PRId64 " bytes per line", unit);
	error_set(err, "%s (%s) is not a multiple of %s (%s)%s", param_rows[size].name,
		  param_text(p, size, size_text, sizeof(size_text)), param_rows[ways].name,
		  param_text(p, ways, ways_text, sizeof(ways_text)), each);
	return check_contradiction(p, size, unit > 1 ? check_later(p, ways, P_LINE_BYTES) : ways,
				   err);
}

bool check_ways(struct params *p, enum param entries, enum param ways, struct error *err)
{
	if (!p->i[ways] && p->i[entries] > (int64_t)param_rows[ways].max) {
		error_set(err, "%s (%" PRId64 ") is too large to be fully associative",
			  param_rows[entries].name, p->i[entries]);
		return check_contradiction(p, entries, ways, err);
	}
	if (!p->i[ways])
		p->f[ways] = (double)(p->i[ways] = p->i[entries]);
	return check_sets(p, entries, ways, 1, err);
}
