# Helpers of the command-line tests. Each test runs the program in a directory of its own and looks at
# exit status, stdout and stderr. Sourced by the scripts beside it; $BUILD is the build under test.
warpwalk=$BUILD/warpwalk
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
# What a test that fails leaves running goes too.
trap 'kill $(jobs -p) 2>/dev/null; rm -rf "$work"' EXIT
cd "$work" || exit 1
# The user's cache of compiled kernels is not for tests.
unset WARPWALK_CACHE
export XDG_CACHE_HOME=$work/cache
failures=0

pass() { echo "ok $1"; }
fail() {
	echo "not ok $1: $2"
	failures=$((failures + 1))
}

# needs PROGRAM...: without one of them the whole script is skipped.
needs() {
	local program
	for program; do
		if ! command -v "$program" >/dev/null; then
			echo "skip $(basename "$0" .sh): no $program"
			exit 0
		fi
	done
}

# run STATUS NAME ARGUMENT...: runs warpwalk, keeps its output in $out and $err.
run() {
	local expected=$1 name=$2
	shift 2
	"$warpwalk" "$@" >"$work/stdout" 2>"$work/stderr"
	status=$?
	out=$(cat "$work/stdout")
	err=$(cat "$work/stderr")
	if [ $status -ne "$expected" ]; then
		fail "$name" "exit status $status, expected $expected: $err"
		return 1
	fi
}

# says NAME PART...: one line on stderr from the program, with each part in it.
says() {
	local name=$1
	shift
	line=$(grep '^warpwalk' "$work/stderr")
	if [ "$(grep -c '^warpwalk' "$work/stderr")" -ne 1 ]; then
		fail "$name" "expected one line from warpwalk on stderr, got: $err"
		return 1
	fi
	for part; do
		case $line in
		*"$part"*) ;;
		*)
			fail "$name" "'$line' lacks '$part'"
			return 1
			;;
		esac
	done
	pass "$name"
}

# is NAME GOT WANT
is() {
	if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "is '$2', expected '$3'"; fi
}

# A run that does not end in the time of a test, with little memory: for tests that stop it.
endless=gups:words=8192,groups=4096,updates=1048576

# wait_until COMMAND...: waits until it succeeds; however slow the machine, ten minutes mean that it never will.
wait_until() {
	local tries
	for ((tries = 0; tries < 6000; tries++)); do
		if "$@"; then return 0; fi
		sleep 0.1
	done
	return 1
}

# catches_interrupt PID: the process has a handler for SIGINT by now, or has ended.
catches_interrupt() {
	local caught
	kill -0 "$1" 2>/dev/null || return 0
	caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
	[ -n "$caught" ] && ((16#$caught & 2))
}

# job FILE.yaml KERNEL_SOURCE GRID WORKGROUP ARGS: a job with one buffer, 'data', of 256 u32.
job() {
	printf '%s\n' "$2" >"${1%.yaml}.cl"
	cat >"$1" <<YAML
source: ${1%.yaml}.cl
buffers:
  data: {type: u32, count: 256, fill: iota}
launches:
  - kernel: k
    grid: $3
    workgroup: $4
    args: [$5]
YAML
}

# json_flat FILE: the values of a pretty-printed JSON document, one per line: path, type and value, with tabs between.
# Array elements have their index in the path. Fails with a message on a line that is not as it must be.
json_flat() {
	awk '
	function bad(why) { print FILENAME ":" NR ": " why ": " $0 >"/dev/stderr"; failed = 1; exit 1 }
	function path(name,   i, p) {
		for (i = 2; i <= depth; i++)
			p = p (i > 2 ? "." : "") step[i]
		return p (p == "" ? "" : ".") name
	}
	{
		line = $0
		sub(/^ */, "", line)
		comma = sub(/,$/, "", line)
		closes = line ~ /^[]}]$/
		if (NR > 1 && !opened && closes == had_comma)
			bad("comma")
		if (NR > 1 && depth == 0)
			bad("after the end")
		indent = 2 * (depth - closes)
		if (substr($0, 1, indent) !~ /^ *$/ || substr($0, indent + 1, 1) == " ")
			bad("indentation")
		if (closes) {
			if (line != (kind[depth] == "object" ? "}" : "]"))
				bad("bracket")
			depth--
			opened = 0
			had_comma = comma
			next
		}
		name = ""
		if (depth > 0 && kind[depth] == "object") {
			if (!match(line, /^"[^"\\]*": /))
				bad("member")
			name = substr(line, 2, RLENGTH - 4)
			line = substr(line, RLENGTH + 1)
		} else if (depth > 0) {
			name = count[depth]++
		}
		opened = line == "{" || line == "["
		if (opened) {
			if (comma)
				bad("comma")
			step[++depth] = name
			kind[depth] = line == "{" ? "object" : "array"
			count[depth] = 0
			next
		}
		had_comma = comma
		type = line ~ /^-?(0|[1-9][0-9]*)$/ ? "integer" \
			: line ~ /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/ ? "number" \
			: line ~ /^(true|false)$/ ? "boolean" \
			: line == "null" ? "null" \
			: line ~ /^"([^"\\]|\\.)*"$/ ? "string" \
			: line == "{}" || line == "[]" ? "empty" : ""
		if (type == "")
			bad("value")
		print path(name) "\t" type "\t" line
	}
	END {
		if (!failed && depth)
			bad("the end is missing")
	}' "$1"
}

# json_value PATH: of what json_flat wrote to the file "flat", as it stands there.
json_value() { awk -F '\t' -v path="$1" '$1 == path { print $3 }' flat; }
