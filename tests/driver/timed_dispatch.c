/* The dispatcher with CUs that only count: who gets which workgroup in which cycle. */
#include "harness.h"

#include "driver/dispatch/timed_dispatch.h"
#include "policy/stock.h"

enum { MAX_CUS = 16, MAX_LOG = 256 };

static struct engine engine;
static struct run_control control;
static struct dispatcher *dispatcher;
static struct frames *frames;
static struct address_spaces spaces;
static struct app *apps[2];
static void *placement, *policy;

/* A CU with room for some workgroups, each of which takes `cycles`, and its memory so many more. */
struct mock_cu {
	unsigned number, room, resident;
	cycle_t cycles, memory_cycles;
	cycle_t drained_at;
};

struct mock_group {
	struct event end, done;
	struct mock_cu *cu;
};

static struct mock_cu cus[MAX_CUS];
static void *cu_pointers[MAX_CUS];
static struct mock_group groups[MAX_LOG];
static struct {
	cycle_t when;
	unsigned cu;
	struct workgroup_order order;
} sent[MAX_LOG];
static unsigned sent_count;

static struct {
	cycle_t when;
	uint8_t asid;
	unsigned first_cu, cus;
	bool again;
} begun[16];
static unsigned begun_count;
static cycle_t app_ended_at[2];

static bool can_take(void *cu, const struct workgroup_order *order)
{
	struct mock_cu *c = cu;

	CHECK(order->waves > 0);
	return c->resident < c->room;
}

static void group_done(struct event *event)
{
	dispatcher_memory_done(dispatcher,
			       container_of(event, struct mock_group, done)->cu->number);
}

static void group_end(struct event *event)
{
	struct mock_cu *c = container_of(event, struct mock_group, end)->cu;

	c->resident--;
	dispatcher_workgroup_ended(dispatcher, c->number);
}

static void start(void *cu, const struct workgroup_order *order)
{
	struct mock_cu *c = cu;
	struct mock_group *g = &groups[sent_count];

	CHECK(c->resident < c->room && sent_count < MAX_LOG);
	c->resident++;
	sent[sent_count].when = engine.now;
	sent[sent_count].cu = c->number;
	sent[sent_count++].order = *order;
	g->cu = c;
	engine_after(&engine, &g->end, c->cycles, group_end);
	engine_after(&engine, &g->done, c->cycles + c->memory_cycles, group_done);
}

/* A fetch of an ended wavefront is out until then. */
static bool drained(const void *cu)
{
	return engine.now >= ((const struct mock_cu *)cu)->drained_at;
}

static const struct cu_slot_ops mock_ops = {
	.can_take = can_take, .start = start, .drained = drained};

static void kernel_begins(void *owner, uint8_t asid, unsigned first_cu, unsigned count, bool again)
{
	CHECK(!owner && begun_count < 16);
	begun[begun_count].when = engine.now;
	begun[begun_count].asid = asid;
	begun[begun_count].first_cu = first_cu;
	begun[begun_count].again = again;
	begun[begun_count++].cus = count;
}

static void app_ended(void *owner, uint8_t asid)
{
	CHECK(!owner);
	app_ended_at[asid] = engine.now;
}

/* An app that launches kernel 'k' with these numbers of workgroups, one after the other. */
static uint32_t launches[2][4];
static unsigned launched[2];
static unsigned late_buffer; /* made before this launch, 0: none */
static uint32_t group_items, extra_items;
static const char *kernel_name;

static bool next_launch(struct app *app, struct launch *l)
{
	unsigned which = app == apps[1];
	uint32_t count = launches[which][launched[which]];

	if (!count)
		return false;
	launched[which]++;
	if (launched[which] == late_buffer)
		app_buffer(app, "late", 5000);
	launch_1d(l, kernel_name, count * group_items + extra_items, group_items);
	return true;
}

static const struct workload workload = {.name = "test", .next = next_launch};
static struct kernel kernel;
static uint8_t image[256];
static struct code_object code[2];

static void shootdown(void *owner, uint8_t asid, uint64_t vpn)
{
	(void)owner, (void)asid, (void)vpn;
	FAIL("nothing is unmapped");
}

static bool could_take(void *owner, const struct dispatch *d, struct error *err)
{
	(void)owner;
	return d->lds_bytes <= 1000 || error_set(err, "too much LDS");
}

