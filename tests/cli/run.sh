#!/bin/bash
# warpwalk run: the page, the JSON names that others rely on, several applications, a run cut short, an interrupt.
. "$(dirname "$0")/lib.sh"
needs sqlite3

type_of() { awk -F '\t' -v path="$1" '$1 == path { print $2 }' flat; }

# The names that design and checks rely on, with their types; integers are numbers too.
contract() {
	local path type lookups
	while read -r path type; do
		case $(type_of "$path"):$type in
		"$type:$type" | integer:number) ;;
		*) echo "$path is '$(type_of "$path")', expected $type" && return ;;
		esac
	done <<-'NAMES'
		gpu string
		size string
		cycles integer
		seconds number
		instructions integer
		walks integer
		l1_tlb.lookups integer
		l1_tlb.hits integer
		l1_tlb.mshr_hits integer
		l1_tlb.misses integer
		l2_tlb.lookups integer
		l2_tlb.hits integer
		l2_tlb.mshr_hits integer
		l2_tlb.misses integer
		oracle.checked integer
		oracle.mismatches integer
		verified boolean
		wall_seconds number
		events integer
		peak_rss_bytes integer
		apps.0.workload string
		apps.0.instructions integer
		apps.0.cycles integer
		apps.0.ipc number
		config.cus integer
	NAMES
	for tlb in l1_tlb l2_tlb; do
		lookups=$(($(json_value $tlb.hits) + $(json_value $tlb.mshr_hits) + $(json_value $tlb.misses)))
		[ "$(json_value $tlb.lookups)" -eq $lookups ] || echo "$tlb.lookups is not the sum of its outcomes"
	done
	[ "$(json_value oracle.mismatches)" -eq 0 ] || echo "oracle.mismatches is not 0"
	local each=instructions
	[ -z "$(type_of apps.1.issued)" ] || each=issued # an incomplete last run is no part of the applications' instructions
	[ "$(json_value instructions)" -eq "$(awk -F '\t' -v each=$each '$1 ~ "^apps[.][0-9]+[.]" each "$" { n += $3 } END { print n }' flat)" ] ||
		echo "instructions is not the sum over apps"
}

# json NAME ARGUMENT... -- PATH=VALUE...: a run whose JSON keeps the contract and has these values; PATH>N: more than N.
json() {
	local name=$1 wrong
	local -a arguments=()
	shift
	while [ "$1" != -- ]; do
		arguments+=("$1")
		shift
	done
	shift
	run 0 "$name" run --json --size tiny "${arguments[@]}" || return
	wrong=$(json_flat "$work/stdout" 2>&1 >flat)
	[ -n "$wrong" ] || wrong=$(contract)
	for wanted; do
		case $wanted in
		*'>'*) [ "$(json_value "${wanted%%>*}")" -gt "${wanted#*>}" ] || wrong="${wrong:+$wrong; }not $wanted" ;;
		*) [ "$(json_value "${wanted%%=*}")" = "${wanted#*=}" ] || wrong="${wrong:+$wrong; }not $wanted" ;;
		esac
	done
	if [ -z "$wrong" ]; then pass "$name"; else fail "$name" "$(echo "$wrong" | head -n 1)"; fi
}

for gpu in apu18 apu21 r9nano mcm4 maxwell maxwell-sim fermi integrated; do
	json $gpu -g $gpu atax -- verified=true 'oracle.checked>0' 'walks>0' gpu="\"$gpu\""
