// Wavefronts of a workgroup run side by side: one that has read its share is not overtaken by the
// next round, though no barrier keeps the first wavefront from beginning it. Programs that lack
// such a barrier run right on GPUs.
#include "check.h"

__global__ void rounds(unsigned *wrong, unsigned count, unsigned steps)
{
	__shared__ unsigned round;
	unsigned work = threadIdx.x;

	if (threadIdx.x == 0)
		round = 0;
	__syncthreads();
	for (unsigned n = 0; n < count; n++) {
		unsigned seen = round;

		for (unsigned k = 0; k < steps; k++)
			work = work * 1664525 + 1013904223;
		if (seen != n)
			atomicAdd(wrong, 1);
		if (threadIdx.x == 0)
			round = n + 1 + (work == 0 && !steps);
		__syncthreads();
	}
}

int main()
{
	unsigned *wrong, found;

	HIP(hipMalloc(&wrong, sizeof(*wrong)));
	HIP(hipMemset(wrong, 0, sizeof(*wrong)));
	rounds<<<3, 1024>>>(wrong, 20, 100);
	HIP(hipGetLastError());
	HIP(hipMemcpy(&found, wrong, sizeof(found), hipMemcpyDeviceToHost));
	EXPECT(found == 0);
	return pass();
}
