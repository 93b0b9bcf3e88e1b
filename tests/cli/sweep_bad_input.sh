#!/bin/bash
# What a user can get wrong with sweeps and stores: one line, exit status 2, nothing run, the store unharmed.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/sweep_lib.sh"
see="(warpwalk sweep --help)"

# exact NAME TEXT ARGUMENT...: warpwalk sweep ARGUMENT... says exactly this, nothing on stdout, and makes no store.
exact() {
	local name=$1 text=$2
	shift 2
	run 2 "$name" sweep "$@" || return
	if [ "$err" != "$text" ]; then
		fail "$name" "says '$err', expected '$text'"
	elif [ -n "$out" ] || [ -e warpwalk.db ]; then
		fail "$name" "prints '$out', or made a store"
	else
		pass "$name"
	fi
}

# file NAME TEXT LINE...: the same for a file of these lines.
file() {
	local name=$1 text=$2
	shift 2
	printf '%s\n' "$@" >s.yaml
	exact "$name" "warpwalk: $text" s.yaml
}

exact no_file "warpwalk sweep: no file given $see"
exact two_files "warpwalk sweep: more than one file given $see" a.yaml b.yaml
exact missing_file "warpwalk: none.yaml: cannot be read: No such file or directory" none.yaml
exact bad_jobs "warpwalk sweep: -j wants a number from 1 to 1024, not '0' $see" -j 0 s.yaml
exact no_jobs "warpwalk sweep: option '-j' wants a value $see" s.yaml -j
exact bad_part "warpwalk sweep: --part wants I/N with I from 1 to N, not '3/2' $see" --part 3/2 s.yaml
exact bad_slurm "warpwalk sweep: --slurm wants a number of jobs from 1 to 100000, not 'x' $see" --slurm=x s.yaml
exact bad_repeat "warpwalk sweep: --repeat wants a number from 1 to 30, not 'x' $see" --repeat x s.yaml
exact unknown_option "warpwalk sweep: unknown option '--dv'; did you mean '--db'? $see" --dv x s.yaml

file unknown_key "s.yaml:2: a sweep has no key 'worklods'; did you mean 'workloads'?" 'gpus: [apu18]' 'worklods: [mm]'
file no_repeat "s.yaml:3: repeat: expected a whole number from 1 to 30, not '0'" 'gpus: [apu18]' 'workloads: [mm]' 'repeat: 0'
file own_machine "s.yaml: run 1 of 2 (apu18, mm, small, perturb=4): -s perturb=4: repeated runs choose perturb themselves: leave it out, or repeat" \
	'gpus: [apu18]' 'workloads: [mm]' 'params: {perturb: 4}' 'repeat: 2'
file no_gpus "s.yaml:1: no gpus given, so there is nothing to run" 'workloads: [mm]'
file no_workloads "s.yaml:1: no workloads given, so there is nothing to run" 'gpus: [apu18]'
file empty_file "s.yaml:2: no gpus given, so there is nothing to run" ''
file not_keys "s.yaml:1: a sweep: expected keys with values, not a list" '[apu18]'
file empty_list "s.yaml:2: workloads: empty, so there is nothing to run" 'gpus: [apu18]' 'workloads: []'
file empty_designs "s.yaml:3: designs: empty, so there is nothing to run" 'gpus: [apu18]' 'workloads: [mm]' 'designs: []'
file empty_values "s.yaml:3: cus: empty, so there is nothing to run" 'gpus: [apu18]' 'workloads: [mm]' 'params: {cus: []}'
file empty_together "s.yaml:2: workloads: expected from 1 to 64 that run together" 'gpus: [apu18]' 'workloads: [[]]'
file keys_for_a_list "s.yaml:1: gpus: expected a list, not keys with values" 'gpus: {apu18: 1}' 'workloads: [mm]'
file unknown_gpu "s.yaml:2: unknown GPU 'r9nanno'; did you mean 'r9nano'?" 'gpus: [apu18,' ' r9nanno]' 'workloads: [mm]'
file unknown_design "s.yaml:3: unknown design 'ideel'; did you mean 'ideal'?" 'gpus: [apu18]' 'workloads: [mm]' 'designs: [[], [ideel]]'
file unknown_workload "s.yaml:2: unknown workload 'ataxx'; did you mean 'atax'?" 'gpus: [apu18]' 'workloads: [ataxx]'
file unknown_workload_parameter "s.yaml:2: workload 'mm' has no parameter 'q'; did you mean 'n'?" 'gpus: [apu18]' 'workloads: ["mm:q=1"]'
file unknown_size "s.yaml:3: unknown size 'huge'; known: tiny, small, medium, paper" 'gpus: [apu18]' 'workloads: [mm]' 'sizes: [huge]'
file unknown_parameter \
	"s.yaml:4: unknown parameter 'l2_tlb.entires'; did you mean 'l2_tlb.entries' or 'l1_tlb.entries' or 'itlb.entries'?" \
	'gpus: [apu18]' 'workloads: [mm]' 'params:' '  l2_tlb: {entires: [512]}'
