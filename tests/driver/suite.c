/* All workloads together: what they say of themselves is so, and each notices a wrong result. */
#include "harness.h"

#include <stdlib.h>

#include "driver/process/emulator.h"
#include "driver/workload/workload.h"

/* Set up, with its emulator: open, then run as much as wanted, then close. */
struct subject {
	struct app *app;
	struct code_object *co;
	struct emulator *emulator;
};

static void subject_open(struct subject *s, const char *spec, enum workload_size size)
{
	const struct workload_entry *entry;
	struct error err = {.text = ""};

	s->app = app_open(spec, size, &entry, &err);
	if (!s->app)
		FAIL("%s", err.text);
	s->co = code_object_read(entry->code_object, entry->code_object_bytes, spec, &err);
	if (!s->co)
		FAIL("%s", err.text);
	s->emulator = emulator_new(s->co);
}

static void subject_launch(struct subject *s, const struct launch *l)
{
	struct error err = {.text = ""};

	if (!emulator_launch(s->emulator, s->app, l, &err))
		FAIL("%s: %s", s->app->workload->name, err.text);
}

static void subject_run(struct subject *s)
{
	struct launch l;

	while (s->app->workload->next(s->app, &l))
		subject_launch(s, &l);
}

static void subject_verify(struct subject *s, const char *spec)
{
	struct error err = {.text = ""};

	if (!s->app->workload->verify(s->app, &err))
		FAIL("%s: %s", spec, err.text);
}

static void subject_close(struct subject *s)
{
	emulator_free(s->emulator);
	code_object_free(s->co);
	app_free(s->app);
}

TEST(inputs_are_the_same_every_time)
{
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload_entry *entry;
		const char *name = workload_table[i].workload->name;
		struct error err = {.text = ""};
		struct app *a = app_open(name, SIZE_TINY, &entry, &err);
		struct app *b = app_open(name, SIZE_TINY, &entry, &err);

		CHECK(a && b && entry == &workload_table[i]);
		CHECK_EQ(a->buffer_count, b->buffer_count);
		for (size_t k = 0; k < a->buffer_count; k++) {
			CHECK_EQ(a->buffers[k]->address, b->buffers[k]->address);
			CHECK_EQ(a->buffers[k]->bytes, b->buffers[k]->bytes);
			CHECK(!memcmp(a->buffers[k]->host, b->buffers[k]->host,
				      a->buffers[k]->bytes));
		}
		app_free(a);
		app_free(b);
	}
}

TEST(defaults_lie_in_their_ranges)
{
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload *w = workload_table[i].workload;

		for (const struct workload_param *p = w->params; p->name; p++)
			for (int s = 0; s < INPUTS_COUNT; s++)
				if (p->value[s] < p->min || p->value[s] > p->max)
					FAIL("%s: %s", w->name, p->name);
	}
}

TEST(sizes_grow)
{
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload_extent *e = workload_table[i].workload->extent;

		if (e[INPUTS_TINY].footprint >= e[INPUTS_SMALL].footprint ||
		    e[INPUTS_SMALL].footprint > e[INPUTS_PAPER].footprint)
			FAIL("%s", workload_table[i].workload->name);
	}
}

/* What the workload says of its sizes is what a run finds; tiny runs are short enough for any test.
 */
static void check_extent(const struct workload *w, enum workload_size size)
{
	const struct workload_extent *said = &w->extent[workload_size_inputs(size)];
	const struct emulator_stats *found;
	struct subject s;

	subject_open(&s, w->name, size);
	subject_run(&s);
	found = emulator_stats(s.emulator);
	if (app_footprint(s.app) != said->footprint || found->launches != said->launches ||
	    found->lds_bytes != said->lds)
		FAIL("%s: its extent at %s is {%llu, %llu, %u}", w->name, workload_size_name(size),
		     (unsigned long long)app_footprint(s.app), (unsigned long long)found->launches,
		     found->lds_bytes);
	if (size == SIZE_TINY && found->instructions > 150000)
		FAIL("%s: %llu instructions at tiny", w->name,
		     (unsigned long long)found->instructions);
	subject_verify(&s, w->name);
	subject_close(&s);
}

TEST(extent_at_tiny)
{
	for (size_t i = 0; i < workload_count; i++)
		check_extent(workload_table[i].workload, SIZE_TINY);
}

