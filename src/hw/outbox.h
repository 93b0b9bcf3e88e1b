/*
 * Where a part keeps what the next part has refused: send; if it is refused keep it, and send it
 * again when woken. Lives in the sender, one for each port it sends to. Of translations, and with
 * mem in place of tx of memory accesses, or as OUTBOX makes one of other messages:
 *
 *   void tx_outbox_init(box, port, wake)  wake: what to do when there is room; NULL: the stock
 *                                         answer, which sends all that is taken. The port may also
 *                                         be set later, before the first message: box->port
 *   bool tx_outbox_send(box, t)           true: taken at once; false: kept
 *   bool tx_outbox_retry(box)             sends the first that waits once more. true: it was taken;
 *                                         false: it was refused again, or nothing waits
 *   void tx_outbox_keep(box, t)           keeps it without having asked; a retry is the owner's
 *   t = tx_outbox_first(box)              the first that waits; NULL: the box is empty
 *
 * Order: messages are taken in the order in which they were sent. While one waits, all that are
 * sent join behind it without being tried.
 *
 * Waking: box->waiter is in the port's wait list from a refusal until it is woken. Then as many go
 * as are taken, in that cycle; with the next refusal it joins the list again, at its end.
 *
 * The owner hears from tx_outbox_send that a message was taken at once. One that has to hear of
 * those which are taken later, because a place becomes free, has a wake of its own:
 *
 *   while (tx_outbox_retry(&part->box))
 *           left(part);
 *
 * A message that was taken is the receiver's: what is to be known of it must be read before. The
 * receiver must not cause another send to the same box before it has returned, as request.h has it.
 *
 * Looking: the first is for its owner, to describe what it waits for in a deadlock. The owner may
 * also take messages back out of box->waiting; waking an empty box does nothing.
 */
#ifndef HW_OUTBOX_H
#define HW_OUTBOX_H

#include "socket/request.h"

/* Of `type`, which has a struct prefix_port and a struct prefix_fifo. */
#define OUTBOX(prefix, type)                                                                       \
	struct prefix##_outbox {                                                                   \
		struct prefix##_port port;                                                         \
		struct prefix##_fifo waiting;                                                      \
		struct waiter waiter;                                                              \
	};                                                                                         \
                                                                                                   \
	static inline const type *prefix##_outbox_first(const struct prefix##_outbox *box)         \
	{                                                                                          \
		return box->waiting.first;                                                         \
	}                                                                                          \
                                                                                                   \
	static inline void prefix##_outbox_keep(struct prefix##_outbox *box, type *message)        \
	{                                                                                          \
		prefix##_fifo_append(&box->waiting, message);                                      \
	}                                                                                          \
                                                                                                   \
	static inline bool prefix##_outbox_send(struct prefix##_outbox *box, type *message)        \
	{                                                                                          \
		if (!box->waiting.first && box->port.send(box->port.owner, message, &box->waiter)) \
			return true;                                                               \
		prefix##_outbox_keep(box, message);                                                \
		return false;                                                                      \
	}                                                                                          \
                                                                                                   \
	static inline bool prefix##_outbox_retry(struct prefix##_outbox *box)                      \
	{                                                                                          \
		type *first = box->waiting.first, *next = first ? first->next : NULL;              \
                                                                                                   \
		if (!first || !box->port.send(box->port.owner, first, &box->waiter))               \
			return false;                                                              \
		prefix##_fifo_drop(&box->waiting, next);                                           \
		return true;                                                                       \
	}                                                                                          \
                                                                                                   \
	static inline void prefix##_outbox_wake(struct waiter *waiter)                             \
	{                                                                                          \
		struct prefix##_outbox *box =                                                      \
			container_of(waiter, struct prefix##_outbox, waiter);                      \
                                                                                                   \
		while (prefix##_outbox_retry(box))                                                 \
			;                                                                          \
	}                                                                                          \
                                                                                                   \
	static inline void prefix##_outbox_init(struct prefix##_outbox *box,                       \
						struct prefix##_port port,                         \
						void (*wake)(struct waiter *))                     \
	{                                                                                          \
		box->port = port;                                                                  \
		prefix##_fifo_init(&box->waiting);                                                 \
		box->waiter = (struct waiter){.wake = wake ? wake : prefix##_outbox_wake};         \
	}                                                                                          \
	struct prefix##_outbox

OUTBOX(tx, struct translation);
OUTBOX(mem, struct mem_access);

#endif
