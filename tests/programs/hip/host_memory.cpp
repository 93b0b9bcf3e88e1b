// Host memory that kernels use where it is: mapped, registered and managed.
#include <cstring>

#include "check.h"

__global__ void triple(int *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		x[i] *= 3;
}

static const int n = 5000;

static void run(int *host, int *device)
{
	for (int i = 0; i < n; i++)
		host[i] = i;
	triple<<<(n + 63) / 64, 64>>>(device, n);
	HIP(hipDeviceSynchronize());
	for (int i = 0; i < n; i++)
		EXPECT(host[i] == 3 * i);
}

// Ranges that have a page in common, one of which goes before the other.
static void neighbours()
{
	const int count = 300, ranges = 8;
	int *all = (int *)malloc(sizeof(int) * count * ranges), *device[ranges];

	for (int i = 0; i < count * ranges; i++)
		all[i] = i;
	for (int r = 0; r < ranges; r++) {
		HIP(hipHostRegister(all + r * count, count * sizeof(int), hipHostRegisterDefault));
		HIP(hipHostGetDevicePointer((void **)&device[r], all + r * count, 0));
	}
	for (int r = 0; r < ranges; r++)
		triple<<<(count + 63) / 64, 64>>>(device[r], count);
	HIP(hipDeviceSynchronize());
	for (int r = 0; r < ranges; r += 2)
		HIP(hipHostUnregister(all + r * count));
	for (int i = 0; i < count * ranges; i++)
		EXPECT(all[i] == 3 * i);
	for (int r = 1; r < ranges; r += 2)
		triple<<<(count + 63) / 64, 64>>>(device[r], count);
	HIP(hipDeviceSynchronize());
	for (int r = 1; r < ranges; r += 2)
		HIP(hipHostUnregister(all + r * count));
	for (int i = 0; i < count * ranges; i++)
		EXPECT(all[i] == (i / count % 2 ? 9 : 3) * i);
	free(all);
}

int main()
{
	int *mapped, *managed, *device;
	int *registered = (int *)malloc(n * sizeof(int)) + 1;
	hipPointerAttribute_t attributes;

	HIP(hipHostMalloc(&mapped, n * sizeof(int), hipHostMallocMapped));
	HIP(hipHostGetDevicePointer((void **)&device, mapped, 0));
	run(mapped, device);
	HIP(hipPointerGetAttributes(&attributes, mapped));
	EXPECT(attributes.memoryType == hipMemoryTypeHost);

	HIP(hipMallocManaged(&managed, n * sizeof(int)));
	run(managed, managed);
	HIP(hipMemPrefetchAsync(managed, n * sizeof(int), 0, nullptr));
	run(managed, managed);

	HIP(hipHostRegister(registered, (n - 1) * sizeof(int), hipHostRegisterDefault));
	HIP(hipHostGetDevicePointer((void **)&device, registered, 0));
	for (int i = 0; i < n - 1; i++)
		registered[i] = i;
	triple<<<(n + 63) / 64, 64>>>(device, n - 1);
	HIP(hipDeviceSynchronize());
	for (int i = 0; i < n - 1; i++)
		EXPECT(registered[i] == 3 * i);
	HIP(hipHostUnregister(registered));
	for (int i = 0; i < n - 1; i++)
		EXPECT(registered[i] == 3 * i);

	HIP(hipHostFree(mapped));
	HIP(hipFree(managed));
	free(registered - 1);
	neighbours();
	return pass();
}
