// rocPRIM's radix sort: kernels from templates.
#include <rocprim/rocprim.hpp>

#include <algorithm>
#include <vector>

#include "check.h"

int main()
{
	const size_t n = 5000;
	std::vector<unsigned> in(n), out(n);
	unsigned *a, *b, state = 1;
	void *storage;
	size_t bytes = 0;

	for (unsigned &v : in)
		v = state = state * 1664525u + 1013904223u;
	HIP(hipMalloc(&a, n * sizeof(unsigned)));
	HIP(hipMalloc(&b, n * sizeof(unsigned)));
	HIP(hipMemcpy(a, in.data(), n * sizeof(unsigned), hipMemcpyHostToDevice));
	HIP(rocprim::radix_sort_keys(nullptr, bytes, a, b, n));
	HIP(hipMalloc(&storage, bytes));
	HIP(rocprim::radix_sort_keys(storage, bytes, a, b, n));
	HIP(hipMemcpy(out.data(), b, n * sizeof(unsigned), hipMemcpyDeviceToHost));
	std::sort(in.begin(), in.end());
	EXPECT(in == out);
	return pass();
}
