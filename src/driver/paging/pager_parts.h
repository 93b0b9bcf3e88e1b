/* Inside of the pager: pager.c (pages and who accesses them), batch.c (the host, batch after
 * batch), moves.c (pages that come and leave), pager_report.c. */
#ifndef DRIVER_PAGING_PAGER_PARTS_H
#define DRIVER_PAGING_PAGER_PARTS_H

#include "base/pool.h"
#include "driver/paging/pager.h"

/*
 * OUT: in host memory. COMING: will have a frame, or has one and waits for its data. IN: mapped.
 * MAPPED: mapped where it is, in host memory. LEAVING: unmapped, its frame not yet free.
 */
enum page_state { PAGE_OUT, PAGE_COMING, PAGE_IN, PAGE_MAPPED, PAGE_LEAVING };

struct leave;

#define PAGE_NO_FRAME UINT64_MAX

struct page {
	uint64_t frame;      /* COMING, IN, LEAVING; PAGE_NO_FRAME: none yet, or it was MAPPED */
	struct leave *leave; /* LEAVING, until it is over */
	uint64_t old_frame;  /* on another chiplet, until it has moved; else PAGE_NO_FRAME */
	uint8_t old_chiplet; /* of that frame */
	uint8_t moves_to;    /* the chiplet that wants it; PAGE_ANY_CHIPLET: none does */
	uint32_t in_flight;  /* instructions that access it */
	uint32_t accesses;   /* in place; of the first page of those that are counted together */
	uint32_t buffer;
	uint8_t state, chiplet;
	uint8_t came;  /* how often, saturating */
	bool dirty;    /* written since it came */
	bool fresh;    /* came for a fault, and nobody has accessed it yet: does not leave */
	bool ahead;    /* came without having been asked for, and nobody has accessed it yet */
	bool migrates; /* comes when it is asked for, whatever the service says */
	bool anywhere; /* lies on the chiplet that asks for it first */
};

enum { PAGE_ANY_CHIPLET = UINT8_MAX }; /* that of the first fault */

/* 2 MB of virtual addresses. Invariant: base.present has the pages that are COMING or IN. */
struct block {
	struct paged_block base;  /* first */
	struct block *chain;      /* in its bucket */
	struct block *next;       /* among those asked for */
	struct address_space *as; /* of its buffers, while it has any */
	struct frames *frames;
	uint64_t host; /* physical address of its first page in host memory */
	unsigned busy; /* moves, leaves, tasks and lists that know it */
	bool asked;
	struct page_mask wanted; /* while it is asked for */
	struct task *task;       /* of the batch at hand */
	struct page page[];
};

static inline struct block *block_of(const struct paged_block *base)
{
	return (struct block *)(void *)base; /* base comes first */
}

/* Frames for which pages compete: of a chiplet, of one application or of all. Invariant: used
 * counts frames that pages hold, leaving those of them that will be free, claimed the pages that
 * come and hold none yet. */
struct frame_pool {
	uint64_t footprint; /* pages of buffers */
	uint64_t used, leaving, claimed, peak;
};

/* Pages of a block that follow each other, on their way. */
struct move {
	struct host_transfer transfer;
	struct link_message message; /* in its place, between chiplets */
	struct waiter waiter;        /* for a place in the link's queue */
	struct move *next;
	struct pager *pager;
	struct block *block;
	struct task *task;              /* that waits for it; NULL: nobody does */
	uint16_t first, count, missing; /* missing: frames */
	uint8_t source; /* the chiplet that it comes from; PAGE_ANY_CHIPLET: the host */
};

FIFO(move_list, struct move);

/* Pages of a block that leave together. */
struct leave {
	struct pager *pager;
	struct block *block;
	struct page_mask pages;
	uint32_t accessed; /* pages with an access in flight */
	bool told;         /* the shootdown is over */
	cycle_t began;
};

/* A block of the batch at hand. */
struct task {
	struct block *block;
	struct page_mask faulted, asked, wanted;
	struct fault_list records;
	unsigned moves; /* that have not come */
	bool begun;     /* the host works on it */
	bool chosen;    /* wanted is what will come */
	bool served;    /* the host has done its part */
};

