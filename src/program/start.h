/* Starts a program with the runtimes in front, and sees to it that nothing of it outlives warpwalk.
 */
#ifndef PROGRAM_START_H
#define PROGRAM_START_H

#include "program/guest.h"

/* Where the runtimes lie: beside this program, as built or as installed. False with one line. */
bool start_runtimes(char *folder, size_t bytes, struct error *err);

/* argv ends with NULL. The program finds the runtimes of `folder` before all others, and its
 * address space is laid out the same in every run. False with one line when it cannot be started.
 */
bool start_program(struct guest *g, char *const argv[], const char *folder, struct error *err);

/* Before the first is started: what its processes leave behind becomes a child of warpwalk. */
void start_adopting(void);
/* At the end: kills whatever is still there. */
void start_clean_up(void);

#endif
