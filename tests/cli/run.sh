#!/bin/bash
# warpwalk run: the page, the JSON names that others rely on, several applications, a run cut short, an interrupt.
. "$(dirname "$0")/lib.sh"

cat >check.py <<'PY'
import json, sys
d = json.load(open(sys.argv[1]))
need = {"cycles": int, "seconds": float, "instructions": int, "walks": int, "verified": bool, "wall_seconds": float,
        "events": int, "peak_rss_bytes": int, "config": dict, "apps": list}
for name, kind in need.items():
    assert isinstance(d[name], (kind, int) if kind is float else kind), name
for tlb in "l1_tlb", "l2_tlb":
    t = {n: d[tlb][n] for n in ("lookups", "hits", "mshr_hits", "misses")}
    assert t["lookups"] == t["hits"] + t["mshr_hits"] + t["misses"], (tlb, t)
assert d["oracle"]["mismatches"] == 0, d["oracle"]
for a in d["apps"]:
    for name in "workload", "instructions", "cycles", "ipc":
        assert name in a, name
assert d["instructions"] == sum(a["instructions"] for a in d["apps"])
exec(sys.argv[2])
PY

# json NAME CHECK ARGUMENT...: a run whose JSON holds what it must, and the check.
json() {
	local name=$1 check=$2 text
	shift 2
	run 0 "$name" run --json --size tiny "$@" || return
	if text=$(python3 check.py "$work/stdout" "$check" 2>&1); then
		pass "$name"
	else
		fail "$name" "$(echo "$text" | tail -n 1)"
	fi
}

for gpu in apu18 apu21 r9nano mcm4 maxwell fermi integrated; do
	json "$gpu" 'assert d["verified"] and d["oracle"]["checked"] > 0 and d["walks"] > 0 and d["gpu"] == "'$gpu'"' -g $gpu atax
done
json perfect_l2_tlb 'assert d["verified"] and d["walks"] == 0 and d["l2_tlb"]["misses"] == 0' -g apu18 -d perfect-l2-tlb atax
json ideal 'assert d["verified"] and d["walks"] == 0 and d["designs"] == ["ideal"]' -g apu18 -d ideal atax
json setting 'assert d["config"]["l1_tlb.entries"] == 64 and d["config"]["l1_tlb.ways"] == 64' -g apu18 -s l1_tlb.entries=64 atax
json two_applications 'assert [a["workload"] for a in d["apps"]] == ["atax", "mm"] and d["verified"]' -g apu18 atax mm
json cut_short 'assert not d["verified"] and not d["finished"] and d["instructions"] >= 1000' \
	-g apu18 --max-instructions 1000 atax

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

# The same bytes on every run, but for the host's own numbers.
same() { grep -v '"wall_seconds"\|"peak_rss_bytes"' "$work/stdout"; }
run 0 reproducible run --json --size tiny -g apu21 atax && same >first
run 0 reproducible run --json --size tiny -g apu21 atax && same >second
if cmp -s first second; then pass reproducible; else fail reproducible "two runs differ"; fi

# Interrupted: one line, status 130, nothing on stdout.
"$warpwalk" run --json --size paper -g apu18 atax >"$work/stdout" 2>"$work/stderr" &
pid=$!
sleep 2
kill -INT $pid
wait $pid
status=$?
if [ $status -ne 130 ] || [ -s "$work/stdout" ]; then
	fail interrupt "status $status, $(wc -c <"$work/stdout") bytes on stdout"
else
	says interrupt "interrupted"
fi

exit $((failures > 0))
