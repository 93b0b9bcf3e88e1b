/*
 * How many wavefronts of an application may fill the shared L2 TLB [Ausavarungnirun18 §5.2]: at the
 * end of the first epoch a fraction of its wavefronts, then a step less whenever its miss rate rose
 * by more than a band, a step more whenever it fell by more than that.
 *
 * [Ausavarungnirun18 §7.4] counts a bit per application that records which way the count went last,
 * for which this rule has no use. With `climb` it has: a change after which the miss rate fell is
 * made again, one after which it rose is taken back.
 */
#ifndef DESIGNS_MASK_TOKENS_H
#define DESIGNS_MASK_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

struct token_rule {
	double start; /* fraction of the wavefronts, after the first epoch */
	double step;  /* of the wavefronts: what an epoch may change */
	double band;  /* change of the miss rate that counts as none */
	bool climb;   /* judges the last change by the miss rate after it */
	/* An application with none at all would never miss less, and so never get one back. */
	uint32_t least; /* per core */
};

/* Invariant: once started, least * cores <= count <= warps, as far as warps allows. */
struct token_account {
	uint64_t hits, misses; /* of this epoch */
	uint32_t warps, cores; /* that were active in it; set before tokens_epoch */
	bool started;          /* before, everyone may fill */
	uint32_t count;
	int last_change; /* -1, 1; 0: there was none */
	double last_rate;
	uint64_t raised, lowered; /* epochs that did so */
};

/* An epoch is over: decides the count for the next, and begins new sums. An epoch without a lookup
 * changes nothing. */
void tokens_epoch(struct token_account *account, const struct token_rule *rule);

#endif