file bad_value "s.yaml:3: cus: expected a whole number from 1 to 512, not '0'" 'gpus: [apu18]' 'workloads: [mm]' 'params: {cus: [8, 0]}'
file bad_limit "s.yaml:3: max_instructions: expected a whole number from 1 to 9223372036854775807, not '0'" \
	'gpus: [apu18]' 'workloads: [mm]' 'max_instructions: 0'
file twice "s.yaml:2: workload 'mm' is given twice" 'gpus: [apu18]' 'workloads: [mm, mm]'
file variant_key "s.yaml:3: a variant has no key 'gpu'; known: designs, params" 'gpus: [apu18]' 'workloads: [mm]' 'variants: {a: {gpu: x}}'
file variant_and_axis "s.yaml:4: cus is set here, and by another axis (cus=4)" \
	'gpus: [apu18]' 'workloads: [mm]' 'params: {cus: [4]}' 'variants: {a: {params: {cus: 8}}}'
file nothing_fits \
	"s.yaml: nothing fits; run 1 of 2 (apu18, mm, small, l2_tlb.ways=3): -s l2_tlb.ways=3: l2_tlb.entries (512) is not a multiple of l2_tlb.ways (3)" \
	'gpus: [apu18]' 'workloads: [mm]' 'params: {l2_tlb.ways: [3, 5]}'
file too_many "s.yaml:1: the product has more than 1000000 runs" 'gpus: [apu18]' 'workloads: [mm]' 'params:' \
	"  l2_tlb.entries: [$(seq -s , 16 16 16000)]" "  l1_tlb.entries: [$(seq -s , 1 1002)]"

# Stores. unharmed NAME FILE ARGUMENT...: exit status 2, and the file is as it was.
printf 'gpus: [apu18]\nworkloads: ["mm:n=64", "reduction:elements=512,groups=1,passes=1"]\n' >good.yaml
unharmed() {
	local name=$1 file=$2 before
	shift 2
	before=$(cksum <"$file")
	run 2 "$name" sweep good.yaml --db "$file" || return 1
	[ "$(cksum <"$file")" = "$before" ] || { fail "$name" "the file changed" && return 1; }
	says "$name" "$@"
}
echo 'not a database, but a text of some length that somebody still needs, so leave it alone please' >text.db
unharmed not_a_database text.db "text.db: not a database"
run 2 folder sweep good.yaml --db . && says folder ".: is a folder"
run 2 missing_folder sweep good.yaml --db none/x.db && says missing_folder "none/x.db: cannot be opened"
sqlite3 other.db 'CREATE TABLE mine(a); INSERT INTO mine VALUES (1)'
unharmed other_program other.db "other.db: a database, but not of warpwalk"
run 0 good sweep good.yaml --db good.db
cp good.db newer.db
sqlite3 newer.db 'PRAGMA user_version = 99' >/dev/null
unharmed other_version newer.db "newer.db: made by another version of warpwalk (tables of version 99, here 2)" "--db"
run 2 take_no_database sweep good.yaml --db good.db --take text.db && says take_no_database "text.db: not a database"
run 2 take_missing sweep good.yaml --db good.db --take none.db && says take_missing "none.db: cannot be opened: No such file"
cmp -s <(dump good.db) <(dump newer.db) && pass take_unharmed || fail take_unharmed "rows differ"

