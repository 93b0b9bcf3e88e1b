/* Clusters of L1 TLBs that grow and shrink while a kernel runs. */
#ifndef DESIGNS_ADAPTIVE_ADAPTIVE_H
#define DESIGNS_ADAPTIVE_ADAPTIVE_H

#include "plan.h"

extern const struct l1_org_ops l1_adaptive;

#endif
