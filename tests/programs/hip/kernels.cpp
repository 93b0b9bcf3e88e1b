// What kernels do: LDS of both kinds, shuffles, votes, atomics, doubles, private memory.
#include <cmath>
#include <vector>

#include "check.h"

static const int n = 1024;

__global__ void reverse(int *x)
{
	extern __shared__ int dynamic[];
	__shared__ int fixed[256];
	int i = threadIdx.x, at = blockIdx.x * blockDim.x + i;

	fixed[i] = x[at];
	__syncthreads();
	dynamic[255 - i] = fixed[i];
	__syncthreads();
	x[at] = dynamic[i];
}

__global__ void lanes(int *sum, unsigned long long *votes)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, v = i;

	for (int d = 32; d > 0; d /= 2)
		v += __shfl_xor(v, d);
	sum[i] = v;
	votes[i] = __ballot(i % 3 == 0);
}

__global__ void count(unsigned *bins, unsigned long long *wide, float *total, double *precise)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;

	atomicAdd(&bins[i % 7], 1u);
	atomicMax(wide, (unsigned long long)i << 33);
	atomicAdd(total, 0.5f);
	atomicAdd(precise, 0.25);
}

__global__ void doubles(const double *in, double *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = sqrt(in[i]) * sin(in[i]) + exp(-in[i]) / (1.0 + in[i]);
}

__global__ void stack(int *out)
{
	int i = threadIdx.x, local[40];

	for (int k = 0; k < 40; k++)
		local[k] = k * i;
	for (int k = 0; k < 200; k++)
		local[(k * 7 + i) % 40] += local[(k * 11 + 3 * i) % 40];
	out[i] = local[i % 40];
}

static int stack_expected(int i)
{
	unsigned local[40];

	for (int k = 0; k < 40; k++)
		local[k] = (unsigned)(k * i);
	for (int k = 0; k < 200; k++)
		local[(k * 7 + i) % 40] += local[(k * 11 + 3 * i) % 40];
	return (int)local[i % 40];
}

template <typename T> static T *device_copy(const std::vector<T> &v)
{
	T *p;

	HIP(hipMalloc(&p, v.size() * sizeof(T)));
	HIP(hipMemcpy(p, v.data(), v.size() * sizeof(T), hipMemcpyHostToDevice));
	return p;
}

template <typename T> static std::vector<T> host_copy(const T *p, size_t count)
{
	std::vector<T> v(count);

	HIP(hipMemcpy(v.data(), p, count * sizeof(T), hipMemcpyDeviceToHost));
	return v;
}

int main()
{
	std::vector<int> x(n);
	std::vector<double> d(n);

	for (int i = 0; i < n; i++) {
		x[i] = i;
		d[i] = i * 0.01;
	}
	int *dx = device_copy(x);
	reverse<<<n / 256, 256, 256 * sizeof(int)>>>(dx);
	std::vector<int> r = host_copy(dx, n);
	for (int i = 0; i < n; i++)
		EXPECT(r[i] == i / 256 * 256 + 255 - i % 256);

	unsigned long long *votes = device_copy(std::vector<unsigned long long>(n));
	lanes<<<n / 128, 128>>>(dx, votes);
	r = host_copy(dx, n);
	std::vector<unsigned long long> rv = host_copy(votes, n);
	for (int i = 0; i < n; i++) {
		int first = i / 64 * 64;

		EXPECT(r[i] == 64 * first + 63 * 32);
		EXPECT((rv[i] >> (i % 64) & 1) == (i % 3 == 0));
	}

	unsigned *bins = device_copy(std::vector<unsigned>(7));
	unsigned long long *wide = device_copy(std::vector<unsigned long long>(1));
	float *total = device_copy(std::vector<float>(1));
	double *precise = device_copy(std::vector<double>(1));
	count<<<n / 256, 256>>>(bins, wide, total, precise);
	std::vector<unsigned> rb = host_copy(bins, 7);
	for (unsigned b = 0; b < 7; b++)
		EXPECT(rb[b] == (n - b + 6) / 7);
	EXPECT(host_copy(wide, 1)[0] == (unsigned long long)(n - 1) << 33);
	EXPECT(host_copy(total, 1)[0] == n * 0.5f);
	EXPECT(host_copy(precise, 1)[0] == n * 0.25);

	double *in = device_copy(d), *out = device_copy(d);
	doubles<<<n / 64, 64>>>(in, out);
	std::vector<double> rd = host_copy(out, n);
	for (int i = 0; i < n; i++)
		EXPECT(fabs(rd[i] - (sqrt(d[i]) * sin(d[i]) + exp(-d[i]) / (1.0 + d[i]))) < 1e-12);

	stack<<<1, 128>>>(dx);
	r = host_copy(dx, 128);
	for (int i = 0; i < 128; i++)
		EXPECT(r[i] == stack_expected(i));
	return pass();
}
