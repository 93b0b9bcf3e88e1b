// The first program everybody writes.
#include <vector>

#include "check.h"

__global__ void add(const float *a, const float *b, float *c, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		c[i] = a[i] + b[i];
}

int main()
{
	const int n = 10000;
	std::vector<float> a(n), b(n), c(n);
	float *da, *db, *dc;
	hipDeviceProp_t properties;
	int count;

	HIP(hipGetDeviceCount(&count));
	EXPECT(count == 1);
	HIP(hipGetDeviceProperties(&properties, 0));
	printf("%s, %s, %d CUs\n", properties.name, properties.gcnArchName,
	       properties.multiProcessorCount);
	for (int i = 0; i < n; i++) {
		a[i] = (float)i;
		b[i] = 2.0f * (float)i;
	}
	HIP(hipMalloc(&da, n * sizeof(float)));
	HIP(hipMalloc(&db, n * sizeof(float)));
	HIP(hipMalloc(&dc, n * sizeof(float)));
	HIP(hipMemcpy(da, a.data(), n * sizeof(float), hipMemcpyHostToDevice));
	HIP(hipMemcpy(db, b.data(), n * sizeof(float), hipMemcpyHostToDevice));
	add<<<(n + 255) / 256, 256>>>(da, db, dc, n);
	HIP(hipGetLastError());
	HIP(hipMemcpy(c.data(), dc, n * sizeof(float), hipMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		EXPECT(c[i] == 3.0f * (float)i);
	HIP(hipFree(da));
	HIP(hipFree(db));
	HIP(hipFree(dc));
	return pass();
}