struct pager_stats {
	uint64_t batches, blocks;
	struct gauge batch_records, batch_blocks;
	uint64_t faults;   /* records of pages that were not there */
	uint64_t already;  /* records of pages that had come meanwhile */
	uint64_t deferred; /* records left for a later batch: no room, or the page was leaving */
	uint64_t pages_in, pages_ahead, ahead_unused, pages_mapped;
	uint64_t pages_written, pages_dropped; /* that left: dirty and clean */
	uint64_t pages_moved;                  /* between chiplets */
	uint64_t refetched;                    /* pages that came again */
	uint64_t thrashing;  /* of these, those that came for the third time or later */
	uint64_t evictions;  /* of pages of a block together */
	uint64_t counted;    /* times that accesses in place made pages come */
	uint64_t peak_pages; /* frames held at a time */
	uint64_t resident;
	uint64_t cycles_waiting, cycles_host, cycles_frames, cycles_link, cycles_replay;
	struct latency fault; /* of a record, from its first fault to its replay */
	struct latency batch,
		drain; /* of a batch; of pages that leave until they are not accessed */
};

struct pager {
	struct pager_config config;
	struct block **bucket;
	unsigned bucket_bits;
	size_t block_count;
	uint64_t next_host; /* physical address of the next block in host memory */
	unsigned block_pages;
	struct frame_pool *pools; /* chiplets * (shares ? apps : 1) */
	struct paged_buffer *buffers;
	size_t buffer_count;

	bool closed;       /* the machine is about to go: nobody has to be told */
	struct event host; /* what the CPU does next */
	bool busy;         /* a batch is under way, or about to begin */
	bool starved;  /* nothing could be served: a page that comes, leaves or is accessed helps */
	bool cpu_done; /* with all tasks of the batch */
	struct task *tasks;
	unsigned task_count, task_at;
	struct leave *telling; /* whose shootdown is under way */
	cycle_t batch_began;
	uint32_t batch_records;
	unsigned batch_moves; /* that have not come */
	/* Since the batch began a fault has come, or a page has come, left or been accessed:
	 * another batch may do more. */
	bool changed;
	struct block *asked, **asked_last;

	struct move_list hungry; /* moves that lack frames */
	struct pool moves, leaves;
	struct pager_stats stats;
};

/* pager.c */
struct block *pager_find(const struct pager *p, uint8_t asid, uint64_t vpn);
struct frame_pool *pager_pool_of(const struct pager *p, const struct block *b, unsigned chiplet);
void pager_give_old_frame(struct pager *p, struct block *b, unsigned page);
struct frame_pool *pager_pool(const struct pager *p, const struct block *b, unsigned page);
void pager_let_go(struct pager *p, struct block *b); /* one that was busy */
void pager_ask(struct pager *p, struct block *b, unsigned page);

static inline unsigned page_index(const struct block *b, uint64_t vpn)
{
	return (unsigned)(vpn - b->base.first_vpn);
}

/* batch.c */
/* Whether a page that is asked for is mapped where it is. */
bool pager_maps(const struct pager *p, const struct block *b, unsigned page);
void pager_wake(struct pager *p); /* something has changed that may help those who starve */
void pager_move_came(struct pager *p, struct task *task);

/* moves.c */
/* Pages that could get a frame without an eviction, those that are about to have one left out. */
int64_t pager_available(const struct pager *p, const struct block *b, unsigned page);
/* Unmaps pages that leave; NULL: none may, of the pool of this page. Its shootdown takes time:
 * pager_told says that it is over. */
struct leave *pager_evict(struct pager *p, const struct block *b, unsigned page);
void pager_told(struct leave *leave);
/* These pages are on their way. */
void pager_bring(struct pager *p, struct block *b, const struct page_mask *pages,
		 struct task *task);
/* A page that is mapped in host memory is unmapped in order to come. */
struct leave *pager_unmap_first(struct pager *p, struct block *b, const struct page_mask *pages);
void pager_abandon(struct pager *p, struct block *b, unsigned page);
void pager_access_over(struct leave *leave);
/* Gives frames to the moves that lack some. */
void pager_feed(struct pager *p);
/* Outside of time: this page is in. False: no frame. */
bool pager_bring_now(struct pager *p, struct block *b, unsigned page);
bool pager_map_in_place(struct pager *p, struct block *b, unsigned page);

#endif
