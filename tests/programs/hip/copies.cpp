// Every kind of copy and fill: small and large, waiting or not, rows of matrices.
#include <cstring>
#include <vector>

#include "check.h"

static void plain(size_t bytes)
{
	std::vector<unsigned char> in(bytes), out(bytes);
	unsigned char *a, *b;

	for (size_t i = 0; i < bytes; i++)
		in[i] = (unsigned char)(i * 7 + i / 251);
	HIP(hipMalloc(&a, bytes));
	HIP(hipMalloc(&b, bytes));
	HIP(hipMemcpy(a, in.data(), bytes, hipMemcpyHostToDevice));
	HIP(hipMemcpy(b, a, bytes, hipMemcpyDeviceToDevice));
	HIP(hipMemcpy(out.data(), b, bytes, hipMemcpyDefault));
	EXPECT(in == out);
	HIP(hipMemset(b, 0x5a, bytes));
	HIP(hipMemcpyAsync(out.data(), b, bytes, hipMemcpyDeviceToHost, nullptr));
	HIP(hipStreamSynchronize(nullptr));
	for (size_t i = 0; i < bytes; i++)
		EXPECT(out[i] == 0x5a);
	HIP(hipFree(a));
	HIP(hipFree(b));
}

static void asynchronous()
{
	const size_t bytes = 1 << 16;
	unsigned char *host, *back, *device;
	hipStream_t stream;

	HIP(hipStreamCreate(&stream));
	HIP(hipHostMalloc(&host, bytes));
	HIP(hipHostMalloc(&back, bytes));
	HIP(hipMalloc(&device, bytes));
	memset(host, 3, bytes);
	HIP(hipMemcpyAsync(device, host, bytes, hipMemcpyHostToDevice, stream));
	HIP(hipMemsetAsync(device + 100, 9, 1000, stream));
	HIP(hipMemcpyAsync(back, device, bytes, hipMemcpyDeviceToHost, stream));
	HIP(hipStreamSynchronize(stream));
	for (size_t i = 0; i < bytes; i++)
		EXPECT(back[i] == (i >= 100 && i < 1100 ? 9 : 3));
	HIP(hipStreamDestroy(stream));
	HIP(hipHostFree(host));
	HIP(hipHostFree(back));
	HIP(hipFree(device));
}

static void matrices(size_t width)
{
	const size_t height = 37;
	size_t pitch;
	unsigned char *device;
	std::vector<unsigned char> in(width * height), out(width * height);

	for (size_t i = 0; i < in.size(); i++)
		in[i] = (unsigned char)(i * 13);
	HIP(hipMallocPitch((void **)&device, &pitch, width, height));
	EXPECT(pitch >= width);
	HIP(hipMemset2D(device, pitch, 0, width, height));
	HIP(hipMemcpy2D(device, pitch, in.data(), width, width, height, hipMemcpyHostToDevice));
	HIP(hipMemcpy2D(out.data(), width, device, pitch, width, height, hipMemcpyDeviceToHost));
	EXPECT(in == out);
	HIP(hipFree(device));
}

static void words()
{
	const size_t n = 1000;
	std::vector<int> out(n);
	int *device;

	HIP(hipMalloc(&device, n * sizeof(int)));
	HIP(hipMemsetD32((hipDeviceptr_t)device, 0x12345678, n));
	HIP(hipMemcpyDtoH(out.data(), (hipDeviceptr_t)device, n * sizeof(int)));
	for (size_t i = 0; i < n; i++)
		EXPECT(out[i] == 0x12345678);
	HIP(hipFree(device));
}

int main()
{
	plain(1);
	plain(4093);
	plain(3 << 20);
	asynchronous();
	matrices(64);
	matrices(61);
	words();
	return pass();
}
