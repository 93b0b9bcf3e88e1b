// One kernel three times over the same megabyte, of which every page is asked for often.
#include "check.h"

enum { WORDS = 1 << 18 };

__global__ void strides(const unsigned *in, unsigned *out)
{
	unsigned me = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;

	for (unsigned i = 0; i < 16; i++)
		sum += in[(me * 1031 + i * 65537) % WORDS];
	out[me] = sum;
}

int main()
{
	static unsigned host[WORDS], result[1024];
	unsigned *in, *out;

	for (unsigned i = 0; i < WORDS; i++)
		host[i] = i;
	HIP(hipMalloc(&in, sizeof(host)));
	HIP(hipMalloc(&out, sizeof(result)));
	HIP(hipMemcpy(in, host, sizeof(host), hipMemcpyHostToDevice));
	for (int i = 0; i < 3; i++)
		strides<<<16, 64>>>(in, out);
	HIP(hipMemcpy(result, out, sizeof(result), hipMemcpyDeviceToHost));
	for (unsigned me = 0; me < 1024; me++) {
		unsigned sum = 0;

		for (unsigned i = 0; i < 16; i++)
			sum += (me * 1031 + i * 65537) % WORDS;
		EXPECT(result[me] == sum);
	}
	return pass();
}
