#!/bin/bash
# The same bytes on every run and from every build (gcc, clang, sanitizers), but for the host's own numbers.
. "$(dirname "$0")/lib.sh"

# result PROGRAM OUTPUT ARGUMENT...
result() {
	local program=$1 output=$2
	shift 2
	"$program" run --json --quiet --size tiny "$@" >"$output.json" || return
	grep -v '^  "wall_seconds"\|^  "peak_rss_bytes"' "$output.json" >"$output"
}

# What to compare with: the plain build with itself and with clang's, every other one with the plain build. A build that is
# older than a source says nothing.
others=("$root"/build)
if [ "$BUILD" = "$root/build" ]; then others=("$BUILD" "$root"/build-clang); fi
for i in "${!others[@]}"; do
	other=${others[i]}
	if [ ! -x "$other/warpwalk" ]; then
		unset "others[i]"
	elif [ -n "$(find "$root/src" "$root/workloads" "$root/configs" -newer "$other/warpwalk" -type f -print -quit)" ]; then
		echo "skip determinism: $(basename "$other") is not up to date"
		unset "others[i]"
	fi
done
if [ "${#others[@]}" -eq 0 ]; then others=("$BUILD"); fi

# same NAME ARGUMENT...
same() {
	local name=$1
	shift
	if ! result "$warpwalk" first "$@"; then
		fail "$name" "no result"
		return
	fi
	for other in "${others[@]}"; do
		if ! result "$other/warpwalk" second "$@"; then
			fail "$name $(basename "$other")" "no result"
		elif ! cmp -s first second; then
			fail "$name $(basename "$other")" "differs: $(diff first second | head -n 4 | tr '\n' ' ')"
		else
			pass "$name $(basename "$other")"
		fi
	done
}

same apu18_atax -g apu18 atax
same apu21_large_pages -g apu21 -s page.bytes=64KB bfs
same r9nano_gups -g r9nano gups
same mcm4_two_applications -g mcm4 gesummv mm
same maxwell_fft -g maxwell fft
same fermi_cut_short -g fermi --max-instructions 20000 reduction
same integrated_greedy -g integrated -s cu.scheduler=greedy -s dram.scheduler=fcfs bicg
same mcm4_perturbed -g mcm4 -s perturb=3 gesummv mm
same perfect_l2_tlb -g apu18 -d perfect-l2-tlb mvt

exit $((failures > 0))
