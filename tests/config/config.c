/* GPU and design files: layers, origins, contradictions, and every shipped file. */
#include "harness.h"

#include <stdlib.h>
#include <unistd.h>

#include "config/config.h"

static struct params params;
static struct error err;
static char folder[64];

/* Writes a file into a folder of the test's own and returns its path. */
static const char *file(const char *name, const char *text)
{
	static char paths[4][128];
	static unsigned next;
	char *path = paths[next++ % 4];
	FILE *f;

	if (!*folder) {
		snprintf(folder, sizeof(folder), "/tmp/warpwalk-config-XXXXXX");
		CHECK(mkdtemp(folder));
	}
	snprintf(path, 128, "%s/%s", folder, name);
	f = fopen(path, "w");
	CHECK(f);
	fputs(text, f);
	fclose(f);
	return path;
}

__attribute__((destructor)) static void remove_folder(void)
{
	static const char *const names[] = {"g.yaml", "a.yaml", "b.yaml"};
	char path[128];

	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		unlink(path);
	}
	rmdir(folder);
}

static bool load(const char *gpu, const char *a, const char *b, const char *setting)
{
	const char *designs[] = {a, b}, *settings[] = {setting};
	struct config_request request = {
		.gpu = gpu,
		.designs = designs,
		.design_count = a ? (b ? 2 : 1) : 0,
		.settings = settings,
		.setting_count = setting ? 1 : 0,
	};
	bool ok;

	memset(&err, 0, sizeof(err));
	ok = config_load(&params, &request, &err);
	if (!ok)
		params_release(&params);
	return ok;
}

/* The message without the test's folder. */
static const char *message(const char *gpu, const char *a, const char *b, const char *setting)
{
	static char text[1024];
	size_t used = 0, length = strlen(folder) + 1;

	CHECK(!load(gpu, a, b, setting));
	CHECK_EQ(err.exit_status, 2);
	for (const char *from = err.text; *from;) {
		if (*folder && !strncmp(from, folder, length - 1))
			from += length;
		else
			text[used++] = *from++;
	}
	text[used] = '\0';
	return text;
}

TEST(every_shipped_gpu_loads)
{
	static const char *const gpus[] = {"apu18",   "apu21", "r9nano",     "mcm4",
					   "maxwell", "fermi", "integrated", "maxwell-sim"};

	for (size_t i = 0; i < sizeof(gpus) / sizeof(*gpus); i++) {
		if (!load(gpus[i], NULL, NULL, NULL))
			FAIL("%s", err.text);
		CHECK_STR(params.gpu, gpus[i]);
		params_release(&params);
	}
}

TEST(every_shipped_design_loads_and_describes_itself)
{
	struct config_about about;

	for (size_t i = 0; i < config_file_count; i++) {
		const struct config_file *f = &config_files[i];

		CHECK(config_about(f, &about, &err));
		CHECK(*about.summary);
		if (f->kind == CONFIG_GPU)
			continue;
		/* On one of the two at least: some ask for chiplets, some for what mcm4 lacks. */
		if (!load("apu18", f->name, NULL, NULL) && !load("mcm4", f->name, NULL, NULL))
			FAIL("%s", err.text);
		params_release(&params);
	}
}

TEST(numbers_of_the_tables)
{
	CHECK(load("apu18", NULL, NULL, NULL));
	CHECK(param_real(&params, P_CLOCK) == 2000);
	CHECK_EQ(param(&params, P_L1_TLB_ENTRIES), 32);
	CHECK_EQ(param(&params, P_L1_TLB_WAYS), 32); /* 0 in the file: fully associative */
	CHECK_EQ(param(&params, P_L2_BYTES), 4 << 20);
	CHECK_EQ(param(&params, P_WALKERS), 8);
	CHECK_EQ(param(&params, P_IOMMU), 1);
	params_release(&params);
	CHECK(load("apu21", NULL, NULL, NULL));
	CHECK_EQ(param(&params, P_L1_TLB_LATENCY), 108);
	CHECK_EQ(param(&params, P_L2_TLB_LATENCY), 188);
	CHECK_EQ(param(&params, P_PWC_L4_ENTRIES), 4);
	CHECK_EQ(param(&params, P_PWC_L2_ENTRIES), 32);
	params_release(&params);
	CHECK(load("mcm4", NULL, NULL, NULL));
	CHECK_EQ(param(&params, P_CHIPLETS) * param(&params, P_CUS), 128);
	params_release(&params);
}

