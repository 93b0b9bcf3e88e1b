/*
 * One CU between mocks: TLBs and caches of fixed latency that record when what came. Programs are
 * GCN3 text. Everything happens from cycle 0 on. Included by one test file each, hence all static.
 */
#ifndef TESTS_CU_FIXTURE_H
#define TESTS_CU_FIXTURE_H

#include <stdlib.h>

#include "assemble.h"
#include "driver/dispatch/timed_dispatch.h"
#include "harness.h"
#include "hw/compute/cu.h"
#include "hw/compute/cu_parts.h"
#include "launch/dispatch.h"

#define DATA UINT64_C(0x500000000) /* high word 5, low word 0 */
enum { DATA_BYTES = 4 << 20, MOCK_LOG = 4096, PROGRAM_MAX = 512 };

/* What one mock got: cycle, virtual page or physical address, bytes, operation. */
struct mock_entry {
	cycle_t cycle;
	uint64_t what;
	unsigned bytes, op;
	bool full;
	struct requester who;
};

struct mock {
	cycle_t latency;
	cycle_t first_more; /* the first request takes longer by this */
	unsigned room;      /* requests at a time; 0: no limit */
	unsigned inside, count, refused;
	struct wait_list waiting;
	struct mock_entry log[MOCK_LOG];
};

static struct engine engine;
static struct run_control control;
static struct pool translations, accesses;
static struct pipe_storage storage;
static struct mock vector_tlb, scalar_tlb, fetch_tlb, vector_cache, scalar_cache, fetch_cache;
static struct cu_config config;
static struct cu *cu;
static struct kernel kernel;
static struct program program;
static struct memory memory;
static struct dispatch dispatch;
static struct workgroup_order order;
static uint8_t *data;
static uint8_t code[PROGRAM_MAX * 8];
static cycle_t ended[64], memory_done[64]; /* cycles of the CU's calls, in order */
static unsigned ended_count, memory_done_count, checked, invalidated;
static unsigned waves_there; /* begun and not ended */

static inline bool mock_enter(struct mock *mock, struct waiter *waiter, struct mock_entry entry)
{
	if (mock->room && mock->inside == mock->room) {
		mock->refused++;
		wait_list_add(&mock->waiting, waiter);
		return false;
	}
	mock->inside++;
	CHECK(mock->count < MOCK_LOG);
	entry.cycle = engine.now;
	mock->log[mock->count++] = entry;
	return true;
}

static inline void mock_leave(struct mock *mock)
{
	mock->inside--;
	if (mock->room)
		wait_list_wake(&mock->waiting);
}

static inline struct mock *mock_of_translation(const struct translation *t)
{
	return t->kind == KIND_VECTOR   ? &vector_tlb
	       : t->kind == KIND_SCALAR ? &scalar_tlb
					: &fetch_tlb;
}

static inline struct mock *mock_of_access(const struct mem_access *a)
{
	return a->kind == KIND_VECTOR   ? &vector_cache
	       : a->kind == KIND_SCALAR ? &scalar_cache
					: &fetch_cache;
}

/* Frames lie at the page's own address, moved by 1 << 40. */
static inline void mock_translate(void *ctx, struct translation *t)
{
	(void)ctx;
	t->frame = (t->vpn << t->page_shift) + (UINT64_C(1) << 40);
}

static inline void mock_tlb_answer(struct event *event)
{
	struct translation *t = container_of(event, struct translation, event);
	struct mock *mock = mock_of_translation(t);

	mock_translate(NULL, t);
	t->source = TX_L1_TLB;
	tx_reply(t);
	mock_leave(mock);
}

static inline bool mock_tlb_send(void *owner, struct translation *t, struct waiter *waiter)
{
	struct mock *mock = owner;

	if (!mock_enter(mock, waiter, (struct mock_entry){.what = t->vpn, .who = t->who}))
		return false;
	engine_after(&engine, &t->event, mock->latency, mock_tlb_answer);
	return true;
}

