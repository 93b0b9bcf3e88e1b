/*
 * Looks at something every `interval` cycles without an event of its own, so that a machine in
 * which nothing can happen any more is found out and time ends with the last thing that happens.
 * Whoever is about to change what is looked at calls sampler_check first: since nothing has changed
 * after the cycle to look at, it is seen as it was at the end of that cycle.
 */
#ifndef SIM_SAMPLER_H
#define SIM_SAMPLER_H

#include "sim/engine.h"

struct sampler {
	cycle_t next; /* cycle to look at next; CYCLE_NEVER: none */
	cycle_t interval;
	/* What is seen now was so at `times` cycles to look at. */
	void (*sample)(void *state, uint64_t times);
	void *state;
};

/* The first cycle looked at is `interval`; 0: none ever. */
void sampler_init(struct sampler *s, cycle_t interval, void (*sample)(void *state, uint64_t times),
		  void *state);

/* Catches up with the cycles before `now`, of which there is at least one to look at. */
void sampler_run(struct sampler *s, cycle_t now) __attribute__((cold));

static inline void sampler_check(struct sampler *s, cycle_t now)
{
	if (__builtin_expect(now > s->next, 0))
		sampler_run(s, now);
}

#endif
