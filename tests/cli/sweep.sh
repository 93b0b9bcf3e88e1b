#!/bin/bash
# warpwalk sweep: the same rows however it ran: one or two at a time, killed and resumed, two sweeps into one store at
# once, in parts; every statistic of run --json is there.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/sweep_lib.sh"

cat >sweep.yaml <<'YAML'
gpus: [apu18, r9nano]
designs: [[], ideal]
workloads:
  - atax:nx=128,ny=128
  - mm:n=64
  - ["gups:words=8192,updates=16", "mm:n=64"]
params:
  l2_tlb.entries: [512, 1024]
YAML
runs=24

run 0 one_worker sweep sweep.yaml -j 1 --db one.db &&
	is one_worker "$out" "$runs runs in one.db: 0 known before, $runs run now, 0 failed"
run 0 two_workers sweep sweep.yaml -j 2 --db two.db && same two_workers one.db two.db
before=$(dump one.db)
run 0 nothing_again sweep sweep.yaml --db one.db &&
	is nothing_again "$out" "$runs runs in one.db: $runs known before, 0 run now, 0 failed"
is nothing_changed "$(dump one.db | cksum)" "$(echo "$before" | cksum)"

# The same, and after the three workloads one that does not end: with four at a time and two values of the parameter such a
# sweep stands still after two GPUs' or designs' share of results, 12, however fast the machine.
sed "s/^params:/  - $endless\n&/" sweep.yaml >stopped.yaml

# has STORE COUNT PID: so many results are there, or the sweep has ended.
has() {
	! kill -0 "$3" 2>/dev/null || { [ -s "$1" ] && [ "$(ask "$1" 'SELECT count(*) FROM runs' | grep -x '[0-9]*' || echo 0)" -ge "$2" ]; }
}

# Killed as by a power cut, as soon as some results are there; then once more; then to the end.
for round in 1 2; do
	"$warpwalk" sweep stopped.yaml -j 4 --db killed.db >/dev/null 2>&1 &
	pid=$!
	wait_until has killed.db $((5 * round)) $pid
	kill -KILL $pid
	wait $pid 2>/dev/null
	have=$(ask killed.db "SELECT count(*) FROM runs")
	if [ "$have" -lt $((5 * round)) ] || [ "$have" -gt 12 ]; then
		fail "killed_$round" "$have rows of $runs"
	else
		wrong=$(sound killed.db)
		is "killed_$round" "$wrong" ""
	fi
done
run 0 resumed sweep sweep.yaml -j 2 --db killed.db && same resumed killed.db one.db
case $out in
*" 0 known before"*) fail resumed_some "$out" ;;
*) pass resumed_some ;;
esac

# Interrupted: in good order, status 130, then resumed.
"$warpwalk" sweep stopped.yaml -j 4 --db interrupted.db >"$work/stdout" 2>"$work/stderr" &
pid=$!
wait_until has interrupted.db 3 $pid
kill -INT $pid
wait $pid
status=$?
err=$(cat "$work/stderr")
if [ $status -ne 130 ]; then fail interrupted "status $status"; else says interrupted "interrupted"; fi
run 0 after_interrupt sweep sweep.yaml -j 2 --db interrupted.db && same after_interrupt interrupted.db one.db

# Two sweeps whose products overlap, at once, into one store that does not exist yet.
sed 's/\[apu18, r9nano\]/[apu18]/' sweep.yaml >left.yaml
sed 's/\[\[\], ideal\]/[ideal]/' sweep.yaml >right.yaml
"$warpwalk" sweep left.yaml -j 2 --db both.db >left.out 2>&1 &
left=$!
"$warpwalk" sweep right.yaml -j 2 --db both.db >right.out 2>&1
right=$?
wait $left
is two_sweeps_status "$? $right $(grep -h failed left.out right.out | grep -cv ' 0 failed')" "0 0 0"
run 0 both_apart sweep left.yaml --db apart.db && run 0 both_apart sweep right.yaml --db apart.db && same two_sweeps both.db apart.db