static inline void mock_cache_answer(struct event *event)
{
	struct mem_access *a = container_of(event, struct mem_access, event);
	struct mock *mock = mock_of_access(a);

	mem_reply(a);
	mock_leave(mock);
}

static inline bool mock_cache_send(void *owner, struct mem_access *a, struct waiter *waiter)
{
	struct mock *mock = owner;

	CHECK_EQ(a->address, a->vaddr + (UINT64_C(1) << 40));
	if (!mock_enter(mock, waiter,
			(struct mock_entry){.what = a->vaddr,
					    .bytes = a->bytes,
					    .op = a->op,
					    .full = a->full_line,
					    .who = a->who}))
		return false;
	engine_after(&engine, &a->event, mock->latency + (mock->count == 1 ? mock->first_more : 0),
		     mock_cache_answer);
	return true;
}

static inline void on_ended(void *ctx, unsigned number)
{
	(void)ctx;
	CHECK_EQ(number, config.index);
	ended[ended_count++] = engine.now;
}

static inline void on_memory_done(void *ctx, unsigned number)
{
	(void)ctx;
	CHECK_EQ(number, config.index);
	memory_done[memory_done_count++] = engine.now;
}

static inline void on_wave(void *ctx, const struct requester *who, bool begins)
{
	(void)ctx;
	CHECK_EQ(who->cu, config.index);
	waves_there += begins ? 1 : -1U;
	CHECK_EQ(waves_there, cu->resident);
}

static inline void on_check(void *ctx, const struct translation *t)
{
	(void)ctx;
	CHECK_EQ(t->frame, (t->vpn << t->page_shift) + (UINT64_C(1) << 40));
	checked++;
}

static inline void on_invalidate(void *ctx, unsigned number, enum request_kind kind)
{
	(void)ctx;
	(void)number;
	invalidated |= 1u << kind;
}

static inline void mock_init(struct mock *mock, cycle_t latency)
{
	memset(mock, 0, sizeof(*mock));
	wait_list_init(&mock->waiting);
	mock->latency = latency;
}

/*
 * Numbers that are easy to count with: one SIMD whose VALU operations take one cycle, fetch that
 * takes two (a wavefront that starts in cycle 0 issues from cycle 3 on), TLB 10, caches 20.
 */
static inline void simple_machine(void)
{
	mock_init(&vector_tlb, 10);
	mock_init(&scalar_tlb, 10);
	mock_init(&fetch_tlb, 1);
	mock_init(&vector_cache, 20);
	mock_init(&scalar_cache, 20);
	mock_init(&fetch_cache, 1);
	config = (struct cu_config){
		.index = 3,
		.chiplet = 1,
		.simds = 1,
		.simd_width = 64,
		.simd_waves = 10,
		.vgprs = 256,
		.vgpr_granule = 4,
		.sgprs = 800,
		.sgpr_granule = 16,
		.workgroups = 16,
		.f64_factor = 4,
		.salu_latency = 1,
		.branch_latency = 4,
		.vmem_queue = 64,
		.smem_queue = 32,
		.coalescer_pages = 1,
		.coalescer_lines = 1,
		.coalescer_latency = 4,
		.lds = {65536, 256, 32, 16, 32},
		.fetch_buffer_bytes = 1024,
		.line_bytes = 256,
		.page_shift = 12,
		.wavefront_limit = 100000,
	};
	kernel = (struct kernel){.name = "test", .vgprs = 16, .sgprs = 16};
	kernel.rsrc2 = 1 << 7; /* workgroup id in s0 */
	memset(&dispatch, 0, sizeof(dispatch));
	dispatch.kernel = &kernel;
	dispatch.program = &program;
	dispatch.memory = &memory;
	dispatch.dims = 1;
	for (int i = 0; i < 3; i++)
		dispatch.grid[i] = dispatch.workgroup[i] = dispatch.groups[i] = 1;
}

