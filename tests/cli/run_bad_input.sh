#!/bin/bash
# What a user can get wrong with GPUs, designs and parameters: one line with file and line, exit status 2.
. "$(dirname "$0")/lib.sh"

# exact NAME TEXT ARGUMENT...: warpwalk run ARGUMENT... says exactly this, and nothing on stdout.
exact() {
	local name=$1 text=$2
	shift 2
	run 2 "$name" run --size tiny "$@" || return
	if [ "$err" != "$text" ]; then
		fail "$name" "says '$err', expected '$text'"
	elif [ -n "$out" ]; then
		fail "$name" "prints '$out'"
	else
		pass "$name"
	fi
}
see="(warpwalk run --help)"

# Command line
run 2 no_gpu run atax && says no_gpu "no GPU given" "apu18" "r9nano"
exact gpu_without_value "warpwalk run: option '-g' wants a value $see" -g
exact jobs_without_value "warpwalk run: option '-j' wants a value $see" -g apu18 atax -j
exact db_without_value "warpwalk run: option '--db' wants a value $see" -g apu18 atax --db
exact no_workload "warpwalk run: no workload or job file given $see" -g apu18
exact unknown_option "warpwalk run: unknown option '--desing'; did you mean '--design'? $see" -g apu18 --desing x atax
exact unknown_size "warpwalk: unknown size 'huge'; known: tiny, small, medium, paper" -g apu18 --size huge atax
exact bad_limit "warpwalk run: --max-instructions wants a number of at least 1, not '0' $see" \
	-g apu18 --max-instructions 0 atax
exact unknown_workload "warpwalk: unknown workload 'ataxx'; did you mean 'atax'?" -g apu18 ataxx
run 2 unknown_workload_parameter run -g apu18 atax:nxx=5 && says unknown_workload_parameter "'nxx'"

# Names
exact unknown_gpu "warpwalk: unknown GPU 'r9nanno'; did you mean 'r9nano'?" -g r9nanno atax
exact unknown_design "warpwalk: unknown design 'ideel'; did you mean 'ideal'?" -g apu18 -d ideel atax
exact missing_gpu_file "warpwalk: ./none.yaml: cannot be read: No such file or directory" -g ./none.yaml atax
exact missing_design_file "warpwalk: none.yaml: cannot be read: No such file or directory" -g apu18 -d none.yaml atax

# Single settings
exact no_value "warpwalk: -s cus: expected key=value" -g apu18 -s cus atax
exact unknown_parameter \
	"warpwalk: -s dram.chanels=2: unknown parameter 'dram.chanels'; did you mean 'dram.channels' or 'dram.ranks' or 'dram.banks'?" \
	-g apu18 -s dram.chanels=2 atax
exact nothing_near "warpwalk: -s zzzzzzzz=2: unknown parameter 'zzzzzzzz'; warpwalk list params lists them" \
	-g apu18 -s zzzzzzzz=2 atax
exact not_a_number "warpwalk: -s cus=x: cus: expected a whole number from 1 to 512, not 'x'" -g apu18 -s cus=x atax
exact out_of_range "warpwalk: -s cus=513: cus: expected a whole number from 1 to 512, not '513'" \
	-g apu18 -s cus=513 atax
exact wrong_unit "warpwalk: -s clock=2GHz: clock: expected a number from 1 to 10000 in MHz, not '2GHz'" \
	-g apu18 -s clock=2GHz atax
exact unit_of_cycles \
	"warpwalk: -s l2_tlb.latency=5ns: l2_tlb.latency: expected a whole number of core cycles from 0 to 10000, without a unit, not '5ns'" \
	-g apu18 -s l2_tlb.latency=5ns atax
exact unit_of_bytes \
	"warpwalk: -s lds.bytes=64KiB: lds.bytes: expected a size from 1KB to 1MB in bytes, KB, MB or GB, not '64KiB'" \
	-g apu18 -s lds.bytes=64KiB atax
exact not_a_choice "warpwalk: -s walk.memory=l3: walk.memory: expected one of dram, l2, fixed, not 'l3'" \
	-g apu18 -s walk.memory=l3 atax
exact not_a_boolean "warpwalk: -s iommu.present=1: iommu.present: expected true or false, not '1'" \
	-g apu18 -s iommu.present=1 atax

# Geometry
exact entries_and_ways \
	"warpwalk: -s l2_tlb.ways=5: l2_tlb.entries (512) is not a multiple of l2_tlb.ways (5)" \
	-g apu18 -s l2_tlb.ways=5 atax
exact cache_and_ways \
	"warpwalk: -s l1_cache.ways=3: l1_cache.bytes (32KB) is not a multiple of l1_cache.ways (3) times 64 bytes per line" \
	-g apu18 -s l1_cache.ways=3 atax