TEST(layers_in_order)
{
	const char *gpu = file("g.yaml",
			       "summary: mine\nparams:\n  cus: 2\n  l1_tlb: {entries: 64, "
			       "ways: 64}\n  page.bytes: 64KB\n"),
		   *design = file("a.yaml", "params:\n  l1_tlb:\n    entries: 128\n");
	char text[256];

	if (!load(gpu, design, NULL, "l1_tlb.latency=7"))
		FAIL("%s", err.text);
	CHECK_STR(params.gpu, "g");
	CHECK_EQ(param(&params, P_CUS), 2);
	CHECK_EQ(param(&params, P_PAGE_BYTES), 65536);
	CHECK_EQ(param(&params, P_L1_TLB_ENTRIES), 128);
	CHECK_EQ(param(&params, P_L1_TLB_WAYS), 64);
	CHECK_EQ(param(&params, P_L1_TLB_LATENCY), 7);
	CHECK_CONTAINS(param_origin_text(&params, P_CUS, text, sizeof(text)), "/g.yaml:3");
	CHECK_CONTAINS(param_origin_text(&params, P_L1_TLB_ENTRIES, text, sizeof(text)),
		       "/a.yaml:3");
	CHECK_STR(param_origin_text(&params, P_L1_TLB_LATENCY, text, sizeof(text)),
		  "-s l1_tlb.latency=7");
	CHECK_STR(params.origin[P_L1_TLB_ENTRIES].design, design);
	params_release(&params);
}

TEST(the_command_line_overrules_designs)
{
	CHECK(load("apu18", "ideal", NULL, "translation=walk"));
	CHECK_EQ(param(&params, P_TRANSLATION), 0);
	params_release(&params);
}

TEST(unknown_names)
{
	CHECK_STR(message("apu19", NULL, NULL, NULL),
		  "unknown GPU 'apu19'; did you mean 'apu18' or 'apu21'?");
	CHECK_CONTAINS(message("apu18", "idael", NULL, NULL),
		       "unknown design 'idael'; did you mean 'ideal'?");
	CHECK_STR(message("apu18", NULL, NULL, "l1_tlb.entires=5"),
		  "-s l1_tlb.entires=5: unknown parameter 'l1_tlb.entires'; did you mean "
		  "'l1_tlb.entries' or 'l2_tlb.entries' or 'itlb.entries'?");
	CHECK_STR(message("apu18", NULL, NULL, "cus"), "-s cus: expected key=value");
	CHECK_STR(message(file("g.yaml", "params:\n  cus: 4\n  l1_tbl:\n    entries: 4\n"), NULL,
			  NULL, NULL),
		  "g.yaml:3: unknown parameter 'l1_tbl'; did you mean 'l1_tlb' or 'l2_tlb'?");
	CHECK_CONTAINS(
		message(file("g.yaml", "params:\n  l1_tlb:\n    wys: 4\n"), NULL, NULL, NULL),
		"g.yaml:3: unknown parameter 'l1_tlb.wys'; did you mean 'l1_tlb.ways'");
	CHECK_STR(message(file("g.yaml", "parms:\n  cus: 4\n"), NULL, NULL, NULL),
		  "g.yaml:1: a GPU file has no key 'parms'; did you mean 'params'?");
}

TEST(gpus_that_are_like_others)
{
	char circle[256], text[512];

	CHECK(load(file("g.yaml", "like: maxwell\nparams:\n  cus: 4\n"), NULL, NULL, NULL));
	CHECK_EQ(param(&params, P_CUS), 4);
	CHECK_EQ(param(&params, P_L2_TLB_ENTRIES), 512); /* maxwell's */
	CHECK_STR(params.gpu, "g");
	params_release(&params);
	CHECK_CONTAINS(
		message(file("g.yaml", "params:\n  cus: 4\nlike: maxwel\n"), NULL, NULL, NULL),
		"g.yaml:3: like: unknown GPU 'maxwel'; did you mean 'maxwell'");
	snprintf(circle, sizeof(circle), "%s", file("circle.yaml", ""));
	snprintf(text, sizeof(text), "like: %s\n", circle);
	CHECK_CONTAINS(message(file("circle.yaml", text), NULL, NULL, NULL),
		       "circle.yaml:1: like: more than 4 GPUs after each other");
	CHECK_CONTAINS(message("apu18", file("d.yaml", "like: ideal\n"), NULL, NULL),
		       "d.yaml:1: a design file has no key 'like'");
}

