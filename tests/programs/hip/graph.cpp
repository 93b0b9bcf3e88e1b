// A graph of kernels, recorded from a stream, and a box of memory.
#include <vector>

#include "check.h"

__global__ void increase(int *x)
{
	x[threadIdx.x] += 1;
}

static void graph()
{
	hipStream_t stream;
	hipGraph_t recorded;
	hipGraphExec_t graph;
	int *device, out[64];

	HIP(hipMalloc(&device, sizeof(out)));
	HIP(hipMemset(device, 0, sizeof(out)));
	HIP(hipStreamCreate(&stream));
	HIP(hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal));
	increase<<<1, 64, 0, stream>>>(device);
	increase<<<1, 64, 0, stream>>>(device);
	HIP(hipStreamEndCapture(stream, &recorded));
	HIP(hipGraphInstantiate(&graph, recorded, nullptr, nullptr, 0));
	for (int i = 0; i < 3; i++)
		HIP(hipGraphLaunch(graph, stream));
	HIP(hipStreamSynchronize(stream));
	HIP(hipMemcpy(out, device, sizeof(out), hipMemcpyDeviceToHost));
	EXPECT(out[0] == 6 && out[63] == 6);
}

static void box()
{
	hipExtent extent = make_hipExtent(100, 10, 4);
	std::vector<char> host(100 * 10 * 4);
	hipMemcpy3DParms copy = {};
	hipPitchedPtr device;

	HIP(hipMalloc3D(&device, extent));
	HIP(hipMemset3D(device, 5, extent));
	copy.srcPtr = device;
	copy.dstPtr = make_hipPitchedPtr(host.data(), 100, 100, 10);
	copy.extent = extent;
	copy.kind = hipMemcpyDeviceToHost;
	HIP(hipMemcpy3D(&copy));
	for (char c : host)
		EXPECT(c == 5);
}

int main()
{
	graph();
	box();
	return pass();
}
