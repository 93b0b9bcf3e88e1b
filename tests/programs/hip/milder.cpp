// What OpenCL forbids and the hardware allows: wavefronts that end before a barrier, and LDS up to
// the end of its last granule.
#include "check.h"

__global__ void leave_early(int *out, int count)
{
	__shared__ int sum;
	int i = (int)threadIdx.x;

	if (i >= count)
		return;
	if (i == 0)
		sum = 0;
	__syncthreads();
	atomicAdd(&sum, i);
	__syncthreads();
	out[i] = sum;
}

__global__ void past_the_end(int *out)
{
	__shared__ int data[64];
	volatile int *all = data;

	all[threadIdx.x + 64] = (int)threadIdx.x;
	out[threadIdx.x] = all[threadIdx.x + 64];
}

int main()
{
	int *device, out[100];

	HIP(hipMalloc(&device, sizeof(out)));
	leave_early<<<1, 256>>>(device, 100);
	HIP(hipMemcpy(out, device, sizeof(out), hipMemcpyDeviceToHost));
	for (int i = 0; i < 100; i++)
		EXPECT(out[i] == 4950);
	past_the_end<<<1, 64>>>(device);
	HIP(hipMemcpy(out, device, 64 * sizeof(int), hipMemcpyDeviceToHost));
	for (int i = 0; i < 64; i++)
		EXPECT(out[i] == i);
	return pass();
}