static struct address_space *new_space(unsigned asid)
{
	return address_space_new(&(struct address_space_config){
		.asid = (uint8_t)asid,
		.page_shift = 12,
		.frames = frames,
		.data_placement = {&placement_interleaved, placement},
		.table_placement.ops = &placement_tables_follow,
		.shootdown = shootdown});
}

static cycle_t relaunched_at[8];
static unsigned relaunches;

static bool relaunch(void *owner, uint8_t asid, struct app_instance *next, struct error *err)
{
	CHECK(!owner && relaunches < 8);
	(void)err;
	relaunched_at[relaunches++] = engine.now;
	address_space_free(spaces.of[asid]);
	app_free(apps[asid]);
	spaces.of[asid] = new_space(asid);
	apps[asid] = app_new(&workload, SIZE_TINY);
	app_buffer(apps[asid], "early", 10000);
	launched[asid] = 0;
	*next = (struct app_instance){apps[asid], &code[asid], spaces.of[asid]};
	return true;
}

/* Given to the next dispatcher that is made. */
static bool (*relaunching)(void *, uint8_t, struct app_instance *, struct error *);

static void make(unsigned chiplets, unsigned per_chiplet, unsigned app_count,
		 uint32_t launch_cycles, uint32_t interval)
{
	struct plan_facts facts = {
		.chiplets = chiplets, .cus = chiplets * per_chiplet, .apps = app_count};
	struct cu_share share[2];
	struct error err;

	engine_init(&engine);
	relaunches = 0;
	control = (struct run_control){0};
	sent_count = begun_count = 0;
	memset(launches, 0, sizeof(launches));
	memset(launched, 0, sizeof(launched));
	memset(groups, 0, sizeof(groups));
	late_buffer = 0;
	group_items = 64;
	extra_items = 0;
	kernel_name = "k";
	kernel = (struct kernel){.name = (char *)"k", .vgprs = 8};
	frames = frames_new(&(struct frames_config){
		.chiplets = chiplets, .memory_bytes = 64 << 20, .page_shift = 12});
	placement = placement_interleaved.base.make(&facts);
	policy = dispatch_round_robin.base.make(&facts);
	for (unsigned i = 0; i < facts.cus; i++) {
		cus[i] = (struct mock_cu){.number = i, .room = 1, .cycles = 100};
		cu_pointers[i] = &cus[i];
	}
	dispatcher = dispatcher_new(
		&(struct dispatcher_config){.engine = &engine,
					    .control = &control,
					    .chiplets = chiplets,
					    .cus_per_chiplet = per_chiplet,
					    .apps = app_count,
					    .wave_slots = 10,
					    .launch_cycles = launch_cycles,
					    .interval_cycles = interval,
					    .policy = {&dispatch_round_robin, policy},
					    .cu_ops = &mock_ops,
					    .cus = cu_pointers,
					    .could_take = could_take,
					    .kernel_begins = kernel_begins,
					    .app_ended = app_ended,
					    .relaunch = relaunching});
	spaces.count = app_count;
	CHECK(partition_cus(facts.cus, app_count, NULL, share, &err));
	for (unsigned i = 0; i < app_count; i++) {
		spaces.of[i] = new_space(i);
		apps[i] = app_new(&workload, SIZE_TINY);
		app_buffer(apps[i], "early", 10000);
		code[i] = (struct code_object){.image = image,
					       .image_bytes = sizeof(image),
					       .kernels = &kernel,
					       .kernel_count = 1};
		CHECK(dispatcher_add_app(dispatcher, (uint8_t)i,
					 &(struct app_instance){apps[i], &code[i], spaces.of[i]},
					 &share[i], &err));
	}
}

static void run(void)
{
	dispatcher_start(dispatcher);
	engine_run(&engine, &control.stop, UINT64_MAX);
}

static void end(void)
{
	dispatcher_free(dispatcher);
	for (unsigned i = 0; i < spaces.count; i++) {
		address_space_free(spaces.of[i]);
		app_free(apps[i]);
		apps[i] = NULL; /* the next one may get its address */
	}
	frames_free(frames);
	placement_interleaved.base.release(placement);
	dispatch_round_robin.base.release(policy);
}

static void check_sent(unsigned i, cycle_t when, unsigned cu, uint64_t index)
{
	CHECK(i < sent_count);
	CHECK_EQ(sent[i].when, when);
	CHECK_EQ(sent[i].cu, cu);
	CHECK_EQ(sent[i].order.index, index);
}

