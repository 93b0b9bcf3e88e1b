#!/bin/bash
# Runs that fail: each is recorded with its reason, the others go on, the exit status is 1.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/sweep_lib.sh"

# What only making the inputs, or running, can tell.
cp "$root"/docs/examples/overrun/overrun.* .
cat >failing.yaml <<'YAML'
gpus: [apu18]
workloads:
  - mm:n=64
  - mm:n=65
  - overrun.yaml
  - gups:words=5000,updates=16
  - reduction:elements=512,groups=1,passes=1
YAML
run 1 failing sweep failing.yaml -j 2 --db failing.db
is failing_summary "$out" "5 runs in failing.db: 0 known before, 5 run now, 3 failed"
is failing_lines "$(grep -c '^failed: ' "$work/stderr")" 3
case $err in
*"failed: apu18, mm:n=65, small: workload 'mm': n=65 is not a multiple"*) pass failing_says ;;
*) fail failing_says "$err" ;;
esac
is failing_rows "$(ask failing.db "SELECT workloads, status, substr(reason, 1, 40) FROM results ORDER BY 1" | tr '\n' ';')" \
	"gups:words=5000,updates=16|failed|workload 'gups': words=5000 is not a pow;mm:n=64|ok|;mm:n=65|failed|workload 'mm': n=65 is not a multiple of;overrun.yaml|failed|kernel 'fill', pc 0x1760 (flat_store_dwo;reduction:elements=512,groups=1,passes=1|ok|;"
is failing_lane "$(ask failing.db "SELECT reason LIKE '%lane 40 writes 4 bytes at unmapped address%' FROM results WHERE workloads = 'overrun.yaml'")" 1
is failing_sound "$(sound failing.db)" ""

# Known failures are not tried again, and not forgotten either.
run 1 known_failures sweep failing.yaml --db failing.db &&
	is known_failures "$out $(grep -c '^failed: ' "$work/stderr")" \
		"5 runs in failing.db: 5 known before, 0 run now, 3 failed 3"
sed -i 's/1000/1008/; s/count: 1000/count: 1008/' overrun.yaml
run 1 input_changed sweep failing.yaml --db failing.db &&
	is input_changed "$(echo "$out" | sed 's/: \([0-9]* known\).*/: \1/')" "5 runs in failing.db: 4 known"

# A worker that dies: the others go on; next time it is tried again.
printf 'gpus: [apu18]\nworkloads: ["%s", "mm:n=64"]\n' "$endless" >dying.yaml
"$warpwalk" sweep dying.yaml -j 1 --db dying.db >"$work/stdout" 2>"$work/stderr" &
pid=$!
has_child() {
	! kill -0 $pid 2>/dev/null || {
		read -r child _ <"/proc/$pid/task/$pid/children"
		[ -n "$child" ]
	}
}
child=
wait_until has_child
[ -n "$child" ] && kill -KILL "$child"
wait $pid
is dying_status $? 1
is dying_rows "$(ask dying.db "SELECT workloads, status, reason FROM results ORDER BY 1" | tr '\n' ';')" \
	"$endless|crashed|killed by signal 9 (Killed);mm:n=64|ok|;"
is dying_sound "$(sound dying.db)" ""
printf 'gpus: [apu18]\nworkloads: ["mm:n=64"]\n' >again.yaml
sqlite3 dying.db "UPDATE runs SET status = 'crashed', reason = 'x' WHERE status = 'ok'"
run 0 tried_again sweep again.yaml -j 1 --db dying.db &&
	is tried_again "$(ask dying.db "SELECT workloads, status FROM results WHERE workloads LIKE 'mm%'")" "mm:n=64|ok"

# No memory: the process says so before it ends. Not under the sanitizers, which want all the addresses there are.
if "$warpwalk" list gpus >/dev/null 2>&1 && (ulimit -v 2000000 && "$warpwalk" list gpus) >/dev/null 2>&1; then
	printf 'gpus: [apu18]\nworkloads: ["gups:words=268435456,updates=16", "mm:n=64"]\n' >memory.yaml
	(ulimit -v 2000000 && "$warpwalk" sweep memory.yaml -j 1 --db memory.db >/dev/null 2>&1)
	is no_memory_status $? 1
	is no_memory "$(ask memory.db "SELECT status, reason LIKE '%exit status 2: workload ''gups'': buffer%too large%' FROM results ORDER BY 1" | tr '\n' ';')" "crashed|1;ok|;"
fi

exit $((failures > 0))
