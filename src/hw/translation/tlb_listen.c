/* Who listens to a TLB, and the calls that tell them; see socket/tlb_listener.h. */
#include "hw/translation/tlb_parts.h"

#include <stdlib.h>
#include <string.h>

static void tlb_add_listener(struct tlb_listener **list, const struct tlb_listener_ops *ops,
			     void *state)
{
	uint32_t count = 0;

	while (*list && (*list)[count].ops)
		count++;
	*list = xrealloc(*list, (count + 2) * sizeof(**list));
	(*list)[count] = (struct tlb_listener){ops, state};
	(*list)[count + 1] = (struct tlb_listener){NULL, NULL};
}

void tlb_listen(struct tlb *tlb, const struct tlb_listener_ops *ops, void *state)
{
	if (!ops)
		return;
	if (ops->looked_up)
		tlb_add_listener(&tlb->listeners.looked_up, ops, state);
	if (ops->answered)
		tlb_add_listener(&tlb->listeners.answered, ops, state);
	if (ops->filled)
		tlb_add_listener(&tlb->listeners.filled, ops, state);
}

void tlb_forget_listeners(struct tlb *tlb)
{
	free(tlb->listeners.looked_up);
	free(tlb->listeners.answered);
	free(tlb->listeners.filled);
	memset(&tlb->listeners, 0, sizeof(tlb->listeners));
}

void tlb_tell_looked_up(const struct tlb *tlb, const struct translation *t,
			enum tlb_outcome outcome)
{
	for (const struct tlb_listener *l = tlb->listeners.looked_up; l->ops; l++)
		l->ops->looked_up(l->state, t, outcome);
}

void tlb_tell_answered(const struct tlb *tlb, const struct translation *t,
		       const struct translation *merged, cycle_t cycles)
{
	for (const struct tlb_listener *l = tlb->listeners.answered; l->ops; l++)
		l->ops->answered(l->state, t, merged, cycles);
}

void tlb_tell_filled(const struct tlb *tlb, const struct translation *t)
{
	for (const struct tlb_listener *l = tlb->listeners.filled; l->ops; l++)
		l->ops->filled(l->state, t);
}
