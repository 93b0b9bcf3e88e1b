/*
 * Translation after the L1 caches instead of before them [Choudhary22 ch. 7]: a translator below
 * each vector L1, and for each chiplet a map that finds synonyms where their accesses come
 * together.
 */
#ifndef DESIGNS_VIVT_VIVT_H
#define DESIGNS_VIVT_VIVT_H

#include "designs/vivt/reverse_map.h"
#include "designs/vivt/translator.h"
#include "socket/l1_addressing.h"

/* One chiplet, once it is attached. */
struct l1_virtual_site {
	struct l1_site l1;
	struct reverse_map reverse_map;
	unsigned page_shift;
};

struct l1_virtual {
	struct engine *engine;
	const struct params *params;
	unsigned chiplets, cus_per_chiplet, page_shift;
	struct l1_virtual_site *sites;  /* by chiplet; l1.cus is 0 before it is attached */
	struct translator *translators; /* by CU */
};

extern const struct l1_addressing_ops l1_virtual;

#endif
