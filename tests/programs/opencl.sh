#!/bin/bash
# OpenCL programs on the simulated GPU, functionally and timed: each checks its own results. pocl must agree.
. "$(dirname "$0")/../cli/lib.sh"

needs gcc clang-14
sources=$root/tests/programs/opencl
programs=$BUILD/tests/programs/opencl
runtime=$BUILD/lib/warpwalk/libwarpwalk-opencl.so
if [ ! -e "$runtime" ] || [ ! -e /usr/include/CL/cl.h ]; then
	echo "skip opencl: $runtime or OpenCL's headers are not there"
	exit 0
fi
# A program that was not built with sanitizers cannot load a library that was.
if grep -q libasan "$runtime"; then
	echo "skip opencl: built with sanitizers"
	exit 0
fi
# What PyOpenCL keeps would hide what the compiler does.
export PYOPENCL_NO_CACHE=1

mkdir -p "$programs"
for source in "$sources"/*.c; do
	name=$(basename "$source" .c)
	if [ "$programs/$name" -nt "$source" ] && [ "$programs/$name" -nt "$sources/opencl.h" ]; then
		continue
	fi
	if ! gcc -Wall -Wextra -O1 -o "$programs/$name" "$source" -lOpenCL -lpthread 2>compiler; then
		fail "compile_$name" "$(head -5 compiler)"
	fi
done

# passes NAME PROGRAM OPTION...: the program ends well and says so.
passes() {
	local name=$1 program=$2
	shift 2
	run 0 "$name $*" exec "$@" --quiet -- $program || return
	case $out in
	*PASS) pass "$name $*" ;;
	*) fail "$name $*" "$out" ;;
	esac
}

for name in basics memory events programs threads builtins; do
	passes $name "$programs/$name"
	passes $name "$programs/$name" -g r9nano
	if [ "$(env -u OCL_ICD_VENDORS "$programs/$name" 2>/dev/null)" = PASS ]; then
		pass "$name pocl"
	elif [ -e /etc/OpenCL/vendors/pocl.icd ]; then
		fail "$name pocl" "no PASS"
	fi
done

# pocl has less of OpenCL C 2.0 than we.
passes builtins_2 "$programs/builtins_2"
passes builtins_2 "$programs/builtins_2" -g r9nano

# Two of them share a machine, whose cycles are no whole nanoseconds.
if run 0 two exec -g maxwell -d mask --quiet -- "$programs/basics" : "$programs/memory"; then
	if [ "$(grep -c '^PASS$' stdout)" -eq 2 ]; then pass two; else fail two "$out"; fi
fi
# What was recorded leaves the same memory behind when it is run again.
if run 0 record exec --quiet --record basics.wwr -- "$programs/basics" &&
	run 0 recorded run -g r9nano --quiet basics.wwr; then
	case $out in
	*"verified     yes"*) pass recorded ;;
	*) fail recorded "$out" ;;
	esac
fi

# Kernels run without anybody's GPU, so what goes wrong in one is ours to tell.
run 0 faults exec --quiet -- "$programs/faults"
case $out$err in
*"kernel 'astray'"*) [ "$out" = PASS ] && pass faults || fail faults "$out" ;;
*) fail faults "$out$err" ;;
esac

# A GPU sees pages. Whoever wants to know of every byte behind a buffer can.
passes behind "$programs/behind"
passes behind "$programs/behind" -g r9nano
run 1 behind_exact exec --exact-buffers --quiet -- "$programs/behind"
case $err in
*"reads 4 bytes at unmapped address"*"just past the end of buffer 'buffer' (0x"*", 4000 bytes)"*)
	pass behind_exact ;;
*) fail behind_exact "$err" ;;
esac
if run 0 behind_record exec --quiet --record behind.wwr -- "$programs/behind"; then
	run 0 behind_recorded run -g r9nano --quiet behind.wwr && pass behind_recorded
fi

# A launch that needs more local memory than a CU has is refused, with one line for each kernel.
run 0 local exec -g apu21 --quiet -- "$programs/local"
if [ "$out" = PASS ] && [ "$(grep -c 'more local memory than the 16384 bytes of a CU' stderr)" -eq 2 ] &&
	grep -q "'turn' is not launched" stderr && grep -q "'fixed' is not launched" stderr; then
	pass local
else
	fail local "$out$err"
fi
run 0 local_large exec -g apu21 -s lds.bytes=64KB --quiet -- "$programs/local"
if [ "$out" = PASS ] && [ "$(grep -c 'than the 65536 bytes' stderr)" -eq 1 ] && ! grep -q "'fixed' is not" stderr; then
	pass local_large
else
	fail local_large "$out$err"
fi

run 0 prints exec --quiet -- "$programs/prints"
wanted='-7  1.50 text 100% c: ff 123456789012345
1,-2,3,4 0.25
PASS'
if [ "$(echo "$out" | LC_ALL=C sort)" = "$wanted" ]; then pass prints; else fail prints "$out"; fi

if /usr/bin/python3 -c 'import pyopencl' 2>/dev/null; then
	passes pyopencl "/usr/bin/python3 $sources/arrays.py"
	passes pyopencl "/usr/bin/python3 $sources/arrays.py" -g r9nano
else
	echo "skip pyopencl: no python3-pyopencl"
fi

# Without warpwalk there is no such platform, and no crash.
OCL_ICD_VENDORS=$BUILD/lib/warpwalk "$programs/basics" >stdout 2>stderr
if [ $? -eq 1 ] && grep -q 'start the program with' stderr; then
	pass without_warpwalk
else
	fail without_warpwalk "$(cat stdout stderr)"
fi

exit $((failures > 0))
