/* The dispatcher with CUs that only count: launches that repeat, map, fit or do not, and how a run
 * ends. */
#include "timed_dispatch_rig.h"

static void cu_drains(struct event *event)
{
	(void)event;
	dispatcher_drained(dispatcher, 0);
}

TEST(an_application_starts_anew_until_all_have_ended_once)
{
	struct event drains = {0};

	relaunching = relaunch;
	make(1, 2, 2, 0, 1);
	relaunching = NULL;
	launches[0][0] = 1;
	launches[1][0] = 3;
	cus[0].drained_at = 150;
	engine_at(&engine, &drains, 150, cu_drains);
	run();
	/* The first application: from 0 to 100, waits for its CU until 150, then to 250 and at once
	 * again to 350, when the dispatcher, which serves both in turn, lets it. The second: three
	 * workgroups one after the other, each sent a cycle after the last has ended, until 303. */
	CHECK_EQ(relaunches, 2);
	CHECK_EQ(relaunched_at[0], 150);
	CHECK_EQ(relaunched_at[1], 250);
	CHECK_EQ(app_ended_at[0], 250);
	CHECK_EQ(app_ended_at[1], 303);
	CHECK(control.stop && !control.failed && dispatcher_finished(dispatcher));
	CHECK_EQ(dispatcher_app(dispatcher, 0)->runs, 2);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->ended, 250);
	CHECK_EQ(dispatcher_app(dispatcher, 1)->runs, 1);
	CHECK_EQ(engine.now, 303);
	end();
}

TEST(a_run_that_lasts_for_so_many_cycles)
{
	relaunching = relaunch;
	lasting = 260;
	make(1, 2, 2, 0, 1);
	relaunching = NULL;
	lasting = 0;
	launches[0][0] = 1;
	launches[1][0] = 3;
	run();
	/* The first application ends at 100 and at 200, the second would end at 303. */
	CHECK_EQ(relaunches, 2);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->runs, 2);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->ended, 200);
	CHECK(!dispatcher_app(dispatcher, 1)->finished);
	CHECK(control.stop && control.cut_short && !control.failed);
	CHECK_EQ(engine.now, 260);
	end();
}

TEST(alone_it_starts_anew_as_well)
{
	relaunching = relaunch;
	lasting = 250;
	make(1, 1, 1, 0, 1);
	relaunching = NULL;
	lasting = 0;
	launches[0][0] = 1;
	run();
	CHECK_EQ(relaunches, 2);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->runs, 2);
	CHECK(!dispatcher_idle(dispatcher));
	CHECK_EQ(engine.now, 250);
	end();
}

TEST(everything_a_launch_touches_is_mapped)
{
	uint64_t frame;

	make(1, 2, 1, 0, 1);
	launches[0][0] = 1;
	launches[0][1] = 1;
	late_buffer = 2;
	kernel.private_bytes = 12;
	run();
	CHECK(!control.failed);
	CHECK(page_table_translate(spaces.of[0]->table, ADDRESS_CODE >> 12, &frame));
	CHECK(page_table_translate(spaces.of[0]->table, (ADDRESS_RUNTIME >> 12) + 1, &frame));
	/* 2 CUs of 10 slots, 64 lanes of 12 bytes each: 15360 bytes, 4 pages. */
	CHECK(page_table_translate(spaces.of[0]->table, (ADDRESS_SCRATCH >> 12) + 3, &frame));
	CHECK(!page_table_translate(spaces.of[0]->table, (ADDRESS_SCRATCH >> 12) + 4, &frame));
	for (size_t i = 0; i < 2; i++) {
		const struct buffer *b = apps[0]->buffers[i];

		CHECK(page_table_translate(spaces.of[0]->table, (b->address + b->bytes - 1) >> 12,
					   &frame));
	}
	CHECK_EQ(spaces.of[0]->table->mapped, 1 + 2 + 4 + 3 + 2);
	end();
}

TEST(partial_workgroups_have_fewer_waves)
{
	make(1, 1, 1, 0, 1);
	launches[0][0] = 1;
	group_items = 256;
	extra_items = 65;
	cus[0].room = 2;
	run();
	CHECK_EQ(sent_count, 2);
	CHECK_EQ(sent[0].order.waves, 4);
	CHECK_EQ(sent[1].order.waves, 2);
	end();
}

TEST(impossible_launch_ends_the_run)
{
	make(1, 1, 1, 0, 1);
	launches[0][0] = 1;
	kernel_name = "nonesuch";
	run();
	CHECK(control.failed && control.stop);
	CHECK_CONTAINS(control.err.text, "nonesuch");
	CHECK(!dispatcher_finished(dispatcher));
	end();

	make(1, 1, 1, 0, 1);
	launches[0][0] = 1;
	kernel.lds_bytes = 2000;
	run();
	CHECK(control.failed);
	CHECK_STR(control.err.text, "too much LDS");
	end();

	make(1, 1, 1, 0, 1);
	launches[0][0] = 1;
	kernel.private_bytes = 3 << 20; /* 192 MB a wavefront */
	run();
	CHECK(control.failed);
	CHECK_CONTAINS(control.err.text, "memory.bytes");
	end();
}

TEST(instructions_are_limited)
{
	struct run_control c = {.max_instructions = 3};

	run_count_instruction(&c);
	run_count_instruction(&c);
	CHECK(!c.stop);
	run_count_instruction(&c);
	CHECK(c.stop && c.cut_short && !c.failed);
	c = (struct run_control){0};
	for (int i = 0; i < 10; i++)
		run_count_instruction(&c);
	CHECK(!c.stop);
	CHECK_EQ(c.instructions, 10);
}

TEST(a_stuck_machine_is_described)
{
	char text[512] = "";
	FILE *out = fmemopen(text, sizeof(text), "w");

	make(1, 1, 1, 0, 1);
	launches[0][0] = 3;
	dispatcher_start(dispatcher);
	engine_run(&engine, &control.stop, 3);
	dispatcher_describe(dispatcher, out);
	fclose(out);
	CHECK_CONTAINS(text, "kernel 'k': of 3 workgroups 1 sent, 0 ended");
	end();
}
