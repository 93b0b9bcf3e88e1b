/* Rows of a DRAM channel: what each bank works for, activates, precharges, refreshes. */
#include <stddef.h>

#include "hw/memory/dram_parts.h"

static void dram_precharge(struct dram *d, unsigned index, uint64_t t)
{
	struct dram_bank *bank = &d->banks[index];
	struct dram_rank *rank = &d->ranks_state[dram_rank_of(d, index)];

	bank->state = BANK_CLOSED;
	bank->act_ready = later(t + d->timing.rp, bank->row_cycle);
	d->stats.precharges++;
	d->usage.precharges[bank->purpose]++;
	rank->closed_at = later(rank->closed_at, t);
	dram_record(d, DRAM_PRE, index, bank->row, t);
}

void dram_bank_precharge(struct dram *d, unsigned index)
{
	struct dram_bank *bank = &d->banks[index];

	dram_precharge(d, index, bank->pre_at);
	bank->conflict = true;
}

void dram_bank_close(struct dram *d, unsigned index)
{
	struct dram_bank *bank = &d->banks[index];

	for (unsigned c = 0; c < DRAM_CLASSES; c++)
		if (bank->hits[c].first)
			return;
	dram_precharge(d, index, bank->pre_ready);
	bank->conflict = false;
}

/* Whether row hits may go on while others wait. */
static bool below_cap(const struct dram *d, const struct dram_bank *bank)
{
	return bank->state != BANK_CLOSED &&
	       (!d->config.hit_cap || bank->hit_run < d->config.hit_cap);
}

static unsigned first_class(const struct dram *d, const struct dram_bank *bank)
{
	if (d->config.rows_before_classes && below_cap(d, bank))
		for (unsigned c = 0; c < DRAM_CLASSES; c++)
			if (bank->hits[c].first)
				return c;
	return (unsigned)__builtin_ctz(bank->pending);
}

/* The best request of the class that goes first; NULL when none waits. */
static struct dram_request *best_request(const struct dram *d, const struct dram_bank *bank,
					 bool *hit)
{
	const struct dram_request *h, *m;
	unsigned class;
	bool row_first;

	if (!bank->pending)
		return NULL;
	class = first_class(d, bank);
	h = bank->hits[class].first;
	m = bank->misses[class].first;
	row_first = below_cap(d, bank) &&
		    (!d->config.scheduler.ops || d->config.scheduler.ops->row_first[class]);
	*hit = h && (!m || row_first || h->key < m->key);
	return (struct dram_request *)(*hit ? h : m);
}

/* The bank's row is open for its best request. */
static void dram_serve(struct dram *d, unsigned index, const struct dram_request *r)
{
	struct dram_bank *bank = &d->banks[index];
	uint64_t bit = UINT64_C(1) << index;

	bank->state = BANK_OPEN;
	d->need_mask &= ~bit;
	d->ready_mask &= ~bit;
	d->col_mask |= bit;
	d->col_key[index] = r->key;
	d->col_ready[index] = later(bank->col_ready, r->arrival);
	d->col_slot[index] =
		(uint8_t)(2 * dram_rank_of(d, index) + (r->access->op == MEM_OP_WRITE));
}

void dram_bank_update(struct dram *d, unsigned index, uint64_t t)
{
	struct dram_bank *bank = &d->banks[index];
	uint64_t bit = UINT64_C(1) << index;
	struct dram_request *r;
	bool hit = false;

	dram_bank_settle(d, index, t);
	r = best_request(d, bank, &hit);
	if (!r) {
		d->col_mask &= ~bit;
		d->need_mask &= ~bit;
		d->ready_mask &= ~bit;
		return;
	}
	if (hit && bank->state != BANK_CLOSED) {
		dram_serve(d, index, r);
		return;
	}
	if (bank->state == BANK_OPEN) {
		bank->state = BANK_CLOSING;
		bank->pre_at = later(t, bank->pre_ready);
		d->act_at[index] = later(bank->pre_at + d->timing.rp, bank->row_cycle);
	} else if (!(d->need_mask & bit)) {
		d->act_at[index] = later(bank->act_ready, t);
	}
	d->col_mask &= ~bit;
	d->need_mask |= bit;
	d->act_key[index] = r->key;
}

