#!/bin/bash
# Includes go down the layers, never up or sideways: a file may include what lies in its own folder and in the folders
# above it in this list. A design includes no other design.
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
hw/link
measure
policy
designs
driver/workload
driver/process
driver/toolchain
driver/job
driver/memory
driver/dispatch
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
if [ -n "$problems" ]; then
	echo "$problems"
	echo "not ok includes go down the layers"
	exit 1
fi
echo "ok includes go down the layers"
