/* The FIFO through the items' own links: order, and that it can be filled again once empty. */
#include "sim/fifo.h"
#include "harness.h"

struct item {
	struct item *next;
	int number;
};

FIFO(item_fifo, struct item);

TEST(in_order)
{
	struct item items[3] = {{.number = 0}, {.number = 1}, {.number = 2}};
	struct item_fifo list;

	item_fifo_init(&list);
	CHECK(!list.first);
	CHECK(!item_fifo_take(&list));
	for (int i = 0; i < 3; i++)
		item_fifo_append(&list, &items[i]);
	CHECK_EQ(list.first->number, 0);
	for (int i = 0; i < 3; i++)
		CHECK_EQ(item_fifo_take(&list)->number, i);
	CHECK(!item_fifo_take(&list));
}

TEST(again_after_empty)
{
	struct item items[2] = {{.number = 0}, {.number = 1}};
	struct item_fifo list;

	item_fifo_init(&list);
	item_fifo_append(&list, &items[0]);
	item_fifo_take(&list);
	item_fifo_append(&list, &items[1]);
	CHECK_EQ(list.first->number, 1);
	item_fifo_drop(&list, NULL);
	item_fifo_append(&list, &items[0]);
	CHECK_EQ(list.first->number, 0);
}

/* Who takes the first may use its link before the list forgets it. */
TEST(drop_by_the_next)
{
	struct item items[3] = {{.number = 0}, {.number = 1}, {.number = 2}}, *next;
	struct item_fifo list;

	item_fifo_init(&list);
	for (int i = 0; i < 3; i++)
		item_fifo_append(&list, &items[i]);
	next = list.first->next;
	items[0].next = &items[0];
	item_fifo_drop(&list, next);
	CHECK_EQ(item_fifo_take(&list)->number, 1);
	CHECK_EQ(item_fifo_take(&list)->number, 2);
	CHECK(!list.first);
}
