#!/bin/bash
# MASK: with one application and thresholds that never trigger the design is the machine it builds on, to the byte;
# parts combine into the whole; tokens, bypass and queues do something once they may.
. "$(dirname "$0")/lib.sh"

# What a run measured: without its configuration, the host's numbers and the groups that only the design has.
measured() {
	"$warpwalk" run --json --quiet --size tiny "$@" >result.json || echo "failed: $*"
	json_flat result.json | grep -v '^\(config\|designs\|storage\|fill_tokens\|walk_bypass\|dram_queues\)\|^wall_seconds\|^peak_rss_bytes'
}

never="-s epoch=1000000000 -s dram.golden=0 -s dram.silver=0 -s dram.normal=0"
for gpu in maxwell maxwell-sim fermi integrated; do
	for workload in gups mummer scan; do
		measured -g $gpu -d shared-tlb $workload >plain
		# shellcheck disable=SC2086
		measured -g $gpu -d mask $never $workload >never
		if [ -s plain ] && cmp -s plain never; then
			pass ${gpu}_${workload}_is_shared_tlb
		else
			fail ${gpu}_${workload}_is_shared_tlb "$(diff plain never | head -n 3 | tr '\n' ' ')"
		fi
	done
done
measured -g maxwell gups >bare
measured -g maxwell -d shared-tlb gups >plain
if cmp -s bare plain; then pass maxwell_is_shared_tlb; else fail maxwell_is_shared_tlb "$(diff bare plain | head -n 1)"; fi

measured -g maxwell -s epoch=2000 -d mask-tlb -d mask-cache -d mask-dram gups mummer >parts
measured -g maxwell -s epoch=2000 -d mask gups mummer >whole
if cmp -s parts whole; then pass parts_make_the_whole; else fail parts_make_the_whole "$(diff parts whole | head -n 1)"; fi
if cmp -s plain whole; then fail does_something "it is shared-tlb"; else pass does_something; fi

run 0 pwcache run --json --size tiny -g maxwell -d pwcache atax && json_flat stdout >flat &&
	if [ "$(json_value l2_tlb.lookups)" = 0 ] && [ "$(json_value pwc.lookups)" -gt "$(json_value pwc.misses)" ]; then
		pass pwcache_has_no_l2_tlb
	else
		fail pwcache_has_no_l2_tlb "$(json_value l2_tlb.lookups) lookups"
	fi

exit $((failures > 0))
