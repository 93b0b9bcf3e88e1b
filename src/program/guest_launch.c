/* Launches: read from the program's packets, run functionally or handed to the machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "launch/layout.h"
#include "program/guest_parts.h"

/* A functional launch takes no time on any machine. So that programs can divide by what they
 * measure, each instruction of a wavefront counts as this. */
static const double functional_ns = 1;

static struct guest_kernel *kernel_named(struct guest *g, const char *name)
{
	for (size_t i = 0; i < g->kernel_count; i++)
		if (!strcmp(g->kernels[i].name, name))
			return &g->kernels[i];
	if (g->kernel_count == g->kernel_capacity) {
		g->kernel_capacity = g->kernel_capacity ? 2 * g->kernel_capacity : 16;
		g->kernels = xrealloc(g->kernels, g->kernel_capacity * sizeof(*g->kernels));
	}
	g->kernels[g->kernel_count] = (struct guest_kernel){.name = xstrdup(name)};
	return &g->kernels[g->kernel_count++];
}

static uint64_t packet_field(const uint8_t *packet, size_t offset, size_t bytes)
{
	uint64_t value = 0;

	memcpy(&value, packet + offset, bytes);
	return value;
}

/* False when the program's runtime sent what no runtime sends. */
static bool read_launch(const struct guest *g, const struct message *m, struct launch *l)
{
	const uint8_t *packet = guest_at(g, m->number[2], PACKET_BYTES);
	const struct code_object *co =
		m->number[0] < g->app->code_count ? g->app->codes[m->number[0]].co : NULL;

	if (!packet || !co || m->number[1] >= co->kernel_count)
		return false;
	memset(l, 0, sizeof(*l));
	snprintf(l->kernel, sizeof(l->kernel), "%s", co->kernels[m->number[1]].name);
	l->dims = (unsigned)packet_field(packet, PACKET_SETUP, 2) & 3;
	for (unsigned i = 0; i < 3; i++) {
		l->workgroup[i] = (uint32_t)packet_field(packet, PACKET_WORKGROUP_SIZE + 2 * i, 2);
		l->grid[i] = (uint32_t)packet_field(packet, PACKET_GRID_SIZE + 4 * i, 4);
	}
	l->ready = (struct ready_launch){
		.code = m->number[0],
		.kernel = m->number[1],
		.packet = m->number[2],
		.queue = m->number[3],
		.kernarg = packet_field(packet, PACKET_KERNARG_ADDRESS, 8),
		.lds_bytes = (uint32_t)packet_field(packet, PACKET_GROUP_SIZE, 4),
		.private_bytes = (uint32_t)packet_field(packet, PACKET_PRIVATE_SIZE, 4),
	};
	return true;
}

static bool launch_functionally(struct guest *g, const struct launch *l)
{
	struct guest_kernel *k = g->running;
	uint64_t before = emulator_stats(g->emulator)->instructions, executed;
	double begin = guest_now_ns(g);
	struct error err = {0};
	bool ok = emulator_launch(g->emulator, g->app, l, &err);

	executed = emulator_stats(g->emulator)->instructions - before;
	k->functional++;
	k->functional_instructions += executed;
	if (g->recorder)
		recorder_launched(g->recorder);
	g->ahead_ns += (double)executed * functional_ns;
	if (!guest_take_deferred(g))
		return false;
	if (ok)
		return guest_answer(g, DONE_OK, begin, guest_now_ns(g), "");
	/* An interrupt is noticed again by whoever waits for the next message. */
	if (err.exit_status == 130)
		return guest_answer(g, DONE_STOPPED, begin, guest_now_ns(g), err.text);
	fprintf(stderr, "warpwalk: %s: %s\n", g->name, err.text);
	if (err.exit_status == 1) {
		g->is_stopped = true;
		g->stop_status = DONE_FAULT;
		g->stop_text = xstrdup(err.text);
	}
	return guest_answer(g, err.exit_status == 1 ? DONE_FAULT : DONE_REFUSED, begin,
			    guest_now_ns(g), err.text);
}

static bool is_timed(const struct guest *g, const struct guest_kernel *k)
{
	return g->machine.is_timed && selection_has(&g->selection, k->name, g->launches,
						    k->timed + k->functional + 1, guest_issued(g));
}

bool guest_take_launch(struct guest *g, const struct message *m, struct launch *l, bool *is_begun)
{
	struct guest_kernel *k;

	if (!read_launch(g, m, l))
		return false;
	if (g->is_stopped)
		return guest_answer(g, g->stop_status, guest_now_ns(g), guest_now_ns(g),
				    g->stop_text);
	k = kernel_named(g, g->app->codes[m->number[0]].co->kernels[m->number[1]].name);
	g->launches++;
	if (g->recorder)
		recorder_launch(g->recorder, l);
	g->running = k;
	if (!is_timed(g, k))
		return launch_functionally(g, l);
	g->issued_before = guest_issued(g);
	l->ready.after_cycles = (cycle_t)(g->ahead_ns / guest_cycle_ns(g));
	g->begun = guest_now_cycles(g) + l->ready.after_cycles;
	g->ahead_ns = 0;
	g->under_way = true;
	*is_begun = true;
	return true;
}

bool guest_end_launch(struct guest *g)
{
	struct guest_kernel *k = g->running;

	g->under_way = false;
	k->timed++;
	k->cycles += guest_now_cycles(g) - g->begun;
	k->instructions += guest_issued(g) - g->issued_before;
	if (g->recorder)
		recorder_launched(g->recorder);
	return guest_take_deferred(g) &&
	       guest_answer(g, DONE_OK, (double)g->begun * guest_cycle_ns(g), guest_now_ns(g), "");
}
