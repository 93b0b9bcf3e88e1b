#!/bin/bash
# A source is compiled once: in a run that launches it again and again, and by the next program that needs it, until
# something changes that the code depends on.
. "$(dirname "$0")/lib.sh"
needs clang-14 ld.lld-14

# A compiler that counts. Each test has a cache of its own, or goes on with the one before.
compiler() {
	printf '#!/bin/sh\n%s\ncase "$*" in *" -c "*.cl" -o "*.o) echo x >>"%s/compiled" ;; esac\nexec clang-14 "$@"\n' \
		"$2" "$work" >"$1"
	chmod +x "$1"
}
compiler "$work/clang" ""
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
export WARPWALK_CLANG=$work/clang
kept=$XDG_CACHE_HOME/warpwalk

# compiles NAME TIMES ARGUMENT...: emulates a job and counts.
compiles() {
	local name=$1 times=$2
	shift 2
	: >"$work/compiled"
	run 0 "$name" emulate --quiet "$@" && is "$name" "$(grep -c x "$work/compiled")" "$times"
}

mkdir include
echo '#define STEP 1' >include/step.h
cat >k.cl <<'CL'
#include "include/step.h"
__kernel void k(__global uint *data)
{
	data[get_global_id(0)] += STEP;
}
CL
cat >k.yaml <<'YAML'
source: k.cl
buffers:
  data: {type: u32, count: 256, fill: iota}
launches:
  - {kernel: k, grid: 256, args: [data]}
expect:
  data: expected.txt
YAML
seq 1 256 >expected.txt

# Beside another application the job ends first and begins anew; without a cache too.
for cache in off "$work/none"; do
	: >compiled
	WARPWALK_CACHE=$cache run 0 relaunched run --json -g apu18 --size tiny k.yaml mm || continue
	json_flat "$work/stdout" >flat
	is "relaunched_$(basename "$cache")" "$(grep -c x compiled) $(($(json_value apps.0.runs) > 5)) $(json_value verified)" "1 1 true"
done
is cache_where "$(find "$work/none" -type f | wc -l) $([ -e "$kept" ] && echo made)" "1 "

compiles first 1 k.yaml
compiles second 0 k.yaml
is private "$(stat -c %a "$kept")" 700
compiles twice_in_one 0 k.yaml k.yaml
run 0 timed run --json -g apu18 k.yaml && is timed "$(grep -c x compiled)" 0

compiles by_path 1 "$work/k.yaml"
(cd include && compiles from_elsewhere 0 "$work/k.yaml"; exit $failures) || failures=$((failures + 1))

# Whatever the code depends on.
touch k.cl
compiles touched 0 k.yaml
sed -i 's/+= STEP/+= 1 * STEP/' k.cl
compiles source_changed 1 k.yaml
sed -i 's/1/0 + 1/' include/step.h
compiles header_changed 1 k.yaml
compiles header_known 0 k.yaml
# A header that is found before the one found until now.
mkdir earlier
sed 's/"include\/step.h"/<step.h>/' k.cl >found.cl
sed 's/k.cl/found.cl/; 1a options: {flags: [-Iearlier, -Iinclude]}' k.yaml >found.yaml
compiles found_first 1 found.yaml
cp include/step.h earlier
compiles found_earlier 1 found.yaml
echo 'options: {flags: [-DMORE=1]}' | cat k.yaml - >flags.yaml
compiles flags_changed 1 flags.yaml
echo 'options: {cl_std: CL2.0}' | cat k.yaml - >std.yaml
compiles std_changed 1 std.yaml
printf -- '-DFROM_FILE=1\n' >arguments
echo "options: {flags: ['@arguments']}" | cat k.yaml - >file.yaml
compiles argument_file 1 file.yaml
printf -- '-DFROM_FILE=2\n' >arguments
compiles argument_file_changed 1 file.yaml
cp clang other && export WARPWALK_CLANG=$work/other
compiles other_compiler 1 k.yaml
export WARPWALK_CLANG=$work/clang
compiler "$work/clang" "# another version"
compiles compiler_changed 1 k.yaml
compiles compiler_known 0 k.yaml
# Time is part of a source that asks for it.
sed 's/+= 1/+= (__TIME__[0] > 0)/' k.cl >time.cl
sed 's/k.cl/time.cl/' k.yaml >time.yaml
compiles time 1 time.yaml

