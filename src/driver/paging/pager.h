/*
 * The host's side of demand paging: buffers whose pages are in host memory until they are asked
 * for. Faults are served in batches, one at a time: so many records, grouped by blocks of 2 MB,
 * each with its cost on the host; pages come over the host link, are mapped when the last byte of
 * their transfer is there, and at the end of the batch the accesses that waited are replayed. A
 * full memory gives up pages first: unmapped, shot down, free when no access to them is in flight
 * and what was written is back in host memory.
 *
 * Leaves out the copies' reads and writes of the GPU's own memory, and accesses by the CPU, which
 * move nothing.
 */
#ifndef DRIVER_PAGING_PAGER_H
#define DRIVER_PAGING_PAGER_H

#include <stdio.h>

#include "driver/memory/address_space.h"
#include "hw/link/host_link.h"
#include "hw/link/link.h"
#include "hw/paging/fault_buffer.h"
#include "launch/launch.h"
#include "sim/run_control.h"
#include "sim/stats.h"
#include "socket/eviction.h"
#include "socket/fault_service.h"
#include "socket/fetch_ahead.h"

struct pager_config {
	struct engine *engine;
	struct run_control *control; /* where page tables do not fit */
	struct host_link *link;
	struct links *links; /* between chiplets; NULL: there is one */
	struct fault_buffer *faults;
	unsigned page_shift, chiplets, apps;
	bool shares;          /* each application has its part of the frames; else they compete */
	double oversubscribe; /* footprint in percent of the frames it gets; 0: all there are */
	uint32_t batch;       /* records, and blocks that are asked for otherwise, at most */
	uint32_t interrupt_cycles; /* from the first fault to the host's first batch */
	uint32_t batch_cycles, block_cycles, shootdown_cycles;
	bool replay_blocks;         /* at the end of each block, not of the batch */
	uint32_t counted_pages;     /* whose accesses in place are counted together; power of two */
	uint32_t chiplet_threshold; /* accesses by other chiplets that make a page move; 0: none */
	uint64_t host_base;         /* physical address from which on host memory lies */
	struct fetch_ahead fetch;
	struct eviction eviction;
	struct fault_service service;
	/* Forgets what caches hold of a physical range. */
	void (*drop_lines)(void *owner, uint64_t pa, uint64_t bytes);
	void *owner;
};

struct pager;

struct pager *pager_new(const struct pager_config *config);
/* Before the parts of the machine go: what follows, to pager_free, tells nobody. */
void pager_close(struct pager *p);
void pager_free(struct pager *p);

/* For address spaces: their buffers are the pager's. */
struct page_keeper pager_keeper(struct pager *p);

/* Hooks of the fault buffer. */
void pager_arrived(void *pager);
void pager_warm(void *pager, struct translation *t);

/* Whether the page is a buffer's. */
bool pager_manages(const struct pager *p, uint8_t asid, uint64_t vpn);

/* A translated page is accessed by an instruction, until its last answer. */
void pager_access_begins(struct pager *p, const struct requester *who, uint64_t vpn,
			 enum mem_op op);
void pager_access_ends(struct pager *p, const struct requester *who, uint64_t vpn);
/* Whether this frame still is the page's, or may be accessed until the last access to it is over;
 * always true of what is not the pager's. */
bool pager_holds(const struct pager *p, uint8_t asid, uint64_t vpn, uint64_t frame);

void pager_register_stats(struct pager *p, struct stats *stats, const char *group);
void pager_describe(const struct pager *p, FILE *out);

/* What one buffer caused; in the order in which buffers were made. */
struct paged_buffer {
	char name[48];
	uint8_t asid, hint; /* hint: enum buffer_hint */
	uint64_t pages;     /* that it has */
	uint64_t faults, pages_in, pages_out, refetched;
};

size_t pager_buffers(const struct pager *p, const struct paged_buffer **buffers);

/* For tests: pages that hold a frame, of a pool, and how many may. False: some frame is held twice,
 * or something does not add up. */
bool pager_is_valid(const struct pager *p);
uint64_t pager_resident(const struct pager *p);

#endif
