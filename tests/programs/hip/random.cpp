// rocRAND: a library with kernels of its own.
#include <rocrand/rocrand.h>

#include <vector>

#include "check.h"

int main()
{
	const size_t n = 20000;
	std::vector<float> out(n);
	rocrand_generator generator;
	float *x;
	double sum = 0;

	HIP(hipMalloc(&x, n * sizeof(float)));
	EXPECT(rocrand_create_generator(&generator, ROCRAND_RNG_PSEUDO_PHILOX4_32_10) ==
	       ROCRAND_STATUS_SUCCESS);
	EXPECT(rocrand_set_seed(generator, 1234) == ROCRAND_STATUS_SUCCESS);
	EXPECT(rocrand_generate_uniform(generator, x, n) == ROCRAND_STATUS_SUCCESS);
	HIP(hipMemcpy(out.data(), x, n * sizeof(float), hipMemcpyDeviceToHost));
	for (float v : out) {
		EXPECT(v > 0 && v <= 1);
		sum += v;
	}
	EXPECT(sum / n > 0.49 && sum / n < 0.51);
	EXPECT(rocrand_destroy_generator(generator) == ROCRAND_STATUS_SUCCESS);
	HIP(hipFree(x));
	return pass();
}
