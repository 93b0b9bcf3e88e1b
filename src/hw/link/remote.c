/* The round trip of a request to another chiplet. */
#include "hw/link/remote.h"

#include <stdlib.h>
#include <string.h>

static bool remote_cross(struct transfer *t, struct remote *from, struct remote *to, uint32_t bytes,
			 void (*arrived)(struct link_message *), struct waiter *waiter)
{
	t->message.from = (uint8_t)from->config.chiplet;
	t->message.to = (uint8_t)to->config.chiplet;
	t->message.bytes = bytes;
	t->message.arrived = arrived;
	if (!link_send(from->links, &t->message, waiter))
		return false;
	from->sent_bytes += bytes;
	return true;
}

static void remote_answer_arrived(struct link_message *message)
{
	struct transfer *t = container_of(message, struct transfer, message);
	struct remote *r = t->from;
	void *payload = t->payload;

	r->received_bytes += t->answer_bytes;
	latency_add(&r->outgoing_latency, r->engine->now - t->accepted);
	pool_give(r->transfers, t);
	r->ops->answer(r, payload);
}

static bool remote_send_answer(void *owner, struct transfer *t, struct waiter *waiter)
{
	return remote_cross(t, owner, t->from, t->answer_bytes, remote_answer_arrived, waiter);
}

void remote_served(struct transfer *t)
{
	struct remote *r = t->to;

	latency_add(&r->incoming_latency, r->engine->now - t->arrived);
	transfer_outbox_send(&r->answers, t);
}

static bool remote_enter(void *owner, struct transfer *t, struct waiter *waiter)
{
	struct remote *r = owner;

	if (!r->ops->enter(r, t, waiter))
		return false;
	r->incoming--;
	occupancy_change(&r->incoming_occupancy, r->engine->now, -1);
	return true;
}

static void remote_wake_peers(struct remote *r)
{
	while (r->incoming < r->config.queue && wait_list_wake(&r->peers))
		;
}

static void remote_room_to_enter(struct waiter *waiter)
{
	struct remote *r = container_of(waiter, struct remote, entering.waiter);

	while (transfer_outbox_retry(&r->entering))
		;
	remote_wake_peers(r);
}

static void remote_request_arrived(struct link_message *message)
{
	struct transfer *t = container_of(message, struct transfer, message);
	struct remote *r = t->to;

	r->received++;
	r->received_bytes += t->request_bytes;
	t->arrived = r->engine->now;
	r->incoming++;
	occupancy_change(&r->incoming_occupancy, r->engine->now, 1);
	if (transfer_outbox_send(&r->entering, t))
		remote_wake_peers(r);
}

static bool remote_send_request(void *owner, struct transfer *t, struct waiter *waiter)
{
	const struct remote_peer *peer = owner;
	struct remote *r = peer->owner, *other = peer->other;

	if (other->incoming >= other->config.queue) {
		wait_list_add(&other->peers, waiter);
		return false;
	}
	if (!remote_cross(t, r, other, t->request_bytes, remote_request_arrived, waiter))
		return false;
	r->sent++;
	r->outgoing--;
	occupancy_change(&r->outgoing_occupancy, r->engine->now, -1);
	return true;
}

static void remote_wake_senders(struct remote *r)
{
	while (r->outgoing < r->config.queue && wait_list_wake(&r->senders))
		;
}

static void remote_room_at_peer(struct waiter *waiter)
{
	struct remote_peer *peer = container_of(waiter, struct remote_peer, requests.waiter);

	while (transfer_outbox_retry(&peer->requests))
		;
	remote_wake_senders(peer->owner);
}

static void remote_depart(struct event *event)
{
	struct link_message *message = container_of(event, struct link_message, event);
	struct transfer *t = container_of(message, struct transfer, message);
	struct remote_peer *peer = &t->from->peer[t->to->config.chiplet];

	if (transfer_outbox_send(&peer->requests, t))
		remote_wake_senders(peer->owner);
}

struct transfer *remote_take(struct remote *r, uint32_t to, void *payload, struct waiter *waiter)
{
	struct transfer *t;

	if (__builtin_expect(to >= r->config.chiplets || !r->peer[to].other, 0))
		BUG("cycle %llu: chiplet %u: no other chiplet %u to send to",
		    (unsigned long long)r->engine->now, r->config.chiplet, to);
	if (r->outgoing == r->config.queue) {
		wait_list_add(&r->senders, waiter);
		r->refused++;
		return NULL;
	}
	r->outgoing++;
	occupancy_change(&r->outgoing_occupancy, r->engine->now, 1);
	t = pool_take(r->transfers);
	t->from = r;
	t->to = r->peer[to].other;
	t->payload = payload;
	t->accepted = r->engine->now;
	engine_at(r->engine, &t->message.event, port_reserve(&r->port, r->engine->now),
		  remote_depart);
	return t;
}

void remote_init(struct remote *r, struct engine *engine, const struct remote_config *config,
		 const struct remote_ops *ops, struct links *links, struct pool *transfers)
{
	memset(r, 0, sizeof(*r));
	r->engine = engine;
	r->config = *config;
	r->ops = ops;
	r->links = links;
	r->transfers = transfers;
	port_init(&r->port, config->per_cycle);
	r->peer = xcalloc(config->chiplets, sizeof(*r->peer));
	for (unsigned i = 0; i < config->chiplets; i++) {
		struct remote_peer *peer = &r->peer[i];

		peer->owner = r;
		transfer_outbox_init(&peer->requests,
				     (struct transfer_port){remote_send_request, peer},
				     remote_room_at_peer);
	}
	wait_list_init(&r->senders);
	wait_list_init(&r->peers);
	transfer_outbox_init(&r->entering, (struct transfer_port){remote_enter, r},
			     remote_room_to_enter);
	transfer_outbox_init(&r->answers, (struct transfer_port){remote_send_answer, r}, NULL);
}

void remote_release(struct remote *r)
{
	free(r->peer);
	r->peer = NULL;
}

void remote_connect(struct remote *r, struct remote *other)
{
	r->peer[other->config.chiplet].other = other;
	other->peer[r->config.chiplet].other = r;
}

void remote_register_stats(struct remote *r, struct stats *stats, const char *group)
{
	stats_counter(stats, group, "sent", &r->sent);
	stats_counter(stats, group, "received", &r->received);
	stats_counter(stats, group, "sent_bytes", &r->sent_bytes);
	stats_counter(stats, group, "received_bytes", &r->received_bytes);
	stats_counter(stats, group, "refused", &r->refused);
	stats_latency(stats, group, "outgoing_latency", &r->outgoing_latency);
	stats_latency(stats, group, "incoming_latency", &r->incoming_latency);
	stats_occupancy(stats, group, "outgoing_queue", &r->outgoing_occupancy);
	stats_occupancy(stats, group, "incoming_queue", &r->incoming_occupancy);
}

void remote_describe(const struct remote *r, const char *name, FILE *out)
{
	for (unsigned i = 0; i < r->config.chiplets; i++)
		if (transfer_outbox_first(&r->peer[i].requests))
			fprintf(out, "%s of chiplet %u: requests wait for chiplet %u or the link\n",
				name, r->config.chiplet, i);
	if (transfer_outbox_first(&r->entering))
		fprintf(out, "%s of chiplet %u: %u requests of other chiplets wait to enter\n",
			name, r->config.chiplet, r->incoming);
	if (transfer_outbox_first(&r->answers))
		fprintf(out, "%s of chiplet %u: answers wait for the link\n", name,
			r->config.chiplet);
}
