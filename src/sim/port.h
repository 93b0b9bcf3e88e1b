/*
 * The rate of a port: so many requests may start per cycle, in order of arrival. A slot is reserved
 * at once, however far in the future, so that a pipelined stage costs one event per request.
 */
#ifndef SIM_PORT_H
#define SIM_PORT_H

#include "sim/engine.h"

/* Invariant: `used` slots of cycle `cycle` are taken, all earlier cycles are full or past. */
struct port {
	cycle_t cycle;
	uint32_t used;
	uint32_t per_cycle;
};

static inline void port_init(struct port *port, uint32_t per_cycle)
{
	port->cycle = 0;
	port->used = 0;
	port->per_cycle = per_cycle;
}

/* The cycle, `earliest` or later, in which this request starts. */
static inline cycle_t port_reserve(struct port *port, cycle_t earliest)
{
	if (port->cycle < earliest) {
		port->cycle = earliest;
		port->used = 0;
	} else if (port->used == port->per_cycle) {
		port->cycle++;
		port->used = 0;
	}
	port->used++;
	return port->cycle;
}

#endif
