/* Whole machines with virtually addressed L1 caches: a program that knows its memory by two names,
 * shootdowns, every organisation of L1 TLBs, and what such caches are for. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "designs/vivt/vivt.h"
#include "driver/toolchain/toolchain.h"
#include "harness.h"
#include "timed.h"

#define VIVT "l1_cache.addressing=vivt "

/* Buffers a and b are the same memory. Each work-item writes under one name and reads under the
 * other, its own word and a neighbour's of the same line that nobody writes. */
static const char source[] =
	"kernel void names(global uint *a, global uint *b, global uint *wrong, uint rounds)\n"
	"{\n"
	"	uint i = get_global_id(0), bad = 0, still = a[i | 1];\n"
	"	for (uint r = 0; r < rounds; r++) {\n"
	"		uint v = i * 1000 + 2 * r;\n"
	"		if (i % 2 == 0) {\n"
	"			bad += b[i | 1] != still;\n"
	"			a[i] = v;\n"
	"			mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
	"			bad += b[i] != v;\n"
	"			b[i] = v + 1;\n"
	"			mem_fence(CLK_GLOBAL_MEM_FENCE);\n"
	"			bad += a[i] != v + 1;\n"
	"		}\n"
	"	}\n"
	"	wrong[i] = bad;\n"
	"}\n";

enum { ITEMS = 2048, ROUNDS = 8 };

struct names {
	struct buffer *a, *b, *wrong;
	void *b_host; /* b's own memory */
	bool launched;
};

static bool setup(struct app *app, struct error *err)
{
	struct names *n = app->state = xcalloc(1, sizeof(*n));

	(void)err;
	n->a = app_buffer(app, "a", ITEMS * sizeof(uint32_t));
	n->b = app_buffer(app, "b", ITEMS * sizeof(uint32_t));
	n->wrong = app_buffer(app, "wrong", ITEMS * sizeof(uint32_t));
	n->b_host = n->b->host;
	n->b->host = n->a->host;
	return true;
}

static bool next(struct app *app, struct launch *l)
{
	struct names *n = app->state;

	if (n->launched)
		return false;
	n->launched = true;
	launch_1d(l, "names", ITEMS, 256);
	launch_buffer(l, n->a);
	launch_buffer(l, n->b);
	launch_buffer(l, n->wrong);
	launch_i32(l, ROUNDS);
	return true;
}

static bool verify(struct app *app, struct error *err)
{
	static const uint32_t none[ITEMS];
	struct names *n = app->state;

	return check_u32(n->wrong, none, ITEMS, err);
}

static void teardown(struct app *app)
{
	struct names *n = app->state;

	n->b->host = n->b_host;
	free(n);
}

static const struct workload workload_names = {
	.name = "names", .setup = setup, .next = next, .verify = verify, .teardown = teardown};

static struct code_object *compile(void)
{
	char input[] = "/tmp/warpwalk-names-XXXXXX.cl", output[] = "/tmp/warpwalk-names-XXXXXX";
	int in = mkstemps(input, 3), out = mkstemp(output);
	struct code_object *co = NULL;
	struct error err = {.text = ""};

	CHECK(in >= 0 && out >= 0);
	CHECK(write(in, source, strlen(source)) == (ssize_t)strlen(source));
	close(in);
	close(out);
	if (toolchain_compile(input, output, NULL, &err))
		co = code_object_read_file(output, &err);
	unlink(input);
	unlink(output);
	if (!co)
		FAIL("%s", err.text);
	return co;
}

/* The machine with the program, b's pages mapped to a's frames. */
static void open_names(struct timed *t, const char *settings)
{
	struct app *app = app_new(&workload_names, SIZE_TINY);
	struct address_space *space;
	struct error err = {.text = ""};
	struct names *n;

	CHECK(app_setup(app, &err));
	timed_open_app(t, "r9nano", settings, app, compile());
	n = app->state;
	space = t->system->spaces[0];
	address_space_unmap(space, n->b->address);
	if (!address_space_alias(space, n->b->address, n->b->bytes, n->a->address, "b", &err))
		FAIL("%s", err.text);
}

TEST(a_frame_mapped_twice)
{
	struct timed t;

	open_names(&t, VIVT);
	timed_run(&t); /* the results, and every hit in an L1 cache */
	/* At each round the frame's name changes from a to b and back. */
	CHECK(timed_counter(&t, "reverse_map", "synonyms") >= 2 * ROUNDS);
	CHECK(timed_counter(&t, "reverse_map", "synonym_lines") > 0);
	timed_close(&t);
	open_names(&t,
		   VIVT "l1_tlb.organisation=clustered l1_tlb.count=32 l1_tlb.clusters=16 cus=32");
	timed_run(&t);
	CHECK(timed_counter(&t, "reverse_map", "synonyms") >= 2 * ROUNDS);
	timed_close(&t);
	/* Nothing to be done with physical addresses. */
	open_names(&t, "");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "reverse_map", "synonyms"), 0);
	timed_close(&t);
}