TEST(tables_that_fit_a_page)
{
	CHECK_STR(
		message("apu18", NULL, NULL, "walk.pte_bytes=16"),
		"-s walk.pte_bytes=16: walk.index_bits (9) of entries walk.pte_bytes (16) apart: a "
		"page of a page table has 4096 bytes");
	CHECK_CONTAINS(message("apu18", NULL, NULL, "walk.pte_bytes=24"), "power of two");
	CHECK_CONTAINS(
		message(file("g.yaml", "params:\n  icache.bytes: 24KB\n  tx_icache.index: xor\n"),
			"tx-icache", NULL, NULL),
		"tx_icache.index (xor) wants a power of two of lines in the I-cache, not 384");
}

TEST(values_in_files)
{
	CHECK_STR(message(file("g.yaml", "params:\n  cus: many\n"), NULL, NULL, NULL),
		  "g.yaml:2: cus: expected a whole number from 1 to 512, not 'many'");
	CHECK_STR(message(file("g.yaml", "params:\n  cus: {a: 1}\n"), NULL, NULL, NULL),
		  "g.yaml:2: cus: expected a single value, not keys with values");
	CHECK_STR(message(file("g.yaml", "params:\n  l1_tlb: 5\n"), NULL, NULL, NULL),
		  "g.yaml:2: l1_tlb: expected keys with values, not a single value");
	CHECK_STR(message(file("g.yaml", "params:\n  page.bytes: 4KB\n  page:\n    bytes: 4KB\n"),
			  NULL, NULL, NULL),
		  "g.yaml:4: page.bytes is given twice");
	CHECK_STR(message("apu18", NULL, NULL, "clock=2GHz"),
		  "-s clock=2GHz: clock: expected a number from 1 to 10000 in MHz, not '2GHz'");
}

TEST(designs_that_disagree)
{
	const char *a = file("a.yaml", "params:\n  translation: ideal\n  cus: 4\n"),
		   *b = file("b.yaml", "params:\n\n  translation: perfect-l2\n"), *text;

	text = message("apu18", a, b, NULL);
	CHECK_STR(text, "b.yaml:3: design 'b.yaml' sets translation to perfect-l2, but design "
			"'a.yaml' sets it to ideal (a.yaml:2)");
	CHECK_CONTAINS(message("apu18", "ideal", "perfect-l2-tlb", NULL),
		       "configs/designs/perfect-l2-tlb.yaml:3: design 'perfect-l2-tlb' sets "
		       "translation to perfect-l2, but design 'ideal' sets it to ideal "
		       "(configs/designs/ideal.yaml:3)");
	b = file("b.yaml", "params: {cus: 5}\n");
	CHECK_STR(message("apu18", a, b, NULL),
		  "b.yaml:1: design 'b.yaml' sets cus to 5, but design 'a.yaml' sets it to 4 "
		  "(a.yaml:3)");
	b = file("b.yaml", "params: {cus: 4}\n");
	CHECK(load("apu18", a, b, NULL));
	params_release(&params);
}

