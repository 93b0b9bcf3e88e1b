#!/bin/bash
# warpwalk reach: agrees with machines of other TLB sizes where the lookups do not depend on the size; plot, JSON, database.
. "$(dirname "$0")/lib.sh"
. "$root/tests/cli/sweep_lib.sh"

# A wavefront whose loads wait for each other, one page each: every machine looks up the same pages in the same order.
cat >chase.cl <<'CL'
kernel void k(global const uint *data, global uint *out, uint mask)
{
	uint lane = get_local_id(0), x = 1;

	for (uint i = 0; i < 1500; i++) {
		uint at = (x >> 8) & (mask >> (x >> 29)) & ~63u;

		x = x * 1664525u + 1013904223u + (data[at + lane] - at - lane);
	}
	out[lane] = x;
}
CL
"$BUILD/compile-kernel" chase.cl chase.co # once for all the runs
cat >chase.yaml <<'YAML'
source: chase.co
buffers:
  data: {type: u32, count: 262144, fill: iota}
  out: {type: u32, count: 64}
launches:
  - kernel: k
    grid: 64
    workgroup: 64
    args: [data, out, 262143]
YAML
machine=(-g apu18 -s cus=1 -s l1_tlb.ways=0 -s l2_tlb.ways=0 -s l1_tlb.entries=8)

# on_curve LEVEL CAPACITY: misses there, by the database.
on_curve() { ask curve.db "SELECT misses FROM reach WHERE level = '$1' AND capacity <= $2 ORDER BY capacity DESC LIMIT 1"; }

if run 0 chase reach "${machine[@]}" chase.yaml --db curve.db; then
	for entries in 1 2 3 8 16 33 64 150; do
		for level in l1_tlb l2_tlb; do
			run 0 direct run "${machine[@]}" -s $level.entries=$entries chase.yaml --json || continue
			echo "$out" >json && json_flat json >flat
			is "${level}_of_${entries}_as_simulated" "$(json_value $level.misses)" "$(on_curve $level $entries)"
		done
	done
fi

# The page for people: both levels, the configured size marked, every power of two.
run 0 page reach --size tiny mvt && {
	is page_first_line "$(head -n 1 stdout)" "apu18, mvt, tiny"
	is page_levels "$(grep -c '^L[12] TLBs: ' stdout)" 2
	is page_marks "$(grep -c '^ *\(32\|512\) .* % .*<- as configured$' stdout)" 2
	is page_axes "$(grep -c '^ *1 *2 *4 *8 .* entries$' stdout)" 2
	is page_width "$(awk 'length > 80' stdout)" ""
}
page=$out
run 0 known_again reach --size tiny mvt && is known_again "$out" "$page"
is default_store "$(ask warpwalk.db 'SELECT count(*) FROM runs; SELECT count(DISTINCT level) FROM reach')" $'1\n2'
run 0 odd_size reach --size tiny mvt -s l1_tlb.entries=48 -s l1_tlb.ways=0 &&
	is odd_size_marked "$(grep -c '^ *48 .*<- as configured$' stdout)" 1

# JSON has the database's points, from all lookups down to first uses.
if run 0 json reach --size tiny mvt --json; then
	cp stdout json && json_flat json >flat || fail json_form "see above"
	for level in l1_tlb l2_tlb; do
		is "json_${level}" "$(paste -d '|' <(awk -F '\t' -v p="^$level.curve.capacity" '$1 ~ p { print $3 }' flat) \
			<(awk -F '\t' -v p="^$level.curve.misses" '$1 ~ p { print $3 }' flat) | cksum)" \
			"$(ask warpwalk.db "SELECT capacity, misses FROM reach JOIN specs USING (run) WHERE level = '$level' AND settings = ''
				ORDER BY capacity" | cksum)"
		is "lookups_${level}" "$(json_value $level.curve.misses.0)" "$(json_value $level.lookups)"
	done
	is falls "$(ask warpwalk.db "SELECT count(*) FROM (SELECT misses < lag(misses) OVER (PARTITION BY run, level ORDER BY capacity)
		AS falls FROM reach) WHERE NOT falls")" 0
fi

# It is the run that a sweep makes, and adds its curve to one; --take brings curves along.
printf 'gpus: apu18\nworkloads: mvt\nsizes: tiny\n' >one.yaml
run 0 sweep sweep one.yaml --db swept.db && run 0 added reach --size tiny mvt --db swept.db
run 0 alone reach --size tiny mvt --db alone.db && same same_run swept.db alone.db
run 0 sweep_after sweep one.yaml --db alone.db && is sweep_after "$out" "1 runs in alone.db: 1 known before, 0 run now, 0 failed"
run 0 plain sweep one.yaml --db taken.db && run 0 take sweep one.yaml --db taken.db --take alone.db && same taken taken.db alone.db
# Without an L2 TLB, cut short, several applications.
run 0 no_l2 reach -d ideal --size tiny mm && is no_l2 "$(grep '^L2' stdout)" "L2 TLBs: none in this machine"
run 0 cut_short reach --size tiny --max-instructions 1000 mvt && pass cut_short
run 0 together reach --size tiny -g maxwell mm mvt && is together "$(head -n 1 stdout)" "maxwell, mm + mvt, tiny"

# Bad input.
run 2 nothing reach && says nothing "reach" "no workload"
run 2 unknown_workload reach mtv && says unknown_workload "mtv" "mvt"
run 2 unknown_gpu reach -g apu81 mvt && says unknown_gpu "apu81"
run 2 unknown_option reach --jsno mvt && says unknown_option "--jsno" "--json"
run 2 missing_value reach mvt -s && says missing_value "'-s' wants a value"
echo text >text.db
run 2 no_database reach --size tiny mvt --db text.db && says no_database "text.db" "not a database"
is unharmed "$(cat text.db)" text
job wrong.yaml 'kernel void k(global uint *data) { data[1 << 28] = 1; }' 64 64 data
run 1 wrong reach wrong.yaml --db wrong.db && is wrong_not_kept "$(ask wrong.db 'SELECT count(*) FROM runs, reach')" 0

exit $((failures > 0))
