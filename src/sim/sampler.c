/* The rare half of sampling. */
#include "sim/sampler.h"

void sampler_init(struct sampler *s, cycle_t interval, void (*sample)(void *state, uint64_t times),
		  void *state)
{
	s->next = interval ? interval : CYCLE_NEVER;
	s->interval = interval;
	s->sample = sample;
	s->state = state;
}

void sampler_run(struct sampler *s, cycle_t now)
{
	uint64_t times = (now - 1 - s->next) / s->interval + 1;

	s->next += times * s->interval;
	s->sample(s->state, times);
}
