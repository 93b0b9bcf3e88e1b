// The other half of units_1.cpp.
#include "check.h"

static __global__ void twice(int *x)
{
	*x *= 2;
}

int other(int v)
{
	int *x;

	HIP(hipMalloc(&x, sizeof(*x)));
	HIP(hipMemcpy(x, &v, sizeof(v), hipMemcpyHostToDevice));
	twice<<<1, 1>>>(x);
	HIP(hipMemcpy(&v, x, sizeof(v), hipMemcpyDeviceToHost));
	HIP(hipFree(x));
	return v;
}
