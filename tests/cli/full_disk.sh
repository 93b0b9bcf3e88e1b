#!/bin/bash
# Output that cannot be written is an error of every command: one line, exit status 2.
. "$(dirname "$0")/lib.sh"

full() {
	local name=$1
	shift
	"$warpwalk" "$@" >/dev/full 2>"$work/stderr"
	status=$?
	err=$(cat "$work/stderr")
	if [ $status -ne 2 ]; then fail "$name" "exit status $status: $err"; else says "$name" "standard output"; fi
}

printf 'gpus: [apu18]\nworkloads: [mm]\nsizes: [tiny]\n' >sweep.yaml
full help help
full command_help run --help
full version --version
full list list gpus
full list_json list params --json
full disasm disasm mm
full emulate emulate --size tiny mm
full run run -g apu18 --size tiny mm
full run_json run -g apu18 --size tiny --json mm
full reach reach --size tiny mm
full sweep sweep sweep.yaml --db runs.db
full reproduce reproduce walks-fig2 --size tiny --db runs.db
full report report --db runs.db -o page.html

exit $((failures > 0))
