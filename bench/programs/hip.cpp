// What it costs a HIP program to run its kernels functionally: seconds of the host for a matrix multiplication, for sums over
// entries anywhere in a table, for counts in private memory, and for one of many launches of a kernel that does next to
// nothing, each waited for.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

static void check(hipError_t status, const char *what)
{
	if (status == hipSuccess)
		return;
	fprintf(stderr, "%s: %s\n", what, hipGetErrorString(status));
	exit(1);
}
#define CHECK(call) check(call, #call)

__global__ void multiply(const float *a, const float *b, float *c, unsigned n)
{
	unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;

	for (unsigned k = 0; k < n; k++)
		sum += a[y * n + k] * b[k * n + x];
	c[y * n + x] = sum;
}

__global__ void gather(const float *table, float *sums, unsigned mask)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, at = i;
	float sum = 0;

	for (unsigned k = 0; k < 256; k++) {
		at = at * 1664525 + 1013904223;
		sum += table[at & mask];
	}
	sums[i] = sum;
}

__global__ void tally(unsigned *most)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x, at = i, found = 0;
	unsigned char counts[64] = {};

	for (unsigned k = 0; k < 256; k++) {
		at = at * 1664525 + 1013904223;
		counts[at >> 26]++;
	}
	for (unsigned k = 0; k < 64; k++)
		found = counts[k] > counts[found] ? k : found;
	most[i] = found;
}

__global__ void touch(unsigned *counter)
{
	if (threadIdx.x == 0)
		counter[0]++;
}

// The best of a few.
static double seconds(const std::function<void()> &work)
{
	double best = 1e9;

	for (int i = 0; i < 5; i++) {
		auto begin = std::chrono::steady_clock::now();

		work();
		best = std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
	}
	return best;
}

int main()
{
	const unsigned n = 512, launches = 2000;
	unsigned *counter;
	float *a, *b, *c;

	CHECK(hipMalloc(&a, n * n * sizeof(float)));
	CHECK(hipMalloc(&b, n * n * sizeof(float)));
	CHECK(hipMalloc(&c, n * n * sizeof(float)));
	CHECK(hipMalloc(&counter, sizeof(unsigned)));
	CHECK(hipMemset(a, 0, n * n * sizeof(float)));
	CHECK(hipMemset(b, 0, n * n * sizeof(float)));
	CHECK(hipMemset(counter, 0, sizeof(unsigned)));
	printf("multiply %.6f\n", seconds([&] {
		       multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(a, b, c, n);
		       CHECK(hipDeviceSynchronize());
	       }));
	printf("gather %.6f\n", seconds([&] {
		       gather<<<n * n / 256, 256>>>(a, c, n * n - 1);
		       CHECK(hipDeviceSynchronize());
	       }));
	printf("tally %.6f\n", seconds([&] {
		       tally<<<n * n / 256, 256>>>((unsigned *)c);
		       CHECK(hipDeviceSynchronize());
	       }));
	printf("touch %.9f\n", seconds([&] {
		       for (unsigned i = 0; i < launches; i++) {
			       touch<<<1, 64>>>(counter);
			       CHECK(hipDeviceSynchronize());
		       }
	       }) / launches);
	return 0;
}
