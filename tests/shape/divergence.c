/*
 * How many pages a memory instruction of a wavefront touches, per kernel and buffer, where it can
 * be worked out on paper. Pages have 4 KB and 1024 floats, and every buffer begins a page.
 */
#include <math.h>
#include <stdlib.h>

#include "harness.h"
#include "timed.h"

enum { MOST_LAUNCHES = 8, MOST_BUFFERS = 8, LANES = 64 };

/* Translations asked of the L1 TLBs, one per page of each instruction. */
static struct traffic {
	struct timed timed;
	struct workload observed; /* the workload, with a next that counts launches */
	bool (*next)(struct app *app, struct launch *launch);
	unsigned launches;
	uint64_t pages[MOST_LAUNCHES][MOST_BUFFERS];
} traffic;

static bool count_launch(struct app *app, struct launch *launch)
{
	if (!traffic.next(app, launch))
		return false;
	if (++traffic.launches > MOST_LAUNCHES)
		FAIL("more than %d launches", MOST_LAUNCHES);
	return true;
}

static void count_page(void *state, const struct translation *t, enum tlb_outcome outcome)
{
	const struct app *app = traffic.timed.app[0];
	uint64_t address = t->vpn << t->page_shift;

	(void)state, (void)outcome;
	for (size_t i = 0; i < app->buffer_count && i < MOST_BUFFERS; i++) {
		const struct buffer *b = app->buffers[i];

		if (address >= b->address && address - b->address < b->bytes)
			traffic.pages[traffic.launches - 1][i]++;
	}
}

/* Runs it on apu18; then pages() has the answers, until the next one runs. */
static void observe(const char *spec)
{
	static const struct tlb_listener_ops ops = {.looked_up = count_page};
	struct timed *t = &traffic.timed;
	struct chiplet *ch;

	memset(&traffic, 0, sizeof(traffic));
	timed_open(t, "apu18", "", spec);
	traffic.observed = *t->app[0]->workload;
	traffic.next = traffic.observed.next;
	traffic.observed.next = count_launch;
	t->app[0]->workload = &traffic.observed;
	ch = &t->system->chiplets[0];
	for (unsigned i = 0; i < ch->l1_tlb_count; i++)
		tlb_listen(&ch->l1_tlbs[i], &ops, NULL);
	timed_run(t);
}

static uint64_t pages(unsigned launch, const char *buffer)
{
	const struct app *app = traffic.timed.app[0];

	for (size_t i = 0; i < app->buffer_count && i < MOST_BUFFERS; i++)
		if (!strcmp(app->buffers[i]->name, buffer))
			return traffic.pages[launch][i];
	FAIL("no buffer '%s'", buffer);
}

static void done(void)
{
	timed_close(&traffic.timed);
}

/* A work-item per row: a load of A is in 64 rows, and each row fills a page or more. */
TEST(a_row_per_work_item_is_a_page_per_lane)
{
	const uint64_t rows = 128, columns = 1024, loads = rows / LANES * columns;

	observe("atax:nx=128,ny=1024");
	CHECK_EQ(pages(0, "A"), 64 * loads);
	CHECK_EQ(pages(0, "tmp"), loads + rows / LANES); /* a store each, and the first load */
	/* The second kernel has a work-item per column: 64 neighbours of one row. */
	CHECK_EQ(pages(1, "A"), columns / LANES * rows);
	done();

	observe("bicg:nx=128,ny=1536"); /* a page and a half */
	CHECK_EQ(pages(0, "A"), 64 * rows / LANES * 1536);
	done();
}

/* Shorter rows share pages. */
TEST(short_rows_share_pages)
{
	static const struct {
		unsigned columns, pages;
	} cases[] = {{512, 32}, {256, 16}, {64, 4}, {16, 1}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		uint64_t columns = cases[i].columns;
		char spec[64];

		snprintf(spec, sizeof(spec), "atax:nx=128,ny=%u", cases[i].columns);
		observe(spec);
		CHECK_EQ(pages(0, "A"), cases[i].pages * 128 / LANES * columns);
		done();
	}
}

/* Two matrices at once; of 320 floats a row, 64 rows fill 20 pages, and at a time lie in all. */
TEST(gesummv_walks_two_matrices)
{
	observe("gesummv:n=320");
	CHECK_EQ(pages(0, "A"), 20 * 320 / LANES * 320);
	CHECK_EQ(pages(0, "B"), pages(0, "A"));
	done();
}