TEST(contradictory_geometry)
{
	CHECK_STR(message("apu18", NULL, NULL, "l2_tlb.ways=5"),
		  "-s l2_tlb.ways=5: l2_tlb.entries (512) is not a multiple of l2_tlb.ways (5)");
	CHECK_STR(
		message("apu18", NULL, NULL, "l2_tlb.entries=40"),
		"-s l2_tlb.entries=40: l2_tlb.entries (40) is not a multiple of l2_tlb.ways (16)");
	CHECK_STR(message("apu18", NULL, NULL, "dram.ranks=8"),
		  "-s dram.ranks=8: dram.ranks (8) of dram.banks (16) are more than 64 banks in a "
		  "channel");
	CHECK_STR(message(file("g.yaml", "params:\n  l2_tlb: {entries: 100000, ways: 0}\n"), NULL,
			  NULL, NULL),
		  "g.yaml:2: l2_tlb.entries (100000) is too large to be fully associative");
	CHECK_STR(message("apu18", NULL, NULL, "l1_cache.bytes=33000"),
		  "-s l1_cache.bytes=33000: l1_cache.bytes (33000) is not a multiple of "
		  "l1_cache.ways (16) times 64 bytes per line");
	CHECK_STR(message("apu18", NULL, NULL, "page.bytes=8KB"),
		  "-s page.bytes=8KB: page.bytes: expected 4KB, 64KB or 2MB, not 8KB");
	CHECK_STR(message("apu18", NULL, NULL, "line.bytes=96"),
		  "-s line.bytes=96: line.bytes (96) is not a power of two");
	CHECK_STR(message("apu18", NULL, NULL, "l2_cache.banks=3"),
		  "-s l2_cache.banks=3: l2_cache.bytes (4MB) is not a multiple of 3 banks of 16 "
		  "ways of 64-byte lines");
	CHECK_STR(
		message(file("g.yaml", "params:\n  l1_tlb:\n    entries: 48\n"), NULL, NULL, NULL),
		"g.yaml:3: l1_tlb.entries (48) is not a multiple of l1_tlb.ways (32)");
	CHECK_STR(message("maxwell", NULL, NULL, "line.bytes=1024"),
		  "-s line.bytes=1024: icache.bytes (2KB) is not a multiple of icache.ways (4) "
		  "times 1024 bytes per line");
	/* The levels of a page walk cache have their size from pwc.entries. */
	CHECK_STR(message("apu18", NULL, NULL, "pwc.entries=11"),
		  "-s pwc.entries=11: pwc.entries (11) is not a multiple of pwc.ways (4)");
	CHECK(load("apu18", NULL, NULL, "l2_tlb.entries=48")); /* three sets will do */
	params_release(&params);
	CHECK(load("apu18", NULL, NULL, "icache.cus=3")); /* the last group is smaller */
	params_release(&params);
}

TEST(shared_l1_tlbs)
{
	CHECK_STR(message("r9nano", NULL, NULL, "l1_tlb.count=8"),
		  "-s l1_tlb.count=8: l1_tlb.count (8) says how CUs share L1 TLBs when "
		  "l1_tlb.organisation is clustered, but it is private");
	CHECK_STR(message("r9nano", "adaptive-l1", NULL, "l1_tlb.count=8"),
		  "-s l1_tlb.count=8: l1_tlb.count (8) says how CUs share L1 TLBs when "
		  "l1_tlb.organisation is clustered, but it is adaptive");
	CHECK_STR(message("r9nano", "adaptive-l1", NULL, "l1_adaptive.table=1000"),
		  "-s l1_adaptive.table=1000: l1_adaptive.table (1000) is not a power of two");
	CHECK_STR(message("r9nano", "aggregated", NULL, "l1_tlb.count=12"),
		  "-s l1_tlb.count=12: cus (64) is not a multiple of l1_tlb.count (12)");
	CHECK_STR(message("r9nano", "aggregated", NULL, "l1_tlb.count=128"),
		  "-s l1_tlb.count=128: l1_tlb.count (128) is more than cus (64)");
	CHECK_STR(message("r9nano", "aggregated", NULL, "l1_tlb.clusters=32"),
		  "-s l1_tlb.clusters=32: l1_tlb.clusters (32) is more than l1_tlb.count (16)");
	CHECK_STR(
		message("r9nano", "aggregated", NULL, "l1_tlb.clusters=3"),
		"-s l1_tlb.clusters=3: l1_tlb.count (16) is not a multiple of l1_tlb.clusters (3)");
	CHECK_STR(message("r9nano", NULL, NULL, "l1_tlb.least_cus=2"),
		  "-s l1_tlb.least_cus=2: l1_tlb.least_cus (2) says how CUs share L1 TLBs when "
		  "l1_tlb.organisation is clustered, but it is private");
	CHECK_STR(
		message("r9nano", "adaptive-l1", NULL, "cus=48"),
		"-s cus=48: cus (48) is not a power of two, which CUs that share L1 TLBs must be");
	CHECK(load("r9nano", "aggregated", NULL, "l1_tlb.clusters=2"));
	params_release(&params);
}