# An entry that is not as it was written counts as none, and is replaced.
rm -rf "$kept"
compiles emptied 1 k.yaml
entry=$(find "$kept" -type f)
is one_entry "$(echo "$entry" | wc -l)" 1
cp "$entry" good
damage() {
	compiles "damaged_$1" 1 k.yaml
	cmp -s "$entry" good && pass "replaced_$1" || fail "replaced_$1" "not the same again"
}
: >"$entry" && damage empty
head -c 50 good >"$entry" && damage header
head -c -1 good >"$entry" && damage truncated
echo >>"$entry" && damage longer
printf '\377' | dd of="$entry" bs=1 seek=2000 conv=notrunc 2>/dev/null && damage byte
tr 'a-f0-9' '0-9a-f' <good | head -c 100 >"$entry" && damage digest
rm "$entry" && mkfifo "$entry" && compiles damaged_pipe 1 k.yaml
rm -rf "$entry" && mkdir "$entry" && compiles damaged_folder 1 k.yaml
rm -rf "$entry"
# Of another source: right in itself, but not what was asked for.
cp good "$kept/$(printf '0%.0s' $(seq 64)).kernels"
compiles wrong_key 1 k.yaml
mv "$entry" "$kept/tmp" && sed 's/STEP;/STEP + 1;/' k.cl >two.cl && sed 's/k.cl/two.cl/; s/expected/two/' k.yaml >two.yaml
seq 2 257 >two.txt
compiles two 1 two.yaml
two=$(find "$kept" -type f -newer "$kept/tmp" ! -name tmp | tail -n 1)
mv "$kept/tmp" "$two" && compiles exchanged 1 two.yaml

# No cache is no failure.
compiles on 1 k.yaml
WARPWALK_CACHE=off compiles off 1 k.yaml
WARPWALK_CACHE='' compiles off_empty 1 k.yaml
compiles on_again 0 k.yaml
WARPWALK_CACHE=$work/k.yaml/x compiles no_folder 1 k.yaml
: >file
XDG_CACHE_HOME=$work/file compiles no_xdg 1 k.yaml
(unset XDG_CACHE_HOME HOME && compiles no_home 1 k.yaml; exit $failures) || failures=$((failures + 1))
(unset XDG_CACHE_HOME && HOME=$work/home && mkdir home && export HOME && compiles home 1 k.yaml && compiles home_again 0 k.yaml; exit $failures) ||
	failures=$((failures + 1))
is home_where "$(find home -type f | grep -c '^home/.cache/warpwalk/')" 1

# What does not compile is not kept, and fails again.
echo 'nonsense' >bad.cl
sed 's/k.cl/bad.cl/' k.yaml >bad.yaml
for again in 1 2; do run 2 bad emulate bad.yaml && says "bad_$again" "bad.cl: does not compile"; done

# Bounded: what was not used for longest goes, other files stay.
rm -rf "$kept" && compiles bounded 1 k.yaml
for digit in 1 2 3; do
	file=$kept/$(printf "$digit%.0s" $(seq 64)).kernels
	truncate -s 30M "$file" && touch -d "2020-01-0$digit" "$file"
done
truncate -s 200M "$kept/mine" && touch -d 2020-01-01 "$kept/mine"
echo x >"$kept/writing-abcdef" && touch -d 2020-01-01 "$kept/writing-abcdef"
compiles bounded_used 0 k.yaml
compiles bounded_put 1 flags.yaml
is bounded_left "$(find "$kept" -size +1M -printf '%f\n' | cut -c 1-4 | sort | tr '\n' ' ')$(find "$kept" -type f | wc -l)" \
	"2222 3333 mine 5"

# Several at once, into a cache that is not there yet; nothing half-written stays.
rm -rf "$kept"
for k in 1 2 3 4 5 6 7 8; do "$warpwalk" emulate --quiet k.yaml >"out$k" 2>&1 & done
wait
is at_once "$(cat out? | grep -c '  yes$') $(ls "$kept" | wc -l)" "8 1"
compiles after_at_once 0 k.yaml
is folders_left "$(ls "$TMPDIR")" ""

exit $((failures > 0))
