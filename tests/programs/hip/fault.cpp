// A kernel that writes where nothing is: the program must not go on as if nothing had happened.
#include "check.h"

__global__ void wrong(int *x)
{
	x[1100] = 1;
}

int main()
{
	int *x;

	HIP(hipMalloc(&x, 4096));
	wrong<<<1, 1>>>(x);
	HIP(hipDeviceSynchronize());
	printf("still here\n");
	return 0;
}