static void check_geometry(const char *gpu, const char *design, const char *setting, int64_t tlbs,
			   int64_t clusters)
{
	if (!load(gpu, design, NULL, setting))
		FAIL("%s", err.text);
	CHECK_EQ(param(&params, P_L1_TLB_COUNT), tlbs);
	CHECK_EQ(param(&params, P_L1_TLB_CLUSTERS), clusters);
	/* They stand for these two, and do not tell machines apart. */
	CHECK_EQ(param(&params, P_L1_TLB_LEAST_CUS), 0);
	CHECK_EQ(param(&params, P_L1_TLB_LEAST_TLBS), 0);
	params_release(&params);
}

TEST(shared_l1_tlbs_fit_every_number_of_cus)
{
	check_geometry("r9nano", "aggregated", NULL, 16, 0); /* as the paper has them */
	check_geometry("r9nano", "clustered", NULL, 32, 16);
	check_geometry("mcm4", "aggregated", NULL, 16, 0);
	check_geometry("mcm4", "clustered", NULL, 32, 16);
	check_geometry("integrated", "aggregated", NULL, 8, 0); /* of 16 CUs two each */
	check_geometry("integrated", "clustered", NULL, 16, 8);
	check_geometry("maxwell", "aggregated", NULL, 15, 0); /* of 30 */
	check_geometry("maxwell", "clustered", NULL, 30, 15);
	check_geometry("fermi", "aggregated", NULL, 5, 0); /* of 15: two do not divide them */
	check_geometry("fermi", "clustered", NULL, 15, 5);
	check_geometry("apu18", "clustered", "cus=7", 7, 1);
	/* What is set for this machine stays, whatever the design has at least. */
	check_geometry("r9nano", "aggregated", "l1_tlb.count=64", 64, 0);
	check_geometry("r9nano", "clustered", "l1_tlb.count=8", 8, 4);
	check_geometry("r9nano", "clustered", "l1_tlb.least_cus=8", 8, 4);
	CHECK_STR(message("apu18", "aggregated", NULL, "cus=1"),
		  "-s cus=1: cus (1) is less than l1_tlb.least_cus (2)");
}

/* The message, which is that of things that do not go together. */
static const char *unfit(const char *gpu, const char *a, const char *b, const char *setting)
{
	const char *text = message(gpu, a, b, setting);

	CHECK(err.unfit);
	return text;
}

TEST(designs_that_cannot_act)
{
	CHECK_STR(unfit("apu18", "mgvm", NULL, NULL),
		  "configs/designs/mgvm.yaml:3: design 'mgvm' cannot act on this machine: "
		  "home_slice (mgvm) needs more than one chiplet, but chiplets is 1; try another "
		  "GPU or -s chiplets=4");
	CHECK_STR(unfit("mcm4", "mask-dram", NULL, NULL),
		  "configs/designs/mask-dram.yaml:3: design 'mask-dram' cannot act on this "
		  "machine: dram.scheduler (queues) needs DRAM that has requests to choose from, "
		  "but dram.kind is plain; try -s dram.kind=gddr5");
	CHECK_STR(unfit("maxwell", "pwcache", "mask-tlb", NULL),
		  "configs/designs/mask-tlb.yaml:3: design 'mask-tlb' cannot act on this machine: "
		  "l2_tlb.fill (tokens) needs an L2 TLB, but l2_tlb.present is false by design "
		  "'pwcache'; leave out one of the two");
	CHECK_STR(unfit("apu18", "simt-walks", "ideal", NULL),
		  "configs/designs/simt-walks.yaml:3: design 'simt-walks' cannot act on this "
		  "machine: walk.scheduler (simt) needs page table walks, but translation is ideal "
		  "by design 'ideal'; leave out one of the two");
	CHECK_CONTAINS(unfit("apu18", "perfect-l2-tlb", "pwcache", NULL), "page table walks");
	CHECK_CONTAINS(unfit("apu18", "ideal", "vivt", NULL), "needs TLBs");
	CHECK_CONTAINS(unfit("apu18", "mask-cache", NULL, NULL), "walks through the L2 cache");
	CHECK_CONTAINS(unfit("apu18", "tx-icache", "ideal", NULL), "needs TLBs");
	CHECK_CONTAINS(unfit("maxwell", "simt-walks", NULL, NULL),
		       "needs walks that wait, but walk.walkers is 64, enough for the 30 misses of "
		       "all l1_tlb.mshrs; try -s walk.walkers=8");
	CHECK_CONTAINS(unfit("maxwell", "pwcache", "sjf-walks", NULL), "walks that wait");
	CHECK_CONTAINS(unfit("mcm4", "perfect-l2-tlb", "remote-caching", NULL), "page table walks");
	/* The policy that a setting chooses, likewise; back to what the GPU has is no choice. */
	CHECK_STR(
		unfit("apu18", NULL, NULL, "home_slice=xor"),
		"-s home_slice=xor: home_slice (xor) needs more than one chiplet, but chiplets is "
		"1; try another GPU or -s chiplets=4");
	CHECK(load("apu18", NULL, NULL, "home_slice=private"));
	params_release(&params);
}