done
json perfect_l2_tlb -g apu18 -d perfect-l2-tlb atax -- verified=true walks=0 l2_tlb.misses=0
json ideal -g apu18 -d ideal atax -- verified=true walks=0 'designs.0="ideal"'
json setting -g apu18 -s l1_tlb.entries=64 atax -- config.l1_tlb.entries=64 config.l1_tlb.ways=64
json two_applications -g apu18 atax mm -- verified=true 'apps.0.workload="atax"' 'apps.1.workload="mm"'
json relaunch -g maxwell relu atax -- verified=true 'apps.0.runs>1' apps.1.runs=1 'dispatcher.relaunches>1' oracle.mismatches=0
json no_relaunch -g maxwell -s apps.relaunch=false relu atax -- verified=true apps.0.runs=1 apps.1.runs=1
json given_partition -g maxwell --partition 4,26 relu histo -- apps.0.cus=4 apps.1.first_cu=4 apps.1.cus=26
json asked_partition -g maxwell relu histo@20 -- apps.0.cus=10 apps.1.cus=20
json alone -g maxwell --alone --db alone.db relu histo -- apps.0.cus=15
if [ "$(type_of slowdown.weighted_speedup)$(type_of slowdown.alone_ipc.1)" = numbernumber ]; then pass speedups; else fail speedups "missing"; fi
known=$(sqlite3 alone.db 'SELECT count(*) FROM runs' 2>/dev/null)
json oracle -g maxwell --partition oracle:10 --db alone.db relu histo@15 -- verified=true
# Two divisions, 10 and 20 of 30: two runs beside each other and four alone, none of them known from the even one.
if [ "$known" = 2 ] && [ "$(sqlite3 alone.db 'SELECT count(*) FROM runs')" = 8 ]; then
	pass search_is_kept
else
	fail search_is_kept "$known, then $(sqlite3 alone.db 'SELECT count(*) FROM runs') runs"
fi
# Lanes that asked: 64 for A, walked; 16 for A, found, and 48 for B, walked, which takes A's place; 64 for A, in the L2 TLB; 64 to store.
lanes=(-g apu21 -s l1_tlb.entries=1 -s l1_tlb.ways=1 "$root/tests/jobs/lanes.yaml")
json by_lane "${lanes[@]}" -- l1_tlb.lookups=5 l1_tlb.hits=1 \
	by_lane.l1_tlb.lookups=256 by_lane.l1_tlb.hits=16 by_lane.l1_tlb.mshr_hits=0 by_lane.l1_tlb.misses=240 \
	by_lane.l2_tlb.lookups=240 by_lane.l2_tlb.hits=64 by_lane.l2_tlb.mshr_hits=0 by_lane.l2_tlb.misses=176
run 0 by_lane_page run "${lanes[@]}" && case $out in
*" by lane  "*" 6.25 %"*"93.75 %"*" 256"*" by lane  "*"26.67 %"*"73.33 %"*" 240"*) pass by_lane_page ;;
*) fail by_lane_page "$out" ;;
esac
# Another word for a setting; and an application that is launched again has the same buffers.
paged=(-g r9nano -d uvm-tree --size tiny relu)
plain=$("$warpwalk" run --quiet --json "${paged[@]}" -s paging.oversubscribe=150 | grep -E '"(cycles|evictions)"')
if [ "$("$warpwalk" run --quiet --json "${paged[@]}" --oversubscribe 150% | grep -E '"(cycles|evictions)"')" = "$plain" ]; then
	pass oversubscribe
else
	fail oversubscribe "other results than paging.oversubscribe=150"
fi
again=$("$warpwalk" run --quiet --json "${paged[@]}" -s apps.cycles=5000000)
if [ "$(grep -c '"refetched"' <<<"$again")" = 3 ] && [ "$(sed -n 's/^ *"launches": \([0-9]*\).*/\1/p' <<<"$again" | head -n 1)" -gt 1 ]; then
	pass buffers_of_launches
else
	fail buffers_of_launches "$(grep -E '"(refetched|launches)"' <<<"$again" | head -n 8 | tr '\n' ' ')"
fi
json cut_short -g apu18 --max-instructions 1000 atax -- verified=false finished=false 'instructions>999'

if run 0 page run --size tiny -g apu18 atax; then
	missing=
	for part in "apu18: atax" "time " "by where they were resolved" "hit ratios" "l1_tlb" "walks " \
		"per thousand instructions" "latency in cycles" "occupancy" "DRAM" "of the peak" "compute units, share" \
		"none wrong" "verified     yes" "host "; do
		case $out in
		*"$part"*) ;;
		*) missing="$missing '$part'" ;;
		esac
	done
	if [ -z "$missing" ]; then pass page; else fail page "lacks$missing"; fi
fi

exit $((failures > 0))