# Several at once make the store.
printf 'gpus: [apu18]\nworkloads: ["reduction:elements=512,groups=1,passes=1"]\n' >little.yaml
for round in 1 2 3 4 5 6 7 8; do
	for k in 1 2 3 4; do "$warpwalk" sweep little.yaml -j 1 --db "made$round.db" 2>&1 & done
	wait
done >made.out
is made_at_once "$(sed 's/made[0-9]/made/; s/: .* run now/: N run now/' made.out | sort | uniq -c | tr -s ' ')" " 32 1 runs in made.db: N run now, 0 failed"

# Parts into stores of their own, collected; as the jobs of a Slurm array do it.
run 0 slurm sweep sweep.yaml --slurm=3 --db "it's.db"
cp "$work/stdout" script
for SLURM_ARRAY_TASK_ID in 1 2 3; do
	export SLURM_ARRAY_TASK_ID
	sh script >/dev/null || fail slurm_job "job $SLURM_ARRAY_TASK_ID"
done
is slurm_array "$(grep -c '^#SBATCH --array=1-3$' script)" 1
is slurm_parts "$(for i in 1 2 3; do ask "it's.db.part-$i" "SELECT count(*) FROM runs"; done | tr '\n' ' ')" "8 8 8 "
collect=$(sed -n 's/^#   \(.* sweep .*\)/\1/p' script)
is slurm_collect "$(eval "$collect" | sed 's/.*: \([0-9]* known\).*/\1/')" "$runs known"
same slurm_result "it's.db" one.db

# One run for two names: what was asked for is noted, the run is not made twice.
printf 'gpus: [apu18]\nworkloads: ["mm:n=64"]\nvariants:\n  plain:\n  same: {params: {l2_tlb.entries: 512}}\n' >same.yaml
run 0 same_run sweep same.yaml --db same.db &&
	is same_run "$(ask same.db 'SELECT (SELECT count(*) FROM runs), (SELECT count(*) FROM specs)')" "1|2"

# Repeated: further machines add runs, each with its number among the settings; parts of a Slurm array repeat, too.
printf 'gpus: [apu18]\nworkloads: ["mm:n=64"]\nrepeat: 2\n' >repeat.yaml
run 0 repeat sweep repeat.yaml --db repeat.db && is repeat "$out" "2 runs in repeat.db: 0 known before, 2 run now, 0 failed"
run 0 repeat_more sweep repeat.yaml --repeat 3 --db repeat.db && is repeat_more "$out" "3 runs in repeat.db: 2 known before, 1 run now, 0 failed"
run 0 repeat_none sweep repeat.yaml --repeat 1 --db repeat.db && is repeat_none "$out" "1 runs in repeat.db: 1 known before, 0 run now, 0 failed"
is repeat_rows "$(ask repeat.db 'SELECT settings FROM specs ORDER BY 1' | tr '\n' ',')" ",perturb=1,perturb=2,"
is repeat_differs "$(ask repeat.db 'SELECT count(DISTINCT cycles) FROM results')" 3
run 0 repeat_slurm sweep repeat.yaml --repeat 3 --slurm --db repeat.db && is repeat_slurm "$(grep -c -- "sweep 'repeat.yaml' --repeat 3 --" stdout)" 2

# Sizes do not matter once they are resolved; a limit on instructions does.
printf 'gpus: [apu18]\nworkloads: ["mm:n=64,block=1"]\nsizes: [tiny, small]\n' >sizes.yaml
run 0 sizes sweep sizes.yaml --db sizes.db && is sizes "$(ask sizes.db 'SELECT count(*) FROM runs')" 1
echo 'max_instructions: 1000' >>sizes.yaml
run 0 limit sweep sizes.yaml --db sizes.db &&
	is limit "$(ask sizes.db "SELECT max_instructions, value FROM runs, stats WHERE run = id AND name = 'finished' ORDER BY 1" | tr '\n' ' ')" "0|1 1000|0 "

