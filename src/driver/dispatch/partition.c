/* Contiguous shares of the CUs; see partition.h. */
#include "driver/dispatch/partition.h"

bool partition_cus(unsigned cus, unsigned apps, const unsigned *asked, struct cu_share *share,
		   struct error *err)
{
	unsigned taken = 0, open = 0, rest, next = 0;

	for (unsigned i = 0; i < apps; i++) {
		taken += asked ? asked[i] : 0;
		open += !asked || !asked[i];
	}
	if (apps > cus)
		return error_set(err, "%u workloads need a CU each, and this machine has %u", apps,
				 cus);
	if (taken > cus || open > cus - taken)
		return error_set(err, "workloads ask for %u CUs%s, and this machine has %u", taken,
				 open ? " and leave too few for the others" : "", cus);
	rest = cus - taken;
	for (unsigned i = 0, left = open; i < apps; i++) {
		share[i].first = next;
		share[i].count = asked ? asked[i] : 0;
		if (!share[i].count)
			share[i].count = --left ? rest / open : rest - rest / open * (open - 1);
		next += share[i].count;
	}
	return true;
}
