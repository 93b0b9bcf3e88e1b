#!/bin/bash
# The model's pages against the program: every function that docs/model.md names is in the file it names; every statistic
# that runs print is explained under its group in docs/statistics.md or docs/measurements.md, and none that no run prints.
. "$(dirname "$0")/lib.sh"
page=$root/docs/model.md

# verdict NAME WRONG: passes when nothing is wrong.
verdict() {
	if [ -z "$2" ]; then pass "$1"; else fail "$1" "not so: $(echo "$2" | tr '\n' ';')"; fi
}

# The pictures: lines with one or more functions, then their file.
functions=$(awk '/^```/ { inside = !inside }
	inside && match($0, /src\/[a-z_0-9\/]+\.[ch]/) {
		file = substr($0, RSTART, RLENGTH)
		names = substr($0, 1, RSTART - 1)
		while (match(names, /[a-z_][a-z_0-9]+/)) {
			print substr(names, RSTART, RLENGTH), file
			names = substr(names, RSTART + RLENGTH)
		}
	}' "$page" | grep '_\|^\(send\|issue\|complete\|install\|enqueue\|grant\|coalesce\) ')
verdict functions_of_the_pictures "$(echo "$functions" | while read -r name file; do
	grep -qw "$name" "$root/$file" || echo "$name in $file"
done)"
verdict pictures_name_functions "$([ "$(echo "$functions" | wc -l)" -gt 40 ] || echo "only: $functions")"

# Explained: "group,group name" for the names in the first column of each table under a group. Endings may be "*".
awk 'function quoted(text,   list) {
		while (match(text, /`[a-z0-9_*]+`/)) {
			list = list (list == "" ? "" : ",") substr(text, RSTART + 1, RLENGTH - 2)
			text = substr(text, RSTART + RLENGTH)
		}
		return list
	}
	/^## / { groups = quoted($0) }
	groups != "" && /^\| `/ {
		split($0, column, "|")
		n = split(quoted(column[2]), name, ",")
		for (i = 1; i <= n; i++)
			print groups, name[i]
	}' "$root"/docs/{statistics,measurements}.md >explained

# Printed: "group name", by runs that have every part between them.
while read -r arguments; do
	# shellcheck disable=SC2086
	"$warpwalk" run --json --quiet --size tiny $arguments >result.json && json_flat result.json | cut -f 1
done >paths <<RUNS
-g apu18 -d simt-walks atax
-g mcm4 -d mgvm atax mm
-g maxwell -d perfect-l2-tlb gups
-g r9nano fft
-g r9nano -d clustered -d vivt fft
-g r9nano -d adaptive-l1 fft
-g maxwell --alone --db alone.db relu histo
-g apu21 -d tx-both -d ducati atax
-g maxwell -d mask relu histo
-g mcm4 -d dhsl relu
-g mcm4 -d uvm-demand relu
RUNS
sed -E 's/^(config|designs)\..*/\1/; s/^(apps|buffers)\.[0-9]+/\1/; s/\.(count|mean|p50|p99|min|max|peak|arrivals)$//' paths |
	awk -F . '{ print (NF > 1 ? $1 " " $2 : "run " $1) }' | sort -u >printed

match='function covers(pattern, name) {
		return pattern == name || (sub(/\*$/, "", pattern) && index(name, pattern) == 1)
	}
	function of_group(list, group) { return index("," list ",", "," group ",") }'
verdict every_statistic_is_explained "$(awk "$match"'
	NR == FNR { groups[NR] = $1; names[NR] = $2; count = NR; next }
	{ for (i = 1; i <= count; i++) if (of_group(groups[i], $1) && covers(names[i], $2)) next; print }' explained printed)"
verdict every_explained_statistic_is_printed "$(awk "$match"'
	NR == FNR { groups[NR] = $1; names[NR] = $2; count = NR; next }
	{ for (i = 1; i <= count; i++) if (of_group($1, groups[i]) && covers($2, names[i])) next; print }' printed explained)"

exit $((failures > 0))
