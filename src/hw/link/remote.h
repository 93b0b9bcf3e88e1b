/*
 * What a chiplet's remote memory access unit and remote translation unit have in common
 * [Pratheek22 §II]: requests of the own chiplet leave at a rate, cross a link, enter a queue on the
 * other side and are sent into that chiplet's part; the answer crosses back. One transfer lasts for
 * the whole round trip.
 *
 * Flow control is on/off: a request leaves only while the other side's queue has room; what was
 * under way is still taken. Answers always have room, so requests in one direction never wait for
 * requests in the other.
 */
#ifndef HW_LINK_REMOTE_H
#define HW_LINK_REMOTE_H

#include <stdio.h>

#include "base/pool.h"
#include "hw/link/link.h"
#include "hw/outbox.h"
#include "sim/port.h"

struct remote;

struct transfer {
	struct link_message message;
	struct transfer *next;
	struct remote *from, *to;
	void *payload; /* struct mem_access or struct translation */
	uint32_t request_bytes, answer_bytes;
	cycle_t accepted, arrived;
};

/* A step of its way; send: false as in mem_send. */
struct transfer_port {
	bool (*send)(void *owner, struct transfer *t, struct waiter *waiter);
	void *owner;
};

FIFO(transfer_fifo, struct transfer);
OUTBOX(transfer, struct transfer);

struct remote_config {
	uint32_t chiplet, chiplets;
	uint32_t per_cycle; /* requests taken from the own chiplet */
	uint32_t queue;     /* of requests, on the way out and on the way in, each */
};

/* What differs between the two kinds of message. */
struct remote_ops {
	/* Sends the payload into the part of the chiplet `at`; false as in mem_send. */
	bool (*enter)(struct remote *at, struct transfer *t, struct waiter *waiter);
	/* Answers who sent the payload to `at`. The transfer is gone already. */
	void (*answer)(struct remote *at, void *payload);
};

struct remote_peer {
	struct remote *owner;
	struct remote *other;
	struct transfer_outbox requests; /* wait for room there, or for the link */
};

struct remote {
	struct engine *engine;
	struct remote_config config;
	const struct remote_ops *ops;
	struct links *links;
	struct pool *transfers; /* shared by the units of one machine */
	struct port port;
	struct remote_peer *peer; /* by chiplet */

	uint32_t outgoing, incoming; /* requests in each queue */
	struct wait_list senders;    /* of the own chiplet, for the outgoing queue */
	struct wait_list peers;      /* other chiplets, for the incoming queue */
	struct transfer_outbox entering, answers;

	uint64_t sent, received;             /* requests out, requests in */
	uint64_t sent_bytes, received_bytes; /* both kinds of message */
	uint64_t refused;
	struct occupancy outgoing_occupancy, incoming_occupancy;
	struct latency outgoing_latency; /* accepted from the own chiplet until answered */
	struct latency incoming_latency; /* arrived from a link until answered here */
};

/* `transfers` is a pool of struct transfer that the units of the machine share. */
void remote_init(struct remote *r, struct engine *engine, const struct remote_config *config,
		 const struct remote_ops *ops, struct links *links, struct pool *transfers);
void remote_release(struct remote *r);
/* Both units of each pair must know each other. */
void remote_connect(struct remote *r, struct remote *other);

/* Takes a payload for another chiplet; NULL when there is no room. The caller pushes its hop with
 * the transfer as owner and calls remote_served when it comes back. */
struct transfer *remote_take(struct remote *r, uint32_t to, void *payload, struct waiter *waiter);
void remote_served(struct transfer *t);

void remote_register_stats(struct remote *r, struct stats *stats, const char *group);
void remote_describe(const struct remote *r, const char *name, FILE *out);

#endif
