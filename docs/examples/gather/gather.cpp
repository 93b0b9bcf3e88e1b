// Sums of entries that lie anywhere in a large table: what a graph or a hash join does to TLBs.
#include <hip/hip_runtime.h>

#include <cstdio>
#include <vector>

__global__ void gather(const float *table, const unsigned *index, float *sum, unsigned items, unsigned per_item)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	float s = 0;

	for (unsigned k = 0; k < per_item; k++)
		s += table[index[k * items + i]];
	sum[i] = s;
}

int main(int argc, char **argv)
{
	const unsigned megabytes = argc > 1 ? atoi(argv[1]) : 16, items = 8192, per_item = 4;
	const unsigned entries = megabytes << 18;
	std::vector<float> table(entries), sum(items);
	std::vector<unsigned> index(items * per_item);
	unsigned seed = 1;

	for (unsigned i = 0; i < entries; i++)
		table[i] = i % 7;
	for (unsigned &n : index)
		n = (seed = seed * 1664525 + 1013904223) % entries;

	float *d_table, *d_sum;
	unsigned *d_index;
	hipMalloc(&d_table, entries * sizeof(float));
	hipMalloc(&d_index, index.size() * sizeof(unsigned));
	hipMalloc(&d_sum, items * sizeof(float));
	hipMemcpy(d_table, table.data(), entries * sizeof(float), hipMemcpyHostToDevice);
	hipMemcpy(d_index, index.data(), index.size() * sizeof(unsigned), hipMemcpyHostToDevice);

	hipEvent_t begin, end;
	float ms;
	hipEventCreate(&begin);
	hipEventCreate(&end);
	hipEventRecord(begin);
	gather<<<items / 256, 256>>>(d_table, d_index, d_sum, items, per_item);
	hipEventRecord(end);
	hipEventSynchronize(end);
	hipEventElapsedTime(&ms, begin, end);
	hipMemcpy(sum.data(), d_sum, items * sizeof(float), hipMemcpyDeviceToHost);

	for (unsigned i = 0; i < items; i++) {
		float want = 0;

		for (unsigned k = 0; k < per_item; k++)
			want += table[index[k * items + i]];
		if (sum[i] != want) {
			printf("wrong at %u: %g, not %g\n", i, sum[i], want);
			return 1;
		}
	}
	printf("right, in %.1f us\n", 1000 * ms);
}
