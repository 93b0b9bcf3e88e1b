/*
 * The number of the model. Results in a store are known by it: those of another number count as
 * unknown and are computed again. Raise it by one whenever a run that was possible before has
 * another outcome, or a parameter another default; `make golden` then writes the new outcomes.
 * What leaves every earlier run as it was leaves the number alone: moves, comments, commands, a new
 * design, policy, parameter, GPU, workload or statistic; a run that is refused from now on; other
 * values in the file of a GPU or design, which make another run of it. A workload has a version of
 * its own, which the build makes from its code.
 */
#ifndef MODEL_VERSION_H
#define MODEL_VERSION_H

#define MODEL_VERSION 1

/* As a store has it: "1". */
#define MODEL_VERSION_TEXT MODEL_VERSION_QUOTE(MODEL_VERSION)
#define MODEL_VERSION_QUOTE(number) MODEL_VERSION_QUOTE_(number)
#define MODEL_VERSION_QUOTE_(number) #number

#endif
