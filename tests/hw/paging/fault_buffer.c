/* The fault buffer between walkers that are mocks, by hand. */
#include "hw/paging/fault_buffer.h"

#include "tx_mock.h"

struct rig {
	struct engine engine;
	struct fault_buffer buffer;
	struct mock_below walkers[2];
	struct mock_above above[2];
	unsigned arrived;
};

static void note_arrival(void *owner)
{
	((struct rig *)owner)->arrived++;
}

/* Walkers answer what is replayed 100 cycles later. */
static struct rig *rig_new(uint32_t entries)
{
	struct rig *r = calloc(1, sizeof(*r));
	struct fault_buffer_config config = {
		.entries = entries, .sources = 2, .arrived = note_arrival, .owner = r};

	engine_init(&r->engine);
	fault_buffer_init(&r->buffer, &r->engine, &config);
	for (unsigned i = 0; i < 2; i++)
		mock_above_init(
			&r->above[i], &r->engine,
			fault_buffer_port(&r->buffer, i,
					  mock_below_init(&r->walkers[i], &r->engine, 100, 0)));
	return r;
}

static void rig_free(struct rig *r)
{
	CHECK_EQ(r->above[0].replies, r->above[0].count);
	CHECK_EQ(r->above[1].replies, r->above[1].count);
	CHECK_EQ(r->buffer.stats.entries.now, 0);
	fault_buffer_release(&r->buffer);
	free(r);
}

TEST(a_fault_waits_for_its_replay)
{
	struct rig *r = rig_new(4);
	struct mock_request *q = mock_ask(&r->above[1], 5, 3, 0x77);
	struct fault_record *record;

	mock_run_to(&r->engine, 1000);
	CHECK_EQ(q->accepted, 5);
	CHECK_EQ(q->replied, CYCLE_NEVER);
	CHECK_EQ(r->arrived, 1);
	record = fault_buffer_take(&r->buffer);
	CHECK_EQ(record->vpn, 0x77);
	CHECK_EQ(record->who.asid, 3);
	CHECK_EQ(record->born, 5);
	CHECK(!fault_buffer_take(&r->buffer));
	fault_buffer_replay(&r->buffer, record);
	mock_run(&r->engine);
	/* Back to the walkers it came from, in the cycle of the replay. */
	CHECK_EQ(r->walkers[1].taken, 1);
	CHECK_EQ(r->walkers[0].taken, 0);
	CHECK_EQ(q->replied, 1100);
	CHECK_EQ(r->buffer.stats.latency.sum, 995);
	rig_free(r);
}

TEST(faults_of_a_page_are_one)
{
	struct rig *r = rig_new(4);
	struct fault_record *record;

	mock_ask(&r->above[0], 0, 1, 9);
	mock_ask(&r->above[1], 1, 1, 9); /* from elsewhere */
	mock_ask(&r->above[0], 2, 2, 9); /* another address space */
	mock_run_to(&r->engine, 10);
	record = fault_buffer_take(&r->buffer);
	mock_ask(&r->above[0], 20, 1, 9); /* one that is taken already */
	mock_run_to(&r->engine, 30);
	CHECK_EQ(r->arrived, 2);
	CHECK_EQ(record->held, 3);
	CHECK_EQ(r->buffer.stats.records, 2);
	CHECK_EQ(r->buffer.stats.merged, 2);
	CHECK_EQ(r->buffer.stats.entries.now, 2);
	fault_buffer_replay(&r->buffer, record);
	mock_run(&r->engine);
	CHECK_EQ(r->walkers[0].taken, 2);
	CHECK_EQ(r->walkers[1].taken, 1);
	fault_buffer_replay(&r->buffer, fault_buffer_take(&r->buffer));
	mock_run(&r->engine);
	rig_free(r);
}

TEST(a_full_buffer_refuses_and_loses_nothing)
{
	struct rig *r = rig_new(2);
	struct mock_request *q[5];

	for (unsigned i = 0; i < 4; i++)
		q[i] = mock_ask(&r->above[0], i, 0, i);
	q[4] = mock_ask(&r->above[1], 4, 0, 1); /* joins, though there is no place */
	mock_run_to(&r->engine, 50);
	CHECK_EQ(q[1]->accepted, 1);
	CHECK_EQ(q[2]->accepted, CYCLE_NEVER);
	CHECK_EQ(q[4]->accepted, 4);
	fault_buffer_replay(&r->buffer, fault_buffer_take(&r->buffer));
	/* Its place is free in that cycle, for one. */
	CHECK_EQ(q[2]->accepted, 50);
	CHECK_EQ(q[3]->accepted, CYCLE_NEVER);
	while (r->buffer.listed)
		fault_buffer_replay(&r->buffer, fault_buffer_take(&r->buffer));
	mock_run(&r->engine);
	CHECK_EQ(r->buffer.stats.refusals, 2);
	rig_free(r);
}

TEST(what_is_put_back_is_the_oldest_again)
{
	struct rig *r = rig_new(4);
	struct fault_record *a, *b;

	for (unsigned i = 0; i < 3; i++)
		mock_ask(&r->above[0], i, 0, i);
	mock_run_to(&r->engine, 10);
	a = fault_buffer_take(&r->buffer);
	b = fault_buffer_take(&r->buffer);
	fault_buffer_put_back(&r->buffer, b);
	fault_buffer_put_back(&r->buffer, a);
	for (unsigned i = 0; i < 3; i++) {
		a = fault_buffer_take(&r->buffer);
		CHECK_EQ(a->vpn, i);
		fault_buffer_replay(&r->buffer, a);
	}
	mock_run(&r->engine);
	rig_free(r);
}
