// An assertion of a kernel that does not hold ends the program.
#include <cassert>

#include "check.h"

__global__ void claim(int x)
{
	assert(x == 1);
}

int main()
{
	claim<<<1, 2>>>(1);
	HIP(hipDeviceSynchronize());
	claim<<<1, 2>>>(2);
	HIP(hipDeviceSynchronize());
	printf("still here\n");
	return 0;
}
