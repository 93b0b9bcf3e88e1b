#!/bin/bash
# What the random machines do with a program that fails: the least machine that still fails, and how to repeat it.
. "$(dirname "$0")/../cli/lib.sh"

# program BODY: a stand-in for warpwalk, which sees the arguments as one text, $all.
program() {
	mkdir -p fake
	printf '#!/bin/bash\nall="$*"\n%s\n' "$1" >fake/warpwalk
	chmod +x fake/warpwalk
}
machines() { BUILD=$PWD/fake "$BUILD"/tests/soak/machines --jobs 1 "$@" >log 2>&1; }

# finds NAME TEXT: whether the log has it.
finds() {
	if grep -qF -- "$2" log; then pass "$1"; else fail "$1" "$(head -c 600 log | tr '\n' ' ')"; fi
}

# Of all that is drawn two settings matter, whichever they are; the cycle in the line moves and does not.
program 'n=$(grep -o -- " -s " <<<"$all" | wc -l)
[ "$n" -lt 2 ] || { echo "warpwalk: stuck at cycle $RANDOM" >&2; exit 1; }
echo "{\"n\": 1}"'
machines --machines 8
repeat=$(grep -m 1 '^  repeat: ' log)
finds names_the_failure ": warpwalk: stuck at cycle "
if [ "$(grep -o -- ' -s ' <<<"$repeat" | wc -l)" = 2 ]; then pass fewest_settings; else fail fewest_settings "$repeat"; fi
case ${repeat#*repeat: } in
"" | *" -d "* | *:* | *@*) fail no_more_than_needed "$repeat" ;;
*) pass no_more_than_needed ;;
esac
if ${repeat#*repeat: } >/dev/null 2>err; then fail repeats "no failure: $repeat"; else pass repeats; fi

# A failure of another kind is not followed.
program 'case $all in *" -s "*" -s "*) echo "warpwalk: stuck" >&2; exit 1 ;; *" -s "*) echo "warpwalk: BUG" >&2; exit 1 ;; esac
echo "{}"'
machines --machines 8
finds stays_with_its_failure "warpwalk: stuck"
if grep -q 'repeat: .* -s .* -s ' log; then pass other_failures_apart; else fail other_failures_apart "$(cat log)"; fi

program 'echo "{"; echo "  \"cycles\": $RANDOM$RANDOM,"; echo "  \"wall_seconds\": 1"; echo "}"'
machines --machines 1
finds other_bytes 'different the second time, from "cycles": '
program 'echo "{"; echo "  \"cycles\": 7,"; echo "  \"wall_seconds\": $RANDOM"; echo "}"'
machines --machines 3 && finds host_apart "ok random_machines: seeds 1 to 3: 3 machines, of which 0 refused, 0 failed"
program 'kill -SEGV $$'
machines --machines 1
finds killed ": killed by signal 11"
program 'while :; do :; done'
machines --machines 1 --limit 1
finds endless ": does not end"
program 'echo one >&2; echo two >&2; exit 2'
machines --machines 1
finds refusal_is_one_line ": one"
program 'case $all in *" -s "*) echo "warpwalk: does not fit" >&2; exit 2 ;; esac; echo "{}"'
machines --machines 8 && finds refusals_counted "0 failed"
program 'echo "warpwalk: does not fit" >&2; exit 2'
machines --machines 3
finds nothing_but_refusals "not ok random_machines: "

exit $((failures > 0))
