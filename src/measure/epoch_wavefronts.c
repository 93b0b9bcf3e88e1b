/* The table of wavefront slots; counting is inline. */
#include "measure/epoch_wavefronts.h"

#include <stdlib.h>
#include <string.h>

void epoch_wavefronts_init(struct epoch_wavefronts *e, uint32_t cus, uint32_t slots)
{
	memset(e, 0, sizeof(*e));
	e->seen = xcalloc((size_t)cus * slots, sizeof(*e->seen));
	e->slots = slots;
	e->epoch = 1;
}

void epoch_wavefronts_release(struct epoch_wavefronts *e)
{
	free(e->seen);
	e->seen = NULL;
}