/*
 * A wavefront has 16 x 4 work-items of a 16 x 16 workgroup, which begin 4 rows apart: 4 KB. Loads
 * of A and stores of C touch the 4 rows; a load of B is the same row for all.
 */
TEST(mm_touches_four_rows)
{
	const uint64_t n = 256, waves = n * n / 16 / LANES;

	observe("mm:n=256,block=16");
	CHECK_EQ(pages(0, "A"), 4 * waves * (n / 64) * 4); /* 4 loads for every 64 columns */
	CHECK_EQ(pages(0, "B"), waves * n);
	CHECK_EQ(pages(0, "C"), 4 * waves * 4);
	done();
}

/* The transpose has to be divergent on one side; through LDS each side has 4 rows of 4 KB. */
TEST(mt_is_divergent)
{
	const uint64_t n = 256, accesses = n * n / 16 / 16 * 4;

	observe("mt:n=256,block=4");
	CHECK_EQ(pages(0, "in"), 4 * accesses);
	CHECK_EQ(pages(0, "out"), 4 * accesses);
	done();
	observe("mt:n=256,block=16"); /* four times the lanes in the same four rows */
	CHECK_EQ(pages(0, "in"), accesses);
	CHECK_EQ(pages(0, "out"), accesses);
	done();
}

/* 64 random words in 4096 pages: nearly 64 different ones. */
TEST(gups_touches_close_to_64_pages)
{
	const double table = 4096, expected = table * (1 - pow(1 - 1 / table, LANES));
	const double updates = 16 * 64;
	double found;

	observe("gups:words=2097152,groups=16,updates=64");
	found = (double)pages(1, "table") / updates;
	if (found < 0.98 * expected || found > 64)
		FAIL("%.2f pages an update, expected %.2f", found, expected);
	CHECK_EQ(pages(0, "table"), 2097152 / LANES); /* coalesced */
	done();
}

/* Wavefronts of 32 x 2 pixels in rows of a page; of the first and last pair, one row counts. */
TEST(conv2d_touches_two_rows)
{
	const uint64_t n = 1024, waves = n / 32 * n / 2, stores = n / 32 * (2 * (n / 2 - 2) + 2);
	uint64_t loads;

	observe("conv2d:n=1024");
	CHECK_EQ(pages(0, "B"), stores);
	loads = timed_counter(&traffic.timed, "vmem", "instructions") - waves;
	CHECK_EQ(loads % waves, 0);
	CHECK_EQ(pages(0, "A"), loads / waves * stores);
	done();
}

/* Along a row of C the 32 lanes of a wavefront walk 32 rows of A of 512 bytes. */
TEST(syrk_walks_down_the_rows)
{
	const uint64_t n = 128, waves = n * n / LANES;

	observe("syrk:n=128");
	CHECK_EQ(pages(0, "A"), waves * n * (4 + 1));
	done();
}

/* Rows of 256 entries, 1 KB: a work-item per row finds 4 of them in a page; a wavefront per row
 * reads 64 neighbours. */
TEST(spmv_by_rows_and_by_wavefronts)
{
	const uint64_t rows = 512, entries = 256 * rows;

	observe("spmv:rows=512,nonzeros=131072,lengths=even");
	CHECK_EQ(pages(0, "value"), 16 * entries / LANES);
	CHECK_EQ(pages(0, "column"), 16 * entries / LANES);
	done();
	observe("spmv:rows=512,nonzeros=131072,lengths=even,kernel=vector");
	CHECK_EQ(pages(0, "value"), entries / LANES);
	CHECK_EQ(pages(0, "column"), entries / LANES);
	done();
}

/* The regular end: 64 floats side by side, in one page and four lines of 64 bytes. */
TEST(relu_is_coalesced)
{
	const uint64_t accesses = 16384 / LANES;

	observe("relu:elements=16384");
	CHECK_EQ(pages(0, "in"), accesses);
	CHECK_EQ(pages(0, "out"), accesses);
	CHECK_EQ(timed_counter(&traffic.timed, "vmem", "instructions"), 2 * accesses);
	CHECK_EQ(timed_counter(&traffic.timed, "vmem", "lines"), 8 * accesses);
	done();
}

/* Each of the 16 lanes has a column: rows of a block are apart, but one instruction reads one. */
TEST(nw_reads_row_by_row)
{
	uint64_t instructions, touched;

	observe("nw:length=64");
	instructions = timed_counter(&traffic.timed, "vmem", "instructions");
	touched = timed_counter(&traffic.timed, "vmem", "pages");
	CHECK(touched < instructions * 21 / 20);
	done();
}
