#!/bin/bash
# SIGINT and SIGTERM: every command ends at once with 128 + the signal's number, and leaves neither folders nor a compiler
# behind; a run says what it has simulated so far.
. "$(dirname "$0")/lib.sh"
needs clang-14 ld.lld-14
export TMPDIR=$work/tmp
mkdir "$TMPDIR"

job k.yaml 'kernel void k(global uint *data) { data[get_global_id(0)] += 1; }' 256 64 data
printf 'gpus: [apu18]\nworkloads: [k.yaml]\n' >sweep.yaml

# A tool that hangs in a child of its own when one of its arguments is $HANG_AT, else does what the real one does.
# What it writes beside its output is there to be cleaned up.
tool() {
	cat >"$1" <<SH
#!/bin/bash
for argument; do
	last=\$output output=\$argument
	if [ "\$last" = -o ]; then : >"\$argument.tmp"; fi
done
for argument; do
	[ "\$argument" = "\$HANG_AT" ] || continue
	sleep 100000 &
	echo \$\$ \$! >"$work/hangs.new" && mv "$work/hangs.new" "$work/hangs"
	wait
done
exec $2 "\$@"
SH
	chmod +x "$1"
}
tool "$work/clang" clang-14
tool "$work/lld" ld.lld-14
export WARPWALK_CLANG=$work/clang WARPWALK_LLD=$work/lld

# gone PID...: none of them runs any more; nobody may have waited for one yet.
gone() {
	local pid
	for pid; do
		[ ! -e "/proc/$pid" ] || grep -q '^State:[[:space:]]*[ZX]' "/proc/$pid/status" 2>/dev/null || return 1
	done
}

# stopped NAME SIGNAL ARGUMENT...: the command is at work in a tool that hangs, gets the signal, and nothing is left.
stopped() {
	local name=$1 signal=$2 pid
	shift 2
	rm -f hangs
	"$warpwalk" "$@" >"$work/stdout" 2>"$work/stderr" &
	pid=$!
	wait_until test -e hangs || fail "$name" "the tool was not called"
	kill "-$signal" $pid
	wait $pid
	is "${name}_status" $? $((128 + $(kill -l "$signal")))
	err=$(cat "$work/stderr")
	says "$name" "interrupted"
	# shellcheck disable=SC2046
	if wait_until gone $(cat hangs); then pass "${name}_tool"; else fail "${name}_tool" "still runs"; fi
	is "${name}_folder" "$(ls "$TMPDIR")" ""
}

for HANG_AT in -dumpversion -E -c -emit-llvm -shared; do
	export HANG_AT
	stopped "emulate$HANG_AT" INT emulate --quiet k.yaml
done
HANG_AT=-c
stopped terminated TERM emulate --quiet k.yaml
stopped run INT run --quiet -g apu18 mm:n=64 k.yaml
stopped run_json TERM run --quiet --json -g apu18 k.yaml
stopped reach INT reach --quiet k.yaml
stopped alone INT run --quiet -g apu18 --alone --db alone.db k.yaml mm:n=64
stopped oracle TERM run --quiet -g apu18 --partition oracle:4 --db alone.db k.yaml mm:n=64
stopped sweep INT sweep --quiet sweep.yaml --db sweep.db
stopped sweep_term TERM sweep --quiet sweep.yaml --db sweep.db
unset HANG_AT

# Nor is anything left by a compiler that fails, or dies.
for how in 'exit 1' 'kill -KILL $$' 'kill -TERM 0'; do
	printf '#!/bin/sh\ncase "$*" in *" -c "*) : >"%s"/warpwalk-*/more; %s ;; esac\nexec clang-14 "$@"\n' "$TMPDIR" "$how" >failing
	chmod +x failing
	WARPWALK_CLANG=$work/failing run 2 "failing: $how" emulate --quiet k.yaml &&
		is "failing: $how" "$(ls "$TMPDIR")" ""
done
run 0 after_all emulate --quiet k.yaml && is after_all "$(ls "$TMPDIR")" ""

