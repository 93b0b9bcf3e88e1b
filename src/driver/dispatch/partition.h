/*
 * How the CUs of a machine are divided among applications: each holds a contiguous run of them, in
 * the order of the applications. CUs that nobody asked for stay idle only when everyone asked.
 */
#ifndef DRIVER_DISPATCH_PARTITION_H
#define DRIVER_DISPATCH_PARTITION_H

#include "base/error.h"

struct cu_share {
	unsigned first, count;
};

/*
 * asked[i] CUs for application i; those that ask for 0 divide the rest evenly, the remainder to the
 * last of them. asked NULL: all of them do. False with one line in err when there are not enough.
 */
bool partition_cus(unsigned cus, unsigned apps, const unsigned *asked, struct cu_share *share,
		   struct error *err);

#endif
