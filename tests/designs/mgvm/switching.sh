#!/bin/bash
# Checks the protocol of switches between home slices (switching.pml) with spin, and that spin would find a
# request that is lost or answered twice.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$(dirname "$0")/switching.pml" "$work"
cd "$work" || exit 1
failures=0

if [ -n "${BUILD:-}" ] && [ "${BUILD##*/}" != build ]; then
	echo "skip switching: the same for every build"
	exit 0
fi
if ! command -v spin >/dev/null; then
	echo "skip switching: no spin"
	exit 0
fi

fail() {
	echo "not ok $1: $2"
	failures=1
}

# check NAME good|bad safety|liveness DEFINITION...: whether spin finds no error, or one.
check() {
	local name=$1 expected=$2 kind=$3 compile=(-DSAFETY -DNOCLAIM) search=() errors
	shift 3
	if [ "$kind" = liveness ]; then
		compile=(-DNFAIR=5)
		search=(-a -f) # every process that can go on does so some time
	fi
	if ! { spin "$@" -a switching.pml && gcc -O2 -w -DCOLLAPSE "${compile[@]}" -o pan pan.c; } >log 2>&1; then
		fail "$name" "$(tail -n 1 log)"
		return
	fi
	./pan -m1000000 -w22 "${search[@]}" >out 2>&1
	errors=$(sed -n 's/.*errors: \([0-9]*\).*/\1/p' out)
	if [ -z "$errors" ] || grep -q 'max search depth too small\|out of memory' out; then
		fail "$name" "the search was cut short: $(tail -n 1 out)"
	elif [ "$expected" = good ] && [ "$errors" != 0 ]; then
		fail "$name" "$(grep '^pan:' out | head -n 1)"
	elif [ "$expected" = bad ] && [ "$errors" = 0 ]; then
		fail "$name" "no error found"
	else
		echo "ok $name"
	fi
}

check every_request_is_answered_once good safety
check and_the_system_settles good liveness -DREQUESTS=1
check a_lost_request_is_found bad safety -DLOSE
check a_second_answer_is_found bad safety -DTWICE
exit $failures
