/*
 * Home slice: all L2 TLBs are one, a page belongs to the slice that a hash of its number names
 * [Pratheek22 §III]: the number modulo the chiplets, or, as the paper's artifact does it, the XOR
 * of four fields of it, each wide enough to name a chiplet.
 */
#include "designs/mgvm/home_fold.h"
#include "designs/mgvm/mgvm.h"

#include <stdlib.h>

struct shared {
	unsigned chiplets, field_bits;
};

static void *shared_make(const struct plan_facts *facts)
{
	struct shared *s = xcalloc(1, sizeof(*s));

	s->chiplets = facts->chiplets;
	s->field_bits = home_fold_bits(facts->chiplets);
	return s;
}

static unsigned shared_modulo(void *state, uint8_t asid, uint64_t vpn)
{
	const struct shared *s = state;

	(void)asid;
	return (unsigned)(vpn % s->chiplets);
}

static unsigned shared_modulo_home(void *state, const struct requester *who, uint64_t vpn)
{
	return shared_modulo(state, who->asid, vpn);
}

static unsigned shared_folded(void *state, uint8_t asid, uint64_t vpn)
{
	const struct shared *s = state;

	(void)asid;
	return home_fold(vpn, s->field_bits, s->chiplets);
}

static unsigned shared_folded_home(void *state, const struct requester *who, uint64_t vpn)
{
	return shared_folded(state, who->asid, vpn);
}

const struct home_slice_ops home_modulo = {
	.base = {.name = "modulo",
		 .summary = "shared: the page number modulo the chiplets",
		 .make = shared_make,
		 .release = free},
	.home = shared_modulo_home,
	.walks_at = shared_modulo,
};

const struct home_slice_ops home_xor = {
	.base = {.name = "xor",
		 .summary = "shared: the XOR of four fields of the page number",
		 .make = shared_make,
		 .release = free},
	.home = shared_folded_home,
	.walks_at = shared_folded,
};
