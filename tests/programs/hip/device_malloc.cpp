// Memory that kernels allocate and free: small pieces from a heap on the device, large ones from the
// host, while the kernel runs.
#include "check.h"

struct node {
	int value;
	node *next;
};

static const int items = 256, length = 10, large = 1000;

__global__ void build(node **heads)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
	node *head = nullptr;

	for (int k = 0; k < length; k++) {
		node *n = new node;

		n->value = i * length + k;
		n->next = head;
		head = n;
	}
	heads[i] = head;
}

__global__ void add_up(node **heads, int *sums)
{
	int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), sum = 0;

	for (node *n = heads[i], *next; n; n = next) {
		sum += n->value;
		next = n->next;
		delete n;
	}
	sums[i] = sum;
}

/* Twice, so that memory that was given back in between is asked for again. */
__global__ void fill_and_free(int *sums)
{
	int i = (int)threadIdx.x, sum = 0;

	for (int round = 0; round < 2; round++) {
		int *data = (int *)malloc(large * sizeof(int));

		for (int k = 0; k < large; k++)
			data[k] = i + k + round;
		for (int k = 0; k < large; k++)
			sum += data[k];
		free(data);
	}
	sums[i] = sum;
}

int main()
{
	node **heads;
	int *device, sums[items];

	HIP(hipMalloc(&heads, items * sizeof(*heads)));
	HIP(hipMalloc(&device, sizeof(sums)));
	build<<<items / 64, 64>>>(heads);
	add_up<<<items / 64, 64>>>(heads, device);
	HIP(hipMemcpy(sums, device, sizeof(sums), hipMemcpyDeviceToHost));
	for (int i = 0; i < items; i++)
		EXPECT(sums[i] == length * (i * length) + length * (length - 1) / 2);

	fill_and_free<<<1, 4>>>(device);
	fill_and_free<<<1, 4>>>(device);
	HIP(hipMemcpy(sums, device, 4 * sizeof(int), hipMemcpyDeviceToHost));
	for (int i = 0; i < 4; i++)
		EXPECT(sums[i] == 2 * large * i + large * (large - 1) + large);
	return pass();
}