void dram_row_alarm(struct dram *d, unsigned index, uint64_t t)
{
	const struct dram_rank *rank = &d->ranks_state[dram_rank_of(d, index)];

	dram_alarm_set(d, &d->row_alarm, later(t, later(d->act_at[index], rank->next_act)));
}

/* One list of both, in order of age. */
static void dram_list_merge(struct dram_list *into, struct dram_list *from)
{
	struct dram_request *a = into->first, *b = from->first;

	if (!b)
		return;
	into->first = from->first = NULL;
	while (a || b) {
		struct dram_request *r = !b || (a && a->key < b->key) ? a : b;

		if (r == a)
			a = a->next;
		else
			b = b->next;
		dram_list_append(into, r);
	}
}

/* Moves the requests for a row to the hits. */
static void dram_list_split(struct dram_list *misses, struct dram_list *hits, uint64_t row)
{
	struct dram_request **link = &misses->first, *previous = NULL;

	while (*link) {
		struct dram_request *r = *link;

		if (r->row == row) {
			*link = r->next;
			dram_list_append(hits, r);
		} else {
			previous = r;
			link = &r->next;
		}
	}
	misses->last = previous;
}

uint64_t dram_rank_closes(const struct dram *d, const struct dram_rank *rank, uint64_t t)
{
	uint64_t end = rank->closed_at;

	for (uint64_t m = rank->banks; m && end < t; m &= m - 1) {
		const struct dram_bank *bank = &d->banks[__builtin_ctzll(m)];

		if (bank->state == BANK_OPEN)
			return t;
		if (bank->state == BANK_CLOSING)
			end = later(end, bank->pre_at);
	}
	return earlier(end, t);
}

static void count_activate(struct dram *d, struct dram_rank *rank, struct dram_bank *bank,
			   enum dram_purpose purpose, uint64_t t)
{
	uint64_t closed = dram_rank_closes(d, rank, t);

	if (closed < t) {
		rank->active_clocks += closed - rank->active_from;
		rank->active_from = t;
	}
	bank->purpose = (uint8_t)purpose;
	d->usage.activates[purpose]++;
	d->stats.activates++;
}

static void dram_activate(struct dram *d, struct dram_rank *rank, unsigned index, uint64_t t)
{
	struct dram_bank *bank = &d->banks[index];
	struct dram_request *best;
	bool hit;

	dram_bank_settle(d, index, t);
	best = best_request(d, bank, &hit);
	bank->row = best->row;
	for (unsigned rest = bank->pending; rest; rest &= rest - 1) {
		unsigned c = (unsigned)__builtin_ctz(rest);

		dram_list_merge(&bank->misses[c], &bank->hits[c]);
		dram_list_split(&bank->misses[c], &bank->hits[c], bank->row);
	}
	bank->fresh = true;
	bank->hit_run = 0;
	bank->col_ready = t + d->timing.rcd;
	bank->pre_ready = t + d->timing.ras;
	bank->row_cycle = t + d->timing.rc;
	rank->acts[rank->act_count++ % 4] = t;
	rank->next_act = t + d->timing.rrd;
	if (rank->act_count >= 4)
		rank->next_act =
			later(rank->next_act, rank->acts[rank->act_count % 4] + d->timing.faw);
	count_activate(d, rank, bank, dram_purpose_of(best->access), t);
	dram_record(d, DRAM_ACT, index, bank->row, t);
	dram_serve(d, index, best);
	dram_bus_alarm(d, index, t);
}

/*
 * Activates the best bank of a rank that may; returns when to ask again. The loops are without
 * branches: which bank comes first is as good as random.
 */
