/* What translations in LDS and I-cache want of the machine: both of one CU. */
#include <string.h>

#include "config/check.h"
#include "designs/reach/tx_victims.h"

static bool check_power_lines(struct params *p, struct error *err)
{
	int64_t lines = p->i[P_ICACHE_BYTES] / p->i[P_LINE_BYTES];

	if (!(lines & (lines - 1)))
		return true;
	error_set(err,
		  "tx_icache.index (xor) wants a power of two of lines in the I-cache, not %lld",
		  (long long)lines);
	return check_contradiction(p, P_TX_ICACHE_INDEX, P_ICACHE_BYTES, err);
}

bool tx_victims_check(struct params *p, struct error *err)
{
	char kind[32];

	if (!check_one_of(p, P_TX_LDS_SEGMENT, 32, 64, err) ||
	    !check_one_of(p, P_TX_ICACHE_PER_WAY, 1, 8, err))
		return false;
	if (param_is(p, P_TX_ICACHE_INDEX, "xor") && !check_power_lines(p, err))
		return false;
	param_text(p, P_L1_VICTIMS, kind, sizeof(kind));
	if ((strcmp(kind, tx_lds.base.name) && strcmp(kind, tx_icache.base.name) &&
	     strcmp(kind, tx_both.base.name)) ||
	    param_is(p, P_L1_ORG, "private"))
		return true;
	error_set(err,
		  "l1_tlb.victims (%s) needs an L1 TLB for each CU: l1_tlb.organisation private",
		  kind);
	return check_contradiction(p, P_L1_VICTIMS, P_L1_ORG, err);
}
