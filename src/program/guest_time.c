/* Simulated time as the program is told it; see guest.h. */
#include <string.h>

#include "program/guest_parts.h"

double guest_cycle_ns(const struct guest *g)
{
	return 1e3 / g->machine.clock_mhz;
}

cycle_t guest_now_cycles(const struct guest *g)
{
	return g->clock.now ? g->clock.now(g->clock.data) : 0;
}

double guest_now_ns(const struct guest *g)
{
	return (double)guest_now_cycles(g) * guest_cycle_ns(g) + g->ahead_ns;
}

uint64_t guest_issued(const struct guest *g)
{
	return g->clock.issued ? g->clock.issued(g->clock.data) : 0;
}

bool guest_answer(struct guest *g, enum done_status status, double begin, double end,
		  const char *why)
{
	struct message m = {.kind = MESSAGE_DONE, .bytes = (uint32_t)strlen(why)};

	m.number[0] = status;
	m.number[1] = (uint64_t)begin;
	m.number[2] = (uint64_t)end;
	return message_write(g->socket, &m, why);
}

bool guest_take_copy(struct guest *g, const struct message *m)
{
	double begin = guest_now_ns(g);
	double took =
		g->machine.copy_latency_ns + (double)m->number[0] / g->machine.copy_bytes_per_ns;

	if (m->number[0] > ARENA_BYTES || m->number[1] > COPY_ON_DEVICE)
		return false;
	g->copies.count[m->number[1]]++;
	g->copies.bytes[m->number[1]] += m->number[0];
	g->copies.ns += took;
	g->ahead_ns += took;
	return guest_answer(g, DONE_OK, begin, begin + took, "");
}
