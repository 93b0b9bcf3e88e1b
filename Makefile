# make            build/warpwalk
# make demo       set up, build, run every workload functionally and one on a timed GPU, name the reports
# make test       build, run the quick tests (a minute, nothing installed); T=NAME runs those with the name in their path
# make check      set up, build, lint, run all tests (plain, then under sanitizers)
# make golden-check    runs whose outcomes are known, small or of one parameter (half a minute); make golden writes them anew
# make bench      speed and memory, functional and timed, every workload (five minutes)
# make soak       random machines under the sanitizers for SOAK_SECONDS (two hours); a failing one prints how to repeat it
# make fuzz       libFuzzer on all that comes from elsewhere, ten minutes a target, two at a time (50 minutes); FUZZ_SECONDS=600
# make docs       docs/params.md from the parameter table
# make docs-workloads  docs/workloads.md from a run of every workload at every size (six minutes)
# make lint       clang-format and clang-tidy, of what has changed since
# make lib        the library with its public names only, static and shared
# make install    program, library, header, man page, completion and documents; PREFIX=/usr/local, DESTDIR=; make uninstall
#
# V=1 shows the commands. CC=clang-14 builds with clang, SANITIZE=1 with address and undefined-behaviour sanitizers, each in a
# directory of its own (BUILD=...).

CC = $(if $(FUZZ),clang-14,gcc)
PREFIX = /usr/local
DESTDIR =
SANITIZE =
# The build of the fuzz targets, for tests/fuzz/run.
FUZZ =
BUILD = $(if $(FUZZ),build-fuzz,build$(if $(SANITIZE),-sanitize)$(if $(filter clang%,$(CC)),-clang))

# Quiet by default: one short line per thing made.
V =
Q = $(if $(V),,@)
say = @$(if $(V),:,printf '  %-7s %s\n' $1 $@)

# Under the sanitizers half the compiler's work, for tests that take as long: inlining is what they need, and lines for traces.
CFLAGS = $(if $(FUZZ),-O1 -g1,$(if $(SANITIZE),-O1 -finline-small-functions -g1,-O2 -g))
# No errors under the sanitizers: with their checks in between, gcc suspects what is not so. The plain builds judge.
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes $(if $(SANITIZE),,-Werror)
# Results must not depend on the host: no contraction of a * b + c into a fused operation.
SEMANTICS = -std=gnu11 -ffp-contract=off -fno-strict-aliasing -D_GNU_SOURCE
SANITIZERS = $(if $(SANITIZE)$(FUZZ),-fsanitize=address$(comma)undefined -fno-sanitize-recover=all) \
	$(if $(FUZZ),-fsanitize=fuzzer-no-link)
comma = ,
# The shared library is made of the same objects; the program is no slower for it.
SHARED = -fPIC -fvisibility=hidden
ALL_CFLAGS = $(SHARED) $(SEMANTICS) $(WARNINGS) $(CFLAGS) $(SANITIZERS) $(ARCH_FLAGS) $(INCLUDES) -MMD -MP
INCLUDES = -Isrc -I$(BUILD)/gen
LIBS = -lelf -lmsgpackc -lyaml -lsqlite3 -lzstd -lm -lpthread

# Lane arithmetic is compiled for several levels of x86-64; the best one is chosen at start.
ARCH := $(shell uname -m)
# Fuzzers do with one.
ifeq ($(ARCH)$(FUZZ),x86_64)
ARCH_FLAGS = -DWARPWALK_X86_LEVELS
LEVELS = base v3 v4
else
LEVELS = base
endif
LEVEL_FLAGS_v3 = -march=x86-64-v3
LEVEL_FLAGS_v4 = -march=x86-64-v4 -mprefer-vector-width=512

# Lane loops need no errno and no exception flags; without this, gcc would not vectorise many.
LANE_FLAGS = $(if $(SANITIZE)$(FUZZ),,-O3) -fno-math-errno -fno-trapping-math

