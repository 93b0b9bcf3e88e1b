#!/bin/bash
# HIP programs on the simulated GPU, functionally and timed: each checks its own results.
. "$(dirname "$0")/../cli/lib.sh"

needs hipcc
sources=$root/tests/programs/hip
programs=$BUILD/tests/programs/hip
runtime=$BUILD/lib/warpwalk/libhsa-runtime64.so.1
if [ ! -e "$runtime" ]; then
	echo "skip hip: $runtime is not built"
	exit 0
fi
# A program that was not built with sanitizers cannot load a library that was.
if grep -q libasan "$runtime"; then
	echo "skip hip: built with sanitizers"
	exit 0
fi

# compile NAME FLAG...: once, until a source is newer.
compile() {
	local name=$1
	shift
	if [ -x "$programs/$name" ] && [ -z "$(find "$sources" -newer "$programs/$name" \
		\( -name "$name*.cpp" -o -name '*.h' \))" ]; then
		return 0
	fi
	if ! hipcc --offload-arch=gfx803 -O2 "$@" -o "$programs/$name.new" 2>compiler; then
		fail "compile_$name" "$(head -5 compiler)"
		return 1
	fi
	mv "$programs/$name.new" "$programs/$name"
}

mkdir -p "$programs"
for source in "$sources"/*.cpp; do
	name=$(basename "$source" .cpp)
	case $name in
	units_*) ;;
	random) [ ! -e /usr/include/rocrand/rocrand.h ] || compile random "$source" -lrocrand ;;
	sort) [ ! -e /usr/include/rocprim/rocprim.hpp ] || compile sort "$source" -std=c++17 ;;
	*) compile "$name" "$source" ;;
	esac
done
compile units "$sources"/units_1.cpp "$sources"/units_2.cpp

# passes NAME OPTION...: the program ends well and says so.
passes() {
	local name=$1
	shift
	if [ ! -x "$programs/$name" ]; then
		echo "skip $name: not compiled"
		return
	fi
	run 0 "$name $*" exec "$@" --quiet -- "$programs/$name" || return
	case $out in
	*PASS) pass "$name $*" ;;
	*) fail "$name $*" "$out" ;;
	esac
}

for name in vector_add copies symbols streams host_memory kernels recursion device_printf units compiled \
	graph threads forked missing random sort; do
	passes $name
done
for name in vector_add copies symbols streams host_memory kernels device_printf units random sort; do
	passes $name -g r9nano
done

# Two runs give the same times, which the program prints, and the same cycles.
for n in 1 2; do
	run 0 same_again exec -g r9nano --quiet --json -o page$n -- "$programs/streams"
	printf '%s\n' "$out" >>page$n
	grep -v 'wall_seconds\|peak_rss_bytes' page$n >kept$n
done
if cmp -s kept1 kept2; then pass same_again; else fail same_again "$(diff kept1 kept2 | head -5)"; fi

# A kernel that goes wrong ends the program, and names who allocated what is nearest.
for options in "" "-g r9nano"; do
	# shellcheck disable=SC2086
	if run 134 "fault $options" exec $options --quiet -- "$programs/fault"; then
		if grep -q MEMORY_FAULT stderr &&
			grep -q "'_Z5wrongPi'.*'hipMalloc 4096 bytes at fault+0x" stderr; then
			pass "fault $options"
		else
			fail "fault $options" "$err"
		fi
	fi
done
if run 134 asserts exec --quiet -- "$programs/asserts"; then
	case $err in
	*ERROR_EXCEPTION*) pass asserts ;;
	*) fail asserts "$err" ;;
	esac
fi
# What is missing names itself.
run 0 missing exec --quiet -- "$programs/missing"
case $err in
*"hsa_ext_image_data_get_info is not supported"*"hsa_amd_ipc_memory_create is not supported"*) pass refusals ;;
*) fail refusals "$err" ;;
esac

exit $((failures > 0))
