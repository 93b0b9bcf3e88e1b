/*
 * What the hardware may ask of the page tables: where a walk's next entry lies, and what a page is
 * mapped to at this moment. The driver answers.
 */
#ifndef SOCKET_PAGE_SOURCE_H
#define SOCKET_PAGE_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

struct page_source {
	/* Physical address of the entry that a walk of this page reads at a level; false when there
	 * is no table there, so that the walk ends: nothing is mapped. */
	bool (*pte_address)(void *state, uint8_t asid, uint64_t vpn, unsigned level, uint64_t *pa);
	/* Physical address of the page's first byte; false when nothing is mapped. */
	bool (*translate)(void *state, uint8_t asid, uint64_t vpn, uint64_t *frame);
	void *state;
	/* Whether a page that is not mapped can be brought: a walk that finds nothing there is a
	 * fault which the driver repairs. NULL: none can. */
	bool (*paged)(void *state, uint8_t asid, uint64_t vpn);
};

#endif