/* The program, one instruction per line, the kernel over groups * items work-items. */
static inline void load(const char *const *lines, uint32_t groups, uint32_t items)
{
	static struct encoding encodings[PROGRAM_MAX];
	struct cu_ports ports = {
		.vector_tlb = {.send = mock_tlb_send, .owner = &vector_tlb},
		.scalar_tlb = {.send = mock_tlb_send, .owner = &scalar_tlb},
		.fetch_tlb = {.send = mock_tlb_send, .owner = &fetch_tlb},
		.vector_cache = {.send = mock_cache_send, .owner = &vector_cache},
		.scalar_cache = {.send = mock_cache_send, .owner = &scalar_cache},
		.fetch_cache = {.send = mock_cache_send, .owner = &fetch_cache},
	};
	struct cu_hooks hooks = {.workgroup_ended = on_ended,
				 .memory_done = on_memory_done,
				 .check = on_check,
				 .translate = mock_translate,
				 .invalidate = on_invalidate,
				 .wave = on_wave};
	struct cu_shared shared = {&engine, &translations, &accesses, &storage, &control};
	size_t bytes = 0, count = 0;

	while (lines[count])
		count++;
	CHECK(count <= PROGRAM_MAX);
	CHECK(assemble(lines, count, encodings));
	for (size_t i = 0; i < count; i++) {
		if (!encodings[i].size)
			FAIL("LLVM refuses '%s'", lines[i]);
		memcpy(code + bytes, encodings[i].bytes, encodings[i].size);
		bytes += encodings[i].size;
	}
	if (!data)
		data = calloc(1, DATA_BYTES);
	program_init(&program, ADDRESS_CODE, code, bytes);
	memory_init(&memory);
	memory_map(&memory, DATA, DATA_BYTES, data, false, "data");
	dispatch.grid[0] = groups * items;
	dispatch.workgroup[0] = items;
	dispatch.groups[0] = groups;
	order = (struct workgroup_order){&dispatch, 0, (items + 63) / 64, 2, 0};
	engine_init(&engine);
	memset(&control, 0, sizeof(control));
	pool_init(&translations, sizeof(struct translation));
	pool_init(&accesses, sizeof(struct mem_access));
	pipe_storage_init(&storage);
	ended_count = memory_done_count = checked = invalidated = waves_there = 0;
	cu = cu_new(&config, &shared, &ports, &hooks);
}

/* Starts as many of the workgroups as there is room for; returns how many. */
static inline unsigned start(void)
{
	unsigned started = 0;

	for (order.index = 0; order.index < dispatch.groups[0]; order.index++, started++) {
		if (!cu_can_take(cu, &order))
			break;
		cu_start(cu, &order);
	}
	return started;
}

/* The end of a run that was cut short. */
static inline void discard(void)
{
	cu_free(cu);
	pool_release(&translations);
	pool_release(&accesses);
	pipe_storage_release(&storage);
	program_release(&program);
	memory_release(&memory);
}

static inline void finish(void)
{
	uint64_t left = translations.taken + accesses.taken;

	discard();
	CHECK_EQ(left, 0);
}

/* Runs to the end and checks that every cycle has been accounted for. */
static inline void drain(void)
{
	uint64_t accounted;

	engine_run(&engine, &control.stop, UINT64_MAX);
	if (control.failed)
		FAIL("%s", control.err.text);
	CHECK(cu_idle(cu));
	CHECK_EQ(ended_count, memory_done_count);
	CHECK_EQ(waves_there, 0);
	cu_settle(cu);
	accounted = cu->busy_cycles;
	for (unsigned i = 0; i < STALL_COUNT; i++)
		accounted += cu->stall[i];
	CHECK_EQ(accounted, cu->active_cycles);
}

static inline void run(const char *const *lines, uint32_t groups, uint32_t items)
{
	load(lines, groups, items);
	CHECK_EQ(start(), groups);
	drain();
}

#define PROGRAM(...) ((const char *const[]){__VA_ARGS__, NULL})

#endif