# A place that is read-only, where such a mount can be made.
mkdir -p place
cp good.db place/
if unshare -rm sh -c 'mount --bind place place && mount -o remount,bind,ro place' 2>/dev/null; then
	# read_only STATUS NAME ARGUMENT...: warpwalk sweep ARGUMENT..., with nothing to be written in place/.
	read_only() {
		local wanted=$1 name=$2
		shift 2
		unshare -rm sh -c 'mount --bind place place && mount -o remount,bind,ro place && exec "$@"' sh \
			"$warpwalk" sweep good.yaml "$@" >"$work/stdout" 2>"$work/stderr"
		status=$? out=$(cat "$work/stdout") err=$(cat "$work/stderr")
		[ $status -eq "$wanted" ] || { fail "$name" "status $status: $err" && return 1; }
	}
	read_only 2 read_only_file --db place/good.db && says read_only_file "place/good.db: cannot be written"
	read_only 2 read_only_place --db place/new.db && says read_only_place "place/new.db: cannot be opened"
	read_only 0 read_only_taken --db taken.db --take place/good.db &&
		is read_only_taken "$out" "2 runs in taken.db: 2 known before, 0 run now, 0 failed"
else
	echo "skip read_only_place: no mounts here"
fi

# A full disk: at the start, and in the middle of a sweep, which then goes on elsewhere from what was stored.
cat >many.yaml <<'YAML'
gpus: [apu18]
workloads: ["reduction:elements=512,groups=1,passes=1"]
params: {l2_tlb.latency: [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25]}
YAML
run 0 many sweep many.yaml -j 1 --db many.db
# Room for some of the results and not for all, whatever a result takes: half of what all of them do.
half=$(($(wc -c <many.db) / 2048))
# full NAME: what the sweep left in full.db and stderr after status.
full() {
	err=$(cat "$work/stderr")
	if [ $status -ne 2 ]; then
		fail "$1" "status $status: $err"
	elif says "$1" "full.db: cannot be written: d" "(disk full"; then
		wrong=$(sound full.db)
		have=$(ask full.db "SELECT count(*) FROM runs")
		if [ -n "$wrong" ] || [ "$have" -lt 1 ] || [ "$have" -ge 16 ]; then
			fail "$1_rows" "$have rows; $wrong"
		else
			run 0 "$1_resumed" sweep many.yaml -j 1 --db full.db && same "$1_resumed" full.db many.db
		fi
	fi
}
rm -f full.db*
(ulimit -f $half && exec "$warpwalk" sweep many.yaml -j 1 --db full.db >"$work/stdout" 2>"$work/stderr")
status=$?
full size_limit
(ulimit -f 1 && exec "$warpwalk" sweep many.yaml -j 1 --db start.db >"$work/stdout" 2>"$work/stderr")
status=$? err=$(cat "$work/stderr")
if [ $status -eq 2 ]; then says full_at_start "start.db: cannot be written: d" "(disk full"; else fail full_at_start "status $status: $err"; fi
run 0 after_full_at_start sweep many.yaml -j 1 --db start.db && same after_full_at_start start.db many.db
if unshare -rm mount -t tmpfs none place 2>/dev/null; then
	rm -f full.db*
	unshare -rm sh -c 'mount -t tmpfs -o "size=$2k" none place && "$1" sweep many.yaml -j 1 --db place/full.db >stdout 2>stderr
		echo $? >status && cp place/full.db* .' sh "$warpwalk" $((half + 64))
	status=$(cat status)
	cp stderr "$work/stderr" 2>/dev/null
	full full_disk
else
	echo "skip full_disk: no mounts here"
fi

exit $((failures > 0))
