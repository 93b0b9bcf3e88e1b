#!/bin/bash
# The lists, for reading and as JSON; the parameter reference is that of the program.
. "$(dirname "$0")/lib.sh"

for what in gpus designs workloads params; do
	run 0 "list_$what" list $what && [ -n "$out" ] && pass "list_$what"
	if run 0 "list_${what}_json" list $what --json; then
		json_flat "$work/stdout" >flat
		# As many names as elements: the last index is one less.
		count=$(grep -c '^[0-9]*\.name	string' flat)
		if [ "$count" -gt 0 ] && [ "$(tail -n 1 flat | sed 's/\..*//')" -eq $((count - 1)) ]; then
			pass "list_${what}_json"
		else
			fail "list_${what}_json" "not an array of named objects"
		fi
	fi
done

run 0 seven_gpus list gpus
for gpu in apu18 apu21 r9nano mcm4 maxwell maxwell-sim fermi integrated; do
	case $out in
	*"$gpu "*) pass "has_$gpu" ;;
	*) fail "has_$gpu" "$out" ;;
	esac
done

# [Pratheek22 Table II], as far as the kernels show it (docs/designs/mgvm.md has the rest).
run 0 lasp list workloads --lasp
for class in "conv2d: NL" "jacobi1d: NL" "jacobi2d: NL" "mt: NL" "simpleconv: NL" "reduction: NL" "stencil2d: NL" "syrk: RCL" \
	"syr2k: RCL" "pagerank: ITL" "spmv: ITL" "mis: NL+ITL"; do
	if grep -qx "$class" "$work/stdout"; then pass "lasp_${class%%:*}"; else fail "lasp_${class%%:*}" "not '$class'"; fi
done
run 0 lasp_one list workloads syrk --lasp
case $out in
*"workgroups divided along "*"RCL rows     a[global.y*n + k]"*) pass lasp_one ;;
*) fail lasp_one "$out" ;;
esac
run 0 lasp_json list workloads syrk --lasp --json && json_flat "$work/stdout" >flat
if grep -q '^0\.kernels\.0\.structures\.0\.accesses\.0\.index	string	"global.y\*n + k"$' flat; then pass lasp_json; else fail lasp_json "$(cat flat)"; fi
run 2 lasp_of_gpus list gpus --lasp && pass lasp_of_gpus

run 0 one_workload list workloads kmeans
case $out in
*"in mgvm as KM, 128 MB"*"--size paper kmeans:points=524288"*"clusters"*) pass one_workload ;;
*) fail one_workload "$out" ;;
esac
# What the papers' machines ran decides what l1 shows: rows of 284 entries, not of six.
run 0 density_of_l1 list workloads spmv
case $out in
*"in l1 as SPMV, 62 MB"*"--size paper spmv:rows=28416,nonzeros=8074690"*) pass density_of_l1 ;;
*) fail density_of_l1 "$out" ;;
esac
run 0 one_workload_json list workloads kmeans --json
case $out in
*'"footprint_bytes": 4522664'*'"launches": 21'*'"paper": "mgvm"'*) pass one_workload_json ;;
*) fail one_workload_json "$out" ;;
esac
run 2 unknown_workload list workloads kmean && says unknown_workload "'kmean'" "did you mean 'kmeans'"
run 2 only_workloads_have_names list gpus apu18 && says only_workloads_have_names "unexpected argument 'apu18'"

run 0 reference list params --markdown
if diff "$root/docs/params.md" "$work/stdout" >/dev/null; then
	pass reference
else
	fail reference "docs/params.md is not current: make docs"
fi

# What docs/workloads.md says of a workload is what the list says.
run 0 workloads_page list workloads
stale=$(sed -n '/^## All of them/,/^## As/s/^| \([a-z0-9]*\) | .* | \([0-9]* | [0-9 /]* | [^|]*\) | [^|]* | [^|]* |$/\1 \2/p' "$root/docs/workloads.md" |
	while read -r name rest; do
		line=$(grep "^$name " "$work/stdout")
		for word in $(echo "$rest" | sed 's/[|/]/ /g'); do
			case " $line " in
			*" $word "*) ;;
			*) echo "$name: $word" ;;
			esac
		done
	done)
if [ -z "$stale" ]; then
	pass workloads_page
else
	fail workloads_page "not current, make docs-workloads: $(echo "$stale" | head -n 3 | tr '\n' ' ')"
fi

run 2 nothing_to_list list && says nothing_to_list "gpus, designs, workloads, params"
run 2 unknown_list list gpu && says unknown_list "'gpu'" "did you mean 'gpus'"

# Storage: from the configuration, as the papers count it.
run 0 cost list designs --cost && says_out() { case $out in *"$2"*) pass "$1" ;; *) fail "$1" "no '$2'" ;; esac; } &&
	says_out cost_of_tokens "mask             maxwell    5648 bits    706.0 bytes" &&
	says_out cost_of_asids "7 % of the L2 TLB" && says_out cost_of_lds "0.39 % of the LDS"
run 2 cost_of_gpus list gpus --cost && says cost_of_gpus "--cost is for designs"

exit $((failures > 0))