TEST(cus_nobody_asked_for_are_divided_and_the_last_gets_the_rest)
{
	static const unsigned asked[] = {0, 12, 0}, all[] = {4, 5}, most[] = {28, 0, 0};
	struct cu_share share[4];
	struct error err;

	CHECK(partition_cus(30, 4, NULL, share, &err));
	CHECK(share[0].first == 0 && share[0].count == 7);
	CHECK(share[2].first == 14 && share[2].count == 7);
	CHECK(share[3].first == 21 && share[3].count == 9);
	/* 31 - 12 = 19: 9 and 10. */
	CHECK(partition_cus(31, 3, asked, share, &err));
	CHECK(share[0].first == 0 && share[0].count == 9);
	CHECK(share[1].first == 9 && share[1].count == 12);
	CHECK(share[2].first == 21 && share[2].count == 10);
	CHECK(partition_cus(30, 2, all, share, &err)); /* 21 CUs idle */
	CHECK(share[1].first == 4 && share[1].count == 5);
	CHECK(!partition_cus(8, 2, all, share, &err));
	CHECK(!partition_cus(29, 3, most, share, &err)); /* one CU for two */
	CHECK(partition_cus(30, 3, most, share, &err));
	CHECK(!partition_cus(3, 4, NULL, share, &err));
}

TEST(chiplets_and_their_cus_take_turns)
{
	make(2, 2, 1, 50, 3);
	launches[0][0] = 7;
	cus[0].cycles = 20;
	run();
	/* Cycle 50: both chiplets send one each, again at 53; then all four CUs are full. */
	CHECK_EQ(sent_count, 7);
	check_sent(0, 50, 0, 0);
	check_sent(1, 50, 2, 1);
	check_sent(2, 53, 1, 2);
	check_sent(3, 53, 3, 3);
	/* CU 0 has room at 70 and 91: used one cycle later. */
	check_sent(4, 71, 0, 4);
	check_sent(5, 92, 0, 5);
	check_sent(6, 113, 0, 6);
	CHECK_EQ(sent[3].order.scratch_slot, 30);
	CHECK_EQ(sent[6].order.scratch_slot, 0);
	CHECK(dispatcher_finished(dispatcher));
	/* The workgroup sent to CU 1 and 3 at 53 ends last. */
	CHECK_EQ(dispatcher_app(dispatcher, 0)->ended, 153);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->launches, 1);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->workgroups, 7);
	CHECK_EQ(app_ended_at[0], 153);
	end();
}

TEST(interval_holds_when_there_is_room)
{
	make(1, 2, 1, 0, 10);
	launches[0][0] = 6;
	cus[0].room = cus[1].room = 8;
	run();
	for (unsigned i = 0; i < 6; i++)
		check_sent(i, i * 10, i % 2, i);
	end();
}

TEST(next_launch_waits_for_workgroups_and_memory)
{
	make(1, 2, 1, 5, 1);
	launches[0][0] = 2;
	launches[0][1] = 1;
	cus[1].memory_cycles = 40;
	run();
	check_sent(0, 5, 0, 0);
	check_sent(1, 6, 1, 1);
	/* CU 1 ends at 106, its stores at 146, then the latency of the second launch. */
	check_sent(2, 151, 0, 0);
	CHECK_EQ(begun_count, 2);
	CHECK(begun[0].when == 5 && begun[1].when == 151);
	CHECK(begun[0].first_cu == 0 && begun[0].cus == 2);
	CHECK(!begun[0].again && begun[1].again); /* both of kernel 'k' */
	CHECK_EQ(dispatcher_app(dispatcher, 0)->launches, 2);
	CHECK_EQ(dispatcher_app(dispatcher, 0)->ended, 251);
	end();
}

TEST(applications_hold_disjoint_cus)
{
	make(1, 5, 2, 0, 1);
	launches[0][0] = 3;
	launches[1][0] = 4;
	run();
	CHECK_EQ(sent_count, 7);
	/* CUs 0 and 1 belong to the first, 2 to 4 to the second; one dispatcher serves both in
	 * turn. */
	check_sent(0, 0, 0, 0);
	check_sent(1, 1, 2, 0);
	check_sent(2, 2, 1, 1);
	check_sent(3, 3, 3, 1);
	check_sent(4, 4, 4, 2);
	check_sent(5, 101, 0, 2);
	check_sent(6, 102, 2, 3);
	CHECK_EQ(sent[1].order.asid, 1);
	CHECK_EQ(sent[3].order.scratch_slot, 10);
	CHECK_EQ(app_ended_at[0], 201);
	CHECK_EQ(app_ended_at[1], 202);
	end();
}

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
