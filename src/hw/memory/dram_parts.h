/*
 * Inside a DRAM channel: what dram.c (requests in, answers out), dram_bank.c (rows) and dram_bus.c
 * (columns) share. Times called clock, t, *_ready and *_at are DRAM clocks; cycles are the
 * engine's. Decisions are only made in the events of the two alarms, so that all that has arrived
 * by then is known.
 */
#ifndef HW_MEMORY_DRAM_PARTS_H
#define HW_MEMORY_DRAM_PARTS_H

#include "base/divide.h"
#include "hw/memory/dram.h"

#define CLOCK_NEVER UINT64_MAX

struct dram_request {
	struct dram_request *next;
	struct mem_access *access;
	uint64_t row, arrival;
	uint64_t key; /* class, then age, then bank: the lower goes first */
};

enum { DRAM_BANK_BITS = 6, DRAM_KEY_SHIFT = 60 };

static inline unsigned dram_key_class(uint64_t key)
{
	return (unsigned)(key >> DRAM_KEY_SHIFT);
}

static inline unsigned dram_key_bank(uint64_t key)
{
	return key & (DRAM_MAX_BANKS - 1);
}

/* In order of age. */
struct dram_list {
	struct dram_request *first, *last;
};

enum dram_bank_state {
	BANK_CLOSED,
	BANK_OPEN,
	/* Will precharge at pre_at; until then a hit that becomes the best request stops that. */
	BANK_CLOSING,
};

/*
 * Invariant: unless the bank is closed, a request is among `hits` exactly when it wants `row`; when
 * it is closed, requests may be in either. Bit c of `pending` is set when class c has any.
 */
struct dram_bank {
	struct dram_list hits[DRAM_CLASSES], misses[DRAM_CLASSES];
	uint64_t row;
	uint64_t col_ready;   /* of the open row */
	uint64_t pre_ready;   /* earliest precharge of the open row */
	uint64_t pre_at;      /* of a closing bank */
	uint64_t act_ready;   /* of a closed bank */
	uint64_t row_cycle;   /* last activate + tRC */
	uint32_t hit_run;     /* accesses to this row while an older request waited */
	uint8_t state;        /* enum dram_bank_state */
	uint8_t pending;      /* classes */
	bool fresh, conflict; /* no access to the row yet; it replaced another */
	uint8_t purpose;      /* enum dram_purpose of the row's first request */
};

struct dram_rank {
	uint64_t next_act; /* tRRD and tFAW */
	uint64_t acts[4];  /* the last activates */
	uint64_t act_count;
	uint64_t refresh_due;
	uint64_t banks; /* bits in the channel's masks */
	/* Periods with a row open: the current or last one began at active_from, those before it
	 * lasted active_clocks. The last precharge that has been made is at closed_at. */
	uint64_t active_from, active_clocks, closed_at;
};

/* An event of an alarm. */
struct dram_timer {
	struct event event;
	struct dram *dram;
	struct dram_timer *next_free;
};

enum { ALARM_DEPTH = 8 };

/*
 * When something must be decided next. An earlier alarm is set on top of later ones; those that
 * found no place are forgotten, since every run finds out when the next is due.
 * Invariant: at[] falls strictly; each of its entries has a timer under way.
 */
struct dram_alarm {
	uint64_t at[ALARM_DEPTH];
	cycle_t cycle[ALARM_DEPTH];
	unsigned count;
	void (*run)(struct event *event);
};

/*
 * Invariants: a bank is in `col_mask` when its best request is a hit, in `need_mask` when that
 * wants another row; col_* and act_* hold for banks in the mask.
 */
struct dram {
	struct engine *engine;
	struct dram_config config;
	struct dram_timing timing;
	struct divider core_clock, dram_clock; /* ratio, without common factors */
	struct divider row_bytes, banks_per_rank, ranks;
	uint32_t bank_count, bursts, gap;
	uint64_t refresh_due; /* of the first rank; CLOCK_NEVER without refresh */

	uint64_t col_mask, need_mask;
	uint64_t ready_mask; /* of those in need: found to be able to activate by row_clock */
	uint64_t row_clock;  /* of the last decision on rows */
	uint64_t col_key[DRAM_MAX_BANKS], col_ready[DRAM_MAX_BANKS];
	uint8_t col_slot[DRAM_MAX_BANKS]; /* index of bus_ready */
	uint64_t act_key[DRAM_MAX_BANKS], act_at[DRAM_MAX_BANKS];
	/* Earliest column access: [2 * rank] of a read, [2 * rank + 1] of a write. */
	uint64_t bus_ready[2 * DRAM_MAX_BANKS];
	/* From the last column access: [was write][other rank][is write]. */
	uint32_t bus_step[2][2][2];
	uint32_t bypassed; /* accesses that went before an older one to spare a turnaround */
	struct dram_alarm row_alarm, bus_alarm;

