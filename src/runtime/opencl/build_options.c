/* Splits the options of a build as a shell would: spaces, quotes, backslashes. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "runtime/opencl/program.h"

/* The next word, copied to `word`; NULL at the end. */
static const char *next_word(const char *at, char *word)
{
	char quote = 0;

	while (isspace((unsigned char)*at))
		at++;
	if (!*at)
		return NULL;
	for (; *at && (quote || !isspace((unsigned char)*at)); at++) {
		if (*at == '\\' && at[1] && quote != '\'')
			*word++ = *++at;
		else if (quote ? *at == quote : *at == '"' || *at == '\'')
			quote = quote ? 0 : *at;
		else
			*word++ = *at;
	}
	*word = '\0';
	return at;
}

/* Options that are not for us, or would make something else of a build. */
static bool is_possible(const char *word)
{
	static const char *const refused[] = {"-x", "-spir-std", "-o", "-c", "-E", "-S", "-emit"};

	if (*word != '-')
		return true; /* what belongs to the word before */
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		if (!strcmp(word, refused[i]))
			return false;
	return true;
}

bool build_options_read(struct build_options *o, const char *text)
{
	static const char std[] = "-cl-std=";
	size_t count = 0;
	char *word = xmalloc(strlen(text) + 1);
	bool ok = true;

	memset(o, 0, sizeof(*o));
	o->words = xcalloc(strlen(text) / 2 + 2, sizeof(*o->words));
	for (const char *at = text; (at = next_word(at, word));) {
		ok &= is_possible(word);
		o->words[count] = xstrdup(word);
		if (strncmp(word, std, sizeof(std) - 1) != 0) {
			count++;
		} else {
			free((char *)o->compile.cl_std);
			o->compile.cl_std = xstrdup(word + sizeof(std) - 1);
			free(o->words[count]);
			o->words[count] = NULL;
		}
	}
	o->compile.flags = (const char *const *)o->words;
	free(word);
	return ok;
}

void build_options_release(struct build_options *o)
{
	for (size_t i = 0; o->words[i]; i++)
		free(o->words[i]);
	free(o->words);
	free((char *)o->compile.cl_std);
}
