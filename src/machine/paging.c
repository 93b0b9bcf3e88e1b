/* Demand paging: the link to host memory, the fault buffer, and the driver behind them. */
#include "machine/parts.h"

/* Where L1 caches know lines by virtual address the shootdown has dropped them. */
static void drop_from_first_level(struct system *s, uint64_t pa, unsigned page_shift)
{
	for (unsigned i = 0; i < s->chiplet_count; i++) {
		struct chiplet *ch = &s->chiplets[i];

		for (unsigned cu = 0; cu < ch->cu_count && !s->plan.l1_addressing.ops->virtual;
		     cu++)
			cache_invalidate_page(ch->l1_caches[cu], 0, pa, page_shift);
		for (unsigned group = 0; group < ch->scalar_group_count; group++)
			cache_invalidate_page(ch->scalar_groups[group].cache, 0, pa, page_shift);
	}
}

/* What is dirty goes with the page. */
static void drop_lines(void *system, uint64_t pa, uint64_t bytes)
{
	struct system *s = system;
	uint64_t line_bytes = (uint64_t)param(&s->params, P_LINE_BYTES);
	struct chiplet *ch;

	drop_from_first_level(s, pa, s->page_shift);
	if (pa >= s->map.host_base)
		return;
	ch = &s->chiplets[memory_map_chiplet(&s->map, pa)];
	for (uint64_t line = pa; line < pa + bytes; line += line_bytes)
		cache_invalidate_line(ch->l2_banks[memory_map_bank(&s->map, line)], 0, line);
}

void system_page_begins(void *system, const struct requester *who, uint64_t vpn, enum mem_op op)
{
	pager_access_begins(((struct system *)system)->pager, who, vpn, op);
}

void system_page_ends(void *system, const struct requester *who, uint64_t vpn, uint64_t frame)
{
	struct system *s = system;

	oracle_check_access(&s->oracle, who, vpn, frame,
			    pager_holds(s->pager, who->asid, vpn, frame));
	pager_access_ends(s->pager, who, vpn);
}

static void fault_arrived(void *system)
{
	pager_arrived(((struct system *)system)->pager);
}

static void fault_warm(void *system, struct translation *t)
{
	pager_warm(((struct system *)system)->pager, t);
}

void system_wire_paging(struct system *s)
{
	struct fault_buffer_config faults = {.entries = u32(s, P_FAULT_BUFFER),
					     .sources = s->chiplet_count,
					     .arrived = fault_arrived,
					     .warm = fault_warm,
					     .owner = s};
	struct host_link_config link;
	struct pager_config pager;

	config_host_link(s, &link);
	host_link_init(&s->host_link, &s->engine, &link);
	parts_add(&s->parts, &part_host_link, &s->host_link, "host_link");
	fault_buffer_init(&s->faults, &s->engine, &faults);
	parts_add(&s->parts, &part_fault_buffer, &s->faults, "fault_buffer");
	config_pager(s, &pager);
	pager.drop_lines = drop_lines;
	s->pager = pager_new(&pager);
}

size_t system_paged_buffers(const struct system *s, const struct paged_buffer **buffers)
{
	return s->is_paged ? pager_buffers(s->pager, buffers) : 0;
}
