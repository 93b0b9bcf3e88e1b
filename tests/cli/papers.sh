#!/bin/bash
# Papers go by name: each has its figures, its page and its entry in docs/papers.md, where every citation leads.
. "$(dirname "$0")/lib.sh"
bibliography=$root/docs/papers.md

"$warpwalk" list claims | awk 'NR > 1 {print $2}' | sort -u >papers
[ "$(tr '\n' ' ' <papers)" = "l1 mask mgvm reach uvm walks " ] && pass names || fail names "$(cat papers)"
while read -r paper; do
	if [ -d "$root/configs/experiments/$paper" ] && [ -f "$root/docs/designs/$paper.md" ] && grep -qx "### $paper" "$bibliography"; then
		pass "$paper"
	else
		fail "$paper" "has no experiments, no page or no entry in docs/papers.md"
	fi
done <papers

texts=("$root"/{README.md,docs,src,tests,tools,configs,workloads})
grep -rhoE '(\[|; )[A-Z][a-z]+[0-9]{2}\b' "${texts[@]}" | sed 's/^\[\|^; //' | sort -u >cited
unknown=$(while read -r key; do grep -qF "\`[$key]\`" "$bibliography" || echo "$key"; done <cited)
[ -s cited ] && [ -z "$unknown" ] && pass citations || fail citations "not in docs/papers.md: $unknown"

# The numbers they once had.
numbers=$(grep -rniE '\bseeds?[ -]00[0-4]' "${texts[@]}")
[ -z "$numbers" ] && pass no_numbers || fail no_numbers "$numbers"

exit $((failures > 0))
