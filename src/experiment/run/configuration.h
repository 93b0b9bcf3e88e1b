/*
 * The configurations of runs. A figure has thousands of runs on a few dozen machines, so those that
 * are asked for in the same words are one, for as long as somebody holds it.
 */
#ifndef EXPERIMENT_RUN_CONFIGURATION_H
#define EXPERIMENT_RUN_CONFIGURATION_H

#include "config/config.h"

struct configuration {
	struct params params;
	char *account; /* every parameter that is not at its default, a line each, by name */
	char *words;   /* what was asked for */
	unsigned holders;
	struct configuration *next; /* of its bucket */
};

/* The configuration of a request, to be given back with configuration_put. NULL with one line in
 * err. */
const struct configuration *configuration_get(const struct config_request *request,
					      struct error *err);
void configuration_put(const struct configuration *m); /* NULL is fine */

#endif
