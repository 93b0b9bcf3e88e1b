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

/* What launches that are not timed leave in the machine. */
enum exec_warmth { WARM_NONE, WARM_TRANSLATIONS, WARM_ALL };

/* False: there is no such word. */
bool exec_warmth_parse(enum exec_warmth *into, const char *text);
const char *exec_warmth_name(enum exec_warmth warmth);
struct emulator_watcher exec_watcher(struct exec_program *p, enum exec_warmth warmth);

struct exec {
	const struct run_spec *spec;
	struct simulation *run; /* its system is NULL without a timed machine */
	struct exec_program programs[RUN_MOST_APPS];
	unsigned count;
	enum exec_warmth warmth;
	struct recorder *recorder; /* NULL: not recorded */
};

void exec_report(const struct exec *e, FILE *out);
void exec_json(const struct exec *e, FILE *out);

#endif
