/* Columns of a DRAM channel: which open bank gets the data bus, and when. */
#include "hw/memory/dram_parts.h"

void dram_bus_init(struct dram *d)
{
	const struct dram_timing *t = &d->timing;
	uint32_t read_after_write = t->cwl + t->burst + t->rtrs;
	uint32_t write_after_read = t->cl + t->burst + t->rtw;
	uint32_t switch_rank = t->burst + t->rtrs;

	/* Command to command, such that the data neither overlap nor come too close. */
	read_after_write = read_after_write > t->cl ? read_after_write - t->cl : 0;
	write_after_read = write_after_read > t->cwl ? write_after_read - t->cwl : 0;
	for (unsigned other = 0; other < 2; other++) {
		uint32_t same_kind = other && switch_rank > d->gap ? switch_rank : d->gap;

		d->bus_step[0][other][0] = same_kind;
		d->bus_step[1][other][1] = same_kind;
		d->bus_step[0][other][1] = (uint32_t)later(write_after_read, d->gap);
	}
	d->bus_step[1][0][0] = t->cwl + t->burst + t->wtr;
	d->bus_step[1][1][0] = (uint32_t)later(read_after_write, d->gap);
}

static uint64_t dram_access_legal(const struct dram *d, unsigned bank)
{
	return later(d->col_ready[bank], d->bus_ready[d->col_slot[bank]]);
}

void dram_bus_alarm(struct dram *d, unsigned bank, uint64_t t)
{
	dram_alarm_set(d, &d->bus_alarm, later(t, dram_access_legal(d, bank)));
}

/* Takes the bus for a request's bursts; returns the clock of the last column command. */
static uint64_t dram_take_bus(struct dram *d, unsigned rank, bool write, uint64_t t)
{
	uint64_t last = t + (uint64_t)(d->bursts - 1) * d->gap;

	for (unsigned r = 0; r < d->config.ranks; r++) {
		const uint32_t *step = d->bus_step[write][r != rank];

		d->bus_ready[2 * r] = later(d->bus_ready[2 * r], last + step[0]);
		d->bus_ready[2 * r + 1] = later(d->bus_ready[2 * r + 1], last + step[1]);
	}
	return last;
}

static void dram_count_access(struct dram *d, struct dram_bank *bank, const struct mem_access *a,
			      bool write)
{
	struct dram_stats *s = &d->stats;

	if (write) {
		s->writes++;
		d->usage.write_bursts[dram_purpose_of(a)] += d->bursts;
	} else {
		s->reads++;
		d->usage.read_bursts[dram_purpose_of(a)] += d->bursts;
	}
	if (!bank->fresh)
		s->row_hits++;
	else if (bank->conflict)
		s->row_conflicts++;
	else
		s->row_misses++;
	if (a->kind == KIND_WALK)
		s->translation_bytes += d->config.line_bytes;
	else
		s->data_bytes += d->config.line_bytes;
	s->bus_busy_clocks += (uint64_t)d->bursts * d->timing.burst;
	bank->fresh = false;
}

static void dram_grant(struct dram *d, unsigned index, uint64_t t)
{
	struct dram_bank *bank = &d->banks[index];
	unsigned class = dram_key_class(d->col_key[index]);
	struct dram_request *r = bank->hits[class].first;
	bool write = d->col_slot[index] & 1;
	uint64_t last = dram_take_bus(d, d->col_slot[index] / 2u, write, t), done;

	for (uint64_t c = t; __builtin_expect(d->config.record && c <= last, 0); c += d->gap)
		dram_record(d, write ? DRAM_WR : DRAM_RD, index, bank->row, c);
	if (write) {
		done = last + d->timing.cwl + d->timing.burst;
		bank->pre_ready = later(bank->pre_ready, done + d->timing.wr);
	} else {
		done = last + d->timing.cl + d->timing.burst;
		bank->pre_ready = later(bank->pre_ready, last + d->timing.rtp);
	}
	dram_count_access(d, bank, r->access, write);
	bank->hits[class].first = r->next;
	if (!bank->misses[class].first) {
		if (!r->next)
			bank->pending &= (uint8_t) ~(1u << class);
	} else if (bank->misses[class].first->key < r->key) {
		bank->hit_run++;
	}
	if (d->config.closed_rows)
		dram_bank_close(d, index);
	dram_bank_update(d, index, t);
	dram_finish(d, r, done);
}

/*
 * The bank whose request gets the bus at `t`, or -1: then *wake says when to ask again. What can go
 * at once is preferred to what is older or of a lower class but must wait for the bus to turn
 * round, unless that is of a class whose rows do not go first: this is what makes reads and writes
 * go in batches, which no priority among data is worth giving up.
 */
static int dram_choose_bank(struct dram *d, uint64_t t, uint64_t *wake)
{
	uint64_t best = UINT64_MAX, smooth = UINT64_MAX, when = CLOCK_NEVER;

	for (uint64_t m = d->col_mask; m; m &= m - 1) {
		unsigned b = (unsigned)__builtin_ctzll(m);
		uint64_t key = d->col_key[b], at = dram_access_legal(d, b);

		when = earlier(when, at);
		best = earlier(best, key | -(uint64_t)(d->col_ready[b] > t));
		smooth = earlier(smooth, key | -(uint64_t)(at > t));
	}
	*wake = when;
	if (smooth == UINT64_MAX)
		return -1;
	if (smooth == best) {
		d->bypassed = 0;
		return (int)dram_key_bank(smooth);
	}
	if (d->bypassed < DRAM_BATCH &&
	    (!d->config.scheduler.ops ||
	     d->config.scheduler.ops->row_first[dram_key_class(best)])) {
		d->bypassed++;
		return (int)dram_key_bank(smooth);
	}
	*wake = dram_access_legal(d, dram_key_bank(best));
	return -1;
}

/* When the next access may be due. */
static uint64_t next_access(const struct dram *d, uint64_t soonest)
{
	uint64_t when = CLOCK_NEVER;

	for (uint64_t m = d->col_mask; m; m &= m - 1) {
		uint64_t at = dram_access_legal(d, (unsigned)__builtin_ctzll(m));

		if (at < when)
			when = at;
		if (at <= soonest)
			break;
	}
	return when;
}

void dram_bus_run(struct event *event)
{
	struct dram_timer *timer = container_of(event, struct dram_timer, event);
	struct dram *d = timer->dram;
	uint64_t t, wake;
	int bank;

	if (!dram_alarm_take(d, &d->bus_alarm, timer, &t))
		return;
	if (t >= d->refresh_due)
		dram_refresh(d, t);
	bank = dram_choose_bank(d, t, &wake);
	if (bank < 0) {
		dram_alarm_set(d, &d->bus_alarm, wake);
		return;
	}
	dram_grant(d, (unsigned)bank, t);
	if (d->need_mask & UINT64_C(1) << bank)
		dram_row_alarm(d, (unsigned)bank, t);
	dram_alarm_set(d, &d->bus_alarm, next_access(d, t + (uint64_t)d->bursts * d->gap));
	if (d->refused)
		dram_offer_places(d);
}
