# Helpers of the command-line tests. Each test runs the program in a directory of its own and looks at
# exit status, stdout and stderr. Sourced by the scripts beside it; $BUILD is the build under test.
warpwalk=$BUILD/warpwalk
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0

pass() { echo "ok $1"; }
fail() {
	echo "not ok $1: $2"
	failures=$((failures + 1))
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
