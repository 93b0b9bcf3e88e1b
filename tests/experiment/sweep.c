/* From YAML to the runs of a product, and from a run back to its place. */
#include "experiment/sweep/sweep.h"

#include <string.h>

#include "harness.h"

static struct yaml_value *root;

static bool expand_repeated(struct sweep *sweep, const char *text, const enum workload_size *size,
			    unsigned repeat)
{
	struct error err;
	bool ok;

	root = yaml_read(text, strlen(text), "s.yaml", &err);
	ok = root && sweep_expand(sweep, root, size, repeat, &err);
	if (!ok)
		FAIL("%s", err.text);
	yaml_value_free(root);
	return ok;
}

static bool expand(struct sweep *sweep, const char *text, const enum workload_size *size)
{
	return expand_repeated(sweep, text, size, 0);
}

static const char product[] = "title: not ours to look at\n"
			      "workloads: [mm, [atax, mm]]\n"
			      "gpus: apu18\n"
			      "designs: [[], ideal]\n"
			      "params:\n"
			      "  l2_tlb: {entries: [512, 1024, 2048], latency: 12}\n"
			      "sizes: [tiny, small]\n";

TEST(axes_in_the_order_of_the_file)
{
	static const char *const names[] = {"workload",       "gpu", "design", "l2_tlb.entries",
					    "l2_tlb.latency", "size"};
	static const size_t counts[] = {2, 1, 2, 3, 1, 2};
	struct sweep sweep;

	expand(&sweep, product, NULL);
	CHECK_EQ(sweep.axis_count, 6);
	for (size_t i = 0; i < 6; i++) {
		CHECK_STR(sweep.axes[i].name, names[i]);
		CHECK_EQ(sweep.axes[i].labels.count, counts[i]);
	}
	CHECK_STR(sweep.axes[0].labels.items[1], "atax+mm");
	CHECK_STR(sweep.axes[2].labels.items[0], "baseline");
	CHECK_EQ(sweep.count, 24);
	sweep_release(&sweep);
}

TEST(the_last_axis_varies_fastest)
{
	const struct sweep_axis *entries, *size;
	struct sweep sweep;
	char text[128];

	expand(&sweep, product, NULL);
	entries = sweep_axis(&sweep, "l2_tlb.entries");
	size = sweep_axis(&sweep, "size");
	CHECK(entries && size && !sweep_axis(&sweep, "variant"));
	CHECK_STR(run_spec_text(&sweep.specs[0], text, sizeof(text)),
		  "apu18, mm, tiny, l2_tlb.entries=512 l2_tlb.latency=12");
	CHECK_STR(run_spec_text(&sweep.specs[1], text, sizeof(text)),
		  "apu18, mm, small, l2_tlb.entries=512 l2_tlb.latency=12");
	CHECK_STR(run_spec_text(&sweep.specs[23], text, sizeof(text)),
		  "apu18, ideal, atax + mm, small, l2_tlb.entries=2048 l2_tlb.latency=12");
	for (size_t i = 0; i < sweep.count; i++) {
		CHECK_EQ(sweep_point(&sweep, i, size), i % 2);
		CHECK_EQ(sweep_point(&sweep, i, entries), i / 2 % 3);
		CHECK_EQ(sweep_point(&sweep, i, &sweep.axes[0]), i / 12);
		CHECK_EQ(strlen(sweep.specs[i].key), RUN_KEY_DIGITS);
	}
	sweep_release(&sweep);
}

TEST(size_from_outside)
{
	const enum workload_size paper = SIZE_PAPER;
	struct sweep sweep;

	expand(&sweep, product, &paper);
	CHECK_EQ(sweep.count, 12);
	CHECK(!sweep_axis(&sweep, "size"));
	for (size_t i = 0; i < sweep.count; i++)
		CHECK_EQ(sweep.specs[i].size, SIZE_PAPER);
	sweep_release(&sweep);
}

TEST(variants)
{
	struct sweep sweep;

	expand(&sweep,
	       "gpus: [apu18]\nworkloads: [mm]\nmax_instructions: 4K\n"
	       "variants:\n  plain:\n  both: {designs: [ideal], params: {l2_tlb: {ways: 8}, cus: "
	       "4}}\n",
	       NULL);
	CHECK_EQ(sweep.count, 2);
	CHECK_STR(sweep_axis(&sweep, "variant")->labels.items[1], "both");
	CHECK_EQ(sweep.specs[0].settings.count + sweep.specs[0].designs.count, 0);
	CHECK_STR(sweep.specs[1].designs.items[0], "ideal");
	CHECK_STR(sweep.specs[1].settings.items[0], "l2_tlb.ways=8");
	CHECK_STR(sweep.specs[1].settings.items[1], "cus=4");
	CHECK_EQ(sweep.specs[1].max_instructions, 4096);
	sweep_release(&sweep);
}

