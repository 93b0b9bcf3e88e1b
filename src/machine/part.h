/*
 * The parts of a machine, each known once: wiring adds every part to one list, and what concerns
 * all of them (statistics, shootdowns, what waits in a deadlock, the end) goes through the list.
 * Wiring goes from memory upwards, reports go the other way, from the compute units down.
 */
#ifndef MACHINE_PART_H
#define MACHINE_PART_H

#include <stdint.h>
#include <stdio.h>

#include "sim/stats.h"

/* NULL where a kind of part has nothing to do. */
struct part_ops {
	/* group: as the part was added. */
	void (*register_stats)(void *part, struct stats *stats, const char *group);
	/* A line for each thing that waits. */
	void (*describe)(const void *part, const char *group, FILE *out);
	/* Forgets a page, or with vpn UINT64_MAX an address space. */
	void (*shootdown)(void *part, uint8_t asid, uint64_t vpn);
	/* Brings counters up to the present cycle. */
	void (*settle)(void *part);
	void (*release)(void *part);
};

struct part {
	const struct part_ops *ops;
	void *part;
	const char *group; /* name of its statistics, or of the part in messages */
};

struct part_list {
	struct part *parts;
	size_t count;
};

void parts_add(struct part_list *list, const struct part_ops *ops, void *part, const char *group);
void parts_register_stats(const struct part_list *list, struct stats *stats);
void parts_describe(const struct part_list *list, FILE *out);
void parts_shootdown(const struct part_list *list, uint8_t asid, uint64_t vpn);
void parts_settle(const struct part_list *list);
/* Each part, last added first, and the list. */
void parts_release(struct part_list *list);

/* part_kinds.c: one for each kind of part in hw/. */
extern const struct part_ops part_cu, part_tlb, part_perfect_tlb, part_iommu, part_walker,
	part_crossbar, part_home_router, part_cache, part_port_idle, part_router, part_dram,
	part_plain_memory, part_rtu, part_rma, part_links, part_host_link, part_fault_buffer;

#endif
