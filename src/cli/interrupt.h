/*
 * Ctrl-C (SIGINT) and SIGTERM. Once they are caught, either ends the program at once, with a line
 * on stderr and exit status 128 + its number. Between hold and release the first is only noted, for
 * work that must end in good order; the second ends the program as ever, unless it is the same
 * again within half a second. Compilations and their folders need neither: driver/toolchain cleans
 * up before a signal is delivered.
 */
#ifndef CLI_INTERRUPT_H
#define CLI_INTERRUPT_H

#include "base/error.h"

void interrupt_catch(void);

void interrupt_hold(void);
/* Ends the holding. A signal noted until then stays noted: ask after this. */
void interrupt_release(void);
bool interrupt_noted(void);

/* The exit status of the signal noted into err; returns false. */
bool interrupt_status(struct error *err);

#endif
