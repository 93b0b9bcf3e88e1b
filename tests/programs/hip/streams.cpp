// Several streams that wait for each other, callbacks, and times of events.
#include <atomic>
#include <vector>

#include "check.h"

__global__ void step(int *x, int n, int rounds)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n)
		return;
	int v = x[i];
	for (int k = 0; k < rounds; k++)
		v = v * 3 + 1;
	x[i] = v;
}

static std::atomic<int> called;

static void tell(hipStream_t, hipError_t status, void *data)
{
	EXPECT(status == hipSuccess);
	called += *(int *)data;
}

static int expected(int v, int rounds)
{
	for (int k = 0; k < rounds; k++)
		v = (int)((unsigned)v * 3u + 1u);
	return v;
}

int main()
{
	const int n = 2048, count = 6;
	hipStream_t streams[count];
	hipEvent_t begin, end, done[count];
	int *device[count], weight = 5;
	std::vector<int> out(n);
	float shorter, longer;

	HIP(hipEventCreate(&begin));
	HIP(hipEventCreate(&end));
	for (int s = 0; s < count; s++) {
		HIP(hipStreamCreate(&streams[s]));
		HIP(hipEventCreateWithFlags(&done[s], hipEventDisableTiming));
		HIP(hipMalloc(&device[s], n * sizeof(int)));
		HIP(hipMemsetAsync(device[s], 0, n * sizeof(int), streams[s]));
	}
	/* Each stream waits for the one before and goes on with its result. */
	for (int s = 0; s < count; s++) {
		if (s) {
			HIP(hipStreamWaitEvent(streams[s], done[s - 1], 0));
			HIP(hipMemcpyAsync(device[s], device[s - 1], n * sizeof(int),
					   hipMemcpyDeviceToDevice, streams[s]));
		}
		step<<<n / 256, 256, 0, streams[s]>>>(device[s], n, 4);
		HIP(hipEventRecord(done[s], streams[s]));
	}
	HIP(hipStreamAddCallback(streams[count - 1], tell, &weight, 0));
	step<<<n / 256, 256, 0, streams[count - 1]>>>(device[count - 1], n, 1);
	HIP(hipDeviceSynchronize());
	EXPECT(called == 5);
	HIP(hipMemcpy(out.data(), device[count - 1], n * sizeof(int), hipMemcpyDeviceToHost));
	for (int i = 0; i < n; i++)
		EXPECT(out[i] == expected(0, 4 * count + 1));

	HIP(hipEventRecord(begin, streams[0]));
	step<<<n / 256, 256, 0, streams[0]>>>(device[0], n, 10);
	HIP(hipEventRecord(end, streams[0]));
	HIP(hipEventSynchronize(end));
	HIP(hipEventElapsedTime(&shorter, begin, end));
	HIP(hipEventRecord(begin, streams[0]));
	step<<<n / 256, 256, 0, streams[0]>>>(device[0], n, 1000);
	HIP(hipEventRecord(end, streams[0]));
	HIP(hipEventSynchronize(end));
	HIP(hipEventElapsedTime(&longer, begin, end));
	printf("%.6f ms, %.6f ms\n", shorter, longer);
	EXPECT(shorter > 0 && longer > 5 * shorter);
	for (int s = 0; s < count; s++) {
		EXPECT(hipStreamQuery(streams[s]) == hipSuccess);
		HIP(hipStreamDestroy(streams[s]));
		HIP(hipFree(device[s]));
	}
	return pass();
}
