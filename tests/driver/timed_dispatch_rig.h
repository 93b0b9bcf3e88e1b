/* The dispatcher with CUs that only count. */
#ifndef TESTS_DRIVER_TIMED_DISPATCH_RIG_H
#define TESTS_DRIVER_TIMED_DISPATCH_RIG_H

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

static inline bool can_take(void *cu, const struct workgroup_order *order)
{
	struct mock_cu *c = cu;

	CHECK(order->waves > 0);
	return c->resident < c->room;
}

static inline void group_done(struct event *event)
{
	dispatcher_memory_done(dispatcher,
			       container_of(event, struct mock_group, done)->cu->number);
}

static inline void group_end(struct event *event)
{
	struct mock_cu *c = container_of(event, struct mock_group, end)->cu;

	c->resident--;
	dispatcher_workgroup_ended(dispatcher, c->number);
}

static inline void start(void *cu, const struct workgroup_order *order)
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
static inline bool drained(const void *cu)
{
	return engine.now >= ((const struct mock_cu *)cu)->drained_at;
}

static const struct cu_slot_ops mock_ops = {
	.can_take = can_take, .start = start, .drained = drained};

static inline void kernel_begins(void *owner, uint8_t asid, unsigned first_cu, unsigned count,
				 bool again)
{
	CHECK(!owner && begun_count < 16);
	begun[begun_count].when = engine.now;
	begun[begun_count].asid = asid;
	begun[begun_count].first_cu = first_cu;
	begun[begun_count].again = again;
	begun[begun_count++].cus = count;
}

static inline void app_ended(void *owner, uint8_t asid)
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

static inline bool next_launch(struct app *app, struct launch *l)
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

static inline void shootdown(void *owner, uint8_t asid, uint64_t vpn)
{
	(void)owner, (void)asid, (void)vpn;
	FAIL("nothing is unmapped");
}

static inline bool could_take(void *owner, const struct dispatch *d, struct error *err)
{
	(void)owner;
	return d->lds_bytes <= 1000 || error_set(err, "too much LDS");
}

static inline struct address_space *new_space(unsigned asid)
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

static inline bool relaunch(void *owner, uint8_t asid, struct app_instance *next, struct error *err)
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

static const uint32_t *starting;
static cycle_t lasting;
static bool one_for_all;

static inline void make(unsigned chiplets, unsigned per_chiplet, unsigned app_count,
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
					    .simds = 2,
					    .simd_waves = 5,
					    .launch_cycles = launch_cycles,
					    .interval_cycles = interval,
					    .one_for_all = one_for_all,
					    .start_cycles = starting,
					    .cycles = lasting,
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

static inline void run(void)
{
	dispatcher_start(dispatcher);
	engine_run(&engine, &control.stop, UINT64_MAX);
}

static inline void end(void)
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

static inline void check_sent(unsigned i, cycle_t when, unsigned cu, uint64_t index)
{
	CHECK(i < sent_count);
	CHECK_EQ(sent[i].when, when);
	CHECK_EQ(sent[i].cu, cu);
	CHECK_EQ(sent[i].order.index, index);
}

#endif
