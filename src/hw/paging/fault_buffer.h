/*
 * The fault buffer, one for the whole machine: what walks found not mapped waits here until the
 * driver has brought the page and says replay; then each translation goes back to the walkers it
 * came from. Faults of one page share a record, whose translations wait in its list; a record has
 * its place from the first fault until its replay. A full buffer refuses, and the walk stays in its
 * walker. Leaves out the memory that a real buffer lies in, and the driver's reads of it.
 */
#ifndef HW_PAGING_FAULT_BUFFER_H
#define HW_PAGING_FAULT_BUFFER_H

#include <stdio.h>

#include "sim/stats.h"
#include "socket/request.h"

/* Invariant: free, or in its bucket; then also in the buffer's list unless it is taken. */
struct fault_record {
	struct fault_record *next;  /* in the buffer's list, or that of who has taken it */
	struct fault_record *chain; /* in its bucket or among the free ones */
	uint64_t vpn;
	struct requester who; /* of the first fault */
	struct tx_fifo waiting;
	uint32_t held; /* translations that wait */
	bool taken;
	cycle_t born;     /* of the first fault */
	cycle_t taken_at; /* the driver's, as what follows */
	cycle_t served, framed, came;
	void *block; /* what the driver knows of its page */
};

FIFO(fault_list, struct fault_record);

/* The walkers of a chiplet, as the buffer knows them. */
struct fault_source {
	struct fault_buffer *buffer;
	struct tx_port walkers; /* never refuse */
};

struct fault_buffer_config {
	uint32_t entries;
	unsigned sources;
	/* A record has come; must not call back. warm: outside of time, sets frame and faulted. */
	void (*arrived)(void *owner);
	void (*warm)(void *owner, struct translation *t);
	void *owner;
};

struct fault_buffer_stats {
	uint64_t records, merged, refusals;
	struct occupancy entries;
	struct latency latency; /* of each translation, from its fault to its replay */
};

struct fault_buffer {
	struct engine *engine;
	struct fault_buffer_config config;
	struct fault_record *record, *free, **bucket;
	unsigned shift;         /* of the hash */
	struct fault_list list; /* not taken, oldest first */
	uint32_t listed;
	struct fault_source *source;
	struct wait_list senders;
	struct fault_buffer_stats stats;
};

void fault_buffer_init(struct fault_buffer *b, struct engine *engine,
		       const struct fault_buffer_config *config);
void fault_buffer_release(struct fault_buffer *b);

/* Where these walkers send their faults; what is replayed goes back to `walkers`. */
struct tx_port fault_buffer_port(struct fault_buffer *b, unsigned source, struct tx_port walkers);

/* The oldest record that nobody has taken, which keeps its place, and which later faults of its
 * page still join; NULL: there is none. */
struct fault_record *fault_buffer_take(struct fault_buffer *b);
/* Not served this time: the oldest again. Several: the youngest first. */
void fault_buffer_put_back(struct fault_buffer *b, struct fault_record *r);
/* One that was taken: its translations walk again, and its place is free. */
void fault_buffer_replay(struct fault_buffer *b, struct fault_record *r);

void fault_buffer_register_stats(const struct fault_buffer *b, struct stats *stats,
				 const char *group);
void fault_buffer_describe(const struct fault_buffer *b, FILE *out);

#endif
