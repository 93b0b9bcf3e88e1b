/* The way back of a translation: hops pushed, taken back, replied through. */
#include "harness.h"
#include "socket/request.h"

static void note_reply(void *owner, struct translation *t)
{
	(void)t;
	++*(unsigned *)owner;
}

/* A part that takes its hop back leaves those of others as they were. */
TEST(a_hop_taken_back_hears_nothing)
{
	struct translation t = {0};
	unsigned first = 0, second = 0, third = 0;

	tx_push(&t, note_reply, &first);
	tx_push(&t, note_reply, &second);
	tx_pop(&t);
	CHECK_EQ(t.depth, 1);
	tx_push(&t, note_reply, &third);
	tx_reply(&t);
	tx_reply(&t);
	CHECK_EQ(t.depth, 0);
	CHECK(first == 1 && second == 0 && third == 1);
}
