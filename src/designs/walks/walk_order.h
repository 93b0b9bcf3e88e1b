/*
 * Waiting walks, found by instruction and in order of their instruction's score: what the
 * SIMT-aware scheduler of [Shin18 §IV] and its two halves share. The paper scans the buffer at
 * every arrival and at every choice; here an arrival and a choice cost a search by hash and a few
 * steps in a heap, at most the logarithm of the buffer's size.
 *
 * - The score of an instruction is the sum of t->walk_reads, as it was on arrival, over its waiting
 *   walks; with all scores 0 (scored is false) the order is that of arrival.
 * - A choice is, in this order: the oldest walk, when more than walk.ageing younger ones have
 *   passed it; with batches, the oldest walk of the instruction whose walk started last, chosen
 *   here or not; the oldest walk of the instruction with the lowest score, among equals the oldest.
 * - An instruction is the lowest walk.id_bits of its number. Two in flight that agree in them count
 *   as one: their scores add up and they are batched together, until neither has a walk waiting.
 */
#ifndef DESIGNS_WALKS_WALK_ORDER_H
#define DESIGNS_WALKS_WALK_ORDER_H

#include "plan.h"

struct walk_order;

struct walk_order *walk_order_new(const struct plan_facts *facts, bool scored, bool batches);

/* As walk_scheduler_ops wants them; state is a struct walk_order. */
void walk_order_free(void *state);
void walk_order_register_stats(void *state, struct stats *stats);
void walk_order_arrive(void *state, struct translation *t);
void walk_order_passed(void *state, const struct translation *t);
struct translation *walk_order_next(void *state);

#endif
