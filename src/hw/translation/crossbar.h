/*
 * Translations of N sources to M sinks and their answers: a latency each way and a queue per sink.
 * Used when CUs share L1 TLBs. What may pass at a time is one of two:
 * - pipelined: a rate at each port, both ways. So many requests per cycle go to a sink, and so many
 *   answers per cycle leave it and come to a source.
 * - a circuit: the sinks of one crossbar are reached through one multiplexer and one demultiplexer
 *   without registers, which a translation holds for the whole latency; likewise on the way back.
 */
#ifndef HW_TRANSLATION_CROSSBAR_H
#define HW_TRANSLATION_CROSSBAR_H

#include <stdio.h>

#include "hw/outbox.h"
#include "sim/port.h"
#include "sim/stats.h"

enum { CROSSBAR_SHOOTDOWNS = 16 };

struct crossbar_config {
	uint32_t sources, sinks;
	uint32_t latency;   /* each way; 0: straight on, past all ports and queues */
	uint32_t per_cycle; /* of each port, in each direction; a circuit takes one at a time */
	bool circuit;
	uint32_t reach; /* sinks of one crossbar: each so many share a circuit */
	uint32_t queue; /* accepted and not yet taken, per sink */
	/* The sink of a translation, below `sinks`; warm: outside of time. */
	unsigned (*route)(void *state, unsigned source, const struct translation *t, bool warm);
	void *route_state;
};

/* Invariant: while there is a pause or `again` holds translations, new ones are refused, and
 * whoever sends them is in `waiting`. */
struct crossbar_source {
	struct crossbar *crossbar;
	struct port back;
	unsigned index;
	uint64_t sent;
	struct tx_outbox again; /* recalled, to be sent once more */
	struct wait_list waiting;
};

struct crossbar_sink {
	struct crossbar *crossbar;
	struct tx_outbox down; /* what has arrived */
	struct port port, back;
	uint32_t held;
	struct wait_list waiting; /* sources */
	struct occupancy occupancy;
};

/* The latest shootdowns: what they were of, and when. */
struct crossbar_shootdowns {
	struct {
		cycle_t when;
		uint64_t vpn;
		uint8_t asid;
	} last[CROSSBAR_SHOOTDOWNS];
	uint64_t count;
};

/* Cycles from which on it is free. */
struct crossbar_circuit {
	cycle_t there, back;
};

struct crossbar {
	struct engine *engine;
	struct crossbar_config config;
	struct crossbar_source *source;
	struct crossbar_sink *sink;
	struct crossbar_circuit *circuit; /* room for one per sink */
	struct event resume;
	bool pausing;
	struct crossbar_shootdowns shootdowns;
	uint64_t passed, refused, recalled;
	uint64_t repeats; /* answers shot down on their way, asked for again */
	uint64_t wait_cycles, back_wait_cycles; /* for a port, on the way there and back */
};

void crossbar_init(struct crossbar *x, struct engine *engine, const struct crossbar_config *config);
void crossbar_release(struct crossbar *x);
void crossbar_connect(struct crossbar *x, unsigned sink, struct tx_port down);
struct tx_port crossbar_port(struct crossbar *x, unsigned source);
/* For organisations that change: from now on another latency and reach; and nothing more is taken
 * for so many cycles, while what is on its way arrives and is answered. */
void crossbar_reshape(struct crossbar *x, uint32_t latency, uint32_t reach);
void crossbar_pause(struct crossbar *x, uint32_t cycles);
/* During a pause: a translation that waits at its sink goes back to its source, to be sent once
 * more before all others. */
void crossbar_recall(struct crossbar *x, struct translation *t);
/* Likewise those that have arrived and that their sinks have not taken. */
void crossbar_recall_blocked(struct crossbar *x);
/* An answer of this page that is on its way back is asked for again; vpn UINT64_MAX: of any page.
 */
void crossbar_shootdown(struct crossbar *x, uint8_t asid, uint64_t vpn);
/* Until now: translations of a source that were taken, those sent once more each time; cycles for
 * which translations and answers of all sources waited for a port or a circuit. */
uint64_t crossbar_sent(const struct crossbar *x, unsigned source);
uint64_t crossbar_waited(const struct crossbar *x);
void crossbar_register_stats(struct crossbar *x, struct stats *stats, const char *group);
void crossbar_describe(const struct crossbar *x, FILE *out);

#endif
