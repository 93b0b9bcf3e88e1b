#!/bin/bash
# Translations in idle LDS and I-caches (seed 000): what programs of their own kind get out of it.
. "$(dirname "$0")/lib.sh"

# number PATH ARGUMENT...: a number of the run's JSON.
number() {
	local path=$1
	shift
	"$warpwalk" run --json --quiet -g apu21 "$@" >result.json && json_flat result.json |
		awk -F '\t' -v path="$path" '$1 == path { print $3 }'
}

# expect NAME CONDITION: an arithmetic condition.
expect() {
	if (($2)); then pass "$1"; else fail "$1" "not so: $2"; fi
}

# A program that only translates fills all that is idle: 12,288 entries in the LDS of 8 CUs, and of the 4,096 in two I-caches all
# but those of its own instructions' lines.
stride=$root/tests/jobs/stride.yaml
held=$(number victims.lds_held.max -d tx-lds -s measure.interval=50 "$stride")
expect lds_capacity "${held:-0} == 12288"
held=$(number victims.icache_held.max -d tx-icache -s measure.interval=50 "$stride")
lines=$(json_flat result.json | awk -F '\t' '$1 == "instruction_cache.fills" { print $3 }')
expect icache_capacity "${held:-0} >= 4096 - 8 * ${lines:-0} && ${lines:-99} < 24"
expect both_capacities "$(number victims.lds_capacity -d tx-both "$stride") == 12288 && \
	$(number victims.icache_capacity -d tx-both "$stride") == 4096"

# A program that leaves nothing idle loses at most 1 %, unless translations take lines from instructions.
crowded=$root/tests/jobs/crowded.yaml
plain=$(number cycles "$crowded")
for design in tx-lds tx-icache tx-both; do
	expect "crowded_$design" "100 * $(number cycles -d $design "$crowded") <= 101 * $plain"
done
expect crowded_naive "100 * $(number cycles -d tx-icache -s tx_icache.replacement=naive "$crowded") > 101 * $plain"

run 2 segment run -g apu21 -d tx-lds -s tx_lds.segment=48 "$stride" && says segment 'tx_lds.segment: expected 32 or 64, not 48'
run 2 shared_tlbs run -g apu21 -d tx-lds -d aggregated -s l1_tlb.count=4 "$stride" && says shared_tlbs 'needs an L1 TLB for each CU'
exit $((failures > 0))
