// Threads of the host, each with a stream and with copies large enough to be pinned.
#include <thread>
#include <vector>

#include "check.h"

__global__ void add(int *x, size_t n, int v)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
	     i += (size_t)gridDim.x * blockDim.x)
		x[i] += v;
}

static void work(int t)
{
	for (int round = 0; round < 3; round++) {
		size_t n = 300000 + 13 * (size_t)t;
		std::vector<int> host(n);
		hipStream_t stream;
		int *device;

		for (size_t i = 0; i < n; i++)
			host[i] = (int)i * t;
		HIP(hipStreamCreate(&stream));
		HIP(hipMalloc(&device, n * sizeof(int)));
		HIP(hipMemcpyAsync(device, host.data(), n * sizeof(int), hipMemcpyHostToDevice,
				   stream));
		add<<<4, 256, 0, stream>>>(device, n, t);
		HIP(hipMemcpyAsync(host.data(), device, n * sizeof(int), hipMemcpyDeviceToHost,
				   stream));
		HIP(hipStreamSynchronize(stream));
		for (size_t i = 0; i < n; i++)
			EXPECT(host[i] == (int)i * t + t);
		HIP(hipFree(device));
		HIP(hipStreamDestroy(stream));
	}
}

int main()
{
	std::vector<std::thread> threads;

	for (int t = 1; t < 6; t++)
		threads.emplace_back(work, t);
	for (std::thread &t : threads)
		t.join();
	return pass();
}
