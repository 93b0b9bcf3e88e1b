/* Between the files of warpwalk exec. */
#ifndef CLI_EXEC_PARTS_H
#define CLI_EXEC_PARTS_H

#include <stdio.h>

#include "experiment/run/simulate.h"
#include "program/guest.h"

struct exec_program {
	unsigned index;
	const char *name;
	struct guest *guest;
	const struct simulation *run;
};

struct exec {
	const struct run_spec *spec;
	struct simulation *run; /* its system is NULL without a timed machine */
	struct exec_program programs[RUN_MOST_APPS];
	unsigned count;
	struct recorder *recorder; /* NULL: not recorded */
};

void exec_report(const struct exec *e, FILE *out);
void exec_json(const struct exec *e, FILE *out);

#endif
