/* Says, in one line, what a kernel did wrong and where. Each sets err (exit status 1), returns
 * false. */
#ifndef LAUNCH_FAULT_TEXT_H
#define LAUNCH_FAULT_TEXT_H

#include "launch/dispatch.h"

bool fault_text(struct error *err, const struct dispatch *d, const struct wavefront *w);

/* A wavefront reached its instruction limit. */
bool endless_text(struct error *err, const struct dispatch *d, const struct wavefront *w,
		  uint64_t limit);

/* `waiting` wavefronts, w the first of them, wait for a barrier that wavefront `ended` never
 * reached. */
bool barrier_text(struct error *err, const struct dispatch *d, const struct wavefront *w,
		  unsigned waiting, unsigned ended);

#endif