# Every number of --json, exactly; texts, the model and the configuration in their own tables.
run 0 statistics run --json -g r9nano -d ideal -s l2_tlb.entries=1024 gups:words=8192,updates=16 mm:n=64
json_flat "$work/stdout" | awk -F '\t' '$2 != "string" && $1 !~ /^config[.]|^model$|^wall_seconds$|^peak_rss_bytes$|^designs$/ {
	print $1 "|" ($3 == "true" ? 1 : $3 == "false" ? 0 : $3) }' | sort >want
id=$(ask one.db "SELECT run FROM specs WHERE gpu = 'r9nano' AND designs = 'ideal' AND workloads LIKE 'gups%' AND settings LIKE '%1024'")
ask one.db "SELECT name, CASE typeof(value) WHEN 'real' THEN printf('%.9g', value) ELSE value END FROM stats WHERE run = $id" | sort >got
if [ -s want ] && cmp -s want got; then pass statistics; else fail statistics "$(diff want got | head -n 3 | tr '\n' ' ')"; fi
json_flat "$work/stdout" | awk -F '\t' '$1 ~ /^config[.]/ { gsub(/"/, "", $3); print substr($1, 8) "|" $3 }' | sort >want
ask one.db "SELECT name, CASE typeof(value) WHEN 'real' THEN printf('%.9g', value) ELSE value END FROM params WHERE run = $id" | sort >got
if [ -s want ] && cmp -s want got; then pass parameters; else fail parameters "$(diff want got | head -n 3 | tr '\n' ' ')"; fi

# What does not fit is skipped and listed, at the start and in the end, and is in no table.
printf 'gpus: [apu18, mcm4]\ndesigns: [[], mgvm]\nworkloads: ["mm:n=64", "mt:n=64"]\nparams: {l2_tlb.ways: [8, 3]}\nmax_instructions: 1000\n' >gaps.yaml
mgvm="apu18, mgvm: configs/designs/mgvm.yaml:3: design 'mgvm' cannot act on this machine: home_slice (mgvm) needs more than one chiplet"
run 0 skipped sweep gaps.yaml --db gaps.db && {
	is skipped_summary "$(head -n 1 stdout)" "6 runs in gaps.db: 0 known before, 6 run now, 0 failed, 10 skipped"
	is skipped_listed "$(sed 1d stdout | cut -d : -f 1 | tr '\n' ';')" \
		"skipped 2 runs, apu18;skipped 2 runs, apu18, mgvm;skipped 2 runs, apu18, mgvm;skipped 2 runs, mcm4;skipped 2 runs, mcm4, mgvm;"
	is skipped_why "$(grep -cF "skipped 2 runs, $mgvm" stdout)" 1
	is skipped_at_the_start "$(cat stderr)" "$(sed 1d stdout)"
	is skipped_nowhere "$(ask gaps.db 'SELECT (SELECT count(*) FROM specs), (SELECT count(*) FROM runs)')" "6|6"
}
run 0 skipped_quiet sweep gaps.yaml --db gaps.db --quiet && is skipped_quiet "$err$(grep -c '^skipped' stdout)" 5

# On a terminal: a line that rewrites itself, and is gone in the end.
if command -v script >/dev/null 2>&1 && printf 'gpus: [apu18]\nworkloads: [atax]\nsizes: [tiny]\nparams: {l2_tlb.entries: [256, 512, 1024]}\n' >terminal.yaml &&
	script -qec "'$warpwalk' sweep terminal.yaml -j 1 --db terminal.db" /dev/null >terminal.out </dev/null; then
	if grep -q '1 of 3 runs done, 1 running, 0 failed, [0-9:]* left' terminal.out; then pass terminal; else fail terminal "$(tr '\r' '\n' <terminal.out | head -n 3)"; fi
else
	echo "skip terminal: no script(1)"
fi

exit $((failures > 0))
