/* What translations in LDS and I-cache want of the machine: both of one CU. */
#include <string.h>

#include "config/check.h"
#include "designs/reach/tx_victims.h"

bool tx_victims_check(struct params *p, struct error *err)
{
	char kind[32];

	if (!check_one_of(p, P_TX_LDS_SEGMENT, 32, 64, err) ||
	    !check_one_of(p, P_TX_ICACHE_PER_WAY, 1, 8, err))
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