TEST(what_does_not_fit_is_left_out)
{
	struct sweep_gap *gaps;
	struct sweep sweep;
	size_t count;

	expand(&sweep,
	       "gpus: [apu18, mcm4]\ndesigns: [[], mgvm, [mgvm, mgvm-rr, first-touch]]\n"
	       "workloads: [mm, mt]\nparams: {l2_tlb.ways: [8, 3]}\n",
	       NULL);
	CHECK_EQ(sweep.count, 24); /* each has its place on the axes, also when it does not fit */
	for (size_t i = 0; i < sweep.count; i++) {
		size_t design = sweep_point(&sweep, i, sweep_axis(&sweep, "design"));
		bool ways = sweep_point(&sweep, i, sweep_axis(&sweep, "l2_tlb.ways")) == 0;
		bool fits = ways && (design == 0 || (design == 1 && i >= 12));

		CHECK_EQ(!sweep.unfit[i], fits);
		CHECK_EQ(strlen(sweep.specs[i].key), fits ? RUN_KEY_DIGITS : 0);
	}
	gaps = sweep_gaps(&sweep, &count);
	CHECK_EQ(count, 7);
	CHECK_CONTAINS(gaps[0].text, "apu18: -s l2_tlb.ways=3: ");
	CHECK_CONTAINS(gaps[1].text, "apu18, mgvm: configs/designs/mgvm.yaml:3: ");
	CHECK_CONTAINS(gaps[2].text, "apu18, mgvm: -s l2_tlb.ways=3: ");
	CHECK_CONTAINS(gaps[3].text,
		       "design 'first-touch' sets placement.data to first-touch, but");
	CHECK_EQ(gaps[3].runs, 4);
	CHECK_CONTAINS(gaps[4].text, "mcm4: -s l2_tlb.ways=3: ");
	sweep_gaps_free(gaps, count);
	sweep_drop_unfit(&sweep);
	CHECK_EQ(sweep.count, 6);
	CHECK_STR(sweep.specs[5].designs.items[0], "mgvm");
	sweep_release(&sweep);
}

/* Every run once more on each machine: all of one before those of the next. */
TEST(repeats_are_the_slowest_axis)
{
	static const char text[] = "repeat: 3\n"
				   "gpus: apu18\n"
				   "workloads: [mm, atax]\n"
				   "params: {l2_tlb.entries: 1024}\n";
	struct sweep sweep, other;

	expand(&sweep, text, NULL);
	CHECK_EQ(sweep.count, 6);
	CHECK_STR(sweep.axes[0].name, "perturb");
	CHECK_STR(sweep.axes[0].labels.items[2], "2");
	for (size_t i = 0; i < 6; i++) {
		const struct run_spec *spec = &sweep.specs[i];
		char setting[32];

		CHECK_EQ(sweep_point(&sweep, i, &sweep.axes[0]), i / 2);
		CHECK_STR(spec->workloads.items[0], i % 2 ? "atax" : "mm");
		CHECK_EQ(param(spec->params, P_PERTURB), i / 2);
		CHECK_STR(spec->settings.items[0], "l2_tlb.entries=1024");
		CHECK_EQ(spec->settings.count, i < 2 ? 1 : 2);
		snprintf(setting, sizeof(setting), "perturb=%zu", i / 2);
		if (i >= 2)
			CHECK_STR(spec->settings.items[1], setting);
	}
	/* The command line's number, and the runs of a file without any. */
	expand_repeated(&other, text, NULL, 1);
	CHECK_EQ(other.count, 2);
	CHECK_EQ(other.axis_count, sweep.axis_count - 1);
	CHECK_STR(other.specs[1].key, sweep.specs[1].key);
	sweep_release(&other);
	expand_repeated(&other, strchr(text, '\n') + 1, NULL, 2);
	CHECK_EQ(other.count, 4);
	CHECK_STR(other.specs[3].key, sweep.specs[3].key);
	sweep_release(&other);
	sweep_release(&sweep);
}
