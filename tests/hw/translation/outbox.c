/* Outboxes over a port that refuses: what is tried when, in which order, and who hears of it. */
#include "hw/outbox.h"
#include "hw_mock.h"

enum { MESSAGES = 6 };

static struct engine engine;
static struct mock_below below;
static struct translation translations[MESSAGES];
static struct mem_access accesses[MESSAGES];
static struct tx_outbox box;
static struct mem_outbox mem_box;

static void answered(void *owner, struct translation *t)
{
	(void)owner;
	(void)t;
}

static void mem_answered(void *owner, struct mem_access *a)
{
	(void)owner;
	(void)a;
}

/* What was taken is the receiver's, its list link too. */
static bool take(void *owner, struct translation *t, struct waiter *waiter)
{
	if (!mock_tx_send(owner, t, waiter))
		return false;
	t->next = t;
	return true;
}

static bool mem_take(void *owner, struct mem_access *a, struct waiter *waiter)
{
	if (!mock_mem_send(owner, a, waiter))
		return false;
	a->next = a;
	return true;
}

/* Below takes `limit` at a time, each for ten cycles. Messages are numbered from 0 on. */
static void set_up(uint32_t limit, void (*wake)(struct waiter *))
{
	engine_init(&engine);
	mock_below_init(&below, &engine, 10);
	below.limit = limit;
	memset(translations, 0, sizeof(translations));
	memset(accesses, 0, sizeof(accesses));
	for (unsigned i = 0; i < MESSAGES; i++) {
		translations[i].vpn = accesses[i].address = i;
		tx_push(&translations[i], answered, NULL);
		mem_push(&accesses[i], mem_answered, NULL);
	}
	tx_outbox_init(&box, (struct tx_port){.send = take, .owner = &below}, wake);
	mem_outbox_init(&mem_box, (struct mem_port){.send = mem_take, .owner = &below}, wake);
}

/* In order, each in its cycle, and nothing is left. */
static void check_taken(const cycle_t *cycles, unsigned count)
{
	CHECK_EQ(below.taken, count);
	for (unsigned i = 0; i < count; i++) {
		CHECK_EQ(below.log[i].address, i);
		CHECK_EQ(below.log[i].cycle, cycles[i]);
	}
	CHECK(!tx_outbox_first(&box));
	CHECK(!mem_outbox_first(&mem_box));
}

TEST(taken_at_once)
{
	set_up(0, NULL);
	for (unsigned i = 0; i < MESSAGES; i++)
		CHECK(tx_outbox_send(&box, &translations[i]));
	CHECK(!box.waiter.queued);
	check_taken((cycle_t[MESSAGES]){0}, MESSAGES);
}

/* Only the first of those that wait is tried. */
TEST(refused_then_woken)
{
	set_up(1, NULL);
	CHECK(tx_outbox_send(&box, &translations[0]));
	CHECK(!tx_outbox_send(&box, &translations[1]));
	CHECK(!tx_outbox_send(&box, &translations[2]));
	CHECK_EQ(below.refused, 1);
	CHECK(box.waiter.queued);
	CHECK_EQ(tx_outbox_first(&box)->vpn, 1);
	mock_run(&engine);
	check_taken((cycle_t[]){0, 10, 20}, 3);
	CHECK_EQ(below.refused, 2);
	CHECK(!box.waiter.queued);
}

/* Of four that wait two find room, one after the other: the rest keep their order. */
TEST(refused_again_half_way)
{
	set_up(2, NULL);
	for (unsigned i = 0; i < MESSAGES; i++)
		CHECK_EQ(tx_outbox_send(&box, &translations[i]), i < 2);
	mock_run(&engine);
	check_taken((cycle_t[]){0, 0, 10, 10, 20, 20}, 6);
	CHECK_EQ(below.refused, 4);
}

TEST(accesses_likewise)
{
	set_up(2, NULL);
	for (unsigned i = 0; i < MESSAGES; i++)
		CHECK_EQ(mem_outbox_send(&mem_box, &accesses[i]), i < 2);
	CHECK_EQ(mem_outbox_first(&mem_box)->address, 2);
	mock_run(&engine);
	check_taken((cycle_t[]){0, 0, 10, 10, 20, 20}, 6);
	CHECK_EQ(below.refused, 4);
}

/* There is room already, but who waits has not been woken: nobody goes past it. */
TEST(nobody_overtakes)
{
	set_up(1, NULL);
	tx_outbox_send(&box, &translations[0]);
	tx_outbox_send(&box, &translations[1]);
	below.limit = 0;
	CHECK(!tx_outbox_send(&box, &translations[2]));
	CHECK_EQ(below.taken, 1);
	wait_list_wake(&below.waiting);
	check_taken((cycle_t[]){0, 0, 0}, 3);
	CHECK(tx_outbox_send(&box, &translations[3]));
}

static unsigned left;

static void count_left(struct waiter *waiter)
{
	struct tx_outbox *woken = container_of(waiter, struct tx_outbox, waiter);

	while (tx_outbox_retry(woken))
		left++;
}

TEST(owner_hears_of_each)
{
	left = 0;
	set_up(2, count_left);
	for (unsigned i = 0; i < 5; i++)
		left += tx_outbox_send(&box, &translations[i]);
	CHECK_EQ(left, 2);
	mock_run(&engine);
	CHECK_EQ(left, 5);
	check_taken((cycle_t[]){0, 0, 10, 10, 20}, 5);
}

TEST(kept_without_asking)
{
	set_up(1, NULL);
	CHECK(!tx_outbox_retry(&box));
	tx_outbox_keep(&box, &translations[0]);
	tx_outbox_keep(&box, &translations[1]);
	CHECK_EQ(below.taken + below.refused, 0);
	CHECK(tx_outbox_retry(&box));
	CHECK(!tx_outbox_retry(&box));
	CHECK(box.waiter.queued);
	mock_run(&engine);
	check_taken((cycle_t[]){0, 10}, 2);
}

TEST(taken_back)
{
	set_up(1, NULL);
	tx_outbox_send(&box, &translations[0]);
	tx_outbox_send(&box, &translations[1]);
	CHECK_EQ(tx_fifo_take(&box.waiting)->vpn, 1);
	mock_run(&engine);
	check_taken((cycle_t[]){0}, 1);
}
