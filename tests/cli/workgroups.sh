#!/bin/bash
# Workgroups of more work-items than the compiler provides for by itself: compiled anew for their size.
. "$(dirname "$0")/lib.sh"
needs clang-14 ld.lld-14

# Every work-item needs what all others of its group wrote, twice; many values live at a time want more registers than
# a work-item of a large group can have.
cat >k.cl <<'CL'
kernel void sums(global uint *out, global const uint *in)
{
	local uint tile[1024];
	uint me = get_local_id(0) + get_local_size(0) * get_local_id(1), n = get_local_size(0) * get_local_size(1);
	uint held[96], sum = 0;

	tile[me] = in[get_group_id(0) * n + me];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (uint step = n / 2; step; step /= 2) {
		if (me < step)
			tile[me] += tile[me + step];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	sum = tile[0];
	barrier(CLK_LOCAL_MEM_FENCE);
	tile[n - 1 - me] = in[get_group_id(0) * n + me];
	barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
	for (uint i = 0; i < 96; i++)
		held[i] = in[(me + 7 * i) % n];
	barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
	for (uint i = 0; i < 96; i++)
		sum += held[i] * (me + i);
	for (uint i = 0; i < 96; i++)
		sum -= in[(me + 7 * i) % n] * (me + i);
	out[get_group_id(0) * n + me] = sum + tile[me];
}
kernel void small(global uint *out) { out[get_global_id(0)] += 1; }
__attribute__((reqd_work_group_size(512, 1, 1))) kernel void fixed(global uint *out) { out[get_global_id(0)] += 1; }
CL

# expected N GROUPS: the sum of the group's numbers, and the one at the other end.
expected() {
	awk -v n="$1" -v groups="$2" 'BEGIN {
		for (g = 0; g < groups; g++)
			for (i = 0; i < n; i++)
				print n * (g * n) + n * (n - 1) / 2 + g * n + n - 1 - i
	}'
}

# size_test NAME N WORKGROUP GRID SOURCE
size_test() {
	cat >"$1.yaml" <<YAML
source: $5
buffers:
  in: {type: u32, count: $((4 * $2)), fill: iota}
  out: {type: u32, count: $((4 * $2))}
launches:
  - {kernel: sums, grid: $4, workgroup: $3, args: [out, in]}
expect:
  out: $1.txt
YAML
	expected "$2" 4 >"$1.txt"
}

for n in 256 512 1024; do
	size_test "n$n" $n $n $((4 * n)) k.cl
	run 0 "emulate_$n" emulate --quiet "n$n.yaml" && pass "emulate_$n"
	run 0 "run_$n" run --quiet -g apu18 "n$n.yaml" && pass "run_$n"
done
size_test n32x32 1024 '[32, 32]' '[128, 32]' k.cl
run 0 emulate_32x32 emulate --quiet n32x32.yaml && pass emulate_32x32

# More than the hardware has.
size_test n2048 2048 2048 8192 k.cl
run 2 n2048 emulate n2048.yaml && says n2048 "n2048.yaml:6: workgroup [2048, 1, 1] has more than 1024 work-items"

# Beside kernels that say what they want.
cat >mixed.yaml <<'YAML'
source: k.cl
buffers:
  data: {type: u32, count: 1024}
launches:
  - {kernel: small, grid: 1024, workgroup: 1024, args: [data]}
  - {kernel: fixed, grid: 1024, args: [data]}
  - {kernel: small, grid: 1024, args: [data]}
expect:
  data: mixed.txt
YAML
yes 3 | head -n 1024 >mixed.txt
run 0 mixed emulate --quiet mixed.yaml && pass mixed

# A code object is what it is.
clang-14 -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target amdgcn-amd-amdhsa -mcpu=gfx803 -nogpulib -O2 \
	-c -o plain.o - <<<'kernel void sums(global uint *out, global const uint *in) { out[__builtin_amdgcn_workitem_id_x()] = *in; }' &&
	ld.lld-14 -shared plain.o -o plain.co
size_test object 512 512 2048 plain.co
run 2 object emulate object.yaml &&
	says object "object.yaml:6: workgroup of 512 work-items: kernel 'sums' was compiled for at most 256; compile it with __attribute__((amdgpu_flat_work_group_size(1, 512)))"

exit $((failures > 0))
