#!/bin/bash
# The commands as a user runs them: every workload verifies, output is the same every time.
. "$(dirname "$0")/lib.sh"

if run 0 all_workloads emulate --all --size tiny; then
	if echo "$out" | sed 1d | grep -vq ' yes$'; then fail all_workloads "$out"; else pass all_workloads; fi
fi
first=$out
run 0 same_bytes_again emulate --all --size tiny --quiet
if [ "$first" = "$out" ]; then pass same_bytes_again; else fail same_bytes_again "$out"; fi
if [ -n "$err" ]; then fail quiet "$err"; else pass quiet; fi

# Builds by both compilers, with and without sanitizers, print the same.
for other in build build-clang; do
	if [ "$BUILD" != "$root/$other" ] && [ -x "$root/$other/warpwalk" ]; then
		if [ "$("$root/$other/warpwalk" emulate --all --size tiny --quiet)" = "$first" ]; then
			pass "same_bytes_from_$other"
		else
			fail "same_bytes_from_$other" "output differs"
		fi
	fi
done

run 0 parameters emulate --quiet mm:n=64 && pass parameters
if run 0 json emulate --quiet --json --size tiny gups; then
	json_flat "$work/stdout" >flat
	sum=$(awk -F '\t' '$1 ~ /^instructions_by_class[.]/ { n += $3 } END { print n }' flat)
	if [ "$(json_value workload)" = '"gups"' ] && [ "$(json_value verified)" = true ] &&
		[ "$(json_value instructions)" -gt 0 ] && [ "$(json_value instructions)" -eq "$sum" ]; then
		pass json
	else
		fail json "$out"
	fi
fi
if run 0 json_array emulate --quiet --json --size tiny gups mm; then
	json_flat "$work/stdout" >flat
	if [ "$(json_value 0.workload)$(json_value 1.workload)" = '"gups""mm"' ]; then
		pass json_array
	else
		fail json_array "$out"
	fi
fi
if run 0 list_json list workloads --json; then
	json_flat "$work/stdout" >flat
	missing=
	for name in atax bfs bicg fft gesummv gups mm mvt reduction; do
		grep -q "^[0-9]*\.name	string	\"$name\"\$" flat || missing="$missing $name"
	done
	if [ -z "$missing" ]; then pass list_json; else fail list_json "lacks$missing"; fi
fi
run 0 help --help && pass help
run 0 version --version &&
	if [[ $out =~ ^"warpwalk "[0-9]+\.[0-9]+\.[0-9]+" (model "[0-9]+")"$ ]]; then pass version; else fail version "$out"; fi

# A failed argument does not lose the others' results.
run 2 others_still_run emulate --quiet --size tiny gups nosuch mm
case $out in
*gups*mm*) pass others_still_run ;;
*) fail others_still_run "$out" ;;
esac

exit $((failures > 0))
