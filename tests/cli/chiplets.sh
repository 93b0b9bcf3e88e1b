#!/bin/bash
# With one chiplet there is one place for everything: every design for chiplets gives the bytes of private L2 TLBs, and is
# refused for that. Claims of mgvm that need no long runs.
. "$(dirname "$0")/lib.sh"

# result OUTPUT ARGUMENT...: all numbers of a run, but for the host's own and what was asked for.
result() {
	local output=$1
	shift
	"$warpwalk" run --json --quiet --size tiny "$@" >one.json || return
	json_flat one.json | grep -v '^wall_seconds\|^peak_rss_bytes\|^config\.\|^designs\|^gpu\|^storage\.' >"$output"
}

# A GPU with one chiplet that has the design's choices of its own: those are its matter, and nobody's design.
gpu_with() {
	"$warpwalk" run -g mcm4 -d "$1" --json --quiet --size tiny --max-instructions 1 gups >four.json || return
	{ echo params: && json_flat four.json | awk -F '\t' 'sub(/^config\./, "", $1) { print "  " $1 ": " ($1 == "chiplets" ? 1 : $3) }'; } >gpu.yaml
}

# Under the sanitizers one workload: others bring numbers, not code.
workloads="gups syrk mis"
case $BUILD in *sanitize*) workloads=syrk ;; esac
designs=$("$warpwalk" list designs | awk '/\[Pratheek22/ {print $1}')
for workload in $workloads; do
	result "private_$workload" -g mcm4 -s chiplets=1 "$workload" || fail "$workload" "no result"
done
for design in $designs; do
	run 2 "refused_$design" run -g mcm4 -s chiplets=1 -d "$design" --size tiny gups &&
		says "refused_$design" "design '$design' cannot act on this machine" "needs more than one chiplet"
	gpu_with "$design" || fail "$design" "no GPU"
	for workload in $workloads; do
		if ! result other -g ./gpu.yaml "$workload"; then
			fail "${workload}_$design" "no result"
		elif ! cmp -s "private_$workload" other; then
			fail "${workload}_$design" "differs: $(diff "private_$workload" other | head -n 4 | tr '\n' ' ')"
		else
			pass "${workload}_$design"
		fi
	done
done

# Table II: all classes as published but those of fastwalsh, gups and kmeans (docs/designs/mgvm.md says why). The state of section V.
run 0 claims reproduce M07 M14 --size tiny --quiet --db claims.db && {
	if grep -Eq '^M07 .* exact +12 +does not hold$' stdout && grep -Eq '^M14 .* 9344 bits +9344 bits +exact$' stdout &&
		grep -Eq '^syrk +0.00 +0.00 +0.00 +1.00$' stdout && grep -Eq '^mis +0.00 +1.00 +1.00 +0.00$' stdout; then
		pass claims
	else
		fail claims "$out"
	fi
}

exit $((failures > 0))