# interrupt_until CONDITION SIGNAL... -- ARGUMENT...: gives the command time to begin with the simulation, more each time,
# until the condition says that it had enough.
interrupt_until() {
	local condition=$1 signals=() delay pid
	shift
	while [ "$1" != -- ]; do signals+=("$1") && shift; done
	shift
	for delay in 0.1 0.3 1 3 10 30 100; do
		"$warpwalk" "$@" >"$work/stdout" 2>"$work/stderr" &
		pid=$!
		wait_until catches_interrupt $pid
		sleep $delay
		# All are there before it takes the first.
		kill -STOP $pid
		for signal in "${signals[@]}"; do kill "-$signal" $pid; done
		kill -CONT $pid
		wait $pid
		status=$? err=$(cat "$work/stderr")
		if $condition; then break; fi
	done
}
simulated() { grep -q 'interrupted at cycle' "$work/stderr"; }

interrupt_until simulated INT -- run --quiet -g apu18 "$endless"
is page_status $status 130
is page_partial "$(grep -c '^PARTIAL      interrupted: ' "$work/stdout")" 1
is page_verified "$(grep '^verified ' "$work/stdout")" "verified     no: interrupted, nothing to compare"
is page_whole "$(tail -n 1 "$work/stdout" | cut -c 1-5) $(grep -c ' cycles, ' "$work/stdout")" "host  1"
says page "interrupted at cycle"

mm_ended() { json_flat "$work/stdout" >flat 2>/dev/null && [ "$(json_value apps.1.finished)" = true ]; }
interrupt_until mm_ended TERM -- run --quiet --json -g apu18 "$endless" mm:n=64
is json_status $status 143
if json_flat "$work/stdout" >flat; then
	is json "$(json_value partial) $(json_value finished) $(json_value verified) $(json_value apps.0.finished) $(($(json_value cycles) > 0))" \
		"true false false false 1"
	# The one that has ended is checked as ever.
	is json_other "$(json_value apps.1.finished) $(json_value apps.1.verified)" "true true"
else
	fail json "no JSON"
fi
run 0 whole run --json -g apu18 mm:n=64 && json_flat "$work/stdout" >flat && is whole "$(json_value partial)" ""

# A second one does not wait for anything.
terminated() { [ $status = 143 ]; }
interrupt_until terminated INT TERM -- run --quiet -g apu18 "$endless"
is second "$status $(wc -c <"$work/stdout")" "143 0"

# The functional executor.
"$warpwalk" emulate --quiet "$endless" >"$work/stdout" 2>"$work/stderr" &
pid=$!
wait_until catches_interrupt $pid
kill -INT $pid
wait $pid
is emulate $? 130
err=$(cat "$work/stderr")
says emulate_says interrupted

# What is partial is not kept.
if command -v sqlite3 >/dev/null; then
	at_work() { ! kill -0 $pid 2>/dev/null || [ -n "$(cat "/proc/$pid/task/$pid/children")" ]; }
	for signal in INT TERM; do
		for command in "run -g apu18 --alone $endless mm:n=64" "run -g apu18 --partition oracle:4 $endless mm:n=64" "sweep endless.yaml" "reproduce --size paper walks-fig2"; do
			printf 'gpus: [apu18]\nworkloads: ["%s"]\n' "$endless" >endless.yaml
			rm -f kept.db
			# shellcheck disable=SC2086
			"$warpwalk" $command --quiet -j 1 --db kept.db >"$work/stdout" 2>"$work/stderr" &
			pid=$!
			wait_until at_work
			read -r child _ <"/proc/$pid/task/$pid/children"
			kill -$signal $pid
			wait $pid
			is "${command%% -*}_$signal" "$? $(wc -c <"$work/stdout") $(sqlite3 kept.db "SELECT count(*) FROM runs WHERE status = 'ok'")" \
				"$((128 + $(kill -l $signal))) 0 0"
			if gone "$child"; then pass worker_gone; else fail worker_gone "$child still runs"; fi
		done
	done
	interrupt_until simulated INT -- reach --quiet --db kept.db "$endless"
	is reach_kept "$status $(sqlite3 kept.db "SELECT count(*) FROM runs WHERE status = 'ok'")" "130 0"
fi

exit $((failures > 0))