#if !SANITIZED /* a minute, for what tiny shows as well */
TEST(extent_at_small)
{
	for (size_t i = 0; i < workload_count; i++)
		check_extent(workload_table[i].workload, SIZE_SMALL);
}
#endif

/* How many workloads each published evaluation has, in the order of their tables. */
TEST(every_benchmark_of_every_paper)
{
	static const struct {
		const char *paper;
		size_t benchmarks;
	} tables[] = {{"reach", 10}, {"l1", 8}, {"walks", 12}, {"mgvm", 15}, {"mask", 27}};

	for (size_t t = 0; t < sizeof(tables) / sizeof(*tables); t++) {
		size_t count = 0;

		for (size_t i = 0; i < workload_count; i++)
			for (const struct workload_use *u = workload_table[i].workload->uses;
			     u && u->paper; u++)
				count += !strcmp(u->paper, tables[t].paper);
		if (count != tables[t].benchmarks)
			FAIL("%s: %zu of %zu", tables[t].paper, count, tables[t].benchmarks);
	}
}

/* The papers' own forms run; their settings for size paper are at least parameters that exist. */
TEST(forms_of_the_papers)
{
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload *w = workload_table[i].workload;

		for (const struct workload_use *u = w->uses; u && u->paper; u++) {
			const struct workload_entry *entry;
			struct error err = {.text = ""};
			struct subject s;
			struct app *app;
			char spec[256];

			workload_use_spec(w, u, SIZE_PAPER, spec, sizeof(spec));
			app = app_parse(spec, SIZE_PAPER, &entry, &err);
			if (!app)
				FAIL("%s: %s", u->paper, err.text);
			app_free(app);
			if (!u->at_small)
				continue;
			workload_use_spec(w, u, SIZE_TINY, spec, sizeof(spec));
			subject_open(&s, spec, SIZE_TINY);
			subject_run(&s);
			subject_verify(&s, spec);
			subject_close(&s);
		}
	}
}

/* A machine that executes nothing must not pass. */
TEST(launches_that_do_nothing_are_noticed)
{
	for (size_t i = 0; i < workload_count; i++) {
		const struct workload *w = workload_table[i].workload;
		struct error err = {.text = ""};
		struct subject s;
		struct launch l;

		subject_open(&s, w->name, SIZE_TINY);
		for (uint32_t n = 0; n <= w->extent[SIZE_TINY].launches && w->next(s.app, &l); n++)
			;
		if (w->verify(s.app, &err))
			FAIL("%s", w->name);
		CHECK(err.text[0]);
		subject_close(&s);
	}
}

/* Runs a launch and marks the words of buffer k that it changes. */
static void launch_and_mark(struct subject *s, const struct launch *l, size_t k, bool **changed)
{
	struct buffer *b = s->app->buffers[k];
	size_t words = b->bytes / sizeof(uint32_t);
	uint32_t *before = xmalloc(b->bytes);

	if (!*changed)
		*changed = xcalloc(words, sizeof(**changed));
	memcpy(before, b->host, b->bytes);
	subject_launch(s, l);
	for (size_t i = 0; i < words; i++)
		(*changed)[i] |= ((uint32_t *)b->host)[i] != before[i];
	free(before);
}

/* Flips a high bit of every 16th word that is marked; false when there is none. */
static bool spoil(struct buffer *b, const bool *changed)
{
	size_t count = 0;

	for (size_t i = 0; i < b->bytes / sizeof(uint32_t); i++)
		if (changed[i] && count++ % 16 == 0)
			((uint32_t *)b->host)[i] ^= 1u << 29;
	return count > 0;
}

/*
 * Whether a mistake in what kernels wrote to buffer k is noticed, made right after the last launch:
 * a workload may check its results when it is asked for the next. *more: whether there is such a
 * buffer.
 */
static bool notices(const struct workload *w, size_t k, bool *more)
{
	struct error err = {.text = ""};
	bool *changed = NULL, noticed = false;
	struct launch l;
	struct subject s;

	subject_open(&s, w->name, SIZE_TINY);
	for (uint32_t i = 0; i < w->extent[SIZE_TINY].launches; i++) {
		CHECK(w->next(s.app, &l));
		if (k < s.app->buffer_count)
			launch_and_mark(&s, &l, k, &changed);
		else
			subject_launch(&s, &l); /* some buffers are made between launches */
	}
	*more = k < s.app->buffer_count;
	if (*more && changed && spoil(s.app->buffers[k], changed))
		noticed = w->next(s.app, &l) || !w->verify(s.app, &err);
	free(changed);
	subject_close(&s);
	return noticed;
}

