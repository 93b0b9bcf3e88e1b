/*
 * Compares every translation, when it is used, with what the page table says at that moment: one
 * that outlived its mapping, came from another address space or points nowhere is a mismatch.
 */
#ifndef HW_TRANSLATION_ORACLE_H
#define HW_TRANSLATION_ORACLE_H

#include "sim/stats.h"
#include "socket/page_source.h"
#include "socket/request.h"

struct oracle {
	const struct engine *engine;
	struct page_source source;
	uint64_t checked, mismatches;
	char first[192]; /* one line about the first mismatch, empty while there is none */
};

void oracle_init(struct oracle *o, const struct engine *engine, const struct page_source *source);
/* Returns whether it is right. */
bool oracle_check(struct oracle *o, const struct translation *t);
/* A hit in a virtually addressed cache, which used the translation of when the line was filled, and
 * whether that still holds. */
void oracle_check_line(struct oracle *o, const struct mem_access *a, bool correct);
/* An access is over that used a frame which demand paging may take away, and whether it still is
 * the page's. */
void oracle_check_access(struct oracle *o, const struct requester *who, uint64_t vpn,
			 uint64_t frame, bool holds);
void oracle_register_stats(const struct oracle *o, struct stats *stats, const char *group);

#endif