LANE_SOURCES = $(wildcard src/isa/lanes/*.c)
# Fuzzers run kernels functionally only: what timed machines alone need would double their build.
NOT_FUZZED = $(if $(FUZZ),$(wildcard $(foreach d,machine measure experiment/report cli api,src/$d/*.c)))
# Each is a library of its own.
RUNTIME_SOURCES = $(wildcard src/runtime/hsa/*.c src/runtime/opencl/*.c)
SOURCES = $(filter-out src/main.c $(LANE_SOURCES) $(NOT_FUZZED) $(RUNTIME_SOURCES),$(wildcard src/*/*.c src/*/*/*.c))
WORKLOADS = $(notdir $(patsubst %/,%,$(sort $(dir $(wildcard workloads/*/*.cl)))))

LIB_OBJECTS = $(SOURCES:%.c=$(BUILD)/%.o) \
	$(foreach l,$(LEVELS),$(LANE_SOURCES:src/%.c=$(BUILD)/src/%.$l.o)) \
	$(patsubst %.c,$(BUILD)/%.o,$(wildcard workloads/*/*.c)) \
	$(foreach g,workload_table kernels config_table configs workload_version_table experiment_table experiments report_page_table report_page prelude,$(BUILD)/gen/$g.o)
CONFIGS = $(foreach kind,gpus designs,$(addsuffix .yaml,$(sort $(basename $(wildcard configs/$(kind)/*.yaml)))))
# The published numbers first, as tools/embed_experiments wants it.
EXPERIMENTS = data/claims.csv $(sort $(wildcard configs/experiments/*/*.yaml))
CODE_OBJECTS = $(patsubst %.cl,$(BUILD)/%.co,$(sort $(wildcard workloads/*/*.cl)))

# Tests of parts lie as the sources do.
UNIT_FOLDERS = base sim config isa launch socket hw policy designs driver program runtime measure machine experiment cli api
UNIT_TESTS = $(patsubst tests/%.c,$(BUILD)/tests/%,$(foreach d,$(UNIT_FOLDERS),$(wildcard tests/$d/*.c tests/$d/*/*.c)))
SHAPE_TESTS = $(patsubst tests/shape/%.c,$(BUILD)/tests/shape/%,$(wildcard tests/shape/*.c))
LLVM_TESTS = $(patsubst tests/llvm/%.c,$(BUILD)/tests/llvm/%,$(wildcard tests/llvm/*.c))
GOLDEN_TESTS = $(addprefix $(BUILD)/tests/golden/,machines wiring)
# Random machines.
SOAK_TEST = $(BUILD)/tests/soak/machines
POCL_TESTS = $(patsubst tests/pocl/%.c,$(BUILD)/tests/pocl/%,$(wildcard tests/pocl/*.c))
SCRIPT_TESTS = $(filter-out %lib.sh,$(wildcard tests/*.sh tests/*/*.sh tests/*/*/*.sh))
FUZZ_TARGETS = $(patsubst tests/fuzz/%.c,$(BUILD)/tests/fuzz/%,$(wildcard tests/fuzz/*.c))
# The comparison with pocl runs once, unsanitized: pocl itself is not clean under the sanitizers. So do the fuzz targets, which
# have a build of their own.
TESTS = $(GOLDEN_TESTS) $(UNIT_TESTS) $(SHAPE_TESTS) $(LLVM_TESTS) $(SCRIPT_TESTS) $(SOAK_TEST) $(if $(SANITIZE),,$(POCL_TESTS) tests/fuzz/run)

.PHONY: all setup setup-run demo test check check-build golden golden-check bench soak fuzz fuzz-targets docs docs-workloads lint lint-files format lib install uninstall clean FORCE
.DELETE_ON_ERROR:
.SECONDARY:
all: $(BUILD)/warpwalk $(BUILD)/warpwalk-analyse $(if $(SANITIZE),,runtimes)

$(BUILD)/warpwalk: $(BUILD)/src/main.o $(BUILD)/libwarpwalk.a
	$(call say,LINK)
	$(Q)$(CC) $(SANITIZERS) -o $@ $^ $(LIBS)

$(BUILD)/libwarpwalk.a: $(LIB_OBJECTS)
	$(call say,AR)
	$(Q)rm -f $@
	$(Q)ar rcs $@ $^

# What a program gets under `warpwalk exec`: one file to be found in place of ROCm's, one for the OpenCL loader.
HSA_RUNTIME = $(BUILD)/lib/warpwalk/libhsa-runtime64.so.1
OPENCL_RUNTIME = $(BUILD)/lib/warpwalk/libwarpwalk-opencl.so
HSA_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/runtime/hsa/*.c))
OPENCL_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/runtime/opencl/*.c))
.PHONY: runtimes
runtimes: $(HSA_RUNTIME) $(OPENCL_RUNTIME)

$(HSA_RUNTIME): $(HSA_OBJECTS) $(BUILD)/libwarpwalk.a src/runtime/hsa/hsa.map
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(SANITIZERS) -shared -Wl,-z,defs -Wl,-soname,libhsa-runtime64.so.1 -Wl,--version-script=src/runtime/hsa/hsa.map \
		-o $@ $(filter %.o %.a,$^) $(LIBS) -lpthread

# Its names are the loader's as well: inside of it they are its own.
$(OPENCL_RUNTIME): $(OPENCL_OBJECTS) $(BUILD)/libwarpwalk.a src/runtime/opencl/opencl.map
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(SANITIZERS) -shared -Wl,-z,defs -Wl,-Bsymbolic -Wl,-soname,libwarpwalk-opencl.so -Wl,--version-script=src/runtime/opencl/opencl.map \
		-o $@ $(filter %.o %.a,$^) $(LIBS) -lpthread
	$(Q)echo $(abspath $@) >$(@D)/warpwalk.icd

# Objects of other flags are made again.
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(CC) $(ALL_CFLAGS)' | cmp -s - $@ || echo '$(CC) $(ALL_CFLAGS)' >$@
FORCE:

# The parameters of designs, part of the table that nearly every file includes. Those that were never compiled wait for it,
# the others know (their .d file) whether they need it.
DESIGN_PARAMS = $(BUILD)/gen/design_params.def
$(DESIGN_PARAMS): FORCE
	@mkdir -p $(@D)
	@tools/design_params | cmp -s - $@ || tools/design_params >$@

$(BUILD)/%.o: %.c $(BUILD)/flags | $(DESIGN_PARAMS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

define lane_rule
$(BUILD)/src/isa/lanes/%.$1.o: src/isa/lanes/%.c $(BUILD)/flags | $(DESIGN_PARAMS)
	@mkdir -p $$(@D)
	$$(call say,CC)
	$$(Q)$(CC) $(ALL_CFLAGS) $(LANE_FLAGS) -DLANES_LEVEL=$1 $(LEVEL_FLAGS_$1) -c -o $$@ $$<
endef
$(foreach l,$(LEVELS),$(eval $(call lane_rule,$l)))

# The library for others: the public names of src/api/warpwalk.h, and nothing else. SOVERSION goes up when a program that was
# linked with it before would not run any more.
VERSION := $(shell cat VERSION)
VERSION_FLAGS = -DWARPWALK_VERSION='"$(VERSION)"'
SOVERSION = 0
SHARED_LIBRARY = $(BUILD)/lib/libwarpwalk.so.$(VERSION)
STATIC_LIBRARY = $(BUILD)/lib/libwarpwalk.a
$(BUILD)/src/api/warpwalk.o: VERSION
$(BUILD)/src/api/warpwalk.o: private ALL_CFLAGS += $(VERSION_FLAGS)
$(SHARED_LIBRARY): $(BUILD)/src/api/warpwalk.o $(BUILD)/libwarpwalk.a src/api/warpwalk.map
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(SANITIZERS) -shared -Wl,-z,defs -Wl,-soname,libwarpwalk.so.$(SOVERSION) -Wl,--version-script=src/api/warpwalk.map \
		-o $@ $(filter %.o %.a,$^) $(LIBS)

$(STATIC_LIBRARY): $(BUILD)/src/api/warpwalk.o $(BUILD)/libwarpwalk.a
	@mkdir -p $(@D)
	$(call say,AR)
	$(Q)ld -r -o $(@D)/warpwalk.o $^
	$(Q)objcopy --wildcard --keep-global-symbol='warpwalk_*' $(@D)/warpwalk.o
	$(Q)rm -f $@
	$(Q)ar rcs $@ $(@D)/warpwalk.o

lib: $(SHARED_LIBRARY) $(STATIC_LIBRARY)

# Beside the program: its man page, from what it says with --help, and the completion of command lines.
SHARE = $(addprefix $(BUILD)/share/,warpwalk.1 warpwalk.bash _warpwalk)
$(BUILD)/share/warpwalk.1: $(BUILD)/warpwalk tools/man_page VERSION CHANGELOG.md
	@mkdir -p $(@D)
	$(call say,MAN)
	$(Q)tools/man_page $(BUILD)/warpwalk $(VERSION) "$$(sed -n 's/^## $(VERSION) - //p' CHANGELOG.md)" >$@

$(BUILD)/share/warpwalk.bash: tools/completion/candidates.sh tools/completion/bash
	@mkdir -p $(@D)
	$(Q)cat $^ >$@

$(BUILD)/share/_warpwalk: tools/completion/candidates.sh tools/completion/zsh
	@mkdir -p $(@D)
	$(Q){ echo '#compdef warpwalk'; cat $^; } >$@

# The analysis of kernels: a program of its own, so that only it needs LLVM's library.
LLVM_CONFIG := $(firstword $(shell command -v llvm-config-14 llvm-config 2>/dev/null) llvm-config)
ANALYSER = $(BUILD)/warpwalk-analyse
ANALYSER_SOURCES = $(wildcard tools/analyse/*.c)
$(ANALYSER): $(ANALYSER_SOURCES) $(wildcard tools/analyse/*.h)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(SEMANTICS) $(WARNINGS) $(CFLAGS) -isystem $(shell $(LLVM_CONFIG) --includedir) -o $@ $(ANALYSER_SOURCES) \
		$(shell $(LLVM_CONFIG) --ldflags --libs | tr '\n' ' ')

# Kernels: compiled by the same code that compiles a user's own. They are the same whatever compiles the simulator: other
# builds take those of the plain one where it has them, and they are newer than all they are made from.
KERNEL_SOURCES = tools/compile_kernel.c $(wildcard src/driver/toolchain/* src/driver/toolchain/prelude/*) $(ANALYSER_SOURCES) $(wildcard tools/analyse/*.h)
KERNEL_COMPILER = $(BUILD)/compile-kernel
KERNEL_COMPILER_SOURCES = $(wildcard src/driver/toolchain/*.c) $(addprefix src/base/,error.c digest.c input_file.c text.c)
$(KERNEL_COMPILER): tools/compile_kernel.c $(KERNEL_COMPILER_SOURCES:%.c=$(BUILD)/%.o) $(BUILD)/gen/prelude.o | $(ANALYSER)
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $(filter %.c %.o,$^)

$(BUILD)/workloads/%.co: workloads/%.cl $(KERNEL_COMPILER) $(ANALYSER)
	@mkdir -p $(@D)
	$(call say,KERNEL)
	$(Q)if [ $(BUILD) != build ] && [ -e build/workloads/$*.co ] && \
		[ -z "$$(find $< $(KERNEL_SOURCES) -newer build/workloads/$*.co)" ]; then \
		cp build/workloads/$*.co $@; else $(KERNEL_COMPILER) $< $@; fi

$(BUILD)/gen/kernels.S $(BUILD)/gen/workload_table.c &: Makefile tools/embed workloads $(CODE_OBJECTS)
	@mkdir -p $(@D)
	$(call say,EMBED)
	$(Q)tools/embed $(BUILD) $(WORKLOADS)

$(BUILD)/gen/configs.S $(BUILD)/gen/config_table.c &: Makefile tools/embed_configs configs/gpus configs/designs $(CONFIGS)
	@mkdir -p $(@D)
	$(call say,EMBED)
	$(Q)tools/embed_configs $(BUILD) $(CONFIGS)

$(BUILD)/gen/experiments.S $(BUILD)/gen/experiment_table.c &: Makefile tools/embed_experiments configs/experiments $(wildcard configs/experiments/*) $(EXPERIMENTS)
	@mkdir -p $(@D)
	$(call say,EMBED)
	$(Q)tools/embed_experiments $(BUILD) $(EXPERIMENTS)

# The page of warpwalk report, with Debian's copy of Chart.js in it.
CHART_JS = /usr/share/javascript/chart.js/chart.min.js
REPORT_FILES = $(wildcard src/experiment/report/*.html src/experiment/report/*.css src/experiment/report/*.js)
$(BUILD)/gen/report_page.S $(BUILD)/gen/report_page_table.c &: Makefile tools/embed_report $(CHART_JS) $(REPORT_FILES)
	@mkdir -p $(@D)
	$(call say,EMBED)
	$(Q)tools/embed_report $(BUILD) $(CHART_JS)

# In the order in which they build on each other.
PRELUDE = $(foreach p,lists base c12 c20 atomics end,src/driver/toolchain/prelude/$p.cl)
$(BUILD)/gen/prelude.S: Makefile tools/embed_prelude $(PRELUDE)
	@mkdir -p $(@D)
	$(call say,EMBED)
	$(Q)tools/embed_prelude $(BUILD) $(PRELUDE)

# The version of each workload; that of the model is a number in src/model_version.h.
$(BUILD)/gen/workload_version_table.c: Makefile tools/workload_versions $(wildcard workloads/*/*.[ch]) $(CODE_OBJECTS)
	@mkdir -p $(@D)
	$(call say,EMBED)
	$(Q)tools/workload_versions $(BUILD) $(WORKLOADS)

$(BUILD)/gen/%_table.o: $(BUILD)/gen/%_table.c | $(DESIGN_PARAMS)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

$(BUILD)/gen/%.o: $(BUILD)/gen/%.S
	$(call say,AS)
	$(Q)$(CC) -c -o $@ $<

# Tests
TEST_OBJECTS = $(BUILD)/tests/harness.o $(BUILD)/tests/assemble.o
POCL_OBJECTS = $(foreach f,both opencl ops ops_input simulator,$(BUILD)/tests/$f.o)
$(TEST_OBJECTS) $(POCL_OBJECTS) $(BUILD)/tests/timed.o: $(BUILD)/tests/%.o: tests/%.c | $(DESIGN_PARAMS)
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -Itests -c -o $@ $<

$(SHAPE_TESTS): $(BUILD)/tests/timed.o
$(SHAPE_TESTS): TEST_LIBS = $(BUILD)/tests/timed.o $(BUILD)/libwarpwalk.a $(LIBS)
$(POCL_TESTS): $(POCL_OBJECTS)
$(BUILD)/tests/pocl/% $(BUILD)/tests/shape/extending: private ALL_CFLAGS += -DSOURCE_FOLDER='"$(CURDIR)"'
$(POCL_TESTS): TEST_LIBS = $(POCL_OBJECTS) $(BUILD)/libwarpwalk.a $(LIBS) -lOpenCL
$(BUILD)/tests/experiment/golden_table: $(BUILD)/tests/golden/table.o
$(BUILD)/tests/experiment/golden_table: TEST_LIBS = $(BUILD)/tests/golden/table.o $(BUILD)/libwarpwalk.a $(LIBS)
$(BUILD)/tests/%: tests/%.c $(TEST_OBJECTS) $(BUILD)/libwarpwalk.a
	@mkdir -p $(@D)
	$(call say,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -Itests -o $@ $< $(TEST_OBJECTS) $(BUILD)/libwarpwalk.a $(LIBS) $(TEST_LIBS)

# The outcomes of hundreds of small runs (tests/golden): checked, and written anew where the model's number allows it.
GOLDEN_OBJECTS = $(foreach f,effect parallel runs table,$(BUILD)/tests/golden/$f.o)
$(GOLDEN_TESTS): %: %.o $(GOLDEN_OBJECTS) $(BUILD)/libwarpwalk.a
	$(call say,LINK)
	$(Q)$(CC) $(SANITIZERS) -o $@ $^ $(LIBS)

SOAK_OBJECTS = $(patsubst %.c,$(BUILD)/%.o,$(wildcard tests/soak/*.c))
$(SOAK_TEST): $(SOAK_OBJECTS) $(BUILD)/libwarpwalk.a
	$(call say,LINK)
	$(Q)$(CC) $(SANITIZERS) -o $@ $^ $(LIBS)

golden-check: $(GOLDEN_TESTS)
	@for test in $(GOLDEN_TESTS); do $$test || failed=1; done; [ -z "$$failed" ]

golden: $(GOLDEN_TESTS)
	@for test in $(GOLDEN_TESTS); do $$test --write || failed=1; done; [ -z "$$failed" ]

setup:
	@tools/setup test

setup-run:
	@tools/setup run

demo: setup-run
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@tools/demo $(BUILD)

# The quick tests, or with T the tests of any kind that have one of its words in their paths. Nothing is installed: without
# OpenCL's headers the comparisons with pocl are not built, and tests/run says so.
T =
QUICK_TESTS = $(GOLDEN_TESTS) $(UNIT_TESTS)
CHOSEN_TESTS = $(if $(T),$(foreach t,$(TESTS),$(if $(strip $(foreach w,$T,$(findstring $w,$(patsubst $(BUILD)/%,%,$t)))),$t)),$(QUICK_TESTS))
test:
	$(if $(strip $(CHOSEN_TESTS)),,$(error no test has '$T' in its path))
	@$(MAKE) $(if $(V),,-s) --no-print-directory -j$$(nproc) all \
		$(filter-out $(if $(wildcard /usr/include/CL/cl.h),,$(POCL_TESTS)),$(filter $(BUILD)/%,$(CHOSEN_TESTS)))
	@BUILD=$(abspath $(BUILD)) tests/run $(CHOSEN_TESTS)

# All tests twice: as shipped, and under the sanitizers. The other compiler must build it too.
check: setup
	@$(MAKE) --no-print-directory -j$$(nproc) check-build
	@$(MAKE) --no-print-directory -j$$(nproc) check-build SANITIZE=1
	@$(MAKE) --no-print-directory -j$$(nproc) all CC=clang-14
	@$(MAKE) --no-print-directory -j$$(nproc) fuzz-targets FUZZ=1
	@tools/check

check-build: $(BUILD)/warpwalk $(TESTS) $(if $(SANITIZE),,runtimes lib $(SHARE))

# Used by tools/check: the tests of one build.
.PHONY: run-tests
run-tests:
	@BUILD=$(abspath $(BUILD)) tests/run $(TESTS)

bench: setup-run
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@bench/run $(BUILD)

# The second run of each machine is by the plain build: other addresses, other code, the same bytes.
SOAK_SECONDS = 7200
SOAK_SEED = 1000
soak:
	@$(MAKE) --no-print-directory -j$$(nproc) all
	@$(MAKE) --no-print-directory -j$$(nproc) SANITIZE=1 build-sanitize/warpwalk build-sanitize/tests/soak/machines
	@BUILD=build-sanitize build-sanitize/tests/soak/machines --other build/warpwalk --seed $(SOAK_SEED) --seconds $(SOAK_SECONDS)

# With FUZZ=1 only.
fuzz-targets: $(FUZZ_TARGETS)
$(FUZZ_TARGETS): $(BUILD)/tests/fuzz/%: tests/fuzz/%.c $(BUILD)/libwarpwalk.a
	@mkdir -p $(@D)
	$(call say,LINK)
	$(Q)$(CC) $(ALL_CFLAGS) -fsanitize=fuzzer -Itests/fuzz -o $@ $< $(BUILD)/libwarpwalk.a $(LIBS)

FUZZ_SECONDS = 600
fuzz: setup
	@tests/fuzz/run $(FUZZ_SECONDS)

docs: $(BUILD)/warpwalk
	$(BUILD)/warpwalk list params --markdown >docs/params.md

docs-workloads: $(BUILD)/workload-tables
	$(BUILD)/workload-tables >$(BUILD)/workloads.md
	mv $(BUILD)/workloads.md docs/workloads.md

$(BUILD)/workload-tables: tools/workload_tables.c $(BUILD)/libwarpwalk.a
	$(call say,LINK)
	$(Q)$(CC) $(ALL_CFLAGS) -o $@ $< $(BUILD)/libwarpwalk.a $(LIBS)

FORMATTED = $(wildcard src/*.[ch] src/*/*.[ch] src/*/*/*.[ch] workloads/*/*.[ch] tests/*.[ch] tests/*/*.[ch] tests/*/*/*.[ch] tools/*.c tools/*/*.[ch] bench/*/*.c docs/examples/*/*.c)
# Both checks of the source; tools/check counts them as one test. A file is looked at again when it, or what it includes, has
# changed. The analyser gives a function up after a third of the states it has by default: that is a quarter of the time.
TIDY = clang-tidy-14 --quiet $< -- $(SEMANTICS) $(ARCH_FLAGS) -Xclang -analyzer-config -Xclang max-nodes=75000
LINTED = $(patsubst %.c,$(BUILD)/lint/%.ok,$(SOURCES) $(RUNTIME_SOURCES) src/main.c $(wildcard workloads/*/*.c) $(LANE_SOURCES) $(ANALYSER_SOURCES))
lint: setup
	@$(MAKE) --no-print-directory -k -j$$(nproc) lint-files

lint-files: $(LINTED)
	$(Q)clang-format-14 --dry-run -Werror $(FORMATTED)

$(LINTED): .clang-tidy
$(BUILD)/lint/%.ok: %.c $(BUILD)/%.o
	@mkdir -p $(@D)
	$(call say,TIDY)
	$(Q)$(TIDY) $(VERSION_FLAGS) $(INCLUDES)
	@touch $@

$(LANE_SOURCES:%.c=$(BUILD)/lint/%.ok): $(BUILD)/lint/%.ok: %.c $(BUILD)/%.base.o
	@mkdir -p $(@D)
	$(call say,TIDY)
	$(Q)$(TIDY) $(LANE_FLAGS) -DLANES_LEVEL=base $(INCLUDES)
	@touch $@

$(ANALYSER_SOURCES:%.c=$(BUILD)/lint/%.ok): $(BUILD)/lint/%.ok: %.c $(ANALYSER)
	@mkdir -p $(@D)
	$(call say,TIDY)
	$(Q)$(TIDY) -isystem $(shell $(LLVM_CONFIG) --includedir)
	@touch $@

format:
	clang-format-14 -i $(FORMATTED)

TO = $(DESTDIR)$(PREFIX)
install: all lib $(SHARE)
	install -Dm755 -t $(TO)/bin $(BUILD)/warpwalk $(ANALYSER)
	install -Dm644 -t $(TO)/include src/api/warpwalk.h
	install -Dm644 -t $(TO)/lib $(STATIC_LIBRARY) $(SHARED_LIBRARY)
	ln -sf libwarpwalk.so.$(VERSION) $(TO)/lib/libwarpwalk.so.$(SOVERSION)
	ln -sf libwarpwalk.so.$(SOVERSION) $(TO)/lib/libwarpwalk.so
	install -Dm755 -t $(TO)/lib/warpwalk $(HSA_RUNTIME) $(OPENCL_RUNTIME)
	echo $(PREFIX)/lib/warpwalk/$(notdir $(OPENCL_RUNTIME)) >$(TO)/lib/warpwalk/warpwalk.icd
	install -d $(TO)/lib/pkgconfig
	sed 's|@PREFIX@|$(PREFIX)|; s|@VERSION@|$(VERSION)|; s|@LIBS@|$(LIBS)|' src/api/warpwalk.pc.in >$(TO)/lib/pkgconfig/warpwalk.pc
	install -Dm644 -t $(TO)/share/man/man1 $(BUILD)/share/warpwalk.1
	install -Dm644 $(BUILD)/share/warpwalk.bash $(TO)/share/bash-completion/completions/warpwalk
	install -Dm644 -t $(TO)/share/zsh/site-functions $(BUILD)/share/_warpwalk
	install -Dm644 -t $(TO)/share/doc/warpwalk README.md CHANGELOG.md LICENSE
	cp -R docs $(TO)/share/doc/warpwalk

uninstall:
	rm -f $(TO)/bin/warpwalk $(TO)/bin/warpwalk-analyse $(TO)/include/warpwalk.h $(TO)/lib/libwarpwalk.* \
		$(TO)/lib/pkgconfig/warpwalk.pc $(TO)/share/man/man1/warpwalk.1 \
		$(TO)/share/bash-completion/completions/warpwalk $(TO)/share/zsh/site-functions/_warpwalk
	rm -rf $(TO)/share/doc/warpwalk $(TO)/lib/warpwalk

clean:
	rm -rf build build-*

-include $(shell find $(BUILD) -name '*.d' 2>/dev/null)
