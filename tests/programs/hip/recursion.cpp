// Calls whose depth is not known before: a stack for every work-item.
#include "check.h"

__device__ __attribute__((noinline)) int fibonacci(int k)
{
	return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2);
}

__global__ void compute(int *out)
{
	out[threadIdx.x] = fibonacci((int)threadIdx.x % 12);
}

int main()
{
	static const int expected[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89};
	int *device, out[64];

	HIP(hipMalloc(&device, sizeof(out)));
	compute<<<1, 64>>>(device);
	HIP(hipMemcpy(out, device, sizeof(out), hipMemcpyDeviceToHost));
	for (int i = 0; i < 64; i++)
		EXPECT(out[i] == expected[i % 12]);
	return pass();
}
