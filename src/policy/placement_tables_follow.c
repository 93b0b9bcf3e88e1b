/* Page-table placement: a page of the table lies where the data of the first page mapped in it
 * lies. */
#include "policy/stock.h"

static unsigned tables_follow_chiplet(void *state, uint8_t asid, unsigned level, uint64_t vpn,
				      unsigned data_chiplet)
{
	(void)state, (void)asid, (void)level, (void)vpn;
	return data_chiplet;
}

const struct table_placement_ops placement_tables_follow = {
	.base = {.name = "follows-data", .summary = "with the data of the first page it maps"},
	.chiplet = tables_follow_chiplet,
};
