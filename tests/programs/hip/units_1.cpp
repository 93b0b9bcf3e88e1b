// Two translation units, each with kernels of its own: two code objects.
#include "check.h"

int other(int x);

__global__ void plus_one(int *x)
{
	*x += 1;
}

int main()
{
	int *x, out = 41;

	HIP(hipMalloc(&x, sizeof(*x)));
	HIP(hipMemcpy(x, &out, sizeof(out), hipMemcpyHostToDevice));
	plus_one<<<1, 1>>>(x);
	HIP(hipMemcpy(&out, x, sizeof(out), hipMemcpyDeviceToHost));
	EXPECT(out == 42);
	EXPECT(other(21) == 42);
	HIP(hipFree(x));
	return pass();
}
