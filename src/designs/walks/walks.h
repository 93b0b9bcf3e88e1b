/* Scheduling of page table walks for SIMT execution [Shin18], its two halves, and chance. */
#ifndef DESIGNS_WALKS_WALKS_H
#define DESIGNS_WALKS_WALKS_H

#include "plan.h"

extern const struct walk_scheduler_ops walk_random, walk_simt, walk_sjf, walk_batch;
extern const struct pwc_replacement_ops pwc_protected;

#endif
