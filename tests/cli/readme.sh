#!/bin/bash
# The console blocks of the README and of docs/: each `$ command` is run from the top of the tree, and must
# print (stdout and stderr) what stands below it. `readme.sh --update` rewrites the blocks instead.
set -u
update=${1-}
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${BUILD:-$root/build}
cd "$root" || exit 1
failures=0

# Runs the commands of one block as written, with the build under test in place of build/.
run_block() {
	while IFS= read -r line; do
		case $line in
		'$ '*)
			echo "$line"
			bash -c "${line#\$ }" 2>&1
			;;
		esac
	done
}

check_file() {
	local file=$1 new
	new=$(mktemp)
	awk -v block="$new.block" '
		/^```console$/ { print; inside = 1; next }
		/^```$/ && inside { print "@@BLOCK " ++n; inside = 0; print; next }
		inside { print > (block n + 1); next }
		{ print }' "$file" >"$new"
	: >"$new.out"
	while IFS= read -r line; do
		case $line in
		'@@BLOCK '*) run_block <"$new.block${line#@@BLOCK }" ;;
		*) printf '%s\n' "$line" ;;
		esac
	done <"$new" | sed "s|$build/|build/|g" >"$new.out"
	if [ "$update" = --update ]; then
		cp "$new.out" "$file"
	elif cmp -s "$file" "$new.out"; then
		echo "ok commands_in_$(basename "$file")"
	else
		echo "not ok commands_in_$(basename "$file"): $(diff "$file" "$new.out" | head -n 6 | tr '\n' '~')"
		failures=1
	fi
	rm -f "$new" "$new".*
}

# verdict NAME WRONG: passes when nothing is wrong.
verdict() {
	if [ -z "$2" ]; then
		echo "ok $1"
	else
		echo "not ok $1: $(echo "$2" | tr '\n' ';')"
		failures=1
	fi
}

# choices PARAMETER: one per line.
choices() {
	local rows
	rows=$(mktemp)
	"$build"/warpwalk list params --json >"$rows"
	sqlite3 :memory: "
		SELECT choice.value FROM json_each(readfile('$rows')) row, json_each(row.value, '\$.choices') choice
		WHERE json_extract(row.value, '\$.name') = '$1'"
	rm "$rows"
}

# anchors FILE: of its headings, one per line, as GitHub makes them.
anchors() {
	awk '/^```/ { inside = !inside }
		!inside && /^#+ / {
			sub(/^#+ /, ""); gsub(/\]\([^)]*\)/, "")
			heading = tolower($0); gsub(/[^a-z0-9 _-]/, "", heading); gsub(/ /, "-", heading)
			print heading
		}' "$1"
}

# The reference names every GPU, every design, every socket and, in the row of its socket, every policy. Links lead
# somewhere, and so do the paths of files that the text names, where NAME and PAPER stand for any. Lines have at most 120 characters.
documents=$(ls README.md CONTRIBUTING.md CHANGELOG.md docs/*.md docs/*/*.md 2>/dev/null)
if [ "$update" != --update ]; then
	reference=docs/reference.md
	verdict reference_names_every_file "$(for file in configs/gpus/*.yaml configs/designs/*.yaml; do
		grep -qF "(../$file)" $reference || echo "$file"
	done)"
	verdict reference_names_every_socket "$(sed -n 's/^\tSOCKET(.*"\(.*\)").*/\1/p' src/plan.h | while read -r socket; do
		grep -q "^| $socket | \`" $reference || echo "$socket"
	done)"
	verdict reference_names_every_policy "$(grep '^| [^|]* | `[a-z0-9_.]*` | ' $reference | while IFS='|' read -r _ _ parameter policies; do
		parameter=$(echo "$parameter" | tr -d ' `')
		for policy in $(choices "$parameter"); do
			echo "$policies" | tr ', [|]' '\n' | grep -qx -- "$policy" || echo "$parameter: $policy"
		done
	done)"
	verdict links "$(for file in $documents; do
		grep -o ']([^) :]*)' "$file" | tr -d ']()' | while IFS='#' read -r link anchor; do
			to=$file
			[ -z "$link" ] || to=$(dirname "$file")/$link
			[ -e "$to" ] || echo "$file: $link"
			[ -z "$anchor" ] || anchors "$to" | grep -qxF -- "$anchor" || echo "$file: $link#$anchor"
		done
	done)"
	verdict paths "$(for file in $documents; do
		grep -oE '(^|[^A-Za-z0-9_./-])(src|tests|configs)/[A-Za-z0-9_./*-]*' "$file" |
			sed 's/^[^a-z]//; s/[.-]*$//; s/NAME\|PAPER/*/g' | sort -u |
			while read -r path; do compgen -G "$path" >/dev/null || echo "$file: $path"; done
	done)"
	# Characters, not bytes; tables, code, lines that are one link and pages that programs write may be wider.
	verdict lines_of_at_most_120_characters "$(for file in $documents; do
		case $file in docs/params.md | docs/workloads.md) continue ;; esac
		awk '/^ *```/ { inside = !inside } !inside && !/^ *\|/ && !/^[-* ]*\[[^]]*\]\([^)]*\)[.,]?$/ { print FNR ": " $0 }' "$file" |
			LC_ALL=C.UTF-8 grep -E '^[0-9]+: .{121}' | sed "s|^\([0-9]*\):.*|$file:\1|"
	done)"
fi

# `build/` in a block means the build under test.
if [ "$build" != "$root/build" ]; then
	shadow=$(mktemp -d)
	trap 'rm -rf "$shadow"' EXIT
	cp -r docs README.md "$shadow"
	ln -s "$build" "$shadow/build"
	cd "$shadow" || exit 1
fi
mkdir -p build/demo
# lacks FILE: what the commands of a document need and is not there. Programs cannot load runtimes with sanitizers.
lacks() {
	[ "$1" = docs/programs.md ] || return
	[ -e build/lib/warpwalk/libhsa-runtime64.so.1 ] || echo "the runtimes of programs are not built"
	command -v hipcc >/dev/null || echo "no hipcc"
	[ -e /usr/include/CL/cl.h ] || echo "no OpenCL headers"
}
for file in README.md docs/*.md; do
	grep -q '^```console$' "$file" || continue
	missing=$(lacks "$file")
	if [ -n "$missing" ]; then
		echo "skip commands_in_$(basename "$file"): $missing"
	else
		check_file "$file"
	fi
done
exit $failures