static uint64_t activate_best(struct dram *d, struct dram_rank *rank, uint64_t t)
{
	uint64_t best = UINT64_MAX, soon = CLOCK_NEVER, ready = d->ready_mask & rank->banks;

	for (uint64_t m = (d->need_mask & rank->banks) ^ ready; m; m &= m - 1) {
		unsigned b = (unsigned)__builtin_ctzll(m);
		uint64_t at = d->act_at[b], late = at > t;

		ready |= (late ^ 1) << b;
		soon = earlier(soon, at | (late - 1));
	}
	d->ready_mask |= ready;
	for (uint64_t m = ready; m; m &= m - 1)
		best = earlier(best, d->act_key[__builtin_ctzll(m)]);
	if (ready && t >= rank->next_act) {
		dram_activate(d, rank, dram_key_bank(best), t);
		ready &= ready - 1;
	}
	if (ready)
		return rank->next_act;
	return soon == CLOCK_NEVER ? CLOCK_NEVER : later(soon, rank->next_act);
}

void dram_row_run(struct event *event)
{
	struct dram_timer *timer = container_of(event, struct dram_timer, event);
	struct dram *d = timer->dram;
	uint64_t t, wake = CLOCK_NEVER;

	if (!dram_alarm_take(d, &d->row_alarm, timer, &t))
		return;
	d->row_clock = t = later(t, d->row_clock);
	if (t >= d->refresh_due)
		dram_refresh(d, t);
	for (unsigned r = 0; r < d->config.ranks; r++)
		wake = earlier(wake, activate_best(d, &d->ranks_state[r], t));
	dram_alarm_set(d, &d->row_alarm, wake);
}

/* All banks of a rank precharge and are blocked; `due` is when the controller begins. */
static void refresh_rank(struct dram *d, struct dram_rank *rank, uint64_t due)
{
	uint64_t start = due;

	for (uint64_t m = rank->banks; m; m &= m - 1) {
		unsigned b = (unsigned)__builtin_ctzll(m);
		struct dram_bank *bank = &d->banks[b];

		if (bank->state == BANK_CLOSING)
			dram_precharge(d, b, bank->pre_at);
		else if (bank->state == BANK_OPEN)
			dram_precharge(d, b, later(due, bank->pre_ready));
		bank->conflict = false;
		start = later(start, bank->act_ready);
	}
	for (uint64_t m = rank->banks; m; m &= m - 1)
		d->banks[__builtin_ctzll(m)].act_ready = start + d->timing.rfc;
	dram_record(d, DRAM_REF, (unsigned)__builtin_ctzll(rank->banks), 0, start);
}

void dram_refresh(struct dram *d, uint64_t t)
{
	uint64_t wake = CLOCK_NEVER;

	d->refresh_due = CLOCK_NEVER;
	for (unsigned r = 0; r < d->config.ranks; r++) {
		struct dram_rank *rank = &d->ranks_state[r];

		if (rank->refresh_due <= t) {
			uint64_t missed = (t - rank->refresh_due) / d->timing.refi;

			/* While nothing happened only the first, which finds open rows, and the
			 * last, which may still block, matter. */
			refresh_rank(d, rank, rank->refresh_due);
			rank->refresh_due += missed * d->timing.refi;
			if (missed)
				refresh_rank(d, rank, rank->refresh_due);
			rank->refresh_due += d->timing.refi;
			d->stats.refreshes += missed + 1;
			d->col_mask &= ~rank->banks;
			d->need_mask &= ~rank->banks;
			d->ready_mask &= ~rank->banks;
			for (uint64_t m = rank->banks; m; m &= m - 1)
				dram_bank_update(d, (unsigned)__builtin_ctzll(m), t);
		}
		d->refresh_due = earlier(d->refresh_due, rank->refresh_due);
		for (uint64_t m = d->need_mask & rank->banks; m; m &= m - 1)
			wake = earlier(wake, later(d->act_at[__builtin_ctzll(m)], rank->next_act));
	}
	dram_alarm_set(d, &d->row_alarm, wake);
}
