#!/bin/bash
# Kernels with more private memory than all wave slots of a GPU could have: fewer wavefronts run at a time.
. "$(dirname "$0")/lib.sh"
needs clang-14 ld.lld-14

# private_test NAME WORDS: each work-item keeps its number at a place that the compiler cannot know.
private_test() {
	cat >"$1.cl" <<CL
kernel void keep(global uint *out, uint step)
{
	uint mine[$2], me = get_global_id(0);

	for (uint i = 0; i < 4; i++)
		mine[(me + i * step) % $2] = me * 4 + i;
	barrier(CLK_GLOBAL_MEM_FENCE);
	out[me] = mine[me % $2] + mine[(me + 3 * step) % $2];
}
CL
	cat >"$1.yaml" <<YAML
source: $1.cl
buffers:
  out: {type: u32, count: 16384}
launches:
  - {kernel: keep, grid: 16384, workgroup: 256, args: [out, 7]}
expect:
  out: expected.txt
YAML
}
seq 3 8 131067 >expected.txt

# 40 KB a work-item are 2.5 MB a wavefront: 4 GB are enough for 6 of the 10 slots that each SIMD of 64 CUs has.
private_test some 10240
run 0 emulated emulate --quiet some.yaml && pass emulated
run 0 with_fewer_wavefronts run -g r9nano --quiet some.yaml && pass with_fewer_wavefronts
run 0 on_chiplets run -g mcm4 --quiet some.yaml && pass on_chiplets

# 48 KB a work-item on four times as many SIMDs: one slot of each. 64 KB: not even one.
private_test more 12288
run 0 one_slot run -g r9nano -s cus=128 -s cu.simds=8 --quiet more.yaml && pass one_slot
private_test most 16384
run 2 too_much run -g r9nano -s cus=128 -s cu.simds=8 --quiet most.yaml &&
	says too_much "kernel 'keep'" "65540 bytes of private memory per work-item" "4 GB"

exit $((failures > 0))
