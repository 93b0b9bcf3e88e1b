#!/bin/bash
# Includes go down the layers, never up or sideways: a file may include what lies in its own folder and in the folders
# above it in this list. A design includes no other design, and the core names none.
set -u
cd "$(dirname "$0")/.." || exit 1
layers='
model_version.h
base
sim
config
isa
isa/object
isa/exec
isa/lanes
isa/disasm
launch
socket
plan.h
hw
hw/memory
hw/translation
hw/compute
hw/paging
hw/link
measure
policy
designs
driver/workload
driver/process
driver/toolchain
driver/recording
driver/job
driver/memory
driver/paging
driver/dispatch
program
runtime
machine
experiment/run
experiment/store
experiment/sweep
experiment/figure
experiment/report
cli
api
main.c
'
problems=$(find src \( -name '*.[ch]' -o -name '*.def' \) -exec grep -Hn '^ *# *include "' {} + | sort |
	awk -v layers="$layers" '
	BEGIN { n = split(layers, list, "\n"); for (i = 1; i <= n; i++) if (list[i] != "") rank[list[i]] = i }
	# The longest listed folder that holds the file.
	function layer(path) {
		while (!(path in rank)) if (!sub(/\/[^\/]*$/, "", path)) return ""
		return path
	}
	function design(path) { return path ~ /^designs\// ? substr(path, 1, index(substr(path, 9), "/") + 8) : "" }
	{
		split($0, part, ":"); from = part[1]; sub(/^src\//, "", from)
		to = $0; sub(/^[^"]*"/, "", to); sub(/".*/, "", to)
		a = layer(from); b = layer(to)
		# Made by the build: it includes rows of parameters, which include nothing.
		if (to == "design_params.def") next
		where = "src/" from ":" part[2] ": "
		if (a == "" || b == "") print where (a == "" ? from : to) " is in no layer of tests/layers.sh"
		else if (rank[b] > rank[a]) print where a " includes " to ", which is above it"
		else if (a == "designs" && b == "designs" && design(from) != design(to)) print where "a design includes another"
	}')
status=0
verdict() { # NAME PROBLEMS
	if [ -z "$2" ]; then
		echo "ok $1"
	else
		echo "$2"
		echo "not ok $1"
		status=1
	fi
}
verdict "includes go down the layers" "$problems"

# The core names no design: neither its folder, nor its policies, nor a parameter of its own. Folders that are called as
# hardware is (l1, walks) or in plain English (mask, reach) count only with their path.
core='src/base src/sim src/config src/isa src/launch src/socket src/hw src/machine src/driver src/plan.h'
words='token|simt|designs/[a-z]'
for folder in src/designs/*/; do
	folder=$(basename "$folder")
	case $folder in l1 | mask | reach | walks) ;; *) words="$words|$folder" ;; esac
done
ids=$(sed -n 's/^[A-Z]*(\([A-Z0-9_]*\),.*/P_\1/p' src/designs/*/params.def | paste -sd '|')
# shellcheck disable=SC2086
verdict "the core names no design" "$(grep -rniE "$words" $core; grep -rnwE "$ids" $core)"
exit $status