TEST(wrong_results_are_noticed)
{
	for (size_t i = 0; i < workload_count; i++) {
		bool noticed = false, more = true;

		for (size_t k = 0; more && !noticed; k++)
			noticed = notices(workload_table[i].workload, k, &more);
		if (!noticed)
			FAIL("%s", workload_table[i].workload->name);
	}
}

TEST(odd_sizes_are_right)
{
	static const char *const specs[] = {
		"backprop:inputs=16",
		"backprop:inputs=4112",
		"blackscholes:options=1",
		"blackscholes:options=777,groups=3,passes=2",
		"cfd:edge=1",
		"cfd:edge=3,iterations=2",
		"conv2d:n=1",
		"conv2d:n=33",
		"convsep:width=256,height=64",
		"fastwalsh:n=512",
		"fastwalsh:n=16384,convolution=1",
		"fd3d:nx=32,ny=8,nz=17",
		"fd3d:nx=64,ny=24,nz=21",
		"gemm:n=1",
		"gemm:n=50",
		"gemm:n=37,tiled=0",
		"histo:width=66,height=64,bins=24580,groups=3,iterations=2",
		"histo256:bytes=4,groups=1",
		"histo256:bytes=10004,groups=300",
		"hotspot:n=1",
		"hotspot:n=50,steps=3,pyramid=3",
		"jacobi1d:n=1",
		"jacobi1d:n=1000,steps=3",
		"jacobi2d:n=1",
		"jacobi2d:n=45,steps=3",
		"kmeans:points=1,features=1,clusters=1",
		"kmeans:points=333,features=7,clusters=3,iterations=5,workgroup=64",
		"laplace3d:nx=1,ny=1,nz=1",
		"laplace3d:nx=33,ny=5,nz=7,steps=3",
		"lud:n=16",
		"lud:n=48",
		"lulesh:edge=2",
		"lulesh:edge=3,iterations=4",
		"mt:n=4,block=1",
		"mt:n=24,block=3",
		"mt:n=64,block=16",
		"mummer:reference=64,queries=1",
		"mummer:reference=1000,queries=300,length=30,shortest=10",
		"neural:images=1,hidden=1",
		"neural:images=3,hidden=7",
		"nn:records=1",
		"nn:records=257,queries=3",
		"nw:length=16",
		"nw:length=48,penalty=0",
		"qtc:points=30",
		"qtc:points=100,rounds=3",
		"ray:width=1,height=1",
		"ray:width=33,height=17,objects=9",
		"relu:elements=1",
		"relu:elements=1000",
		"sad:width=32,height=16",
		"scalarprod:vectors=1,elements=1,groups=1",
		"scalarprod:vectors=7,elements=1000,groups=3",
		"scan:elements=4,groups=1",
		"scan:elements=1236,groups=5,passes=2",
		"sgemm:m=128,n=16,k=8",
		"sgemm:m=384,n=48,k=24",
		"simpleconv:width=1,height=1,mask=1",
		"simpleconv:width=37,height=21,mask=5",
		"srad:n=16",
		"srad:n=48,iterations=3",
		"srad1:rows=16,columns=16",
		"srad1:rows=100,columns=71,iterations=3",
		"stencil2d:rows=48,columns=100,width=25,iterations=3,halo_kernel=1",
		"stencil3d:nx=1,ny=1,nz=2",
		"stencil3d:nx=70,ny=9,nz=5,iterations=3",
		"stockham:points=2,batch=1",
		"stockham:points=512,batch=3",
		"streamcluster:points=2,dimensions=1,centres=2,candidates=1",
		"streamcluster:points=300,dimensions=5,centres=6,candidates=5",
		"syr2k:n=1",
		"syr2k:n=33",
		"syrk:n=1",
		"syrk:n=41",
		"triad:kilobytes=1,block=1",
		"triad:kilobytes=24,block=3,passes=2",
		"tridiag:systems=1,size=2",
		"tridiag:systems=5,size=256",
		"xsbench:points=2,lookups=1",
		"xsbench:points=10,lookups=300,nuclides=100",
	};

	for (size_t i = 0; i < sizeof(specs) / sizeof(*specs); i++) {
		struct subject s;

		subject_open(&s, specs[i], SIZE_TINY);
		subject_run(&s);
		subject_verify(&s, specs[i]);
		subject_close(&s);
	}
}