	uint64_t sequence;
	struct dram_request *free_requests;
	uint32_t waiting[DRAM_CLASSES], waiting_all;
	uint32_t capacity[DRAM_CLASSES];         /* 0: shares config.queue */
	struct wait_list wait[DRAM_CLASSES + 1]; /* the last: of all classes that share */
	bool refused;                            /* somebody may be in a wait list */
	struct dram_timer *free_timers;
	struct dram_stats stats;
	struct dram_usage usage;
	struct dram_currents currents;
	struct dram_energy energy;

	struct dram_bank *banks;
	struct dram_rank *ranks_state;
	struct dram_request *requests;
	struct dram_timer *timers;
};

static inline uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static inline uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static inline uint64_t divide_up(const struct divider *by, uint64_t x)
{
	return divide(by, x + by->by - 1);
}

/* The first DRAM clock edge at or after a core cycle, and the other way round. */
static inline uint64_t dram_to_clock(const struct dram *d, cycle_t cycle)
{
	return divide_up(&d->core_clock, cycle * d->dram_clock.by);
}

static inline cycle_t dram_to_cycle(const struct dram *d, uint64_t clock)
{
	return divide_up(&d->dram_clock, clock * d->core_clock.by);
}

static inline unsigned dram_rank_of(const struct dram *d, unsigned bank)
{
	return (unsigned)divide(&d->banks_per_rank, bank);
}

static inline void dram_record(const struct dram *d, enum dram_command command, unsigned bank,
			       uint64_t row, uint64_t clock)
{
	if (__builtin_expect(d->config.record != NULL, 0))
		d->config.record(d->config.record_ctx, command, dram_rank_of(d, bank),
				 (unsigned)remainder_of(&d->banks_per_rank, bank), row, clock);
}

static inline void dram_list_append(struct dram_list *list, struct dram_request *r)
{
	r->next = NULL;
	if (list->first)
		list->last->next = r;
	else
		list->first = r;
	list->last = r;
}

/* dram.c */
void dram_alarm_start(struct dram *d, struct dram_alarm *alarm, uint64_t clock);
/* In an alarm's event: false when there is nothing to do (any more). */
bool dram_alarm_take(struct dram *d, struct dram_alarm *alarm, struct dram_timer *timer,
		     uint64_t *clock);
/* Sends the request on its way back, data ending at `done`; its place is free. */
void dram_finish(struct dram *d, struct dram_request *r, uint64_t done);
/* Wakes who waits for a place, as long as there is one. */
void dram_offer_places(struct dram *d);

static inline void dram_alarm_set(struct dram *d, struct dram_alarm *alarm, uint64_t clock)
{
	if (clock != CLOCK_NEVER && (!alarm->count || alarm->at[alarm->count - 1] > clock))
		dram_alarm_start(d, alarm, clock);
}

/* dram_bank.c */
/* The bank precharges at pre_at. */
void dram_bank_precharge(struct dram *d, unsigned bank);
/* Finds the bank's best request and puts the bank into the mask where it belongs. */
void dram_bank_update(struct dram *d, unsigned bank, uint64_t t);
/* With closed rows: precharges when no hit is left. */
void dram_bank_close(struct dram *d, unsigned bank);
/* Makes up for all refreshes due by `t`. */
void dram_refresh(struct dram *d, uint64_t t);
/* Sets the alarm for a bank that needs a row; not before `t`. */
void dram_row_alarm(struct dram *d, unsigned bank, uint64_t t);
void dram_row_run(struct event *event);

/* A bank that was to precharge before `t` has done so. */
static inline void dram_bank_settle(struct dram *d, unsigned bank, uint64_t t)
{
	if (d->banks[bank].state == BANK_CLOSING && t > d->banks[bank].pre_at)
		dram_bank_precharge(d, bank);
}

/* When the last row closes that a rank has open before `t`; `t` when one stays open. */
uint64_t dram_rank_closes(const struct dram *d, const struct dram_rank *rank, uint64_t t);

static inline enum dram_purpose dram_purpose_of(const struct mem_access *a)
{
	return a->kind == KIND_WALK ? DRAM_FOR_TRANSLATION : DRAM_FOR_DATA;
}

/* dram_bus.c */
void dram_bus_init(struct dram *d);
/* Sets the alarm for a bank whose best request is a hit; not before `t`. */
void dram_bus_alarm(struct dram *d, unsigned bank, uint64_t t);
void dram_bus_run(struct event *event);

#endif
