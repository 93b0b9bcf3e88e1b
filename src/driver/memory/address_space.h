/*
 * The address space of one application: virtual ranges mapped page by page onto frames of the
 * chiplets that the placement policy chooses. All pages have the machine's page size. A mapping
 * that is taken away or changed is shot down in the whole machine before its frame can be reused.
 */
#ifndef DRIVER_MEMORY_ADDRESS_SPACE_H
#define DRIVER_MEMORY_ADDRESS_SPACE_H

#include "driver/memory/frames.h"
#include "driver/memory/page_table.h"
#include "socket/data_placement.h"
#include "socket/page_source.h"

struct address_space;
struct mapped_range;

/* Who brings the pages of buffers when they are asked for (driver/paging/). */
struct page_keeper {
	/* A range of a buffer, of which nothing is mapped. */
	void (*add)(void *owner, struct address_space *as, const struct mapped_range *range);
	/* Where a page of it is to lie; where nobody says so, on the chiplet that asks first. */
	void (*place)(void *owner, uint8_t asid, uint64_t vpn, unsigned chiplet);
	/* The range goes, with all its pages. */
	void (*remove)(void *owner, struct address_space *as, const struct mapped_range *range);
	void *owner;
};

struct address_space_config {
	uint8_t asid;
	unsigned page_shift;
	unsigned index_bits, pte_bytes; /* of its page table, as in page_table_config */
	struct frames *frames;
	unsigned chiplets; /* that have a copy of the page table, where it is replicated */
	struct data_placement data_placement;
	struct table_placement table_placement;
	struct page_keeper keeper; /* add NULL: buffers are mapped as everything is */
	/* Must reach every structure that can hold a translation; vpn UINT64_MAX: all pages of the
	 * address space. */
	void (*shootdown)(void *owner, uint8_t asid, uint64_t vpn);
	void *owner;
};

/* A mapped virtual range, whole pages. */
struct mapped_range {
	uint64_t va, bytes;
	bool borrowed; /* its frames belong to another range */
	bool kept;     /* its pages are the keeper's */
	uint8_t hint;  /* for it, enum buffer_hint */
	char name[48];
};

struct address_space {
	struct address_space_config config;
	struct page_table *table;
	struct mapped_range *ranges; /* in the order of mapping */
	size_t range_count, range_capacity;
	uint64_t shootdowns;
};

/* All address spaces of a machine, by asid. */
struct address_spaces {
	unsigned count;
	struct address_space *of[UINT8_MAX + 1];
};

/* What the hardware may ask of them; `spaces` outlives it. */
struct page_source address_spaces_source(struct address_spaces *spaces);

struct address_space *address_space_new(const struct address_space_config *config);
void address_space_free(struct address_space *as); /* its frames go with it */

/* Calls visit with every frame it holds, of data and of its page table; changes nothing. */
void address_space_each_frame(const struct address_space *as,
			      void (*visit)(void *state, uint64_t pa, uint64_t bytes), void *state);

/*
 * Maps all pages that [va, va + bytes) touches; va starts a page. False with one line in err when
 * physical memory is exhausted.
 */
bool address_space_map(struct address_space *as, uint64_t va, uint64_t bytes, const char *name,
		       struct error *err);

/*
 * Maps the range at va to the frames that the pages from `to` on have: each is then known by two
 * pages. They stay those of the range at `to`, whose pages must neither move nor go before these.
 */
bool address_space_alias(struct address_space *as, uint64_t va, uint64_t bytes, uint64_t to,
			 const char *name, struct error *err);

/* The same for a buffer of which consecutive `block_bytes` should lie on one chiplet. */
bool address_space_map_blocks(struct address_space *as, uint64_t va, uint64_t bytes,
			      uint64_t block_bytes, const char *name, struct error *err);

/* Likewise; where there is a keeper the pages are its own, and mapped when they are asked for. */
bool address_space_map_buffer(struct address_space *as, uint64_t va, uint64_t bytes,
			      uint64_t block_bytes, uint8_t hint, const char *name,
			      struct error *err);

/*
 * A chiplet asks for a page: where placement is by first touch and the page is that of a range,
 * maps it there unless it is mapped. False when physical memory is exhausted.
 */
bool address_space_touch(struct address_space *as, uint64_t vpn, unsigned chiplet,
			 struct error *err);

/* Takes away a whole range, named by its first address. */
void address_space_unmap(struct address_space *as, uint64_t va);

/* Takes away the page at va, leaving a hole in its range. */
void address_space_unmap_page(struct address_space *as, uint64_t va);

/* Moves the page at va to another frame, on that chiplet. */
bool address_space_move_page(struct address_space *as, uint64_t va, unsigned chiplet,
			     struct error *err);

#endif
