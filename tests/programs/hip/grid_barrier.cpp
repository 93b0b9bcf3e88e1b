// Workgroups that wait for all others, also for those that begin later.
#include "check.h"

static const int groups = 40, items = 256, rounds = 3;

__device__ void wait_for_all(int *arrived, int round)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		__threadfence();
		atomicAdd(arrived, 1);
		while (atomicAdd(arrived, 0) < round * (int)gridDim.x)
			;
	}
	__syncthreads();
}

// Each round every workgroup takes over what the next one had. The array, indexed by what is not
// known before, lies in private memory.
__global__ void pass_round(int *now, int *arrived, int *out)
{
	int kept[64] = {0};
	int at = (int)(blockIdx.x * blockDim.x + threadIdx.x), all = groups * items;

	for (int r = 1; r <= rounds; r++) {
		kept[(at + r) % 64] = now[(at + items) % all];
		wait_for_all(arrived, 2 * r - 1);
		now[at] = kept[(at + r) % 64];
		wait_for_all(arrived, 2 * r);
	}
	for (int k = 0; k < 64; k++)
		out[at] += kept[k];
}

int main()
{
	static int start[groups * items], now[groups * items], out[groups * items];
	int *device, *arrived, *sums;

	for (int i = 0; i < groups * items; i++)
		start[i] = i;
	HIP(hipMalloc(&device, sizeof(now)));
	HIP(hipMalloc(&sums, sizeof(out)));
	HIP(hipMalloc(&arrived, sizeof(int)));
	HIP(hipMemcpy(device, start, sizeof(start), hipMemcpyHostToDevice));
	HIP(hipMemset(arrived, 0, sizeof(int)));
	HIP(hipMemset(sums, 0, sizeof(out)));
	pass_round<<<groups, items>>>(device, arrived, sums);
	HIP(hipMemcpy(now, device, sizeof(now), hipMemcpyDeviceToHost));
	HIP(hipMemcpy(out, sums, sizeof(out), hipMemcpyDeviceToHost));
	for (int i = 0; i < groups * items; i++) {
		int all = groups * items, sum = 0;

		EXPECT(now[i] == (i + rounds * items) % all);
		for (int r = 1; r <= rounds; r++)
			sum += (i + r * items) % all;
		EXPECT(out[i] == sum);
	}
	return pass();
}