exact page_size "warpwalk: -s page.bytes=16KB: page.bytes: expected 4KB, 64KB or 2MB, not 16KB" \
	-g apu18 -s page.bytes=16KB atax
exact page_too_large \
	"warpwalk: -s page.bytes=2MB: page.bytes (2MB) is larger than page.largest (64KB), the largest this GPU has" \
	-g mcm4 -s page.largest=64KB -s page.bytes=2MB atax
exact row_and_line "warpwalk: -s dram.row=128: dram.row (128) is not a multiple of line.bytes (256)" \
	-g apu18 -s dram.row=128 -s line.bytes=256 atax
exact too_few_cus "warpwalk: -s cus=1: cus: 2 workloads need a CU each, and this machine has 1" \
	-g apu18 -s cus=1 atax mm
exact too_many_asked_for "warpwalk: -s cus=4: cus: workloads ask for 5 CUs, and this machine has 4" -g apu18 -s cus=4 atax@2 mm@3
exact none_left "warpwalk: -s cus=4: cus: workloads ask for 4 CUs and leave too few for the others, and this machine has 4" \
	-g apu18 -s cus=4 atax@4 mm
exact partition "warpwalk run: --partition wants even, oracle, oracle:STEP or a number of CUs for each of the 2 workloads (8,22), not '1,2,3' (warpwalk run --help)" \
	-g apu18 --partition 1,2,3 atax mm
exact step_too_large "warpwalk: --partition oracle:8: no divisions of 8 CUs among 2 applications; choose a smaller step" \
	-g apu18 --partition oracle:8 atax mm

# Files
printf 'summary: mine\nparams:\n  cus: 4\n  l1_tlb:\n    entires: 64\n' >key.yaml
exact unknown_key \
	"warpwalk: key.yaml:5: unknown parameter 'l1_tlb.entires'; did you mean 'l1_tlb.entries' or 'l2_tlb.entries' or 'itlb.entries'?" \
	-g key.yaml atax
printf 'params:\n  l1_tbl:\n    entries: 64\n' >group.yaml
exact unknown_group "warpwalk: group.yaml:2: unknown parameter 'l1_tbl'; did you mean 'l1_tlb' or 'l2_tlb'?" \
	-g group.yaml atax
printf 'parameters:\n  cus: 4\n' >top.yaml
exact unknown_top_key "warpwalk: top.yaml:1: a GPU file has no key 'parameters'; did you mean 'params'?" -g top.yaml atax
printf 'params:\n  cus: four\n' >value.yaml
exact bad_value "warpwalk: value.yaml:2: cus: expected a whole number from 1 to 512, not 'four'" -g value.yaml atax
printf 'params:\n  l1_tlb: 64\n' >flat.yaml
exact group_as_value "warpwalk: flat.yaml:2: l1_tlb: expected keys with values, not a single value" -g flat.yaml atax
printf 'params:\n  l2_tlb:\n    entries: 100\n' >geometry.yaml
exact geometry_in_a_file \
	"warpwalk: geometry.yaml:3: l2_tlb.entries (100) is not a multiple of l2_tlb.ways (16)" -g geometry.yaml atax
printf 'params: [\n' >broken.yaml
run 2 broken_file run -g broken.yaml atax && says broken_file "broken.yaml:"
printf 'params:\n  l2_tlb: {ways: 3}\n' >design.yaml
exact geometry_in_a_design \
	"warpwalk: design.yaml:2: l2_tlb.entries (512) is not a multiple of l2_tlb.ways (3)" -g apu18 -d design.yaml atax
exact designs_disagree \
	"warpwalk: configs/designs/perfect-l2-tlb.yaml:3: design 'perfect-l2-tlb' sets translation to perfect-l2, but design 'ideal' sets it to ideal (configs/designs/ideal.yaml:3)" \
	-g apu18 -d ideal -d perfect-l2-tlb atax
printf 'params:\n  walk: {walkers: 16}\n' >a.yaml
printf 'params:\n  walk.walkers: 32\n' >b.yaml
exact plain_values_disagree \
	"warpwalk: b.yaml:2: design 'b.yaml' sets walk.walkers to 32, but design 'a.yaml' sets it to 16 (a.yaml:2)" \
	-g apu18 -d a.yaml -d b.yaml atax

run 2 oversubscribe run -g r9nano -d uvm-tree --oversubscribe 125%x relu && says oversubscribe "expected a number" "'125%x'"
run 2 oversubscribe_resident run -g r9nano --oversubscribe 125% relu && says oversubscribe_resident "needs demand paging"
exit $((failures > 0))