static uint32_t drop_nothing(void *ctx, uint8_t asid, uint64_t vpn)
{
	(void)ctx, (void)asid, (void)vpn;
	return 0;
}

TEST(stale_lines_would_be_noticed)
{
	struct l1_virtual *v;
	struct error err;
	struct timed t;

	open_names(&t, VIVT);
	v = t.system->plan.l1_addressing.state;
	v->sites[0].reverse_map.config.drop = drop_nothing;
	CHECK(system_run(t.system, &err));
	CHECK(system_oracle(t.system).mismatches > 0);
	CHECK_CONTAINS(system_oracle(t.system).first, "known by another page");
	timed_close(&t);
}

/* No published workload has synonyms. */
TEST(synonyms_are_counted_only_where_they_are)
{
	struct timed t;

	timed_open(&t, "r9nano", VIVT, "mm");
	timed_run(&t);
	CHECK_EQ(timed_counter(&t, "reverse_map", "synonyms"), 0);
	CHECK(timed_counter(&t, "reverse_map", "accesses") > 0);
	timed_close(&t);
}

/* Address spaces use the same virtual addresses: their lines are told apart. */
TEST(homonyms_do_not_occur)
{
	timed_cycles("r9nano", VIVT "cus=4", "atax:nx=64,ny=64 atax:nx=128,ny=64 mm");
}

TEST(every_organisation_and_machine)
{
	static const char tight[] = VIVT "l1_tlb.mshrs=1 l1_tlb.queue=1 l2_tlb.queue=1 "
					 "l1_cache.mshrs=1 l1_cache.queue=1 translator.queue=1 "
					 "l2_cache.queue=1 reverse_map.entries=16";

	timed_cycles("r9nano", VIVT "l1_tlb.organisation=clustered l1_tlb.count=16", "spmv");
	timed_cycles("r9nano", VIVT "l1_tlb.organisation=clustered l1_tlb.clusters=4", "fft");
	timed_cycles("r9nano", VIVT "translation=perfect-l2", "gups");
	timed_cycles("r9nano", VIVT "l1_cache.write_allocate=true", "mt");
	timed_cycles("r9nano", tight, "gups:updates=256");
	timed_cycles("mcm4", VIVT, "bfs");
	timed_cycles("apu18", VIVT "page.bytes=2MB", "bicg");
}

/* Pages move while they are in use; a line that stayed would be found by the oracle. */
struct mover {
	struct event event;
	struct timed *timed;
	unsigned moves;
};

static void move_pages(struct event *event)
{
	struct mover *m = container_of(event, struct mover, event);
	struct app *app = m->timed->app[0];

	if (dispatcher_finished(m->timed->system->dispatcher))
		return;
	for (size_t i = 0; i < app->buffer_count; i++) {
		uint64_t page = (m->moves * 7) % ((app->buffers[i]->bytes + 4095) / 4096);

		system_migrate(m->timed->system, 0, app->buffers[i]->address + page * 4096);
	}
	m->moves++;
	engine_after(&m->timed->system->engine, &m->event, 200, move_pages);
}

TEST(pages_that_move_lose_their_lines)
{
	struct timed t;
	struct mover m = {.timed = &t};

	timed_open(&t, "r9nano", VIVT, "mm");
	engine_after(&t.system->engine, &m.event, 200, move_pages);
	timed_run(&t);
	CHECK(m.moves > 10);
	CHECK(timed_counter(&t, "l1_cache", "read_hits") > 0);
	/* A frame that is used again is no synonym. */
	CHECK_EQ(timed_counter(&t, "reverse_map", "synonyms"), 0);
	timed_close(&t);
}

/* Hits in the L1 cache need no translation, so that there are fewer of them. */
TEST(hits_are_not_translated)
{
	struct timed pipt, vivt;

	timed_open(&pipt, "r9nano", "", "mm");
	timed_run(&pipt);
	timed_open(&vivt, "r9nano", VIVT, "mm");
	timed_run(&vivt);
	CHECK(timed_counter(&vivt, "l1_tlb", "lookups") <
	      timed_counter(&vivt, "translator", "shared") +
		      timed_counter(&vivt, "l1_cache", "read_misses") +
		      timed_counter(&vivt, "l1_cache", "write_misses") +
		      timed_counter(&vivt, "l1_cache", "write_hits") + 1);
	CHECK_EQ(timed_counter(&vivt, "vmem", "lines"), timed_counter(&pipt, "vmem", "lines"));
	CHECK(timed_counter(&vivt, "vmem", "lines") > timed_counter(&vivt, "l1_tlb", "lookups"));
	timed_close(&pipt);
	timed_close(&vivt);
}