/* Loads, and has this to say. */
static void check_note(const char *gpu, const char *a, const char *b, const char *setting,
		       const char *note)
{
	if (!load(gpu, a, b, setting))
		FAIL("%s", err.text);
	CHECK_STR(params.notes ? params.notes : "", note);
	params_release(&params);
}

TEST(designs_that_act_in_part_or_are_the_machine)
{
	check_note("mcm4", "mgvm", NULL, NULL, "");
	check_note("apu18", "mgvm", NULL, "chiplets=2", "");
	check_note(
		"maxwell", "simt-walks", NULL, "walk.walkers=8",
		"design 'simt-walks' acts only in part: pwc.replacement (protected) needs a page "
		"walk cache, but pwc.kind is none\n");
	check_note("mcm4", "mask", NULL, NULL,
		   "design 'mask' acts only in part: dram.scheduler (queues) needs DRAM that has "
		   "requests to choose from, but dram.kind is plain\n");
	check_note("apu18", "fcfs-walks", "round-robin", NULL,
		   "design 'fcfs-walks' changes nothing: apu18 is set so already\n"
		   "design 'round-robin' changes nothing: apu18 is set so already\n");
	check_note("mcm4", "mask", "mask-tlb", "dram.kind=hbm",
		   "design 'mask-tlb' changes nothing: mcm4 is set so already\n");
	/* What a GPU has of its own is nobody's design, also where it does not matter. */
	check_note("mcm4", NULL, NULL, "chiplets=1", "");
	check_note("apu18", "fcfs-walks", NULL, "walk.scheduler=simt", "");
}

TEST(designs_for_several_applications)
{
	const char *design = "static";
	struct config_request request = {
		.gpu = "apu18", .designs = &design, .design_count = 1, .apps = 1};

	CHECK(!config_load(&params, &request, &err));
	CHECK_CONTAINS(err.text, "memory.sharing (divided) needs more than one application, but "
				 "there is one; name several workloads");
	params_release(&params);
	for (request.apps = 0; request.apps < 4; request.apps += 2) { /* 0: not known */
		CHECK(config_load(&params, &request, &err));
		params_release(&params);
	}
}

TEST(victims_need_private_l1_tlbs)
{
	CHECK_STR(message("apu21", "tx-lds", NULL, "l1_tlb.organisation=clustered"),
		  "-s l1_tlb.organisation=clustered: l1_tlb.victims (lds) needs an L1 TLB for each "
		  "CU: l1_tlb.organisation private");
	CHECK_STR(message("apu21", NULL, NULL, "tx_icache.per_way=3"),
		  "-s tx_icache.per_way=3: tx_icache.per_way: expected 1 or 8, not 3");
}

TEST(translations_in_memory_need_memory)
{
	CHECK_STR(message("apu21", NULL, NULL, "l2_tlb.beyond=ducati"),
		  "-s l2_tlb.beyond=ducati: l2_tlb.beyond (ducati) needs memory.reserved for its "
		  "translations");
}

TEST(reverse_map_of_whole_sets)
{
	CHECK_STR(message("apu18", NULL, NULL, "reverse_map.ways=3"),
		  "-s reverse_map.ways=3: reverse_map.entries (4096) is not a multiple of "
		  "reverse_map.ways (3)");
	CHECK(load("apu18", NULL, NULL, "reverse_map.ways=0"));
	CHECK_EQ(params.i[P_REVERSE_WAYS], 4096);
	params_release(&params);
}

TEST(virtual_caches_write_through)
{
	CHECK_STR(message("r9nano", "vivt", NULL, "l1_cache.write=back"),
		  "-s l1_cache.write=back: l1_cache.addressing vivt goes with l1_cache.write "
		  "through: a line that was changed could not be written back once its page is "
		  "unmapped");
}
