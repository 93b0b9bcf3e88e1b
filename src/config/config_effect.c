/*
 * Whether a design can act. It is judged by the sockets that it fills; one that fills none by its
 * other parameters. What equals the GPU's own, and what a setting replaces, is no part of it.
 */
#include <string.h>

#include "config/config_parts.h"
#include "config/matters.h"
#include "config/policies.h"

static bool is_socket(enum param id)
{
	return policy_choice(id, 0) != NULL;
}

/* By this design, and not taken back by a setting. */
static bool is_changed(const struct params *p, const struct config_layer *design, enum param id)
{
	return design->set[id] && design->value[id] != design->before[id] && p->origin[id].design;
}

static bool fills_sockets(const struct params *p, const struct config_layer *design)
{
	for (int id = 0; id < P_COUNT; id++)
		if (is_socket((enum param)id) && is_changed(p, design, (enum param)id))
			return true;
	return false;
}

static bool check_design(struct params *p, const struct config_layer *design, unsigned apps,
			 struct error *err)
{
	bool sockets = fills_sockets(p, design), acts = false, taken_back = false;
	enum param idle = P_COUNT;
	struct error why, first;
	char line[sizeof(why.text) + 128], where[320];

	for (int i = 0; i < P_COUNT; i++) {
		enum param id = (enum param)i;

		taken_back |= design->set[id] && !p->origin[id].design;
		if (!is_changed(p, design, id) || (sockets && !is_socket(id)))
			continue;
		if (param_matters(p, id, apps, &why)) {
			acts = true;
		} else if (idle == P_COUNT) {
			idle = id;
			first = why;
		}
	}
	if (idle == P_COUNT) {
		snprintf(line, sizeof(line), "design '%s' changes nothing: %s is set so already",
			 design->name, *p->gpu ? p->gpu : "the machine");
		if (!acts && !taken_back)
			params_note(p, line);
		return true;
	}
	if (acts) {
		snprintf(line, sizeof(line), "design '%s' acts only in part: %.*s", design->name,
			 (int)strcspn(first.text, ";"), first.text);
		params_note(p, line);
		return true;
	}
	param_origin_text(p, idle, where, sizeof(where));
	return error_set(err, "%s: design '%s' cannot act on this machine: %s", where, design->name,
			 first.text);
}

/* A policy that a setting chooses is a design without a file. */
static bool check_setting(const struct params *p, enum param id, unsigned apps, struct error *err)
{
	char where[320];

	return param_matters(p, id, apps, err) ||
	       error_prefix(err, "%s", param_origin_text(p, id, where, sizeof(where)));
}

bool config_check_effect(struct params *p, const struct config_layer *designs, size_t count,
			 const double *before_settings, unsigned apps, struct error *err)
{
	for (size_t i = 0; i < count; i++)
		if (!check_design(p, &designs[i], apps, err))
			return false;
	for (int i = 0; i < P_COUNT; i++) {
		enum param id = (enum param)i;
		const struct param_origin *origin = &p->origin[id];

		if (is_socket(id) && origin->file && !origin->line &&
		    p->f[id] != before_settings[id] && !check_setting(p, id, apps, err))
			return false;
	}
	return true;
}
