/* The table of parameters, and a set of values: defaults, where each came from, as JSON. */
#include "config/params.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const struct param_row param_rows[P_COUNT] = {
#define PARAM(id, ...) [P_##id] = {__VA_ARGS__, PARAM_DESIGN},
#include "config/params_table.def"
#undef PARAM
};

void params_init(struct params *p)
{
	struct error err;

	memset(p, 0, sizeof(*p));
	for (int id = 0; id < P_COUNT; id++)
		if (!param_set(p, (enum param)id, param_rows[id].fallback, &err))
			BUG("default of %s", err.text);
}

void params_release(struct params *p)
{
	for (size_t i = 0; i < p->text_count; i++)
		free(p->texts[i]);
	free(p->texts);
	free(p->notes);
	p->texts = NULL;
	p->text_count = 0;
	p->notes = NULL;
}

void params_note(struct params *p, const char *line)
{
	char *notes = xasprintf("%s%s\n", p->notes ? p->notes : "", line);

	free(p->notes);
	p->notes = notes;
}

const char *params_keep(struct params *p, const char *text)
{
	for (size_t i = 0; i < p->text_count; i++)
		if (!strcmp(p->texts[i], text))
			return p->texts[i];
	p->texts = xrealloc(p->texts, (p->text_count + 1) * sizeof(*p->texts));
	p->texts[p->text_count] = xstrdup(text);
	return p->texts[p->text_count++];
}

enum param param_find(const char *name)
{
	int id = 0;

	while (id < P_COUNT && strcmp(param_rows[id].name, name))
		id++;
	return (enum param)id;
}

void param_suggest(char *out, size_t bytes, const char *wrong)
{
	const char *names[P_COUNT];

	for (int id = 0; id < P_COUNT; id++)
		names[id] = param_rows[id].name;
	text_suggest(out, bytes, wrong, names, P_COUNT);
	/* A list of all parameters helps nobody; there is a command for that. */
	if (!strncmp(out, "; known", strlen("; known")))
		snprintf(out, bytes, "; warpwalk list params lists them");
}

char *param_origin_text(const struct params *p, enum param id, char *out, size_t bytes)
{
	const struct param_origin *o = &p->origin[id];

	if (o->file && o->line)
		snprintf(out, bytes, "%s:%d", o->file, o->line);
	else
		snprintf(out, bytes, "%s", o->file ? o->file : "default");
	return out;
}

static void json_value(const struct params *p, struct json *j, enum param id)
{
	const char *name = param_rows[id].name;
	char text[64];

	switch (param_rows[id].type) {
	case PARAM_COUNT_TYPE:
	case PARAM_BYTES:
	case PARAM_CYCLES:
		json_i64(j, name, p->i[id]);
		break;
	case PARAM_REAL:
		json_f64(j, name, p->f[id]);
		break;
	case PARAM_BOOL:
		json_bool(j, name, p->i[id] != 0);
		break;
	case PARAM_CHOICE:
		json_string(j, name, param_text(p, id, text, sizeof(text)));
		break;
	}
}

void params_json(const struct params *p, struct json *j, const char *key)
{
	json_open_object(j, key);
	for (int id = 0; id < P_COUNT; id++)
		json_value(p, j, (enum param)id);
	json_close_object(j);
}
