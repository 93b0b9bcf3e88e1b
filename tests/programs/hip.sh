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

for name in vector_add copies symbols streams host_memory kernels recursion device_printf device_malloc \
	milder side_by_side grid_barrier units compiled graph threads forked missing random sort; do
	passes $name
done
for name in vector_add copies symbols streams host_memory kernels device_printf device_malloc milder \
	side_by_side grid_barrier units random sort; do
	passes $name -g r9nano
done

# Two runs give the same times, which the program prints, and the same cycles; also where kernels ask
# the host for something.
for name in streams device_malloc; do
	for n in 1 2; do
		run 0 "same_again $name" exec -g r9nano --quiet --json -o page$n -- "$programs/$name"
		printf '%s\n' "$out" >>page$n
		grep -v 'wall_seconds\|peak_rss_bytes' page$n >kept$n
	done
	if cmp -s kept1 kept2; then
		pass "same_again $name"
	else
		fail "same_again $name" "$(diff kept1 kept2 | head -5)"
	fi
done

# Launches that others follow before they have ended; memory that two buffers share.
for name in streams host_memory; do
	if run 0 "record $name" exec --quiet --record $name.wwr -- "$programs/$name" &&
		run 0 "recorded $name" emulate --quiet $name.wwr; then
		pass "recorded $name"
	fi
done
# What the host answers is not in a recording.
run 0 record_calls exec --quiet --record calls.wwr -- "$programs/device_printf"
case $err in
*"asks its program for something"*) pass record_calls ;;
*) fail record_calls "$err" ;;
esac
if run 1 replay_calls run --quiet -g r9nano calls.wwr; then
	case $err in
	*"none is there to answer"*) pass replay_calls ;;
	*) fail replay_calls "$err" ;;
	esac
fi

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
# What launches that are not timed leave in TLBs and caches.
for warm in none tlb all; do
	run 0 "warm $warm" exec -g r9nano --time 3 --warm $warm --json -o "page_$warm" -- "$programs/again"
	grep -q "\"warm\": \"$warm\"" "page_$warm" || fail "warm $warm" "not said in the page"
done
first() { grep -m 1 "\"$1\":" "$2" | tr -dc 0-9; }
if [ "$(first walks page_tlb)" -lt $(($(first walks page_none) / 4)) ] &&
	[ "$(first cycles page_all)" -lt "$(first cycles page_tlb)" ]; then
	pass warm
else
	fail warm "walks $(first walks page_none), $(first walks page_tlb); cycles $(first cycles page_tlb), $(first cycles page_all)"
fi
run 2 warm_what exec -g r9nano --warm tlbs -- "$programs/again" && says warm_what "--warm tlbs" "none, tlb or all"
run 2 warm_without_gpu exec --warm all -- "$programs/again" && says warm_without_gpu "-g GPU"

# What is missing names itself.
run 0 missing exec --quiet -- "$programs/missing"
case $err in
*"hsa_ext_image_data_get_info is not supported"*"hsa_amd_ipc_memory_create is not supported"*) pass refusals ;;
*) fail refusals "$err" ;;
esac

exit $((failures > 0))
