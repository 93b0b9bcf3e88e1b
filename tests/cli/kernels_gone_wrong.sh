#!/bin/bash
# A kernel that goes wrong: exit status 1 and a line that says what, where, and by whom.
. "$(dirname "$0")/lib.sh"

job past.yaml '__kernel void k(__global uint *a) { a[get_global_id(0) + 1] = 7; }' 256 64 "data"
run 1 past_the_end emulate past.yaml &&
	says past_the_end "kernel 'k'" "flat_store_dword" "workgroup (3,0,0)" "wavefront 0" "lane 63" \
		"writes 4 bytes" "unmapped address 0x" "just past the end of buffer 'data'" "1024 bytes"
job before.yaml '__kernel void k(__global uint *a) { a[get_global_id(0) - 8] = 7; }' 256 64 "data"
run 1 before_the_start emulate before.yaml && says before_the_start "lane 0" "32 bytes before buffer 'data'"
job null.yaml '__kernel void k(__global uint *a, ulong n) { ((__global uint *)n)[0] = a[0]; }' 64 64 "data, 0"
run 1 null_pointer emulate null.yaml && says null_pointer "unmapped address 0x0"
job scalar.yaml '__kernel void k(__global uint *a, ulong n) { a[0] = ((__constant uint *)n)[0]; }' 64 64 "data, 16"
run 1 scalar_load_of_nothing emulate scalar.yaml && says scalar_load_of_nothing "scalar" "0x10"

job lds.yaml '__kernel void k(__global uint *a) { __local uint l[64]; l[get_local_id(0)] = 1;
	barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = l[get_local_id(0) + a[0] + 64]; }' 64 64 "data"
run 1 past_the_lds emulate lds.yaml && says past_the_lds "LDS" "256 bytes"

job loop.yaml '__kernel void k(__global volatile uint *a) { while (a[1]) a[0]++; }' 64 64 "data"
run 1 endless_loop emulate --wavefront-limit 100000 loop.yaml &&
	says endless_loop "100000 instructions" "kernel 'k'" "--wavefront-limit"

job barrier.yaml '__kernel void k(__global uint *a) { if (get_local_id(0) < 64) barrier(CLK_LOCAL_MEM_FENCE);
	a[get_global_id(0)] = 1; }' 256 128 "data"
run 1 barrier_never_met emulate barrier.yaml &&
	says barrier_never_met "barrier can never be met" "workgroup (0,0,0)" "wavefront 1"
run 0 barrier_as_the_hardware emulate --hardware-barriers barrier.yaml && pass barrier_as_the_hardware

job trap.yaml '__kernel void k(__global uint *a) { if (a[0] == 0) __builtin_trap(); a[1] = 1; }' 64 64 "data"
run 1 trap emulate trap.yaml && says trap "trap" "kernel 'k'"

job arguments.yaml '__kernel void k(__global uint *a, ulong p) { *(__global uint *)p = a[0]; }' 64 64 "data, 0x200000000"
run 1 write_to_arguments emulate arguments.yaml && says write_to_arguments "read-only"

# A wrong result: the job says what it expected.
job wrong.yaml '__kernel void k(__global uint *a) { a[get_global_id(0)] *= 2; }' 256 64 "data"
seq 0 2 510 | sed 's/^84$/85/' >want.txt
printf 'expect:\n  data: {file: want.txt}\n' >>wrong.yaml
run 1 wrong_result emulate wrong.yaml && says wrong_result "data" "42" "84" "85"
seq 0 2 510 >want.txt
run 0 right_result emulate wrong.yaml && pass right_result

exit $((failures > 0))
