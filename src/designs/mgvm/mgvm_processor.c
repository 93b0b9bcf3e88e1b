/*
 * MGvm's command processor [Pratheek22 §V]: asks all chiplets for their counters when one of them
 * triggers it, decides after Listing 2, or whether to go back, and tells every chiplet to switch.
 * Messages cross the links like any other; those of its own chiplet take no time.
 */
#include "designs/mgvm/mgvm.h"

#include <string.h>

static void mgvm_message_arrived(struct mgvm_message *message);

/* Messages */

static void mgvm_over_the_link(struct link_message *link)
{
	mgvm_message_arrived(container_of(link, struct mgvm_message, link));
}

static void mgvm_send(struct mgvm_message *message)
{
	struct mgvm *m = message->m;
	bool to_processor = message->kind == MGVM_TRIGGER || message->kind == MGVM_REPORT;

	message->under_way = true;
	if (message->chiplet == MGVM_PROCESSOR || m->magic) {
		mgvm_message_arrived(message);
		return;
	}
	message->link.from = (uint8_t)(to_processor ? message->chiplet : MGVM_PROCESSOR);
	message->link.to = (uint8_t)(to_processor ? MGVM_PROCESSOR : message->chiplet);
	message->link.bytes = m->message_bytes;
	message->link.arrived = mgvm_over_the_link;
	if (!link_send(m->links, &message->link, &message->waiter))
		return; /* woken when there is room */
	m->stats.messages++;
	m->stats.message_bytes += m->message_bytes;
}

static void mgvm_link_has_room(struct waiter *waiter)
{
	mgvm_send(container_of(waiter, struct mgvm_message, waiter));
}

static void mgvm_send_to_all(struct mgvm *m, enum mgvm_kind kind)
{
	for (unsigned i = 0; i < m->chiplets; i++) {
		m->chiplet[i].message[kind].mode = m->mode;
		mgvm_send(&m->chiplet[i].message[kind]);
	}
}

/* Decisions */

static void mgvm_set_mode(struct mgvm *m, enum mgvm_mode mode)
{
	occupancy_change(&m->stats.fine, m->engine->now, (int)mode - (int)m->mode);
	m->mode = mode;
}

static void mgvm_switch_to(struct mgvm *m, enum mgvm_mode mode)
{
	mgvm_set_mode(m, mode);
	m->switches++;
	m->switches_due = m->chiplets * HOME_PARTS;
	if (mode == MGVM_FINE)
		m->stats.switches++;
	else
		m->stats.switches_back++;
	mgvm_send_to_all(m, MGVM_SWITCH);
}

/* Listing 2. */
static void mgvm_decide_balance(struct mgvm *m)
{
	uint64_t total = 0, most = 0, hits = 0, lookups = 0;
	bool imbalance;

	for (unsigned i = 0; i < m->chiplets; i++) {
		const struct mgvm_counts *c = &m->chiplet[i].reported;

		total += c->incoming;
		most = c->incoming > most ? c->incoming : most;
		hits += c->hits;
		lookups += c->hits + c->misses;
	}
	imbalance = (double)most > m->share * (double)total &&
		    (double)hits > m->hit_rate * (double)lookups;
	if (imbalance && m->imbalance_before)
		mgvm_switch_to(m, MGVM_FINE);
	m->imbalance_before = imbalance;
}

/* Would the coarse function be balanced over all slices? */
static void mgvm_decide_back(struct mgvm *m)
{
	uint64_t total = 0, most = 0;

	for (unsigned home = 0; home < m->chiplets; home++) {
		uint64_t at_home = 0;

		for (unsigned i = 0; i < m->chiplets; i++)
			at_home += m->chiplet[i].reported.hits_by_home[home];
		total += at_home;
		most = at_home > most ? at_home : most;
	}
	if (total && (double)most <= m->back_share * (double)total)
		mgvm_switch_to(m, MGVM_COARSE);
}

static bool mgvm_may_switch(const struct mgvm *m)
{
	return !m->most_switches || m->switches < m->most_switches;
}

/* While an answer or a switch is due, a trigger says nothing new. */
static void mgvm_triggered(struct mgvm *m)
{
	if (m->reports_due || m->switches_due || !mgvm_may_switch(m))
		return;
	m->stats.collections++;
	m->reports_due = m->chiplets;
	mgvm_send_to_all(m, MGVM_ASK);
}

static void mgvm_reported(struct mgvm *m)
{
	if (--m->reports_due)
		return;
	if (m->mode == MGVM_COARSE)
		mgvm_decide_balance(m);
	else
		mgvm_decide_back(m);
}

/* The counters as the answer carries them. */
static void mgvm_report(struct mgvm_chiplet *ch)
{
	uint64_t *hits_by_home = ch->reported.hits_by_home;

	memcpy(hits_by_home, ch->last.hits_by_home, ch->m->chiplets * sizeof(*hits_by_home));
	ch->reported = ch->last;
	ch->reported.hits_by_home = hits_by_home;
}

static void mgvm_message_arrived(struct mgvm_message *message)
{
	struct mgvm_chiplet *ch = &message->m->chiplet[message->chiplet];

	message->under_way = false;
	switch (message->kind) {
	case MGVM_TRIGGER:
		mgvm_triggered(message->m);
		break;
	case MGVM_ASK:
		mgvm_report(ch);
		mgvm_send(&ch->message[MGVM_REPORT]);
		break;
	case MGVM_REPORT:
		mgvm_reported(message->m);
		break;
	default:
		mgvm_switch_chiplet(ch, message->mode);
	}
}

void mgvm_trigger(struct mgvm_chiplet *ch, bool forced)
{
	struct mgvm *m = ch->m;

	if (forced) {
		if (m->reports_due || m->switches_due)
			return;
		m->stats.forced++;
		mgvm_switch_to(m, m->mode == MGVM_FINE ? MGVM_COARSE : MGVM_FINE);
		return;
	}
	m->stats.triggers++;
	if (!ch->message[MGVM_TRIGGER].under_way)
		mgvm_send(&ch->message[MGVM_TRIGGER]);
}

/* What was seen of an imbalance stays: Listing 2 has it in a global variable. */
void mgvm_reset(struct mgvm *m)
{
	m->switches = 0;
	if (m->reports_due || m->switches_due) /* another application's: it goes on */
		return;
	mgvm_set_mode(m, MGVM_COARSE);
	for (unsigned i = 0; i < m->chiplets; i++) {
		struct mgvm_chiplet *ch = &m->chiplet[i];

		if (ch->reg[HOME_RTU] != MGVM_COARSE)
			ch->possible_before = false; /* the test is another one now */
		for (unsigned part = 0; part < HOME_PARTS; part++)
			ch->reg[part] = MGVM_COARSE;
	}
}

void mgvm_processor_init(struct mgvm *m)
{
	for (unsigned i = 0; i < m->chiplets; i++)
		for (unsigned kind = 0; kind < MGVM_KINDS; kind++) {
			struct mgvm_message *message = &m->chiplet[i].message[kind];

			message->m = m;
			message->kind = (enum mgvm_kind)kind;
			message->chiplet = i;
			message->waiter.wake = mgvm_link_has_room;
		}
}
