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
# A job that says what to expect or does not: beside each other, what is known of one is not known of both.
job unchecked.yaml '__kernel void k(__global uint *a, int n) { a[get_global_id(0)] += n; }' 256 64 "data, 5"
{
	cat unchecked.yaml
	echo 'expect: {data: right.txt}'
} >checked.yaml
seq 5 260 >right.txt
sed 's/right/wrong/' checked.yaml >other.yaml
seq 4 259 >wrong.txt
# verified STATUS NAME PATH=VALUE... -- ARGUMENT...
verified() {
	local expected=$1 name=$2 wrong=
	local -a wanted=()
	shift 2
	while [ "$1" != -- ]; do
		wanted+=("$1")
		shift
	done
	shift
	run "$expected" "$name" "$@" --quiet --json || return
	json_flat "$work/stdout" >flat
	for path in "${wanted[@]}"; do
		[ "$(json_value "${path%=*}")" = "${path#*=}" ] || wrong="$wrong $path"
	done
	if [ -z "$wrong" ]; then pass "$name"; else fail "$name" "not$wrong"; fi
}
verified 0 emulate_nothing_expected verified=null -- emulate unchecked.yaml
verified 0 emulate_expected verified=true -- emulate checked.yaml
verified 1 emulate_expected_other verified=false -- emulate other.yaml
verified 0 run_nothing_expected verified=null apps.0.verified=null -- run -g apu18 unchecked.yaml
verified 0 run_one_expected verified=null apps.0.verified=true apps.1.verified=null -- run -g apu18 checked.yaml unchecked.yaml
verified 1 run_expected_other verified=false apps.0.verified=false apps.1.verified=null -- run -g apu18 other.yaml unchecked.yaml
verified 0 run_cut_short verified=false apps.0.verified=false -- run -g apu18 --max-instructions 1 checked.yaml
verified 0 run_cut_short_nothing_expected verified=null -- run -g apu18 --max-instructions 1 unchecked.yaml

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
