/* L1 TLBs that several CUs share [Choudhary22 ch. 5, 6]. */
#ifndef DESIGNS_L1_L1_H
#define DESIGNS_L1_L1_H

#include "plan.h"

extern const struct l1_org_ops l1_clustered;

#endif
