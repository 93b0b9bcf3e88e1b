/*
 * FIFO(name, type): first in, first out, of items that are linked through their member `next`.
 * Makes struct name, whose `first` (NULL: empty) its owner may read, and
 *
 *   void name_init(list)
 *   void name_append(list, item)
 *   type *name_take(list)           takes the first out; NULL: there is none
 *   void name_drop(list, next)      forgets the first, which somebody else has taken meanwhile;
 *                                   next: what its `next` was before that
 *
 * An item is in one list at a time. Whoever holds it owns its `next`.
 */
#ifndef SIM_FIFO_H
#define SIM_FIFO_H

#include <stddef.h>

#define FIFO(name, type)                                                                           \
	struct name {                                                                              \
		type *first, **last;                                                               \
	};                                                                                         \
                                                                                                   \
	static inline void name##_init(struct name *list)                                          \
	{                                                                                          \
		list->first = NULL;                                                                \
		list->last = &list->first;                                                         \
	}                                                                                          \
                                                                                                   \
	static inline void name##_append(struct name *list, type *item)                            \
	{                                                                                          \
		item->next = NULL;                                                                 \
		*list->last = item;                                                                \
		list->last = &item->next;                                                          \
	}                                                                                          \
                                                                                                   \
	static inline void name##_drop(struct name *list, type *next)                              \
	{                                                                                          \
		list->first = next;                                                                \
		if (!next)                                                                         \
			list->last = &list->first;                                                 \
	}                                                                                          \
                                                                                                   \
	static inline type *name##_take(struct name *list)                                         \
	{                                                                                          \
		type *item = list->first;                                                          \
                                                                                                   \
		if (item)                                                                          \
			name##_drop(list, item->next);                                             \
		return item;                                                                       \
	}                                                                                          \
	struct name

#endif
