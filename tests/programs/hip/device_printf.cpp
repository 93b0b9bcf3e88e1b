// printf in a kernel, which is served by the host while the kernel runs.
#include "check.h"

__global__ void say(int x)
{
	if (threadIdx.x % 32 == 5)
		printf("block %d thread %d says %s %.2f\n", (int)blockIdx.x, (int)threadIdx.x,
		       "hello", x * 0.5);
}

int main()
{
	say<<<2, 64>>>(3);
	HIP(hipDeviceSynchronize());
	return pass();
}
