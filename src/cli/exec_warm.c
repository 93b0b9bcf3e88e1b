/* Launches that are not timed, as the machine's TLBs and caches see them. */
#include <string.h>

#include "cli/exec_parts.h"
#include "machine/system.h"

static const char *const names[] = {
	[WARM_NONE] = "none", [WARM_TRANSLATIONS] = "tlb", [WARM_ALL] = "all"};

bool exec_warmth_parse(enum exec_warmth *into, const char *text)
{
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(text, names[i])) {
			*into = (enum exec_warmth)i;
			return true;
		}
	return false;
}

const char *exec_warmth_name(enum exec_warmth warmth)
{
	return names[warmth];
}

static bool begins(void *data, const struct launch *launch, const struct process *process,
		   struct error *err)
{
	const struct exec_program *p = data;

	return system_warm_begins(p->run->system, p->index, launch, process, err);
}

static void warm_translations(void *data, uint64_t workgroup, const struct wavefront *w,
			      const struct step *step)
{
	const struct exec_program *p = data;

	system_warm(p->run->system, p->index, workgroup, w, step, false);
}

static void warm_all(void *data, uint64_t workgroup, const struct wavefront *w,
		     const struct step *step)
{
	const struct exec_program *p = data;

	system_warm(p->run->system, p->index, workgroup, w, step, true);
}

struct emulator_watcher exec_watcher(struct exec_program *p, enum exec_warmth warmth)
{
	if (warmth == WARM_NONE)
		return (struct emulator_watcher){0};
	return (struct emulator_watcher){begins, warmth == WARM_ALL ? warm_all : warm_translations,
					 p};
}
