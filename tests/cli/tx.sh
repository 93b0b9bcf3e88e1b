#!/bin/bash
# Translations in idle LDS and I-caches [Kotra21]: what programs of their own kind get out of it.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/sweep_lib.sh"

# json PATH: a number of the run before.
json() { json_flat result.json | awk -F '\t' -v path="$1" '$1 == path { print $3 }'; }

# number PATH ARGUMENT...: a number of the run's JSON.
number() {
	local path=$1
	shift
	"$warpwalk" run --json --quiet -g apu21 "$@" >result.json && json "$path"
}

# expect NAME CONDITION: an arithmetic condition.
expect() {
	if (($2)); then pass "$1"; else fail "$1" "not so: $2"; fi
}

# A program that only translates fills all that is idle: 12,288 entries in the LDS of 8 CUs, and of the 4,096 in two I-caches all but
# those of the lines with its instructions, no more and no fewer.
stride=$root/tests/jobs/stride.yaml
sed -e '/kernel: before/d' -e "s|source: |&$root/tests/jobs/|" "$stride" >alone.yaml
at=(-s measure.interval=50)
is lds_capacity "$(number victims.lds_held.max -d tx-lds "${at[@]}" "$stride")" 12288
held=$(number victims.icache_held.max -d tx-icache "${at[@]}" alone.yaml)
lines=$(json instruction_cache.fills)
is icache_capacity "$held of $(json instruction_cache.evictions)" "$((4096 - 8 * lines)) of 0"
expect few_lines "${lines:-99} <= 16"
is both_capacities_lds "$(number victims.lds_held.max -d tx-both "${at[@]}" "$stride")" 12288
is both_capacities_icache "$(json victims.icache_held.max)" $((4096 - 8 * lines))
is both_capacities "$(json victims.lds_capacity) $(json victims.icache_capacity)" "12288 4096"
# The lines of another kernel are free again once it is flushed, and only then.
is flushed "$(number victims.icache_held.max -d tx-icache "${at[@]}" "$stride")" $((4096 - 8 * lines))
held=$(number victims.icache_held.max -d tx-icache -s icache.kernel_flush=false "${at[@]}" "$stride")
is not_flushed "$held" $((4096 - 8 * $(json instruction_cache.fills)))
expect other_lines "$held < 3500"
# A loop that its wavefront holds needs no line: where translations may take lines from instructions they take every one.
is whole_icache "$(number victims.icache_held.max -d tx-icache -s tx_icache.replacement=naive "${at[@]}" alone.yaml)" 4096

# A program that leaves nothing idle loses at most 1 %, unless translations take lines from instructions.
crowded=$root/tests/jobs/crowded.yaml
plain=$(number cycles "$crowded")
for design in tx-lds tx-icache tx-both; do
	expect "crowded_$design" "100 * $(number cycles -d $design "$crowded") <= 101 * $plain"
done
expect crowded_naive "100 * $(number cycles -d tx-icache -s tx_icache.replacement=naive "$crowded") > 101 * $plain"

# The more code, the more lines. A compiler that knows the sizes of atax unrolls its loops.
lines() { number instruction_cache.fills --max-instructions 20000 "$root/docs/examples/reach/$1.yaml"; }
few=$(lines atax)
expect known_sizes "$few > 0 && $(lines atax-known) > $few"
sizes=$("$root/tools/code_size" atax nw | sed 1d) || sizes=none
read -r _ built known unrolled whole plain _ nw_built none _ <<<"$(echo "$sizes" | tr '\n' ' ')"
expect code_sizes "$built < $known && $built < $unrolled && $built <= $whole && $known < $plain && $built < $nw_built"
is sizes_without_constants "$none" -

run 2 segment run -g apu21 -d tx-lds -s tx_lds.segment=48 "$stride" && says segment 'tx_lds.segment: expected 32 or 64, not 48'
run 2 shared_tlbs run -g apu21 -d tx-lds -d aggregated -s l1_tlb.count=4 "$stride" && says shared_tlbs 'needs an L1 TLB for each CU'
exit $((failures > 0))
