// Variables of the device, by name from the host.
#include "check.h"

__device__ int table[64];
__constant__ float factor = 1.5f;
__device__ unsigned counter;
static __device__ int hidden = 4;

__global__ void use(float *out)
{
	unsigned i = threadIdx.x;

	out[i] = factor * (float)table[i] + (float)hidden;
	atomicAdd(&counter, 1u);
}

int main()
{
	int in[64];
	float out[64], *device, two = 2.0f;
	unsigned count = 0;
	void *address;
	size_t bytes;

	for (int i = 0; i < 64; i++)
		in[i] = i * i;
	HIP(hipMemcpyToSymbol(HIP_SYMBOL(table), in, sizeof(in)));
	HIP(hipMalloc(&device, sizeof(out)));
	use<<<1, 64>>>(device);
	HIP(hipMemcpy(out, device, sizeof(out), hipMemcpyDeviceToHost));
	for (int i = 0; i < 64; i++)
		EXPECT(out[i] == 1.5f * (float)in[i] + 4);
	HIP(hipMemcpyToSymbol(HIP_SYMBOL(factor), &two, sizeof(two)));
	use<<<1, 64>>>(device);
	HIP(hipMemcpy(out, device, sizeof(out), hipMemcpyDeviceToHost));
	for (int i = 0; i < 64; i++)
		EXPECT(out[i] == 2.0f * (float)in[i] + 4);
	HIP(hipMemcpyFromSymbol(&count, HIP_SYMBOL(counter), sizeof(count)));
	EXPECT(count == 128);
	HIP(hipGetSymbolAddress(&address, HIP_SYMBOL(table)));
	HIP(hipGetSymbolSize(&bytes, HIP_SYMBOL(table)));
	EXPECT(address && bytes == sizeof(table));
	HIP(hipMemset(address, 0, bytes));
	use<<<1, 64>>>(device);
	HIP(hipMemcpy(out, device, sizeof(out), hipMemcpyDeviceToHost));
	EXPECT(out[63] == 4);
	return pass();
}
