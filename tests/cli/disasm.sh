#!/bin/bash
# warpwalk disasm prints what llvm-objdump prints: every workload, and each code object version.
. "$(dirname "$0")/lib.sh"

objdump=$(command -v llvm-objdump-14 || command -v llvm-objdump)
if [ -z "$objdump" ]; then
	echo "skip disasm: no llvm-objdump"
	exit 0
fi

compare() { # NAME FILE: the file is in the current directory, so that both print the same path
	"$objdump" -d --mcpu=gfx803 "$2" >llvm.txt
	run 0 "$1" disasm "$2" || return
	if cmp -s llvm.txt stdout; then pass "$1"; else fail "$1" "$(diff llvm.txt stdout | head -n 4)"; fi
}

for co in "$(dirname "$warpwalk")"/workloads/*/*.co; do
	name=$(basename "$co")
	cp "$co" "$name"
	compare "disasm_${name%.co}" "$name"
	[ "${name%.co}" = "$(basename "$(dirname "$co")")" ] || continue # the kernels of a parameter's value
	"$objdump" -d --mcpu=gfx803 "$name" >llvm.txt
	run 0 "disasm_by_name_${name%.co}" disasm "${name%.co}"
	if cmp -s llvm.txt stdout; then pass "disasm_by_name_${name%.co}"; else fail "disasm_by_name_${name%.co}" "differs"; fi
done

run 0 disasm_of_a_value disasm mvt:type=double && cp stdout value.txt && run 0 disasm_of_its_file disasm mvt_double.co &&
	is disasm_of_a_value "$(tail -n +3 value.txt)" "$(tail -n +3 stdout)"
run 2 disasm_of_no_value disasm mvt:type=half && says disasm_of_no_value "type cannot be 'half'"

cat >versions.cl <<'CL'
__constant float table[4] = {1, 2, 3, 4};
__attribute__((noinline)) float f(float x, int i) { return x * table[i & 3] + native_sin(x); }
__kernel void first(__global float *a, __local float *l, int n)
{
	float p[8];
	int i = get_global_id(0);
	for (int k = 0; k < 8; k++) p[k] = a[i + k];
	l[get_local_id(0)] = p[n];
	barrier(CLK_LOCAL_MEM_FENCE);
	a[i] = f(l[get_local_id(0) ^ 1], n) + convert_float(get_group_id(1));
}
__kernel void second(__global double *d, __global half *h)
{
	int i = get_global_id(0);
	d[i] = sqrt(d[i]) / 3.0;
	vstore_half(vload_half(i, h) * 2, i, h);
}
CL
for version in 2 3 4; do
	clang-14 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu=gfx803 -nogpulib \
		-Wno-linker-warnings -Xclang -mlink-builtin-bitcode -Xclang /usr/lib/clc/amdgcn--amdhsa.bc \
		-mcode-object-version=$version -O2 -c versions.cl -o versions.o 2>/dev/null &&
		ld.lld-14 -shared versions.o -o v$version.co || continue
	compare "disasm_code_object_version_$version" v$version.co
done

exit $((failures > 0))
